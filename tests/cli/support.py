"""What the tests of the program share: a folder of their own, and a way to run it there."""
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import unittest

PROGRAM = "drover"

# Set for builds with sanitizers, where long runs take minutes; the optimized build has them.
QUICK = bool(os.environ.get("DROVER_QUICK_TESTS"))
HAS_BASELINES = not os.environ.get("DROVER_WITHOUT_BASELINES")
NEEDS_BASELINES = unittest.skipUnless(HAS_BASELINES, "built without baselines/")
COMMANDS = ("synth", "populate", "tables", "check", "explain", "herd", "neuron", "ising", "rbm",
            "fit", "predict", "evaluate", "dynamics", "paper")
LONG = unittest.skipIf(QUICK, "takes long in a build with sanitizers: left to the optimized one")


def wait_for_handler(process):
    """Until the program catches Ctrl-C: on a busy machine its start may take seconds."""
    status = pathlib.Path(f"/proc/{process.pid}/status")
    while status.exists() and process.poll() is None:
        caught = re.search(r"^SigCgt:\s*(\w+)", status.read_text(), re.MULTILINE)
        if caught and int(caught[1], 16) >> (signal.SIGINT - 1) & 1:
            return
        time.sleep(0.01)


class CliTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def write(self, **files):
        """write(f="...") makes f.csv."""
        for name, text in files.items():
            data = text if isinstance(text, bytes) else text.encode()
            (self.folder / f"{name}.csv").write_bytes(data)

    def run_drover(self, *arguments, stdin=""):
        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, input=stdin, text=True,
                              capture_output=True, check=False)

    def json_of(self, *arguments):
        done = self.run_drover(*arguments, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def assert_fails(self, code, message, *arguments, stdin=""):
        """One line on standard error, that exit code, nothing on standard output, no new file."""
        before = sorted(self.folder.iterdir())
        done = self.run_drover(*arguments, stdin=stdin)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (code, "", f"drover: {message}\n"))
        self.assertEqual(sorted(self.folder.iterdir()), before)

    def assert_interrupted(self, *arguments):
        """Ctrl-C after a while: one line that says so, exit code 130, no new file."""
        before = sorted(self.folder.iterdir())
        with subprocess.Popen([PROGRAM, *map(str, arguments), "-o", "out"], cwd=self.folder, stderr=subprocess.PIPE,
                              text=True) as process:
            wait_for_handler(process)
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.communicate()[1], "drover: interrupted; nothing was written\n")
            self.assertEqual(process.returncode, 130)
        self.assertEqual(sorted(self.folder.iterdir()), before)

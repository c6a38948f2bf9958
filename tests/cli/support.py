"""What the tests of the program share: a folder of their own, and a way to run it there."""
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))

from process import EndedEarly, OnTerminal, wait_for_work

PROGRAM = "drover"

# Set for builds with sanitizers, where long runs take minutes; the optimized build has them.
QUICK = bool(os.environ.get("DROVER_QUICK_TESTS"))
HAS_BASELINES = not os.environ.get("DROVER_WITHOUT_BASELINES")
NEEDS_BASELINES = unittest.skipUnless(HAS_BASELINES, "built without baselines/")
COMMANDS = ("synth", "populate", "tables", "check", "explain", "herd", "neuron", "ising", "rbm",
            "fit", "predict", "evaluate", "dynamics", "paper")
ALL_COMMANDS = (*COMMANDS, "help", "version")
LONG = unittest.skipIf(QUICK, "takes long in a build with sanitizers: left to the optimized one")


def items_of(command):
    """The items of a command, as its items.def lists them."""
    text = (pathlib.Path(__file__).parents[2] / "apps/drover" / command / "items.def").read_text(encoding="utf-8")
    return tuple(name.replace("_", "-") for name in re.findall(r"^DROVER_ITEM\((\w+)\)$", text, re.MULTILINE))


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

    def interrupt_drover(self, *arguments, how=signal.SIGINT, percent=0):
        """Runs the program until it shows such progress, and sends it the signal: exit code, output, error."""
        with OnTerminal([PROGRAM, *arguments], self.folder) as run:
            run.wait_for_progress(percent)
            return run.interrupt(how)

    def interrupt_in_time(self, command_of, size, **options):
        """The same for command_of(size), whose work ends soon: twice the size where it ends before the signal comes. The
        command, and how it ended."""
        while True:
            command = command_of(size)
            with contextlib.suppress(EndedEarly):
                code, out, err = self.interrupt_drover(*command, **options)
                if code != 0:
                    return command, (code, out, err)
            size *= 2

    def assert_interrupted(self, *arguments):
        """Ctrl-C during the work: one line that says so, exit code 130, no new file."""
        before = sorted(self.folder.iterdir())
        with subprocess.Popen([PROGRAM, *map(str, arguments), "-o", "out"], cwd=self.folder, stderr=subprocess.PIPE,
                              text=True) as process:
            wait_for_work(process)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.communicate()[1], "drover: interrupted; nothing was written\n")
            self.assertEqual(process.returncode, 130)
        self.assertEqual(sorted(self.folder.iterdir()), before)

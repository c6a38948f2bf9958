"""The program as such: version, help, Ctrl-C, a full disk."""
import json
import pathlib
import re
import shutil
import signal
import subprocess
import unittest

import support
from process import wait_until
from support import CliTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r"project\(drover VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
RUNTIME = re.compile(r"(linux-vdso|ld-linux.*|libc|libm|libpthread|libstdc\+\+|libgcc_s|libc\+\+.*)$")
SANITIZERS = re.compile(r"lib(a|ub|t|l)san$")


class Program(CliTest):
    def test_version(self):
        for command in ("--version", "-V", "version"):
            done = self.run_drover(command)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, f"drover {VERSION}\n", ""))

    def test_the_version_is_the_same_everywhere(self):
        self.assertIn(f"\nversion: {VERSION}\n", (ROOT / "CITATION.cff").read_text())
        released = re.findall(r"^## \[(\d[^]]*)\] - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
        self.assertEqual(released[0], VERSION)
        self.assertNotRegex((ROOT / "python/pyproject.toml").read_text(), r"(?m)^version =")  # it has CMake's

    def test_help_names_every_command_and_shows_defaults(self):
        text = self.run_drover("--help").stdout
        for command in ("neuron", "herd"):
            self.assertIn(command, text)
            done = self.run_drover(command, "--help")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("Example: drover " + command, done.stdout)
            for option in ("--json", "--quiet", "--threads N=0", "--seed N=0", "-o,--output FILE=-"):
                self.assertIn(option, done.stdout)

    def test_help_is_a_command_too(self):
        for command in ((), ("synth",), ("dynamics",), ("dynamics", "survey"), ("help",), ("version",)):
            done = self.run_drover("help", *command)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(done.stdout, self.run_drover(*command, "--help").stdout)
        self.assertRegex(self.run_drover("help").stdout, "\n  help +Say how to use drover, or one of its commands\n")

    def test_help_shows_the_arguments_as_they_are_taken(self):
        for usage in ("synth [OPTIONS] INPUT...", "check [OPTIONS] [ROWS] [TABLES...]", "tables [OPTIONS] [MICRODATA]",
                      "neuron --rate R [OPTIONS]", "dynamics ITEM [OPTIONS]", "dynamics words [OPTIONS] FEATURES"):
            with self.subTest(usage=usage):
                command = [word for word in usage.split() if word.islower() and word[0] not in "-["]
                self.assertIn(f"\nUsage: drover {usage}\n", self.run_drover("help", *command).stdout)

    @unittest.skipUnless(shutil.which("ldd"), "no ldd here")
    def test_links_the_runtime_highway_and_zlib_only(self):
        listed = subprocess.run(["ldd", support.PROGRAM], capture_output=True, text=True, check=True).stdout
        names = {pathlib.Path(line.split()[0]).name.split(".so")[0] for line in listed.splitlines()}
        others = {name for name in names if not RUNTIME.match(name) and not SANITIZERS.match(name)}
        self.assertEqual(others, {"libexpat", "libhwy", "libz"})

    def test_interrupt_stops_cleanly_with_what_was_done(self):
        self.write(f="s,x\na,0\nb,1\nc,3\n")
        command = ["herd", "f.csv", "--steps", "900000000", "--json", "-o", "out.json", "--states", "s.csv"]
        for stop in (signal.SIGINT, signal.SIGTERM):
            self.assertEqual(self.interrupt_drover(*command, how=stop), (130, "", ""))
            result = json.loads((self.folder / "out.json").read_text())
            self.assertTrue(result["interrupted"])
            self.assertEqual(sum(result["counts"]), result["steps"])
            self.assertEqual(len((self.folder / "s.csv").read_text().split()) - 1, result["steps"])
            self.assertEqual(len(list(self.folder.iterdir())), 3)

    def test_full_disk_is_an_error_of_its_own(self):
        if not pathlib.Path("/dev/full").exists():
            self.skipTest("no /dev/full here")
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([support.PROGRAM, "neuron", "--rate", "1/2"], stdout=full, stderr=subprocess.PIPE,
                                  text=True, check=False)
        self.assertEqual((done.returncode, done.stderr),
                         (4, "drover: standard output: cannot write: No space left on device\n"))

    def test_states_on_a_full_disk_are_an_error_too(self):
        if not pathlib.Path("/dev/full").exists():
            self.skipTest("no /dev/full here")
        self.write(f="s,x\na,0\nb,1\n")
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([support.PROGRAM, "herd", "f.csv", "--states", "-", "-o", "r.txt"], stdout=full,
                                  stderr=subprocess.PIPE, text=True, check=False, cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr),
                         (4, "drover: standard output: cannot write: No space left on device\n"))
        self.assertFalse((self.folder / "r.txt").exists())

    def test_closed_pipe_keeps_the_states_and_leaves_no_rubbish(self):
        self.write(f="s,x\na,0\nb,1\n")
        command = f"{support.PROGRAM} herd f.csv --steps 100000 --states s.csv; echo $? > code"
        subprocess.run(["sh", "-c", f"({command}) 2> err | true"], cwd=self.folder, check=True)
        code = self.folder / "code"
        wait_until(lambda: code.exists() and code.read_text(), "its exit code is there")
        self.assertIn(code.read_text(), ("0\n", "141\n"))
        self.assertEqual(len((self.folder / "s.csv").read_text().split()), 100001)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["code", "err", "f.csv", "s.csv"])

    def test_stopped_burn_in_says_so(self):
        self.write(f="s,x\na,0\nb,1\n")
        code, out, _ = self.interrupt_drover("herd", "f.csv", "--burn-in", "1e12", "--steps", "0", "--json")
        self.assertEqual(code, 130)
        self.assertTrue(json.loads(out)["interrupted"])

    def test_no_progress_where_there_is_no_terminal(self):
        self.assertEqual(self.run_drover("neuron", "--rate", "1/2", "--steps", "3000000").stderr, "")

"""A pipe that is closed, as by `drover ... | head -1`: no word, no litter, and the status of SIGPIPE."""
import pathlib
import signal
import subprocess

import support
from support import CliTest

TABLE = "sex,age,count\nf,old,50\nm,old,50\nf,young,60\nm,young,40\n"
FEATURES = "s,x\na,0\nb,1\nc,3\n"


class ClosedPipe(CliTest):
    def setUp(self):
        super().setUp()
        self.write(t=TABLE, f=FEATURES, m="a,b,label\n" + "0,1,x\n1,0,y\n" * 30)

    def into_head(self, command, line_count=1):
        """The status of the program in a pipeline to head, what it said, and the files it left."""
        before = sorted(self.folder.iterdir())
        script = f'"$0" {command} 2> said | head -{line_count} > /dev/null; echo ${{PIPESTATUS[0]}}'
        done = subprocess.run(["bash", "-c", script, support.PROGRAM], cwd=self.folder, capture_output=True, text=True,
                              check=True)
        said = (self.folder / "said").read_text()
        (self.folder / "said").unlink()
        left = [path.name for path in sorted(self.folder.iterdir()) if path not in before]
        return int(done.stdout), said, left

    def ends_by_signal(self, *arguments, **options):
        """Standard output is a pipe whose reader is gone before the program starts."""
        before = sorted(self.folder.iterdir())
        with subprocess.Popen(["true"], stdin=subprocess.PIPE) as reader:
            reader.wait()
            done = subprocess.run([support.PROGRAM, *arguments], cwd=self.folder, stdout=reader.stdin,
                                  stderr=subprocess.PIPE, text=True, check=False, **options)
        self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, ""), arguments)
        self.assertEqual(sorted(self.folder.iterdir()), before)

    def test_head_of_many_rows(self):
        self.assertEqual(self.into_head("synth t.csv -n 1e6 -o - --quiet"), (141, "", []))

    def test_head_of_states(self):
        self.assertEqual(self.into_head("herd f.csv --steps 1e7 --states - -o r.txt"), (141, "", []))

    def test_other_files_of_the_run_are_not_written(self):
        self.assertEqual(self.into_head("synth t.csv -n 1e6 -o - --report page.html --cert cert.json --quiet"), (141, "", []))

    def test_reports_and_help(self):
        self.assertEqual(self.run_drover("fit", "m.csv", "--label", "label", "--updates", "20", "--burn-in", "5", "-o", "m").returncode, 0)
        for command in (("--help",), ("help",), ("help", "synth"), ("synth", "--help"), ("--version",), ("version",),
                        ("neuron", "--rate", "1/2"), ("neuron", "--rate", "1/2", "--json"), ("herd", "f.csv", "--json"),
                        ("check", "m.csv", "m.csv"), ("check", "m.csv", "m.csv", "--json"), ("explain", "t.csv"),
                        ("predict", "m", "m.csv"), ("evaluate", "m", "m.csv"), ("dynamics", "period", "f.csv")):
            with self.subTest(command=command):
                self.ends_by_signal(*command)

    def test_standard_output_by_another_name(self):
        self.ends_by_signal("neuron", "--rate", "1/2", "-o", "/dev/stdout")

    def test_a_program_that_ignores_the_signal_starts_it(self):
        self.ends_by_signal("neuron", "--rate", "1/2", restore_signals=False,
                            preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))

    def test_other_errors_are_still_said(self):
        with subprocess.Popen(["true"], stdin=subprocess.PIPE) as reader:
            reader.wait()
            done = subprocess.run([support.PROGRAM, "herd", "none.csv"], cwd=self.folder, stdout=reader.stdin,
                                  stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (4, "drover: none.csv: cannot read: No such file or directory\n"))

    def test_a_full_disk_is_an_error_of_help_too(self):
        if not pathlib.Path("/dev/full").exists():
            self.skipTest("no /dev/full here")
        for command in ("--help", "version"):
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([support.PROGRAM, command], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr),
                             (4, "drover: standard output: cannot write: No space left on device\n"))

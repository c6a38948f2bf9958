"""What every command that runs long can do: each on work that would take hours.

Times are those of the processor, so that a busy machine fails nothing. docs/jobs.md names these tests."""
import os
import pathlib
import random
import signal
import subprocess
import time

import support
from process import OnTerminal, processor_time, wait_for_handler, wait_until
from support import CliTest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
HOUSEHOLDS = "populate --households survey_households.csv --persons survey_persons.csv --id hh --weight weight " \
             "--geography geography.csv --controls controls.csv --totals zone=totals_zone.csv --totals tract=totals_tract.csv " \
             "--totals region=totals_region.csv --repair 100 -o out"
ENDLESS = {
    "synth": "synth ab.csv bc.csv -n 1000000000 -o rows.csv",
    "synth by zones": "synth zone_x_age.csv zone_x_size.csv zone_x_income.csv --repair off -n 1000000000 -o rows.csv",
    "synth --complete": "synth ab.csv bc.csv --complete partial.csv -o rows.csv",
    "populate": HOUSEHOLDS,
    "rbm train": "rbm train bits.csv --hidden 300 --steps 1300000 -o m.rbm",
    "fit": "fit many.csv --label y --hidden 50 --updates 1000000000 -o m.fit",
    "fit --tune": "fit many.csv --label y --tune --updates 1000000 -o m.fit",
    "dynamics survey": "dynamics survey --tables 100000 -o s.txt --lines s.jsonl",
}
LARGE = {
    "synth": "synth people.csv --order 4 -n 10 -o rows.csv",
    "populate": HOUSEHOLDS,
    "rbm train": "rbm train bits.csv --hidden 1000000 --steps 10 -o m.rbm",
    "fit": "fit wide.csv --label y --hidden 100000 --updates 2000 -o m.fit",
    "dynamics survey": "dynamics survey --steps 100000000 -o s.txt",
}
# Work that begins with a long preparation.
SET_UP = {
    "synth of triples": "synth people.csv --order 3 -n 1000000000 -o rows.csv",
    "populate": HOUSEHOLDS,
}


def a_hundred_times(text):
    header, *rows = text.splitlines()
    return "\n".join([header, *(",".join(str(100 * int(field)) if field.isdigit() else field for field in row.split(","))
                                for row in rows)]) + "\n"


def columns(dice, count, *choices):
    return "".join(",".join(dice.choice(values) for values in choices) + "\n" for _ in range(count))


class Jobs(CliTest):
    def setUp(self):
        super().setUp()
        dice = random.Random(1)
        self.write(ab="a,b,count\nx,1,30\nx,2,20\ny,1,25\ny,2,25\n", bc="b,c,count\n1,u,40\n1,v,15\n2,u,45\n2,v,0\n",
                   bits=",".join(f"v{j}" for j in range(40)) + "\n" + columns(dice, 200, *["01"] * 40),
                   many=",".join(f"v{j}" for j in range(20)) + ",y\n" +
                   "".join(f"{inputs},{dice.choice('pq')}\n" for inputs in columns(dice, 200, *["12345"] * 20).split() * 10),
                   partial="a,b,c\n" + "x,,\n,2,\n,,\n" * 1_000_000,
                   wide=",".join(f"v{j}" for j in range(1000)) + ",y\n" + columns(dice, 20, *["12345"] * 1000, "pqrst"),
                   people=",".join(f"v{j}" for j in range(30)) + "\n" + columns(dice, 3000, *["123456"] * 30))
        for path in (EXAMPLES / "region").glob("zone_x_*.csv"):
            (self.folder / path.name).write_bytes(path.read_bytes())
        for path in (EXAMPLES / "households").glob("*.csv"):
            text = path.read_text()
            (self.folder / path.name).write_text(a_hundred_times(text) if path.name.startswith("totals") else text)

    def start(self, line, *more):
        return subprocess.Popen([support.PROGRAM, *line.split(), "--threads", "1", *more], cwd=self.folder,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def worked(self, process):
        """Waits for the end: the seconds that it worked in all, and standard error."""
        err = process.stderr.read().decode()
        process.stderr.close()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return used.ru_utime + used.ru_stime, err

    def interrupted(self, line, seconds, *more):
        """Standard error, and the seconds of work after the signal."""
        process = self.start(line, *more)
        wait_for_handler(process)
        wait_until(lambda: processor_time(process) >= seconds, f"{seconds} seconds of work", process)
        at_signal = processor_time(process)
        process.send_signal(signal.SIGINT)
        worked, err = self.worked(process)
        self.assertEqual(process.returncode, 130, err)
        return err, worked - at_signal

    @support.LONG
    def test_ctrl_c_ends_it_within_a_second_of_work(self):
        for name, line in ENDLESS.items():
            with self.subTest(name):
                self.assertLess(self.interrupted(line, 1.0)[1], 1.0)

    @support.LONG
    def test_ctrl_c_is_answered_in_the_set_up(self):
        for name, line in (ENDLESS | SET_UP).items():
            with self.subTest(name):
                self.assertLess(self.interrupted(line, 0.05)[1], 1.0)

    @support.LONG
    def test_time_is_kept_within_a_tenth(self):
        """On one thread no more work is done than time passes."""
        for name, line in ENDLESS.items():
            with self.subTest(name):
                began = time.monotonic()
                process = self.start(line, "--time", "2s")
                worked, err = self.worked(process)
                self.assertEqual(process.returncode, 3 if name == "fit --tune" else 0, err)  # tuning is all or nothing
                self.assertGreaterEqual(time.monotonic() - began, 1.99)
                self.assertLess(worked, 2.2)

    @support.LONG
    def test_time_includes_the_set_up(self):
        for name, line in SET_UP.items():
            with self.subTest(name):
                process = self.start(line, "--time", "0.1s")
                worked, err = self.worked(process)
                self.assertIn(process.returncode, (0, 3), err)
                self.assertLess(worked, 0.6)

    @support.LONG
    def test_progress_is_shown_on_a_terminal(self):
        for name, line in ENDLESS.items():
            with self.subTest(name), OnTerminal([support.PROGRAM, *line.split()], self.folder) as run:
                run.wait_for_progress()
                self.assertEqual(run.interrupt()[0], 130)

    @support.LONG
    def test_ctrl_c_leaves_a_checkpoint_that_is_resumed(self):
        """tests/kill compares the bytes."""
        for name, line in ENDLESS.items():
            with self.subTest(name):
                err, _ = self.interrupted(line, 1.0, "--checkpoint", "state")
                self.assertIn("continue with --resume", err)
                self.interrupted(line, 0.3, "--checkpoint", "state", "--resume", "state")
                (self.folder / "state").unlink()

    def streamed(self, line, name, size):
        """Waits until the file of that name, which is being written, has so many bytes; its bytes so far."""
        process = self.start(line)
        def found():
            return [path for path in self.folder.glob(name + ".part*") if path.stat().st_size > size]
        wait_until(found, f"{size} bytes of {name}", process)
        text = found()[0].read_bytes()
        process.kill()
        self.worked(process)
        return text

    def test_rows_are_written_as_they_are_made(self):
        for name, line in ENDLESS.items():
            if name.startswith("synth"):
                with self.subTest(name):
                    self.assertGreater(self.streamed(line, "rows.csv", 100_000).count(b"\n"), 1000)

    def test_lines_are_written_as_tables_are_measured(self):
        text = self.streamed(ENDLESS["dynamics survey"] + " --steps 1000", "s.jsonl", 2000)
        self.assertTrue(text.startswith(b'{"format":'))
        self.assertTrue(text.endswith(b"}\n"))

    def test_memory_is_limited(self):
        """What cannot fit is refused before it begins."""
        totals = self.folder / "totals_zone.csv"
        totals.write_text(a_hundred_times(totals.read_text()))
        for name, line in LARGE.items():
            with self.subTest(name):
                done = self.run_drover(*line.split(), "--memory", "64M")
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertIn("fit into 64 MiB of memory", done.stderr)

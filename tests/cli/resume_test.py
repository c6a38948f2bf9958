"""drover synth --checkpoint and --resume: a killed run goes on to the same bytes"""
import json
import os
import random
import signal
import subprocess

import support
from checkpoint import read_checkpoint, rows_and_bytes
from process import wait_until
from synth_support import SynthTest, rows_text, townspeople, zone_tables

KILLS = 4  # in a row, before a run may end
ALTERED = "the checksum does not match: the checkpoint of drover was truncated or altered"
ENDLESS = 10_000_000  # rows; with many more, strata and zones are weighed in coarser units


def with_numbers(people):
    """The people with two columns of numbers that are put into bins."""
    dice = random.Random(8)
    return [person | {"income": str(round(dice.lognormvariate(7, 1))), "height": f"{dice.gauss(170, 9):.1f}"}
            for person in people]


class Killed(SynthTest):
    def kill_when(self, arguments, size):
        """Starts synth and kills it once its part has so many bytes."""
        part = self.folder / "rows.csv.part"
        with subprocess.Popen([support.PROGRAM, "synth", *map(str, arguments)], cwd=self.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            wait_until(lambda: part.exists() and part.stat().st_size >= size, f"{part.name} has {size} bytes", process)
            process.kill()
            error = process.communicate()[1]
        self.assertEqual((process.returncode, error), (-signal.SIGKILL, ""))

    def assert_survives(self, arguments, seed):
        """Kills the run at random moments, resumes it each time, and expects the bytes of a run without stops. It never
        comes to its end before it is killed: how many rows the last run makes is known only then."""
        state = self.folder / "state.job"
        dice = random.Random(seed)
        save = [*arguments, "-o", "rows.csv", "--checkpoint", state.name, "--checkpoint-every", 700]
        size = 0
        for _ in range(KILLS):
            size += dice.randrange(30_000, 300_000)
            self.kill_when([*save, "-n", ENDLESS, *self.resume_from(state)], size)
            self.assertFalse((self.folder / "rows.csv").exists())
        rows = rows_and_bytes(state)[0] + 2000
        result = self.json_of("synth", *save, "-n", rows, "--resume", state.name)
        whole, _ = self.synth(*arguments, "-n", rows, output="whole.csv")
        for key in ("digest", "rows", "mean_tv", "worst_tv", "positive_margins", "impossible_rows", "distinct_rows",
                    "steps", "tables"):
            self.assertEqual(result[key], whole[key], key)
        self.assertEqual(self.sha256_of("rows.csv"), self.sha256_of("whole.csv"))
        self.assertFalse((self.folder / "rows.csv.part").exists())

    def resume_from(self, state):
        return ["--resume", state.name] if state.exists() else []

    def test_tables(self):
        for seed in range(2):
            with self.subTest(seed=seed):
                for name in ("rows.csv", "state.job"):
                    (self.folder / name).unlink(missing_ok=True)
                files = self.write_pairs(townspeople(1000))
                self.assert_survives([*files, "--search", "ascent"], seed)

    def test_exact_search(self):
        files = self.write_pairs(townspeople(1000))
        self.assert_survives([*files, "--search", "exact"], 3)

    def test_microdata_with_bins(self):
        self.write(people=rows_text(with_numbers(townspeople(1000))))
        self.assert_survives(["people.csv"], 4)

    def test_burn_in_and_soft_zeros(self):
        files = self.write_pairs(townspeople(1000))
        self.assert_survives([*files, "--burn-in", 500, "--zeros", "soft", "--start", "previous"], 5)

    def test_given_values(self):
        files = self.write_pairs(townspeople(1000))
        self.assert_survives([*files, "--where", "age=young"], 6)

    def test_strata_on_two_threads(self):
        people = [person | {"district": f"d{(k * k + 3 * k) // 5 % 12}"}
                  for k, person in enumerate(with_numbers(townspeople(1500)))]
        self.write(people=rows_text(people))
        self.assert_survives(["people.csv", "--order", 0, "--also", "district,age,income", "--also", "district,town",
                              "--by", "district", "--threads", 2], 7)

    def test_zones_of_tables(self):
        a, b = zone_tables(200)
        self.write(a=a, b=b)
        self.assert_survives(["a.csv", "b.csv"], 8)


    def test_rows_that_are_completed(self):
        self.write(people=rows_text(with_numbers(townspeople(1000))))
        blanks = (("", "A"), ("old", ""), ("", ""))
        self.write(partial="id,age,town\n" + "".join(f"{k},{blanks[k % 3][0]},{blanks[k % 3][1]}\n" for k in range(200_000)))
        run = ["people.csv", "--complete", "partial.csv"]
        save = [*run, "-o", "rows.csv", "--checkpoint", "state.job", "--checkpoint-every", 700]
        for size in (40_000, 300_000):
            self.kill_when([*save, *self.resume_from(self.folder / "state.job")], size)
            self.assertFalse((self.folder / "rows.csv").exists())
        result = self.json_of("synth", *save, "--resume", "state.job")
        whole = self.json_of("synth", *run, "-o", "whole.csv")
        for key in ("digest", "rows", "mean_tv", "distinct_rows", "unfilled_rows"):
            self.assertEqual(result[key], whole[key], key)
        self.assertEqual(self.sha256_of("rows.csv"), self.sha256_of("whole.csv"))


class Limited(SynthTest):
    """By --time: how far a run comes is not known, but what it then is."""

    def test_a_time_that_is_too_short_for_the_set_up(self):
        files = self.write_pairs(townspeople(800))
        self.assert_fails(3, "--time: expected enough for a first result; nothing was written", "synth", *files, "-o",
                          "rows.csv", "--time", "0.000001s")

    def test_a_run_that_ran_out_of_time_is_resumed(self):
        self.write(people=rows_text(with_numbers(townspeople(800))))
        run = ["people.csv", "-n", ENDLESS, "-o", "rows.csv", "--checkpoint", "state.job"]
        first = self.json_of("synth", *run, "--time", "2s")
        rows, _ = rows_and_bytes(self.folder / "state.job")
        self.assertEqual((first["rows"], first["interrupted"]), (rows, False))
        self.assertLess(rows, ENDLESS)
        run[run.index(ENDLESS)] = rows + 2000
        result = self.json_of("synth", *run, "--resume", "state.job")
        whole, _ = self.synth("people.csv", "-n", rows + 2000, output="whole.csv")
        self.assertEqual(result["digest"], whole["digest"])


class Interrupted(SynthTest):
    def wait_for_rows(self, process):
        wait_until(lambda: any(path.stat().st_size > 1000 for path in self.folder.glob("rows.csv.part*")), "it writes rows",
                   process)

    def test_ctrl_c_saves_how_to_go_on(self):
        files = self.write_pairs(townspeople(800))
        options = [*files, "-o", "rows.csv", "--checkpoint", "state.job"]
        with subprocess.Popen([support.PROGRAM, "synth", *options, "-n", str(ENDLESS)], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            self.wait_for_rows(process)
            process.send_signal(signal.SIGINT)
            out, error = process.communicate()
        rows, _ = rows_and_bytes(self.folder / "state.job")
        self.assertEqual((process.returncode, out), (130, ""))
        self.assertEqual(error, f"drover: interrupted after {rows} rows; continue with --resume state.job\n")
        result = self.json_of("synth", *options, "-n", rows + 2000, "--resume", "state.job")
        whole, _ = self.synth(*files, "-n", rows + 2000, output="whole.csv")
        self.assertEqual(result["digest"], whole["digest"])

    def test_without_a_checkpoint_the_rows_so_far_are_written(self):
        files = self.write_pairs(townspeople(800))
        with subprocess.Popen([support.PROGRAM, "synth", *files, "-n", str(ENDLESS), "-o", "rows.csv", "--json"],
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            self.wait_for_rows(process)
            process.send_signal(signal.SIGINT)
            out, error = process.communicate()
        self.assertEqual((process.returncode, error), (130, ""))
        result = json.loads(out)
        self.assertEqual((result["interrupted"], result["rows"]), (True, len(self.rows_of("rows.csv"))))


class Checkpoints(SynthTest):
    """A finished run leaves its last checkpoint. With the rows back under their name as a part, it is a run that was
    killed after that."""

    def setUp(self):
        super().setUp()
        self.files = self.write_pairs(townspeople(800))
        self.options = [*self.files, "-n", 2500, "-o", "rows.csv"]
        self.json_of("synth", *self.options, "--checkpoint", "state.job", "--checkpoint-every", 1000)
        self.digest = self.sha256_of("rows.csv")
        self.part = self.folder / "rows.csv.part"
        self.assertFalse(self.part.exists())
        (self.folder / "rows.csv").rename(self.part)
        self.saved = (self.folder / "state.job").read_bytes()
        self.state = read_checkpoint(self.folder / "state.job")
        self.row_count, self.byte_count = rows_and_bytes(self.folder / "state.job")
        self.rows = self.part.read_bytes()

    def assert_refused(self, message, *options, code=3):
        """The error, and nothing that was there is lost."""
        before = self.part.read_bytes() if self.part.exists() else None
        self.assert_fails(code, message, "synth", *self.options, "--resume", "state.job", *options)
        self.assertEqual(self.part.read_bytes() if self.part.exists() else None, before)

    def test_resumes_with_and_without_a_further_checkpoint(self):
        self.assertEqual(self.row_count, 2000)
        for options in ([], ["--checkpoint", "state.job"], ["--checkpoint", "other.job", "--checkpoint-every", 300]):
            self.part.write_bytes(self.rows)
            (self.folder / "state.job").write_bytes(self.saved)
            self.assertEqual(self.json_of("synth", *self.options, "--resume", "state.job", *options)["digest"],
                             self.digest)
            self.assertFalse(self.part.exists())

    def test_more_rows_than_before_can_be_asked_for(self):
        result = self.json_of("synth", *self.files, "-n", 4000, "-o", "rows.csv", "--resume", "state.job")
        self.assertEqual(result["digest"], self.synth(*self.files, "-n", 4000, output="whole.csv")[0]["digest"])

    def test_another_number_of_rows_is_refused_where_the_rows_depend_on_it(self):
        a, b = zone_tables(20)
        self.write(a=a, b=b)
        run = ["a.csv", "b.csv", "-o", "zone_rows.csv"]
        self.json_of("synth", *run, "-n", 2500, "--checkpoint", "zones.job", "--checkpoint-every", 1000)
        (self.folder / "zone_rows.csv").rename(self.folder / "zone_rows.csv.part")
        process = self.run_drover("synth", *run, "-n", 1_000_000_000, "--resume", "zones.job")
        self.assertEqual(process.returncode, 3)
        self.assertIn("expected a number for which weights have the unit of the checkpoint", process.stderr)

    def test_fewer_rows_than_there_are_cannot(self):
        self.options = [*self.files, "-n", 1500, "-o", "rows.csv"]
        self.assert_refused("state.job: expected at most 1500 rows, as -n asks for, got 2000")

    def test_other_options_are_refused(self):
        for options in (["--seed", 1], ["--zeros", "soft"], ["--burn-in", 5], ["--search", "ascent"], ["--noisy"],
                        ["--start", "previous"], ["--absent", "unknown"], ["--where", "age=old"],
                        ["--forbid", "age=old"], ["--trust", "age_work=2"], ["--total", 900], ["--order", 1]):
            with self.subTest(options=options):
                self.assert_refused(f"state.job: expected a checkpoint of the same run, got one with another {options[0]}",
                                    *options)

    def test_changed_inputs_are_refused(self):
        good = (self.folder / "age_town.csv").read_text()
        self.write(age_town=good + "\n")
        self.assert_refused('age_town.csv: expected the contents it had at the checkpoint "state.job", got others')
        self.write(age_town=good)
        self.options = [*self.files[:-1], "-n", 2500, "-o", "rows.csv"]
        self.assert_refused("state.job: expected a checkpoint of 5 input files, got 6")

    def test_a_changed_schema_is_refused(self):
        schema = ('{"format":"drover.schema/1","columns":[' + ",".join(
            '{"name":"%s","values":[%s]}' % (name, ",".join(f'"{value}"' for value in values)) for name, values in (
                ("age", ["child", "young", "middle", "old"]), ("work", ["no", "part", "full"]), ("married", ["no", "yes"]),
                ("town", ["A", "B", "C"]))) + "]}")
        (self.folder / "s.json").write_text(schema)
        self.part.unlink()
        (self.folder / "state.job").unlink()
        self.options += ["--schema", "s.json"]
        self.json_of("synth", *self.options, "--checkpoint", "state.job", "--checkpoint-every", 1000)
        (self.folder / "rows.csv").rename(self.part)
        (self.folder / "s.json").write_text(schema.replace('"A","B"', '"B","A"'))
        self.assert_refused('s.json: expected the contents it had at the checkpoint "state.job", got others')

    def test_a_damaged_part_is_refused(self):
        self.part.write_bytes(self.rows[:100])
        self.assert_refused(f"rows.csv.part: expected the {self.byte_count} bytes of the checkpoint, got 100")
        self.part.write_bytes(self.rows.replace(b"old", b"new", 1))
        self.assert_refused("rows.csv.part: expected the rows of the checkpoint, got others")
        self.part.unlink()
        self.assert_refused('rows.csv.part: expected the rows of the checkpoint, got no such file, nor "rows.csv"')

    def test_what_is_no_checkpoint_or_damaged_is_refused(self):
        for contents, message in (
                (b"", "expected a checkpoint of drover (drover.job/1), got other data"),
                (b"rows\n", "expected a checkpoint of drover (drover.job/1), got other data"),
                (b"{}", "expected a checkpoint of drover (drover.job/1), got other data"),
                (self.saved.replace(b"drover.job/1", b"drover.job/2", 1),
                 "expected a checkpoint of drover (drover.job/1), got another version"),
                (self.saved[:-9], ALTERED), (self.saved[:200], ALTERED), (self.saved + b"\n", ALTERED),
                (self.saved.replace(b"seed", b"sead", 1), ALTERED)):
            with self.subTest(contents=contents[:40]):
                self.assertNotEqual(contents, self.saved)
                (self.folder / "state.job").write_bytes(contents)
                self.assert_refused(f"state.job: {message}")
        (self.folder / "state.job").unlink()
        self.assert_refused("state.job: cannot read: No such file or directory", code=4)

    def test_checkpoints_need_a_file_of_rows(self):
        message = "--checkpoint: expected -o FILE for the rows, got standard output"
        self.assert_fails(3, message, "synth", *self.files, "--checkpoint", "state.job")
        self.assert_fails(3, message, "synth", *self.files, "--resume", "state.job")

    def test_a_checkpoint_that_cannot_be_written_ends_the_run(self):
        self.part.unlink()
        for file, reason in (("/dev/full", "No space left on device"), ("no/state.job", "No such file or directory")):
            self.assert_fails(4, f"{file}: cannot write: {reason}", "synth", *self.options, "--checkpoint", file,
                              "--checkpoint-every", 1000)

    @support.LONG
    def test_the_rows_of_a_part_are_not_held_in_memory(self):
        names = [(f"{k}" * 120, f"{9 - k}" * 120) for k in range(6)]
        self.write(long="a,b,count\n" + "".join(f"{a},{b},{i + 2 * j + 1}\n" for i, (a, _) in enumerate(names)
                                               for j, (_, b) in enumerate(names)))
        run = ["synth", "long.csv", "-n", "300000", "-o", "long_rows.csv"]
        whole = self.json_of(*run, "--checkpoint", "c.job", "--checkpoint-every", 100000)
        part = self.folder / "long_rows.csv.part"
        (self.folder / "long_rows.csv").rename(part)  # as if it had been killed right before its end
        self.assertGreater(part.stat().st_size, 70_000_000)
        with subprocess.Popen([support.PROGRAM, *run, "--resume", "c.job", "--quiet"], cwd=self.folder,
                              stdout=subprocess.DEVNULL) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        self.assertLess(usage.ru_maxrss, 64 * 1024)  # kilobytes
        self.assertEqual(self.sha256_of("long_rows.csv"), whole["digest"])

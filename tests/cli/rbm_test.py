"""drover rbm"""
import csv
import gzip
import json
import pathlib
import struct

import support
from process import kill_once_rewritten
from support import CliTest

PINS = pathlib.Path(__file__).resolve().parents[2] / "examples/pins/pins.csv"
DIGEST = "c833cc9ff314d2fda4dd5c47602160b0"


class Rbm(CliTest):
    def train(self, *options, data=PINS, model="m"):
        return self.json_of("rbm", "train", data, "--hidden", "20", "--steps", "200", "-o", model, *options)

    def bytes_of(self, name):
        return (self.folder / name).read_bytes()

    def test_training_says_what_came_out(self):
        found = self.train()
        self.assertEqual(found["format"], "drover.rbm.train/1")
        self.assertEqual((found["cases"], found["visible_units"], found["hidden_units"], found["steps_taken"]),
                         (298, 10, 20, 200))
        self.assertEqual((found["variant"], found["coding"], found["growth"], found["batch"]), ("H", "signs", False, 0))
        self.assertEqual(found["digest"], DIGEST)
        text = self.run_drover("rbm", "train", PINS, "--hidden", "20", "--steps", "200", "-o", "t").stdout
        self.assertIn(f"digest               {DIGEST}\n", text)
        self.assertEqual(self.bytes_of("m"), self.bytes_of("t"))

    def test_threads_change_no_byte(self):
        for variant in ("H", "SH", "CD", "HR"):
            models = set()
            for threads in ("1", "2", "8"):
                self.train("--variant", variant, "--threads", threads)
                models.add(self.bytes_of("m"))
            self.assertEqual(len(models), 1)

    def test_a_stop_leaves_no_trace(self):
        self.train(model="whole")
        self.json_of("rbm", "train", PINS, "--hidden", "20", "--steps", "80", "-o", "part")
        self.json_of("rbm", "train", "--resume", "part", "--steps", "120", "-o", "rest")
        self.assertEqual(self.bytes_of("whole"), self.bytes_of("rest"))

    def test_a_killed_run_resumes_to_the_same_bytes(self):
        how = ("rbm", "train", PINS, "--hidden", "20", "--steps", "30000")
        kept = ("--checkpoint", "c.job", "--checkpoint-every", "500", "-o", "m")
        kill_once_rewritten(support.PROGRAM, (*how, *kept), self.folder, "c.job", 2)
        kill_once_rewritten(support.PROGRAM, (*how, *kept, "--resume", "c.job"), self.folder, "c.job", 3)
        self.assertFalse((self.folder / "m").exists())
        self.assertEqual(self.json_of(*how, *kept, "--resume", "c.job")["steps_taken"], 30000)
        self.json_of(*how, "-o", "whole")
        self.assertEqual(self.bytes_of("m"), self.bytes_of("whole"))
        self.json_of(*how, *kept, "--resume", "c.job", "--threads", "3")
        self.assertEqual(self.bytes_of("m"), self.bytes_of("whole"))

    def test_further_steps_of_a_model_resume_with_its_data(self):
        self.json_of("rbm", "train", PINS, "--hidden", "20", "--steps", "80", "-o", "part")
        kept = ("--checkpoint", "c.job", "--checkpoint-every", "50")
        self.json_of("rbm", "train", "--resume", "part", "--steps", "120", *kept, "-o", "rest")
        self.json_of("rbm", "train", PINS, "--hidden", "20", "--steps", "200", "--resume", "c.job", "-o", "again")
        self.assertEqual(self.bytes_of("again"), self.bytes_of("rest"))

    def test_checkpoints_of_other_runs_are_refused(self):
        how = ("--hidden", "20", "--steps", "200")
        self.json_of("rbm", "train", PINS, *how, "--checkpoint", "c.job", "--checkpoint-every", "150", "-o", "m")
        self.write(f=PINS.read_text()[::-1].replace("0", "1", 1)[::-1])
        for message, arguments in (
                ("c.job: expected a checkpoint of the same run, got one with another --hidden", [PINS, "--hidden", "3", "--steps", "200"]),
                ("c.job: expected a checkpoint of the same run, got one with another --steps", [PINS, "--hidden", "20", "--steps", "300"]),
                ('f.csv: expected the contents it had at the checkpoint "c.job", got others', ["f.csv", *how]),
                ("c.job: expected DATA and the options of the run that wrote the checkpoint", how)):
            self.assert_fails(3, message, "rbm", "train", *arguments, "--resume", "c.job", "-o", "n")
        self.assert_fails(3, "c.job: expected a model of drover rbm (drover.rbm/2), got other data", "rbm", "sample", "c.job")

    def test_time_ends_a_run_with_a_model_of_the_steps_so_far(self):
        found = self.json_of("rbm", "train", PINS, "--hidden", "20", "--steps", "1800000", "--time", "0.3", "-o", "m")
        self.assertEqual((found["ended"], found["interrupted"], found["time"]), ("time was up", False, "0.3"))
        self.assertLess(found["steps_taken"], 1800000)
        self.json_of("rbm", "train", PINS, "--hidden", "20", "--steps", found["steps_taken"], "-o", "same")
        self.assertEqual(self.bytes_of("m"), self.bytes_of("same"))
        text = self.run_drover("rbm", "train", PINS, "--steps", "1800000", "--time", "0.1s", "-o", "m").stdout
        self.assertIn("ended                time was up\n", text)

    def test_an_interrupted_run_resumes_from_its_checkpoint(self):
        def command(steps):
            return ("rbm", "train", PINS, "--steps", str(steps), "--checkpoint", "c.job", "--checkpoint-every", "1000000", "-o", "m")

        (*how, _, _), (code, out, _) = self.interrupt_in_time(command, 30000)
        self.assertEqual(code, 130)
        self.assertIn("ended                interrupted\n", out)
        self.json_of(*how, "--resume", "c.job", "-o", "m")
        self.json_of(*how[:5], "-o", "whole")
        self.assertEqual(self.bytes_of("m"), self.bytes_of("whole"))

    def test_a_model_that_goes_on_says_how_it_was_begun(self):
        options = ("--variant", "SH", "--coding", "bits", "--growth", "--batch", "7", "--spread", "0.25", "--seed", "5")
        first = self.json_of("rbm", "train", PINS, "--hidden", "9", "--steps", "3", *options, "-o", "m")
        again = self.json_of("rbm", "train", "--resume", "m", "--steps", "2", "-o", "n")
        for key in ("hidden", "variant", "coding", "growth", "batch", "spread", "seed"):
            self.assertEqual(again[key], first[key], key)
        self.assertEqual((again["steps"], again["steps_taken"], again["resume"]), (2, 5, "m"))

    def test_an_interrupted_run_can_be_taken_up(self):
        code, out, err = self.interrupt_drover("rbm", "train", PINS, "--steps", "1800000", "-o", "m")
        self.assertEqual(code, 130)
        self.assertRegex(err, r"^drover: interrupted; the model has \d+ steps; continue with --resume\n$")
        steps = int(err.split()[5])
        self.assertIn(f"steps                {steps}\n", out)
        self.json_of("rbm", "train", PINS, "--steps", steps, "-o", "same")
        self.assertEqual(self.bytes_of("m"), self.bytes_of("same"))

    def test_every_variant_counts_its_margins(self):
        for variant in ("SH", "CD"):
            self.assertEqual(self.train("--variant", variant, "--growth")["positive_margins"], 0)
        self.assertGreater(self.train()["positive_margins"], 0)
        digests = {self.train(*options)["digest"]
                   for options in ((), ("--variant", "SH"), ("--variant", "CD"), ("--coding", "bits"), ("--growth",),
                                   ("--batch", "50"), ("--seed", "1"), ("--spread", "0.1"))}
        self.assertEqual(len(digests), 8)

    def test_samples_are_rows_of_the_columns(self):
        self.train()
        done = self.run_drover("rbm", "sample", "m", "-n", "50")
        rows = list(csv.reader(done.stdout.splitlines()))
        self.assertEqual(rows[0], PINS.read_text().splitlines()[0].split(","))
        self.assertEqual(len(rows), 51)
        found = self.json_of("rbm", "sample", "m", "-n", "50")
        self.assertEqual(found["rows"], ["".join(row) for row in rows[1:]])

    def test_energies_of_the_training_cases_average_to_zero(self):
        self.train()
        found = self.json_of("rbm", "energy", "m", PINS, "--steps", "100")
        self.assertEqual((found["steps_used"], found["flat_steps"], len(found["z_scores"])), (100, 0, 298))
        self.assertAlmostEqual(sum(found["z_scores"]), 0, places=9)
        self.assertEqual(found["z_scores"], found["training_z_scores"])
        text = self.run_drover("rbm", "energy", "m", PINS, "--steps", "100").stdout.splitlines()
        self.assertEqual(text[0], "row,energy,z_score")
        self.assertEqual(float(text[1].split(",")[2]), found["z_scores"][0])

    def test_features_are_averages(self):
        self.train()
        found = self.json_of("rbm", "features", "m", PINS, "--steps", "10")
        self.assertEqual(len(found["features"]), 298 * 20)
        self.assertLessEqual({round(value * 5) / 5 for value in found["features"]}, {k / 5 for k in range(-5, 6)})
        lines = self.run_drover("rbm", "features", "m", PINS, "--steps", "10").stdout.splitlines()
        self.assertEqual((len(lines), lines[0].count(",")), (299, 19))

    def test_unknown_values_are_imputed(self):
        self.write(f="a,b,c\n1,,0\n?,1,1\n0,0,1\n1,1,0\n")
        found = self.train(data="f.csv")
        self.assertEqual((found["cases"], found["incomplete_cases"]), (4, 2))
        self.assertEqual(self.run_drover("rbm", "energy", "m", "f.csv").returncode, 0)

    def test_images_are_read(self):
        images = b"\0\0\x08\x03" + struct.pack(">III", 4, 2, 2) + bytes([0, 51, 52, 255] * 3 + [255, 0, 0, 0])
        (self.folder / "images.gz").write_bytes(gzip.compress(images))
        self.assertEqual(self.train("--binarize", "0.2", data="images.gz")["visible_units"], 4)
        self.assertEqual(self.json_of("rbm", "sample", "m")["columns"], ["p0", "p1", "p2", "p3"])

    def test_constant_columns_are_herded(self):
        self.write(f="a,b\n1,0\n1,1\n1,0\n")
        self.train(data="f.csv")
        self.assertEqual(self.run_drover("rbm", "energy", "m", "f.csv").returncode, 0)


class BadInput(CliTest):
    def fails(self, message, *arguments, code=3, stdin=""):
        self.assert_fails(code, message, "rbm", *arguments, stdin=stdin)

    def test_data(self):
        for text, message in (
                ("a,b\n0,1\n1,0.5\n", 'f.csv: row 2, column "b": expected 0, 1 or nothing, got "0.5"; --binarize makes '
                                      'numbers binary'),
                ("a,b\n", "f.csv: expected at least one row, got none"),
                ("", "f.csv: expected a header line, got an empty file"),
                ("a,b\n1\n", "f.csv: row 1: expected 2 fields, got 1"),
                (b"\0\0\x08\x03\0\0\0\x05\0\0\0\x02\0\0\0\x02abc", "f.csv: expected 20 bytes after the sizes, got 3"),
                (b"\0\0\x08\x03\0\0\0\x00\0\0\0\x02\0\0\0\x02", "f.csv: expected images of at least one pixel, got none")):
            self.write(f=text)
            self.fails(message, "train", "f.csv", "-o", "m")

    def test_options(self):
        self.fails("--hidden: expected 1 to 10^6, got 0", "train", PINS, "--hidden", "0", "-o", "m")
        self.fails("--batch: expected at most the 298 rows, got 299", "train", PINS, "--batch", "299", "-o", "m")
        self.fails("--spread: expected 0 to 1000, got \"-1\"", "train", PINS, "--spread=-1", "-o", "m")
        self.fails("-o: expected a file for the model, got \"-\"", "train", PINS, "-o", "-")
        self.fails("absent: cannot read: No such file or directory", "train", "absent", "-o", "m", code=4)
        done = self.run_drover("rbm", "train", "-o", "m")
        self.assertEqual(done.returncode, 2)
        self.assertTrue(done.stderr.startswith("drover rbm train: DATA is required\n"))
        self.assertEqual(self.run_drover("rbm", "train", PINS, "--hidden", "3", "--steps", "5", "-o", "m").returncode, 0)
        for option in (("--hidden", "3"), ("--growth",), ("--seed", "1"), ("--binarize", "0.5")):
            self.fails(f"{option[0]}: expected none beside --resume with a model, m, which has its own", "train", "--resume", "m",
                       *option, "-o", "n")
        self.fails("--resume: expected no DATA beside a model, which contains its cases", "train", PINS, "--resume", "m", "-o", "n")

    def test_memory(self):
        self.fails("--hidden: weights of 1000000 hidden units: expected data that fit into 64 MiB of memory (--memory), got 10000000 "
                   "cells, which take about 114 MiB", "train", PINS, "--hidden", "1e6", "--memory", "64M", "-o", "m")
        self.write(f="a\n" + "0\n1\n" * 2000)
        self.fails("--hidden: states of 1000000 hidden units: expected data that fit into 64 MiB of memory (--memory), got 4000000000 "
                   "cells, which take about 954 MiB", "train", "f.csv", "--hidden", "1e6", "--memory", "64M", "-o", "m")

    def test_models_and_rows(self):
        self.run_drover("rbm", "train", PINS, "--hidden", "3", "--steps", "5", "-o", "m")
        whole = (self.folder / "m").read_bytes()
        altered = bytearray(whole)
        altered[len(whole) // 2] ^= 1
        broken = "bad.csv: the checksum does not match: the model of drover rbm was truncated or altered"
        for data, message in ((whole[:-1], broken), (whole[:100], broken), (bytes(altered), broken),
                              (b"drover.rbm/1\n" + whole[13:],
                               "bad.csv: expected a model of drover rbm (drover.rbm/2), got another version"),
                              (b"a,b\n", "bad.csv: expected a model of drover rbm (drover.rbm/2), got other data")):
            self.write(bad=data)
            self.fails(message, "sample", "bad.csv")
            self.fails(message, "energy", "bad.csv", PINS)
            self.fails(message, "train", "--resume", "bad.csv", "-o", "n")
        self.write(f="a,b\n0,1\n")
        self.fails("f.csv: expected 10 columns as the model has, got 2", "energy", "m", "f.csv")
        self.write(f=PINS.read_text().replace("pin3", "other"))
        self.fails('f.csv: expected column "pin3" of the model, got "other"', "features", "m", "f.csv")

    def test_constant_data_have_no_scores(self):
        self.write(f="a,b\n" + "1,0\n" * 5)
        self.run_drover("rbm", "train", "f.csv", "--hidden", "3", "--steps", "20", "-o", "m")
        self.fails("m: expected training cases that differ in energy, got the same for all at every step", "energy", "m",
                   "f.csv", "--steps", "10")

    def test_the_summary_is_json(self):
        done = self.run_drover("rbm", "train", PINS, "--steps", "1", "-o", "m", "--json")
        self.assertEqual(json.loads(done.stdout)["steps"], 1)

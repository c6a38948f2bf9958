"""The discretised Adult table (48,842 rows, 14 columns, 91 pairs): what drover promises about real data.

The folder of data sets is DROVER_DATA, or shared/data beside the project. Runs that take long in a build with
sanitizers need DROVER_SLOW_TESTS."""
import csv
import gzip
import json
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

import support

BESIDE = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data"
DATA = pathlib.Path(os.environ.get("DROVER_DATA") or BESIDE) / "adult" / "adult_discrete.csv.gz"
SLOW = os.environ.get("DROVER_SLOW_TESTS")
slow = unittest.skipUnless(SLOW, "DROVER_SLOW_TESTS is not set")
ROWS = 48842


@unittest.skipUnless(DATA.exists(), f"no Adult table: DROVER_DATA is not set, or {DATA} does not exist")
class Adult(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.made = cls.json_of("synth", DATA, "--zeros", "hard", "-n", ROWS, "-o", "rows.csv")

    @classmethod
    def json_of(cls, *arguments):
        done = subprocess.run([support.PROGRAM, *map(str, arguments), "--json"], cwd=cls.folder, text=True,
                              capture_output=True, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return json.loads(done.stdout)

    def distance_to_the_truth(self, rows):
        return self.json_of("check", rows, DATA)["mean_tv"]

    def first_rows(self, count):
        with open(self.folder / "rows.csv", encoding="utf-8") as rows:
            lines = [next(rows) for _ in range(count + 1)]
        (self.folder / f"first{count}.csv").write_text("".join(lines))
        return f"first{count}.csv"

    def tables(self, folder, *options):
        """The 91 tables, as files."""
        if not (self.folder / folder).exists():
            self.json_of("tables", DATA, "-o", folder, *options)
        return sorted(f"{folder}/{path.name}" for path in (self.folder / folder).glob("*.csv"))

    def changed(self, folder, change):
        """The 91 tables with each count changed, all cells listed."""
        with gzip.open(DATA, "rt", encoding="utf-8", newline="") as data:
            rows = list(csv.reader(data))
        names, rows = rows[0], rows[1:]
        values = [sorted(set(column), key=int) for column in zip(*rows)]
        (self.folder / folder).mkdir()
        for j in range(len(names)):
            for i in range(j):
                counts = {}
                for row in rows:
                    counts[row[i], row[j]] = counts.get((row[i], row[j]), 0) + 1
                cells = (f"{a},{b},{change(counts.get((a, b), 0))}\n" for a in values[i] for b in values[j])
                (self.folder / folder / f"{names[i]}_{names[j]}.csv").write_text(
                    f"{names[i]},{names[j]},count\n" + "".join(cells))
        return sorted(f"{folder}/{path.name}" for path in (self.folder / folder).iterdir())

    def test_pairs(self):
        self.assertEqual((self.made["table_count"], self.made["rows"], self.made["impossible_rows"]), (91, ROWS, 0))
        self.assertLessEqual(self.made["mean_tv"], 0.0020)
        self.assertTrue(self.made["exact"])

    def test_the_first_rows_are_good_already(self):
        self.assertLessEqual(self.distance_to_the_truth(self.first_rows(1000)), 0.046)
        self.assertLessEqual(self.distance_to_the_truth(self.first_rows(10000)), 0.009)

    @support.LONG
    def test_triples_that_nobody_asked_for(self):
        triples = self.json_of("check", "rows.csv", DATA, "--order", 3, "--max-cells", 199999)
        self.assertEqual(triples["table_count"], 357)
        self.assertLessEqual(triples["mean_tv"], 0.031)

    def test_check_agrees_with_synth(self):
        checked = self.json_of("check", "rows.csv", DATA)
        for key in ("mean_tv", "worst_tv", "impossible_rows", "distinct_rows", "digest"):
            self.assertEqual(checked[key], self.made[key], key)

    def test_bytes_do_not_depend_on_threads(self):
        rows = ROWS if SLOW else 5000
        digests = {self.json_of("synth", DATA, "--zeros", "hard", "-n", rows, "-o", "t.csv", "--threads", k)["digest"]
                   for k in (1, 2, 8)}
        self.assertEqual(len(digests), 1)

    def test_tables_give_the_same_rows_as_their_microdata(self):
        result = self.json_of("synth", *self.tables("exact"), "--schema", "exact/schema.json", "-n", 2000, "-o", "t.csv")
        self.assertEqual(result["zeros_used"], "hard: whole counts that agree")
        self.assertEqual((self.folder / "t.csv").read_text(), (self.folder / self.first_rows(2000)).read_text())

    @support.LONG
    def test_tables_rounded_to_10(self):
        tables = self.tables("rounded", "--round", 10)
        self.json_of("synth", *tables, "-n", ROWS, "-o", "rounded.csv")
        self.assertLessEqual(self.distance_to_the_truth("rounded.csv"), 0.007)

    def test_explain_names_the_spread_of_rounded_totals(self):
        found = self.json_of("explain", *self.tables("rounded", "--round", 10))
        self.assertFalse(found["consistent"])
        self.assertLess(found["least_total"], 47500)
        self.assertGreater(found["most_total"], 48842)
        self.assertEqual(found["rounded_base"], 10)

    @slow
    def test_gaussian_noise_on_every_cell(self):
        dice = random.Random(10)
        tables = self.changed("noisy", lambda count: f"{count + dice.gauss(0, 10):.3f}")
        self.json_of("synth", *tables, "-n", ROWS, "--noisy", "-o", "noisy.csv")
        self.assertLessEqual(self.distance_to_the_truth("noisy.csv"), 0.02)

    @support.LONG
    def test_one_cell_in_twenty_suppressed(self):
        dice = random.Random(20)
        tables = self.changed("suppressed", lambda count: "" if dice.random() < 0.05 else count)
        self.json_of("synth", *tables, "-n", ROWS, "--total", ROWS, "-o", "suppressed.csv")
        self.assertLessEqual(self.distance_to_the_truth("suppressed.csv"), 0.004)

    def test_one_scaled_table_is_named(self):
        tables = self.tables("scaled")
        wrong = self.folder / "scaled" / "race_x_sex.csv"
        lines = wrong.read_text().split()
        cells = [line.rsplit(",", 1) for line in lines[1:]]
        wrong.write_text("\n".join([lines[0], *(f"{cell},{1.03 * int(count):.2f}" for cell, count in cells)]) + "\n")
        result = self.json_of("synth", *tables, "-n", ROWS, "-o", "t.csv")
        self.assertLessEqual(result["mean_tv"], 0.004)
        done = subprocess.run([support.PROGRAM, "explain", *tables], cwd=self.folder, text=True, capture_output=True,
                              check=True)
        self.assertIn("total of race_x_sex is ", done.stdout)
        self.assertIn(", all others have 48842", done.stdout)

    @slow
    def test_a_million_rows_in_little_memory(self):
        with subprocess.Popen([support.PROGRAM, "synth", DATA, "--zeros", "hard", "-n", "1000000", "-o", "million.csv",
                               "--json"], cwd=self.folder, stdout=subprocess.PIPE, text=True) as process:
            result = json.loads(process.stdout.read())
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual((process.returncode, result["impossible_rows"]), (0, 0))
        self.assertLessEqual(result["mean_tv"], 0.00025)
        self.assertLess(usage.ru_maxrss, 150 * 1024)  # kilobytes

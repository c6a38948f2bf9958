"""drover paper table2: classification from herded samples, on substitutes and on the real data.

The folder of data sets is DROVER_DATA, or shared/data beside the project."""
import re
import unittest

from paper_support import DATA, NO_DATA, PaperTest
from support import LONG, NEEDS_BASELINES

METHODS = ["H.XXY", "PL", "5NN", "NB", "LR", "majority label"]
ABALONE = "M,0.455,0.365,0.095,0.514,0.2245,0.101,0.15,15\n"


def without_seconds(text):
    return re.sub(r'"seconds":[0-9.e-]+', '"seconds":0', re.sub(r'"threads":\d+', "", text))


def row(report, method, dataset):
    found, = (row for row in report["rows"] if (row["dataset"], row["method"]) == (dataset, method))
    return found


@NEEDS_BASELINES
class Table2(PaperTest):
    def small(self, *arguments):
        return self.json_of("paper", "table2", "--samples", 2000, "--splits", 2, *arguments)

    def test_bad_options(self):
        self.assert_fails(3, "--splits: expected 1 to 1000, got 0", "paper", "table2", "--splits", 0)
        self.assert_fails(3, "--splits: expected 1 to 1000, got -1", "paper", "table2", "--splits", -1)
        self.assert_fails(3, "--samples: expected 1 to 10^7, got 0", "paper", "table2", "--samples", 0)
        done = self.run_drover("paper", "table2", "--sets", "bowling,pins")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn('--sets: expected abalone, bowling, digits or news, got "pins"', done.stderr)

    def test_a_folder_that_is_not_there(self):
        self.assert_fails(4, "none/abalone/abalone.data: cannot read: No such file or directory", "paper", "table2",
                          "--data", "none")

    def test_bad_data(self):
        (self.folder / "abalone").mkdir()
        cases = [(ABALONE, "expected 4177 rows, got 1"),
                 (ABALONE + ABALONE.replace("M", "X"), 'row 2, column "sex": expected M, F or I, got "X"'),
                 (ABALONE.replace("15\n", "old\n"),
                  'row 1, column "rings": expected a number below 10^6 with at most 18 decimals, got "old"'),
                 (ABALONE.replace("15\n", "1e999\n"),
                  'row 1, column "rings": expected a number below 10^6 with at most 18 decimals, got "1e999"'),
                 (ABALONE.replace(",15\n", "\n"), "row 1: expected 9 fields, got 8")]
        for text, message in cases:
            (self.folder / "abalone" / "abalone.data").write_text(text)
            self.assert_fails(3, f"./abalone/abalone.data: {message}", "paper", "table2", "--data", ".", "--sets",
                              "abalone")

    def test_keys(self):
        report = self.small("--sets", "abalone,bowling")
        self.assertEqual((report["format"], report["item"]), ("drover.paper/1", "table2"))
        self.assertEqual((report["splits"], report["samples"], report["interrupted"]), (2, 2000, False))
        for key in ("online_rate", "online_half_life", "pl_l2", "pl_samples", "nb_smoothing", "lr_l2"):
            self.assertGreater(report[key], 0, key)
        self.assertEqual([(row["dataset"], row["method"]) for row in report["rows"]],
                         [(name, method) for name in ("Abalone (substitute)", "Bowling (substitute)") for method in METHODS])
        self.assertEqual([entry["label"] for entry in report["labels"]], ["a9", "pin10"])
        for result in report["rows"]:
            self.assertEqual(len(result["errors"]), 2)
            self.assertAlmostEqual(result["ours"], sum(result["errors"]) / 2)
            self.assertAlmostEqual(result["spread"], abs(result["errors"][0] - result["errors"][1]) / 2 ** 0.5)
            self.assertEqual(result["positive_margins"] is not None, result["method"] == "H.XXY")
        self.assertIsNone(row(report, "PL", "Bowling (substitute)")["published"])

    def test_every_label_where_the_chapter_names_none(self):
        report = self.small("--sets", "abalone,bowling")
        for method in METHODS:
            known, unknown = row(report, method, "Abalone (substitute)"), row(report, method, "Bowling (substitute)")
            self.assertEqual((known["errors_by_label"], known["mean_over_labels"]), ([], None))
            errors = unknown["errors_by_label"]
            self.assertEqual(len(errors), 10)
            self.assertEqual(errors[-1], unknown["errors"][0], method)  # the last column is the label
            self.assertEqual((unknown["least_over_labels"], unknown["most_over_labels"]), (min(errors), max(errors)))
            self.assertAlmostEqual(unknown["mean_over_labels"], sum(errors) / 10)
            self.assertAlmostEqual(unknown["median_over_labels"], sum(sorted(errors)[4:6]) / 2)
        self.assertEqual(row(report, "LR", "Bowling (substitute)")["most_from_lr"], 0)
        self.assertEqual(row(report, "majority label", "Bowling (substitute)")["labels_below_majority"], 0)

    def test_substitutes_are_named_in_the_first_line(self):
        done = self.run_drover("paper", "table2", "--sets", "bowling", "--samples", 100, "--splits", 1)
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stdout.startswith("SUBSTITUTES: "))
        self.assertIn("which label is not known", done.stdout)

    def test_one_split_has_no_spread(self):
        report = self.json_of("paper", "table2", "--sets", "bowling", "--samples", 100, "--splits", 1)
        self.assertTrue(all(row["spread"] is None for row in report["rows"]))

    def test_bytes_do_not_depend_on_threads(self):
        texts = set()
        for threads in (1, 2):
            done = self.run_drover("paper", "table2", "--sets", "abalone,bowling", "--samples", 2000, "--splits", 2,
                                   "--json", "--threads", threads, "--svg", f"{threads}.svg")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            texts.add(without_seconds(done.stdout).replace(f"{threads}.svg", ""))
        self.assertEqual(len(texts), 1)
        self.assertEqual((self.folder / "1.svg").read_bytes(), (self.folder / "2.svg").read_bytes())

    def test_another_seed_splits_otherwise(self):
        one = row(self.small("--sets", "bowling"), "NB", "Bowling (substitute)")
        other = row(self.small("--sets", "bowling", "--seed", 1), "NB", "Bowling (substitute)")
        self.assertNotEqual(one["errors_by_label"], other["errors_by_label"])

    def test_bowling_has_no_real_data(self):
        report = self.small("--sets", "bowling", "--data", ".")
        self.assertEqual([result["note"] for result in report["rows"]], 5 * ["data not available"])
        self.assertEqual([result["published"] for result in report["rows"]], [0.23, 0.28, 0.32, 0.23, 0.23])
        self.assertTrue(all(result["ours"] is None for result in report["rows"]))
        self.assert_fails(3, "--svg: expected a set with data to draw, got bowling alone",
                          "paper", "table2", "--sets", "bowling", "--data", ".", "--svg", "bowling.svg")


@LONG
@unittest.skipUnless((DATA / "abalone").exists(), NO_DATA)
@NEEDS_BASELINES
class Table2OnRealData(PaperTest):
    def errors(self, dataset, splits, samples):
        report = self.json_of("paper", "table2", "--data", DATA, "--sets", dataset.lower(), "--splits", splits,
                              "--samples", samples)
        self.assertFalse(report["datasets"][0]["substitute"])
        return {result["method"]: result["ours"] for result in report["rows"]}

    def test_abalone(self):
        errors = self.errors("Abalone", 5, 20000)
        for method in ("H.XXY", "PL", "LR"):
            self.assertAlmostEqual(errors[method], 0.242, delta=0.006, msg=method)
        self.assertAlmostEqual(errors["5NN"], 0.255, delta=0.01)
        self.assertAlmostEqual(errors["NB"], 0.271, delta=0.006)

    def test_digits(self):
        errors = self.errors("Digits", 1, 20000)
        for method in ("H.XXY", "PL", "LR"):
            self.assertAlmostEqual(errors[method], 0.05, delta=0.025, msg=method)
        self.assertAlmostEqual(errors["5NN"], 0.031, delta=0.02)
        self.assertAlmostEqual(errors["NB"], 0.083, delta=0.025)

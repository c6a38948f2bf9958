"""drover paper usps: digits classified by herded machines, on substitutes and on the real data."""
import json
import unittest

from paper_support import DATA, NO_DATA, PaperTest, without_times
from support import LONG, NEEDS_BASELINES

FEW = ("usps", "--quick", "--steps", "6")


@NEEDS_BASELINES
class Usps(PaperTest):
    @LONG
    def test_the_quick_form_has_the_small_bars(self):
        rows = self.rows_of(*FEW, "--svg", "bars.svg")
        names = [method for _, method in rows]
        self.assertEqual(names, ["MLR", "1NN", "H1", "H2", "SH1", "SH2", "CD1", "CD2", "PCD"])
        for (dataset, method), row in rows.items():
            self.assertEqual(dataset, "USPS (substitute)")
            self.assertEqual(len(row["errors"]), 1)
            self.assertTrue(0 <= row["ours"] < 0.9, method)
        self.assertEqual(rows["USPS (substitute)", "H2"]["hidden_units"], 100)
        self.assertIsNone(rows["USPS (substitute)", "CD1"]["positive_margins"])
        self.assertIn("<svg", (self.folder / "bars.svg").read_text())

    def test_text_has_bars_and_claims(self):
        done = self.run_drover("paper", *FEW, "--bars", "H1,SH1,CD1,H2")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.startswith("SUBSTITUTES"))
        for start in ("H1 ", "SH1 ", "CD1 ", "H about equal to CD", "SH worse than H", "no over-fitting"):
            self.assertTrue(any(line.startswith(start) for line in done.stdout.splitlines()), start)

    def test_threads_change_nothing(self):
        one, two = (self.json_of("paper", "usps", "--splits", "2", "--steps", "4", "--bars", "H1,SH1,CD1", "--threads", n)
                    for n in ("1", "3"))
        self.assertEqual(without_times(one), without_times(two))
        self.assertEqual(len(one["rows"][0]["errors"]), 2)

    @LONG
    def test_interrupted_run_keeps_the_bars_that_are_through(self):
        # The bars of most units come first: SH2 has 63 of 100 parts of the work.
        _, (code, out, _) = self.interrupt_in_time(
            lambda steps: ["paper", "usps", "--quick", "--steps", steps, "--bars", "H1,SH2", "--threads", 1, "--json"], 400, percent=65)
        report = json.loads(out)
        self.assertEqual((code, report["interrupted"]), (130, True))
        self.assertEqual([row["method"] for row in report["rows"]], ["SH2"])

    def test_interrupted_before_any_bar_is_through_writes_nothing(self):
        self.assert_interrupted("paper", "usps", "--bars", "H5", "--steps", "100000")

    def test_bad_options(self):
        self.assert_fails(3, "--splits: expected 1 to 100, got 0", "paper", "usps", "--splits", 0)
        self.assert_fails(3, "--steps: expected 2 to 100000, got 1", "paper", "usps", "--steps", 1)
        self.assert_fails(3, '--bars: expected any of MLR, 1NN, H1, H2, SH1, SH2, CD1, CD2, PCD, HR1, HR2, got "H5"', "paper", "usps",
                          "--quick", "--bars", "H5")
        self.assert_fails(4, "d/usps/usps_all-images-idx3-ubyte.gz: cannot read: No such file or directory", "paper",
                          "usps", "--data", "d")

    @LONG
    @unittest.skipUnless((DATA / "usps").is_dir(), NO_DATA)
    def test_real_digits_are_told_apart(self):
        rows = self.rows_of("usps", "--data", DATA, "--quick", "--bars", "1NN,SH1", "--steps", "200")
        self.assertLess(rows["USPS", "1NN"]["ours"], 0.1)
        self.assertLess(rows["USPS", "SH1"]["ours"], 0.1)

"""drover paper table3: classifiers, on substitutes and on the real data."""
import unittest

from paper_support import DATA, NO_DATA, PaperTest, without_times
from support import LONG, NEEDS_BASELINES

FEW = ("table3", "--quick", "--rows", "pendigits,usps", "--procedure", "joint")


@NEEDS_BASELINES
class Table3(PaperTest):
    def test_rows(self):
        rows = self.rows_of(*FEW, "--svg", "errors.svg")
        names = [f"{name} (substitute)" for name in ("USPS", "Pendigits")]
        self.assertEqual(list(rows), [(name, method) for name in names for method in ("joint VP", "joint dRBM 50", "joint CH 50")])
        for (_, method), row in rows.items():
            self.assertEqual((len(row["errors"]), row["spread"], row["note"]), (1, None, ""), method)
            self.assertEqual(row["ours"], 100 * row["errors"][0])
            self.assertIsNone(row["difference"])  # made-up data are not compared
        herded = rows["Pendigits (substitute)", "joint CH 50"]
        self.assertEqual((herded["published"], herded["hidden_units"], herded["updates"]), (3.14, 50, [1500]))
        self.assertEqual((herded["burn_in"], herded["votes"], herded["voted_by"]), (500, 1000, "all updates"))
        self.assertEqual(rows["Pendigits (substitute)", "joint dRBM 50"]["l2"], [1e-4])
        for name in ("Pendigits (substitute)", "USPS (substitute)"):
            self.assertLess(rows[name, "joint CH 50"]["ours"], 15)
            self.assertLess(rows[name, "joint dRBM 50"]["ours"], 15)
        self.assertIn("Pendigits (substitute), joint", (self.folder / "errors.svg").read_text())

    def test_text_says_what_the_data_are(self):
        done = self.run_drover("paper", "table3", "--quick", "--rows", "pendigits", "--columns", "vp")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.startswith("SUBSTITUTES: "))
        self.assertIn("Pendigits (substitute): 400 training cases, 200 test cases, 16 inputs, 10 classes", done.stdout)
        lines = [line for line in done.stdout.splitlines() if " VP " in line]
        self.assertEqual([line.split()[2:4] for line in lines], [["one-versus-all", "VP"], ["joint", "VP"]])

    def test_folds_have_a_spread(self):
        report = self.json_of("paper", "table3", "--rows", "usps", "--columns", "vp", "--procedure", "joint")
        row, = report["rows"]
        self.assertEqual(len(row["errors"]), 10)
        mean = sum(row["errors"]) / 10
        self.assertAlmostEqual(row["ours"], 100 * mean)
        self.assertAlmostEqual(row["spread"], 100 * (sum((e - mean) ** 2 for e in row["errors"]) / 9) ** 0.5)
        self.assertEqual((row["published"], row["published_spread"]), (4.86, 0.52))

    def test_all_cells_of_one_versus_all_words(self):
        rows = self.rows_of("table3", "--quick", "--rows", "news", "--procedure", "ova", "--columns", "vp,ch")
        self.assertEqual([method for _, method in rows], ["one-versus-all VP", "one-versus-all CH 100"])

    def test_only_some_sizes(self):
        rows = self.rows_of("table3", "--quick", "--rows", "pendigits,news", "--procedure", "joint", "--columns", "ch",
                            "--hidden", "50,200")
        self.assertEqual(list(rows), [("Pendigits (substitute)", "joint CH 50")])

    def test_threads_change_nothing(self):
        one, two = (self.json_of("paper", *FEW, "--columns", "drbm,ch", "--threads", n) for n in ("1", "3"))
        self.assertEqual(without_times(one), without_times(two))

    def test_bad_options(self):
        done = self.run_drover("paper", "table3", "--rows", "mnist,abalone")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn('--rows: expected mnist, usps, pendigits or news, got "abalone"', done.stderr)
        self.assert_fails(3, "--hidden: expected a number of hidden units of the chosen rows and columns, got others", "paper", "table3",
                          "--rows", "news", "--columns", "ch", "--hidden", "50")
        self.assert_fails(4, "d/pendigits/pendigits.tra: cannot read: No such file or directory", "paper", "table3",
                          "--rows", "pendigits", "--data", "d")

    def test_bad_data_name_file_row_and_column(self):
        (self.folder / "pendigits").mkdir()
        one, two = (", ".join([f"  {n}"] * 16) for n in (1, 2))
        (self.folder / "pendigits" / "pendigits.tra").write_text(f"{one}, 8\n{two}, 7\n")
        (self.folder / "pendigits" / "pendigits.tes").write_text(f"{one}, 8\n{two}, 9\n")
        self.assert_fails(3, './pendigits/pendigits.tes: row 2, column "digit": expected one of "7", "8", got "9"',
                          "paper", "table3", "--rows", "pendigits", "--data", ".")


@LONG
@unittest.skipUnless((DATA / "pendigits").is_dir(), NO_DATA)
@NEEDS_BASELINES
class Table3OnRealData(PaperTest):
    def test_herding_beats_the_perceptron_on_pendigits(self):
        rows = self.rows_of("table3", "--data", DATA, "--quick", "--rows", "pendigits", "--procedure", "joint")
        error = {method: row["ours"] for (_, method), row in rows.items()}
        self.assertLess(error["joint CH 50"], 6)
        self.assertLess(error["joint CH 50"], error["joint VP"])
        row = rows["Pendigits", "joint CH 50"]
        self.assertAlmostEqual(row["difference"], row["ours"] - row["published"])

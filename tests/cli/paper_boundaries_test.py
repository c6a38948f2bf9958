"""drover paper boundaries: three classifiers in the plane."""
from paper_support import PaperTest, without_times
from support import NEEDS_BASELINES

FEW = ("boundaries", "--points", "50", "--passes", "100")


@NEEDS_BASELINES
class Boundaries(PaperTest):
    def test_rows_and_picture(self):
        rows = self.rows_of(*FEW, "--svg", "plane.svg")
        self.assertEqual(list(rows), [(name, method) for name in ("Banana", "Lithuanian") for method in ("VP", "CH", "dRBM")])
        for row in rows.values():
            self.assertEqual(row[f"agreement_with_{row['method']}"], 1)
        self.assertGreater(rows["Banana", "VP"]["ours"], rows["Banana", "CH"]["ours"])
        self.assertLess(rows["Banana", "VP"]["agreement_with_CH"], 0.95)
        picture = (self.folder / "plane.svg").read_text()
        for text in ("Banana: points of two classes, and decision boundaries", "CH, error ", "class B"):
            self.assertIn(text, picture)
        self.assertNotIn("Left out", picture)

    def test_text(self):
        done = self.run_drover("paper", *FEW, "--hidden", "5")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.startswith(
            "Two classes in the plane, 50 points each; 100 passes in batches of 100, 5 hidden units; seed 0\n"))

    def test_threads_change_nothing(self):
        one, two = (self.json_of("paper", *FEW, "--threads", n) for n in ("1", "3"))
        self.assertEqual(without_times(one), without_times(two))

    def test_bad_options(self):
        self.assert_fails(3, "--points: expected 10 to 10000, got 9", "paper", "boundaries", "--points", 9)
        self.assert_fails(3, "--passes: expected 1 to 10000, got 0", "paper", "boundaries", "--passes", 0)
        self.assert_fails(3, "--hidden: expected 1 to 1000, got 0", "paper", "boundaries", "--hidden", 0)

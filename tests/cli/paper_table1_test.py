"""drover paper table1"""
import os
import unittest
import xml.etree.ElementTree

import support
from paper_support import DATA, NO_DATA, PaperTest, without_times
from support import NEEDS_BASELINES


@NEEDS_BASELINES
class Table1(PaperTest):
    def test_substitutes_are_named_as_such_in_the_first_line(self):
        done = self.run_drover("paper", "table1", "--sets", "abalone", "--samples", "500")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stdout.startswith("SUBSTITUTES: "), done.stdout)

    def test_every_method_has_a_row_and_substitutes_no_published_number(self):
        rows = self.rows_of("table1", "--sets", "bowling", "--samples", "500")
        methods = ["H.XXX", "H.XX", "H.XXX exact", "H.XX exact", "MAXENT triples", "MAXENT pairs", "PL", "MARG"]
        self.assertEqual(list(rows), [("Bowling (substitute)", method) for method in methods])
        for row in rows.values():
            self.assertIsNone(row["published"])
            self.assertGreaterEqual(row["ours"], 0)

    def test_exact_herding_has_no_positive_margin(self):
        rows = self.rows_of("table1", "--sets", "abalone", "--samples", "2000")
        self.assertEqual(rows["Abalone (substitute)", "H.XX exact"]["positive_margins"], 0)
        self.assertEqual(rows["Abalone (substitute)", "H.XXX exact"]["positive_margins"], 0)
        self.assertIsNone(rows["Abalone (substitute)", "PL"]["positive_margins"])

    @support.LONG
    def test_threads_change_nothing_and_the_seed_no_herding(self):
        arguments = ("paper", "table1", "--sets", "digits", "--samples", "300")
        one = without_times(self.json_of(*arguments, "--threads", "1"))
        self.assertEqual(one, without_times(self.json_of(*arguments, "--threads", "2")))

    def test_picture_has_a_panel_for_each_data_set(self):
        self.run_drover("paper", "table1", "--sets", "abalone,bowling", "--samples", "300", "--svg", "p.svg")
        text = (self.folder / "p.svg").read_text()
        xml.etree.ElementTree.fromstring(text)
        self.assertIn("Abalone (substitute): number of ones", text)
        self.assertIn("Bowling (substitute): number of ones", text)

    def test_bad_input_is_named(self):
        self.assert_fails(3, "--samples: expected 1 to 10^7, got 0", "paper", "table1", "--samples", "0")
        self.assert_fails(3, "--burn-in: expected 0 to 10^7, got -1", "paper", "table1", "--burn-in", "-1")
        self.assert_fails(4, "nowhere/abalone/abalone.data: cannot read: No such file or directory",
                          "paper", "table1", "--data", "nowhere")
        (self.folder / "abalone").mkdir()
        (self.folder / "abalone" / "abalone.data").write_text("X,0.4,0.3,0.1,0.5,0.2,0.1,0.1,15\n")
        self.assert_fails(3, './abalone/abalone.data: row 1, column "sex": expected M, F or I, got "X"',
                          "paper", "table1", "--data", ".")

    def test_picture_and_result_need_two_places(self):
        self.assert_fails(3, '--svg and -o: expected two files, got "a" twice',
                          "paper", "table1", "--svg", "a", "-o", "a")
        self.assert_fails(3, "--svg and -o: expected one of them on standard output, got both",
                          "paper", "table1", "--svg", "-")
        self.assert_fails(3, "--sets: expected each set once, got digits twice",
                          "paper", "table1", "--sets", "digits,digits")
        self.assert_fails(3, "--svg: expected a set with data to draw, got bowling alone",
                          "paper", "table1", "--data", "anywhere", "--sets", "bowling", "--svg", "a.svg")

    def test_unknown_items_and_sets_are_usage_errors(self):
        done = self.run_drover("paper", "table9")
        self.assertEqual(done.returncode, 2)
        self.assertIn('drover paper: unknown item "table9"; did you mean "table1"?', done.stderr)
        done = self.run_drover("paper", "table1", "--sets", "wine")
        self.assertEqual(done.returncode, 2)
        self.assertIn('--sets: expected abalone, bowling, digits or news, got "wine"', done.stderr)


@support.LONG
@unittest.skipUnless((DATA / "abalone").exists(), NO_DATA)
@NEEDS_BASELINES
class Table1OnData(PaperTest):
    def test_abalone_numbers(self):
        rows = self.rows_of("table1", "--data", DATA, "--sets", "abalone,bowling")
        ours = {method: row["ours"] for (dataset, method), row in rows.items() if dataset == "Abalone"}
        self.assertGreater(ours["H.XX"], 2.0e-3)
        self.assertLess(ours["H.XX"], 3.2e-3)
        self.assertAlmostEqual(ours["H.XX exact"], 1.11e-2, delta=0.02 * 1.11e-2)
        self.assertAlmostEqual(ours["MAXENT pairs"], 1.0199e-2, delta=5e-7)
        self.assertAlmostEqual(ours["MAXENT triples"], 5.27e-4, delta=5e-7)
        self.assertLessEqual(ours["H.XXX exact"], 6e-4)
        self.assertAlmostEqual(ours["MARG"], 1.88, delta=0.1)
        self.assertEqual(rows["Abalone", "H.XX"]["published"], 2.5e-3)
        bowling = rows["Bowling", "H.XXX"]
        self.assertEqual((bowling["published"], bowling["ours"], bowling["note"]), (5e-3, None, "data not available"))

    def test_triples_of_100_words(self):
        row = self.rows_of("table1", "--data", DATA, "--sets", "news", "--samples", "300")["News", "H.XXX"]
        self.assertGreater(row["ours"], row["ours_on_occupied_bins"])  # pair moments allow empty documents

    @unittest.skipUnless(os.environ.get("DROVER_SLOW_TESTS"), "DROVER_SLOW_TESTS is not set")
    def test_all_of_it(self):
        rows = self.rows_of("table1", "--data", DATA)
        self.assertLess(rows["News", "H.XX"]["ours_on_occupied_bins"], 0.04)
        self.assertLess(rows["Digits", "H.XX"]["ours"], 0.035)
        self.assertLess(rows["Digits", "H.XXX"]["ours"], rows["Digits", "H.XX"]["ours"])


if __name__ == "__main__":
    unittest.main()

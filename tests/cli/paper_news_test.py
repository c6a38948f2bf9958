"""drover paper news-samples: pseudo-samples above documents, as a picture."""
import re
import unittest

from paper_support import DATA, NO_DATA, PaperTest
from support import LONG

HEADER = "group," + ",".join(f"w{i}" for i in range(100)) + "\n"


class NewsSamples(PaperTest):
    def test_bad_options(self):
        rows = "--rows: expected 1 to 16242, the number of documents, got"
        self.assert_fails(3, "--rows: expected 1 to 10^6, got 0", "paper", "news-samples", "--rows", 0)
        self.assert_fails(3, f"{rows} 16243", "paper", "news-samples", "--rows", 16243)
        self.assert_fails(3, "--burn-in: expected 0 to 10^7, got -1", "paper", "news-samples", "--burn-in", -1)

    def test_a_folder_that_is_not_there(self):
        self.assert_fails(4, "none/20news_w100/20news_w100.csv.gz: cannot read: No such file or directory", "paper",
                          "news-samples", "--data", "none")

    def test_bad_data(self):
        (self.folder / "20news_w100").mkdir()
        cases = [("group,a\n1,0\n", 'header: expected 101 columns, the first "group", got 2, the first "group"'),
                 (HEADER + "1" + 100 * ",0" + "\n", "expected 16242 rows, got 1"),
                 (HEADER + "5" + 100 * ",0" + "\n", 'row 1, column "group": expected 1, 2, 3 or 4, got "5"'),
                 (HEADER + "1,2" + 99 * ",0" + "\n", 'row 1, column "w0": expected 0 or 1, got "2"')]
        for text, message in cases:
            (self.folder / "20news_w100" / "20news_w100.csv.gz").write_text(text)
            self.assert_fails(3, f"./20news_w100/20news_w100.csv.gz: {message}", "paper", "news-samples", "--data", ".",
                              "--svg", "news.svg")

    def test_keys(self):
        report = self.json_of("paper", "news-samples", "--rows", 50, "--burn-in", 200)
        self.assertEqual((report["format"], report["item"]), ("drover.paper/1", "news-samples"))
        self.assertEqual((report["sample_count"], report["burn_in"], report["interrupted"]), (50, 200, False))
        self.assertRegex(report["digest"], "^[0-9a-f]{32}$")
        self.assertEqual([row["method"] for row in report["rows"]], ["herded", "documents drawn", "all documents"])
        self.assertEqual([row["row_count"] for row in report["rows"]], [50, 50, 16242])
        herded, _, everything = report["rows"]
        self.assertAlmostEqual(herded["ours"], everything["ours"], delta=0.005)
        self.assertLessEqual(herded["distinct_rows"], 50)
        self.assertEqual(everything["empty_rows"], 0)

    def test_the_picture_has_both_halves(self):
        done = self.run_drover("paper", "news-samples", "--rows", 20, "--burn-in", 0, "--svg", "news.svg")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.startswith("SUBSTITUTES: "))
        picture = (self.folder / "news.svg").read_text()
        self.assertIn('viewBox="0 0 100 48"', picture)  # 20 lines, 8 that part them, 20 lines
        self.assertIn("Above: 20 herded; below: 20 substitutes", re.sub(r"\s+", " ", picture))

    def test_bytes_do_not_depend_on_threads(self):
        outputs = {self.run_drover("paper", "news-samples", "--rows", 20, "--burn-in", 0, "--threads", k).stdout
                   for k in (1, 2)}
        self.assertEqual(len(outputs), 1)


@LONG
@unittest.skipUnless((DATA / "20news_w100").exists(), NO_DATA)
class RealNews(PaperTest):
    def test_the_samples_are_those_of_every_machine(self):
        report = self.json_of("paper", "news-samples", "--data", DATA)
        herded, drawn, everything = report["rows"]
        self.assertEqual(report["digest"], "e136bcc8f5e753a4aea317fdfc5c29be")
        self.assertEqual((herded["distinct_rows"], herded["empty_rows"], herded["positive_margins"]), (256, 39, 0))
        self.assertEqual((drawn["distinct_rows"], drawn["empty_rows"]), (271, 0))
        self.assertEqual((everything["distinct_rows"], everything["empty_rows"]), (10267, 0))

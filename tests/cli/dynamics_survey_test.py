"""drover dynamics survey: what the chapter leaves open, over random tables; map: over two parameters"""
import json

from support import CliTest

FEW = ("dynamics", "survey", "--states", "3,4", "--features", "2", "--steps", 1000, "--starts", 2)


class Survey(CliTest):
    def lines(self, name="s.jsonl"):
        return (self.folder / name).read_bytes()

    def test_a_line_a_table_and_a_summary(self):
        result = self.json_of(*FEW, "--tables", 2, "--lines", "s.jsonl", "--svg", "s.svg")
        self.assertEqual((result["format"], result["item"]), ("drover.dynamics/1", "survey"))
        self.assertEqual([(group["states"], group["features"], group["tables"]) for group in result["groups"]],
                         [(3, 2, 2), (4, 2, 2)])
        head, *tables = map(json.loads, self.lines().splitlines())
        self.assertEqual(head["format"], "drover.dynamics.survey/1")
        self.assertEqual([(table["table"], table["states"]) for table in tables], [(0, 3), (1, 4), (2, 3), (3, 4)])
        self.assertIn("What follows the first flip", (self.folder / "s.svg").read_text())

    def test_the_same_for_any_number_of_threads(self):
        for threads in (1, 2):
            self.run_drover(*FEW, "--tables", 2, "--lines", f"{threads}.jsonl", "--threads", threads)
        self.assertEqual(self.lines("1.jsonl"), self.lines("2.jsonl"))

    def test_a_file_is_gone_on_with_wherever_it_was_cut(self):
        whole_text = self.run_drover(*FEW, "--tables", 2, "--lines", "s.jsonl").stdout
        whole = self.lines()
        lengths = [0]
        for line in whole.splitlines(keepends=True):
            lengths.append(lengths[-1] + len(line))
        for cut in (5, lengths[1], lengths[2] + 9, lengths[3], lengths[4] - 1):
            for name in ("s.jsonl", "s.jsonl.part"):
                (self.folder / "s.jsonl").unlink(missing_ok=True)
                (self.folder / name).write_bytes(whole[:cut])
                self.assertEqual(self.run_drover(*FEW, "--tables", 2, "--lines", "s.jsonl").stdout, whole_text)
                self.assertEqual(self.lines(), whole, (cut, name))
                self.assertFalse((self.folder / "s.jsonl.part").exists())

    def test_more_tables_come_after_those_that_are_there(self):
        self.run_drover(*FEW, "--tables", 1, "--lines", "s.jsonl")
        first = self.lines()
        self.run_drover(*FEW, "--tables", 2, "--lines", "s.jsonl")
        self.assertTrue(self.lines().startswith(first))
        self.assertEqual(self.lines().count(b"\n"), 5)

    def test_files_of_others_are_refused_and_kept(self):
        self.run_drover(*FEW, "--tables", 1, "--lines", "s.jsonl")
        mine = self.lines()
        done = self.run_drover(*FEW, "--tables", 1, "--lines", "s.jsonl", "--seed", 1)
        self.assertEqual(done.returncode, 3)
        self.assertIn("s.jsonl: line 1: expected the options of this survey", done.stderr)
        self.assertEqual(self.lines(), mine)
        (self.folder / "o.jsonl").write_bytes(mine + b"{}\n")
        self.assert_fails(3, 'o.jsonl: line 4: expected table 2 of the survey, got "{}"', *FEW, "--lines", "o.jsonl")

    def test_bad_options(self):
        for options, message in ((("--states", "0"), '--states: expected whole numbers from 1 to 256, got "0"'),
                                 (("--features", "2,x"), '--features: expected a number, got "x"'),
                                 (("--steps", 1), "--steps: expected 100 to 100000000, got 1"),
                                 (("--scale", -1), "--scale: expected at least 0, got -1")):
            self.assert_fails(3, message, "dynamics", "survey", *options)

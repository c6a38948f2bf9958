"""drover dynamics survey, map and section: many tables, two parameters, one state"""
import json

import support
from support import CliTest

FEW = ("dynamics", "survey", "--states", "3,4", "--features", "2", "--steps", 1000, "--starts", 2)


FOUR = "state,x,y\na,1,.2\nb,-.6,.9\nc,-.8,-.7\nd,.5,-1.1\n"
MAP = ("dynamics", "map", "f.csv", "--vary", "temperature=0.2:0.4", "--columns", 4, "--rows", 2, "--steps", 3000)


class Map(CliTest):
    def test_periods_are_those_of_the_cascade(self):
        self.write(f=FOUR)
        result = self.json_of(*MAP, "--vary", "x=0.0249:0.0251", "--png", "a.png", "--svg", "a.svg")
        self.assertEqual((result["item"], result["show"]), ("map", "period"))
        self.assertEqual(result["values"], [2, 2, 2, 1] * 2)
        self.assertEqual((self.folder / "a.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertIn("Period of herding at a temperature", (self.folder / "a.svg").read_text())

    def test_exponents_and_rotations(self):
        self.write(f=FOUR)
        exponents = self.json_of(*MAP, "--vary", "a.x=0.99:1.01", "--show", "exponent")["values"]
        self.assertTrue(all(value < 0 for value in exponents))
        rotations = self.json_of(*MAP, "--vary", "a.x=0.99:1.01", "--show", "rotation")["values"]
        self.assertAlmostEqual(rotations[2], 0.5, 9)
        one, two = (self.run_drover(*MAP, "--vary", "y=-.2:-.1", "--threads", n).stdout for n in (1, 2))
        self.assertEqual(one, two)

    def test_bad_options(self):
        self.write(f=FOUR, n="state,x\noff,0\non,1\n")
        self.assert_fails(3, "--vary: expected it twice, got it once", *MAP)
        self.assert_fails(3, '--vary: expected NAME=LOW:HIGH, got "x"', *MAP, "--vary", "x")
        self.assert_fails(3, '--vary: expected NAME=LOW:HIGH with LOW below HIGH, got "x=1:1"', *MAP, "--vary", "x=1:1")
        self.assert_fails(3, '--vary: expected temperature, a feature, or a state and a feature as in a.x, got "e.x"',
                          *MAP, "--vary", "e.x=0:1")
        self.assert_fails(3, "FEATURES n.csv: a rotation needs two features, got one", "dynamics", "map", "n.csv",
                          "--vary", "temperature=0.1:0.2", "--vary", "x=0:1", "--show", "rotation")


class Animate(CliTest):
    def test_a_moving_picture_and_a_folder_of_frames(self):
        self.write(f=FOUR)
        result = self.json_of("dynamics", "animate", "f.csv", "--frames", 3, "--steps", 2000, "--side", 32, "--svg", "a.svg",
                              "--folder", "frames")
        self.assertEqual(result["point_counts"], [100, 447, 2000])
        self.assertEqual((self.folder / "a.svg").read_text().count("<animate "), 3)
        self.assertEqual(sorted(file.name for file in (self.folder / "frames").iterdir()), ["001.png", "002.png", "003.png"])

    def test_one_feature_and_three_are_drawn_too(self):
        self.write(one="state,x\noff,0\non,1\n", three="state,a,b,c\n1,1,0,0\n2,0,1,0\n3,0,0,1\n")
        for name in ("one", "three"):
            result = self.json_of("dynamics", "animate", f"{name}.csv", "--frames", 2, "--steps", 300, "--svg", "a.svg")
            self.assertEqual(result["point_counts"], [100, 300])


class Section(CliTest):
    def test_return_times_of_a_neuron(self):
        self.write(n="state,x\noff,0\non,1\n", m="feature,moment\nx,3/7\n")
        result = self.json_of("dynamics", "section", "n.csv", "--moments", "m.csv", "--state", "on", "--steps", 700,
                              "--burn-in", 7, "--svg", "a.svg")
        self.assertEqual((result["return_times"], result["return_counts"], result["ways"]), ([2, 3], [200, 99], 2))
        self.assertIn("Return map", (self.folder / "a.svg").read_text())

    def test_names_that_are_none(self):
        self.write(f=FOUR)
        self.assert_fails(3, '--state: expected a name of the table, such as "a", got "z"', "dynamics", "section", "f.csv",
                          "--state", "z")
        self.assert_fails(3, '--feature: expected a name of the table, such as "x", got "z"', "dynamics", "section",
                          "f.csv", "--feature", "z")


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

    def test_a_checkpoint_is_resumed_also_with_more_tables(self):
        whole_text = self.run_drover(*FEW, "--tables", 3, "--lines", "s.jsonl").stdout
        whole = self.lines()
        (self.folder / "s.jsonl").unlink()
        self.run_drover(*FEW, "--tables", 2, "--lines", "s.jsonl", "--checkpoint", "s.job", "--checkpoint-every", 1)
        self.assertTrue(whole.startswith(self.lines()))
        self.assertEqual(self.lines().count(b"\n"), 5)
        done = self.run_drover(*FEW, "--tables", 3, "--lines", "s.jsonl", "--resume", "s.job")
        self.assertEqual((done.returncode, done.stdout), (0, whole_text))
        self.assertEqual(self.lines(), whole)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["s.job", "s.jsonl"])

    def test_checkpoints_of_others_are_refused(self):
        self.run_drover(*FEW, "--tables", 2, "--checkpoint", "s.job", "--checkpoint-every", 1)
        self.assert_fails(3, "s.job: expected a checkpoint of the same run, got one with another --seed", *FEW, "--resume",
                          "s.job", "--seed", 1)
        self.assert_fails(3, "s.job: not a valid checkpoint of drover: more tables than are to be measured", *FEW,
                          "--tables", 1, "--resume", "s.job")

    def test_time_ends_it_with_the_tables_so_far(self):
        result = self.json_of("dynamics", "survey", "--tables", 1000, "--steps", 2000, "--time", "1s", "--lines", "s.jsonl")
        made = sum(group["tables"] for group in result["groups"])
        self.assertEqual(result["tables_left"], 6000 - made)
        self.assertGreater(result["tables_left"], 0)
        self.assertEqual(self.lines().count(b"\n"), 1 + made)
        self.assert_fails(3, "--time: expected enough for a first result; nothing was written", "dynamics", "survey",
                          "--time", "0.000001s", "--lines", "t.jsonl")

    @support.LONG
    def test_ctrl_c_leaves_a_checkpoint_or_nothing(self):
        for more, left in (([], []), (["--checkpoint", "s.job"], ["s.job"])):
            code, _, message = self.interrupt_drover("dynamics", "survey", "--tables", 1000, "--lines", "s.jsonl", *more)
            self.assertEqual(code, 130)
            self.assertRegex(message, "interrupted after \\d+ tables; continue with --resume s.job\n$" if left else
                             "^drover: interrupted; nothing was written\n$")
            self.assertEqual([path.name for path in self.folder.iterdir()], left)

    def test_bad_options(self):
        for options, message in ((("--states", "0"), '--states: expected integers from 1 to 256, got "0"'),
                                 (("--features", "2,x"), '--features: expected a number, got "x"'),
                                 (("--steps", 1), "--steps: expected 100 to 10^8, got 1"),
                                 (("--scale", -1), "--scale: expected at least 0, got -1")):
            self.assert_fails(3, message, "dynamics", "survey", *options)

"""drover dynamics: herding as a dynamical system"""
from support import CliTest

NEURON = "state,x\noff,0\non,1\n"
ONE_OF_3 = "state,a,b,c\n1,1,0,0\n2,0,1,0\n3,0,0,1\n"
TRIANGLE = "state,x,y\na,0,1\nb,-.8,-.6\nc,.9,-.4\n"
SQUARE = "state,x,y\na,1,.1\nb,.1,1\nc,-1,-.2\nd,-.1,-1\nmiddle,0,0\n"
COLLINEAR = "state,x,y\na,0,0\nb,1,2\nc,2,4\n"
ONE_STATE = "state,x,y\nonly,1,2\n"
ITEMS = ("words", "period", "orbit", "torus", "attractor", "tipi", "split", "autocorrelation")
FEW = {"words": ("--steps", "1000", "--length", "20"), "attractor": ("--steps", "1000", "--burn-in", "10"),
       "tipi": ("--steps", "100", "--points", "5"), "torus": ("--steps", "100"), "orbit": ("--steps", "10"),
       "split": ("--pairs", "3", "--steps", "1000", "--burn-in", "10"), "autocorrelation": ("--steps", "1000"),
       "period": ("--max-period", "1000")}


class Dynamics(CliTest):
    def item(self, item, *arguments):
        result = self.json_of("dynamics", item, *arguments, *(FEW[item] if not set(FEW[item]) & set(arguments) else ()))
        self.assertEqual((result["format"], result["item"]), ("drover.dynamics/1", item))
        return result

    def test_a_rational_neuron_has_the_period_q_and_min_of_t_plus_1_and_q_words(self):
        self.write(f=NEURON)
        for p, q in ((5, 13), (1, 2), (3, 7), (21, 55)):
            self.write(m=f"feature,moment\nx,{p}/{q}\n")
            period = self.item("period", "f.csv", "--moments", "m.csv")
            self.assertEqual((period["preperiod"], period["period"]), (0, q))
            words = self.item("words", "f.csv", "--moments", "m.csv", "--length", 60, "--steps", 5000)
            self.assertEqual(words["M"], [min(length + 1, q) for length in range(1, 61)])
            self.assertEqual((words["saturated_to"], words["grows_to"]), (60, q - 1))
            self.assertIsNone(words["exponent"])

    def test_an_irrational_neuron_never_comes_again(self):
        self.write(f=NEURON)
        for rate, radicand in (("golden", 5), ("(3-sqrt(2))/7", 2), ("0.5*sqrt(3)", 3)):
            self.write(m=f"feature,moment\nx,{rate}\n")
            period = self.item("period", "f.csv", "--moments", "m.csv")
            self.assertEqual((period["period"], period["aperiodic"], period["radicand"]), (None, True, radicand))
            words = self.item("words", "f.csv", "--moments", "m.csv", "--steps", 200000, "--length", 200)
            self.assertEqual(words["M"], list(range(2, 202)))
            self.assertEqual((words["feature_rounding"], words["target_rounding"]), (0, 0))
            torus = self.item("torus", "f.csv", "--moments", "m.csv")
            self.assertEqual((torus["identity_holds"], torus["point_count"]), (True, None))
            self.assertIn("fills the torus, a circle", torus["filling"])
        text = self.run_drover("dynamics", "period", "f.csv", "--moments", "m.csv").stdout
        self.assertIn("2 states, 1 feature; exact with sqrt(3)\n\nNo period is possible: a moment is irrational", text)

    def test_every_item_takes_irrational_numbers(self):
        self.write(f=TRIANGLE, m="feature,moment\nx,golden/10\ny,(2-sqrt(5))/10\n", w="feature,w\nx,golden\ny,1-golden\n")
        for item in ITEMS:
            start = () if item == "split" else ("--start", "w.csv")
            result = self.item(item, "f.csv", "--moments", "m.csv", *start)
            self.assertEqual((result["radicand"], result["possible"]), (5, True), item)
            self.assertAlmostEqual(result["moments"][0], (5**0.5 - 1) / 20)
        torus = self.item("torus", "f.csv", "--moments", "m.csv")
        self.assertIn("does not fill the torus but closed curves on it", torus["filling"])
        for item in ("partition", "section", "animate", "map", "bifurcation"):
            few = {"partition": ("--length", 8, "--settling", 8, "--steps", 1000), "animate": ("--svg", "a.svg", "--steps", 1000),
                   "map": ("--vary", "temperature=0.1:0.4", "--vary", "y=-0.1:0.1", "--columns", 4, "--rows", 4),
                   "bifurcation": ("--temperatures", 10, "--max-steps", 2000, "--exponent-steps", 2000)}
            self.json_of("dynamics", item, "f.csv", "--moments", "m.csv", *few.get(item, ()))

    def test_boxes_within_little_memory_are_the_same(self):
        self.write(f=SQUARE, m="feature,moment\nx,0.0618033988\ny,-0.0414213562\n")
        arguments = ("f.csv", "--moments", "m.csv", "--steps", "3e6", "--levels", 22)
        self.assertEqual(self.item("attractor", *arguments, "--memory", "64M")["boxes"], self.item("attractor", *arguments)["boxes"])

    def test_words_grow_by_a_power(self):
        self.write(f=NEURON, m="feature,moment\nx,0.6180339887\n")
        words = self.item("words", "f.csv", "--moments", "m.csv", "--steps", 100000, "--length", 1000)
        self.assertEqual(words["M"], list(range(2, 1002)))
        self.assertTrue(0.9 < words["exponent"] < 1.01)
        self.assertIsNone(words["exponent_interval"])  # points of one curve are no independent samples
        self.assertEqual(words["exponent_range"][0], 8)
        self.assertEqual(len(words["entropy"]), 1000)

    def test_plateau_of_the_sturmian_neuron_holds_1(self):
        self.write(f=NEURON, m="feature,moment\nx,0.6180339887\n")
        words = self.item("words", "f.csv", "--moments", "m.csv", "--steps", 100000, "--length", 1000)
        low, high = words["plateau_range"]
        self.assertTrue(low < words["plateau"] < 1 <= high < 1.01, words["plateau_range"])
        self.assertIs(words["still_changing"], False)
        self.assertEqual(len(words["local_slopes"]), 9)
        self.assertAlmostEqual(words["local_slopes"][0], 0.5849625, delta=1e-6)  # log2(3 / 2)

    def test_slopes_that_are_still_changing_are_no_exponent_and_no_dimension(self):
        six = "state,x,y\na,1.03,0.12\nb,0.41,0.97\nc,-0.55,0.84\nd,-0.98,-0.07\ne,-0.36,-0.91\nf,0.62,-0.79\n"
        self.write(f=six, m="feature,moment\nx,0.0618033988\ny,-0.0414213562\n")
        words = self.item("words", "f.csv", "--moments", "m.csv", "--steps", "3e6", "--length", 200)
        boxes = self.item("attractor", "f.csv", "--moments", "m.csv", "--levels", 8)
        for result in (words, boxes):
            self.assertEqual((result["plateau"], result["plateau_range"], result["still_changing"]), (None, [], True))
        self.assertIsNone(boxes["slope_interval"])
        text = self.run_drover("dynamics", "attractor", "f.csv", "--moments", "m.csv", "--levels", 8).stdout
        self.assertIn("still changing,\n1.826, 1.535, 1.252.", text)
        self.assertNotIn("95 %", text)

    def test_one_of_d_rotates_in_the_plane_of_its_states(self):
        self.write(f=ONE_OF_3, p="state,p\n1,1/2\n2,1/3\n3,1/6\n")
        result = self.item("torus", "f.csv", "--probabilities", "p.csv")
        self.assertEqual((result["rotates"], result["rotation"]), (True, ["1/3", "1/6"]))
        self.assertEqual((result["point_count"], result["identity_holds"]), (6, True))
        self.assertAlmostEqual(result["volume"], 3**0.5)

    def test_moments_outside_the_hull_are_flagged(self):
        self.write(f=SQUARE, m="feature,moment\nx,3\ny,3\n")
        for item in ("attractor", "split", "words"):
            with self.subTest(item=item):
                self.assertIs(self.item(item, "f.csv", "--moments", "m.csv")["possible"], False)
                self.assertIs(self.item(item, "f.csv")["possible"], True)
                text = self.run_drover("dynamics", item, "f.csv", "--moments", "m.csv", *FEW[item]).stdout
                self.assertIn("No mix of the states has these moments", text)

    def test_period_of_one_of_3_is_the_common_denominator(self):
        self.write(f=ONE_OF_3, p="state,p\n1,1/2\n2,1/3\n3,1/6\n")
        self.assertEqual(self.item("period", "f.csv", "--probabilities", "p.csv")["period"], 6)
        text = self.run_drover("dynamics", "period", "f.csv", "--probabilities", "p.csv").stdout
        self.assertIn("every 6 steps.", text)

    def test_no_period_within_the_steps_is_null(self):
        self.write(f=NEURON, m="feature,moment\nx,1/1001\n")
        result = self.item("period", "f.csv", "--moments", "m.csv", "--max-period", 1000)
        self.assertEqual((result["preperiod"], result["period"]), (None, None))
        self.assertIn("No period", self.run_drover("dynamics", "period", "f.csv", "--moments", "m.csv",
                                                   "--max-period", 1000).stdout)

    def test_orbit_has_steps_cones_and_unreachable_states(self):
        self.write(f=SQUARE)
        result = self.item("orbit", "f.csv", "--steps", 3, "--start", "moments")
        self.assertEqual([step["t"] for step in result["trajectory"]], [1, 2, 3])
        self.assertEqual(result["unreachable_states"], ["middle"])
        self.assertEqual([cone["state"] for cone in result["cones"]], ["c", "d", "a", "b"])
        self.assertEqual({row["state"] for row in result["translations"]}, {"a", "b", "c", "d", "middle"})
        cones = result["cones"]
        for one, other in zip(cones, cones[1:]):
            self.assertEqual(one["to"], other["from"])
            self.assertLess(one["from_angle"], one["to_angle"])

    def test_torus_of_a_triangle(self):
        self.write(f=TRIANGLE, p="state,p\na,1/2\nb,1/3\nc,1/6\n")
        result = self.item("torus", "f.csv", "--probabilities", "p.csv")
        self.assertEqual(result["rotation"], ["1/3", "1/6"])
        self.assertEqual(result["rotation_values"], [1 / 3, 1 / 6])
        self.assertEqual((result["point_count"], result["identity_holds"], result["steps"]), (6, True, 100))
        self.assertIn("does not fill", result["filling"])
        self.assertAlmostEqual(result["volume"], 2.56)

    def test_attractor_counts_boxes(self):
        self.write(f=TRIANGLE, m="feature,moment\nx,0.0618033988\ny,-0.0414213562\n")
        result = self.item("attractor", "f.csv", "--moments", "m.csv", "--steps", 100000, "--burn-in", 10)
        self.assertEqual([box["level"] for box in result["boxes"]], list(range(12)))
        self.assertEqual(len(result["local_slopes"]), 11)
        self.assertEqual(result["torus_identity_holds"], True)
        self.assertTrue(1 < result["torus_cover"][5] < 1.1)
        for key in ("slope", "slope_interval", "range"):
            self.assertIn(key, result)

    def test_tipi_is_not_above_0(self):
        self.write(f=SQUARE)
        result = self.item("tipi", "f.csv")
        self.assertEqual((len(result["x"]), len(result["y"]), len(result["values"])), (5, 5, 25))
        self.assertLessEqual(max(result["values"]), 0)
        self.assertEqual(result["values"][12], 0)

    def test_tipi_outside_the_hull_is_above_0_on_the_attractor(self):
        self.write(f="state,x\na,0\nb,1\n", m="feature,moment\nx,3/2\n")
        text = self.run_drover("dynamics", "tipi", "f.csv", "--moments", "m.csv", "--steps", 10, "--burn-in", 0).stdout
        self.assertRegex(text, r"on the attractor +0\.75\n")

    def test_tipi_of_one_feature_is_a_line_and_of_three_has_three_planes(self):
        self.write(one=NEURON, three=ONE_OF_3)
        line = self.item("tipi", "one.csv")
        self.assertEqual((line["y"], len(line["values"]), line["further_planes"]), ([0], 5, []))
        solid = self.item("tipi", "three.csv")
        self.assertEqual([(p["x_feature"], p["y_feature"], len(p["values"])) for p in solid["further_planes"]],
                         [("a", "c", 25), ("b", "c", 25)])
        self.assertEqual(solid["further_planes"][0]["values"][12], 0)

    def test_moments_that_no_mix_has_are_said_in_words(self):
        self.write(f=SQUARE, m="feature,moment\nx,3\ny,3\n")
        text = self.run_drover("dynamics", "tipi", "f.csv", "--moments", "m.csv", "--steps", 10).stdout
        self.assertIn("no mix of the states has these moments", text)

    def test_split_times_come_with_the_reason_for_lyapunov_0(self):
        self.write(f=SQUARE, m="feature,moment\nx,0.0618033988\ny,-0.0414213562\n")
        result = self.item("split", "f.csv", "--moments", "m.csv", "--pairs", 31)
        self.assertEqual(result["lyapunov"], 0)
        self.assertIn("translation", result["lyapunov_reason"])
        self.assertEqual(len(result["eps"]), len(result["median_times"]))
        self.assertTrue(-1.5 < result["exponent"] < -0.5)
        self.assertEqual((result["exponent_interval"], len(result["local_slopes"])), (None, 9))
        text = self.run_drover("dynamics", "split", "f.csv", "--moments", "m.csv", "--pairs", 31).stdout
        self.assertNotIn("95 %", text)

    def test_autocorrelation_of_random_models_and_of_one(self):
        study = self.item("autocorrelation", "--models", 5, "--steps", 2000, "--lags", 4)
        self.assertEqual((len(study["mean"]), len(study["spread"])), (5, 5))
        self.assertGreater(study["negative_share"], 0.5)
        self.write(f=NEURON)
        one = self.item("autocorrelation", "f.csv", "--lags", 2, "--steps", 1000)
        self.assertAlmostEqual(one["R"][1], -1)

    def test_results_do_not_depend_on_threads(self):
        self.write(f=SQUARE)
        for item in (("split", "f.csv", "--pairs", 5), ("autocorrelation", "--models", 4, "--steps", 500)):
            texts = {self.run_drover("dynamics", *item, "--threads", threads).stdout for threads in (1, 3)}
            self.assertEqual(len(texts), 1)

    def test_degenerate_models_are_answered_in_words(self):
        self.write(one=ONE_STATE, line=COLLINEAR, vertex="feature,moment\nx,2\ny,4\n")
        for arguments in (("one.csv",), ("line.csv",), ("line.csv", "--moments", "vertex.csv")):
            for item in ITEMS:
                if item == "split" and arguments == ("one.csv",):
                    continue
                with self.subTest(item=item, arguments=arguments):
                    done = self.run_drover("dynamics", item, *arguments, *FEW[item])
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertTrue(done.stdout)
        self.assertIn("the states span fewer dimensions", self.run_drover("dynamics", "torus", "line.csv").stdout)
        self.assertIn("all states taken are the same", self.run_drover("dynamics", "autocorrelation", "one.csv").stdout)
        self.assert_fails(3, "FEATURES one.csv: expected states with different features", "dynamics", "split", "one.csv")

    def test_pictures(self):
        self.write(f=TRIANGLE)
        for item in ITEMS:
            done = self.run_drover("dynamics", item, "f.csv", *FEW[item], "--svg", f"{item}.svg", "-o", f"{item}.txt")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""), item)
            self.assertTrue((self.folder / f"{item}.svg").read_text().rstrip().endswith("</svg>"))

    def test_images_are_png_and_models_of_one_and_three_features_are_drawn(self):
        self.write(one=NEURON, two="state,x,y\na,0,0\nb,1,0\nc,0,1\nd,1,1.3\n", three=ONE_OF_3)
        for name in ("one", "two", "three"):
            for item in ("orbit", "attractor", "tipi", "words", "period", "split"):
                with self.subTest(item=item, model=name):
                    done = self.run_drover("dynamics", item, f"{name}.csv", *FEW[item], "--svg", "a.svg")
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertNotIn("no data", (self.folder / "a.svg").read_text())
        for item in ("attractor", "tipi", "bifurcation"):
            zoom = "0.1,0.2,-1,1" if item == "bifurcation" else "-1,1,-1,1"
            few = FEW.get(item, ("--temperatures", "20", "--points", "5"))
            done = self.run_drover("dynamics", item, "two.csv", *few, "--zoom", zoom, "--png", "a.png")
            self.assertEqual((done.returncode, done.stderr), (0, ""), item)
            image = (self.folder / "a.png").read_bytes()
            self.assertEqual(image[:8], b"\x89PNG\r\n\x1a\n")
            self.assertEqual(int.from_bytes(image[16:20], "big"), 1000)
        for item in ("attractor", "tipi"):
            self.run_drover("dynamics", item, "one.csv", *FEW[item], "--png", "a.png")
            image = (self.folder / "a.png").read_bytes()
            self.assertEqual([int.from_bytes(image[k:k + 4], "big") for k in (16, 20)], [1000, 100], item)

    def test_bad_input_is_one_line_and_leaves_no_file(self):
        self.write(f=ONE_OF_3, line=COLLINEAR)
        for item in ITEMS:
            self.assert_fails(4, "none.csv: cannot read: No such file or directory", "dynamics", item, "none.csv")
            self.assert_fails(3, '--svg and -o: expected two files, got "a" twice', "dynamics", item, "f.csv",
                              "--svg", "a", "-o", "a")
            self.assert_fails(3, "--svg and -o: expected one of them on standard output, got both", "dynamics",
                              item, "f.csv", "--svg", "-")
        for item in ("attractor", "tipi"):
            for zoom, message in (("1,2,3", 'expected four numbers x0,x1,y0,y1, got "1,2,3"'),
                                  ("1,2,3,4,5", 'expected four numbers x0,x1,y0,y1, got "1,2,3,4,5"'),
                                  ("2,1,3,4", 'expected x0 below x1 and y0 below y1, got "2,1,3,4"'),
                                  ("1,x,3,4", 'expected a number, got "x"')):
                self.assert_fails(3, "--zoom: " + message, "dynamics", item, "f.csv", "--zoom", zoom)
            self.assert_fails(3, '--png and --svg: expected two files, got "a" twice', "dynamics", item, "f.csv",
                              "--svg", "a", "--png", "a")
        self.assert_fails(3, "--steps: expected 1 to 2*10^9, got 0", "dynamics", "words", "f.csv", "--steps", 0)
        self.assert_fails(3, "--scale: expected at least 0, got -1", "dynamics", "autocorrelation", "--scale", -1)
        self.assert_fails(3, "--svg: no torus: the states span fewer dimensions than there are states less one",
                          "dynamics", "torus", "line.csv", "--svg", "a.svg")

    def test_partition_counts_cells_beside_words(self):
        self.write(f=TRIANGLE, p="state,p\na,.3318\nb,.3077\nc,.3605\n")
        options = ("--length", 8, "--settling", 16, "--steps", 20000, "--draw", 4)
        result = self.json_of("dynamics", "partition", "f.csv", "--probabilities", "p.csv", *options, "--svg", "a.svg")
        self.assertEqual(result["settled_words"], [n * n + n + 1 for n in range(1, 9)])
        self.assertEqual(result["M"], result["settled_words"])
        self.assertEqual(result["plane_cells"][:4], [3, 9, 24, 56])
        self.assertEqual(len(result["settled_exponents"]), 4)
        self.assertIn("Cells of words of 4 states", (self.folder / "a.svg").read_text())
        one, two = (self.run_drover("dynamics", "partition", "f.csv", *options, "--threads", n).stdout for n in (1, 2))
        self.assertEqual(one, two)

    def test_partition_of_bad_input(self):
        self.write(f=ONE_OF_3, s=SQUARE, m="feature,moment\nx,5\ny,0\n")
        self.assert_fails(3, "f.csv: expected two features, got 3", "dynamics", "partition", "f.csv")
        self.assert_fails(3, "f.csv: expected two features, got 3", "dynamics", "partition", "f.csv", "--length", 4)
        self.assert_fails(3, "FEATURES s.csv: more than 1000 cells: expected shorter words, or less settling",
                          "dynamics", "partition", "s.csv", "--max-cells", 1000)
        outside = self.run_drover("dynamics", "partition", "s.csv", "--moments", "m.csv", "--steps", 100).stdout
        self.assertIn("No square and no settled words", outside)

    def test_command_line_errors(self):
        for arguments in (("words",), ("fly",), (), ("autocorrelation", "f.csv", "--models", 3),
                          ("autocorrelation", "--start", "zero"), ("words", "f.csv", "--steps", "x")):
            done = self.run_drover("dynamics", *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)

    def test_interrupt_writes_nothing(self):
        self.write(f=NEURON, m="feature,moment\nx,0.61803398874989\n")
        self.write(always="feature,moment\nx,1\n")
        for item in (("period", "f.csv", "--moments", "m.csv", "--max-period", "1e11"),
                     ("split", "f.csv", "--moments", "always.csv", "--steps", "1e9"),
                     ("autocorrelation", "--models", 1000, "--steps", "1e7")):
            self.assert_interrupted("dynamics", *item)

    def test_rounding_is_stated(self):
        self.write(f=NEURON, m="feature,moment\nx,0.1234567890123456789\n")
        result = self.item("period", "f.csv", "--moments", "m.csv")
        self.assertGreater(result["target_rounding"], 0)
        text = self.run_drover("dynamics", "period", "f.csv", "--moments", "m.csv", "--max-period", 10).stdout
        self.assertIn("target rounded by at most", text)

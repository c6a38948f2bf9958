"""drover dynamics bifurcation"""
from support import LONG, CliTest

FOUR = "state,a,b\ns0,1,0.2\ns1,-0.6,0.9\ns2,-0.8,-0.7\ns3,0.5,-1.1\n"
NEURON = "state,x\noff,0\non,1\n"
FIVE = "state,a,b\ns0,-1.49,1.84\ns1,0.89,-0.4\ns2,1.08,-0.01\ns3,0,-1.2\ns4,0.65,-0.52\n"
TEXT = """\
states    2
features  1

feature  moment  theta
x           0.5      0

The fixed point is T theta, with theta of maximum likelihood; it is stable above T = 0.125.
From there on as T falls: 1 -> 2 down to T = 0.05.

threshold  period before      T  gap ratio
flip                   1  0.125

Of 4 temperatures from 0.2 to 0.05, 4 end in a cycle, 0 on a torus, 0 in chaos; 0 are undecided.
The highest exponent is -0.154 nats per step, at T = 0.05.
"""


class Bifurcation(CliTest):
    def setUp(self):
        super().setUp()
        self.write(four=FOUR, neuron=NEURON)

    def result(self, *arguments):
        return self.json_of("dynamics", "bifurcation", *arguments)

    def test_period_doubling_of_four_states(self):
        found = self.result("four.csv", "--temperatures", "20", "--points", "10")
        self.assertEqual((found["format"], found["item"], found["status"]),
                         ("drover.dynamics/1", "bifurcation", "found"))
        flips = found["thresholds"]
        self.assertAlmostEqual(found["t_1"], 0.3328377325, delta=1e-9)
        self.assertAlmostEqual(flips[0]["temperature"], 0.3328377325, delta=1e-9)
        self.assertEqual([flip["kind"] for flip in flips], ["flip"] * len(flips))
        self.assertEqual([flip["period"] for flip in flips], [2**k for k in range(len(flips))])
        self.assertEqual([flip["gap_ratio"] for flip in flips[:2]], [None, None])
        self.assertAlmostEqual(flips[-1]["gap_ratio"], 4.6692, delta=0.01)
        self.assertLess(found["t_inf"], flips[-1]["temperature"])
        self.assertTrue(found["route"].startswith("1 -> 2 -> 4 -> 8"), found["route"])
        for theta in found["theta_mle"]:  # uniform
            self.assertAlmostEqual(theta, 0, delta=1e-9)

    @LONG
    def test_a_cascade_has_its_limit_though_another_follows(self):
        self.write(five=FIVE)
        found = self.result("five.csv", "--temperatures", "2")
        self.assertEqual([one["periods"][0] for one in found["cascades"]], [1, 40])
        self.assertEqual(found["cascades"][0]["periods"], [2**k for k in range(9)])
        self.assertAlmostEqual(found["t_inf"], 0.5857871944, delta=1e-9)
        self.assertEqual([one["t_inf"] for one in found["cascades"]], [found["t_inf"], None])
        self.assertEqual([one["cascade"] for one in found["thresholds"]],
                         [1 if one["temperature"] > found["t_inf"] else 2 for one in found["thresholds"]])
        text = self.run_drover("dynamics", "bifurcation", "five.csv", "--temperatures", "2").stdout
        self.assertIn("T falls: 1 -> 2 -> 4 -> 8 -> ... -> 256 -> ... by period doubling, which ends at T = 0.585787", text)
        self.assertNotIn("then 40", text)
        self.assertIn(40, [window["period"] for window in found["windows"]])  # below the limit: a window
        self.assertLess(found["t_inf_error"], 1e-7)
        self.assertIn("threshold  period before             T  gap ratio  cascade\n", text)
        self.assertIn("flip                 256  0.5857880955     4.6693        1\n", text)
        self.assertIn("flip                  40  0.5851910716                   2\n", text)

    def test_every_temperature_is_named_and_the_counts_add_up(self):
        found = self.result("four.csv", "--from", "0.12", "--to", "0.07", "--temperatures", "20", "--exponent-steps", "2e5")
        kinds = [at["kind"] for at in found["periods"]]
        counts = {kind: found[kind + "_count"] for kind in ["cycle", "torus", "chaos", "undecided"]}
        self.assertEqual(sum(counts.values()), 20)
        for kind, count in counts.items():
            self.assertEqual(kinds.count(kind), count)
        self.assertGreater(counts["chaos"], 5)
        for at in found["periods"]:
            self.assertEqual(at["period"] is None, at["kind"] != "cycle")
            self.assertEqual(at["lyapunov"], at["spectrum"][0])
            self.assertEqual((len(at["spectrum"]), len(at["spectrum_errors"])), (2, 2))
            if at["kind"] == "chaos":
                self.assertGreater(at["lyapunov"], 3 * at["spectrum_errors"][0])

    def test_exponents_of_few_and_many_steps_agree_within_their_errors(self):
        runs = [self.result("four.csv", "--from", "0.0767", "--to", "0.0766", "--temperatures", "2", "--exponent-steps",
                            steps)["periods"][0] for steps in ["1e4", "1e6"]]
        errors = [at["spectrum_errors"][0] for at in runs]
        self.assertLess(abs(runs[0]["lyapunov"] - runs[1]["lyapunov"]), 4 * errors[0])
        self.assertLess(errors[1], 0.001)  # three digits of 0.22
        self.assertLess(errors[1], errors[0] / 5)

    def test_one_neuron_doubles_once_at_an_eighth(self):
        found = self.result("neuron.csv", "--temperatures", "10")
        self.assertEqual(len(found["thresholds"]), 1)
        self.assertAlmostEqual(found["thresholds"][0]["temperature"], 1 / 8, delta=1e-12)
        self.assertEqual(found["t_inf"], None)
        self.assertEqual(found["windows"], [])
        self.assertEqual([at["period"] for at in found["periods"]], [1] + [2] * 9)
        self.assertTrue(all(at["lyapunov"] < 0 for at in found["periods"]))

    def test_options_are_echoed_and_temperatures_come_in_either_order(self):
        down = self.result("neuron.csv", "--from", "1/5", "--to", "0.1", "--temperatures", "3", "--max-period", "8",
                           "--max-steps", "1e3", "--points", "5", "--start", "moments", "--exponent-steps", "2e3")
        up = self.result("neuron.csv", "--from", "0.1", "--to", "0.2", "--temperatures", "3", "--max-period", "8",
                         "--max-steps", "1000", "--points", "5", "--start", "moments", "--exponent-steps", "2000")
        self.assertEqual(down, up)
        keys = ["from", "to", "temperatures", "max_period", "max_steps", "points", "start", "exponent_steps"]
        self.assertEqual([down[key] for key in keys], [0.2, 0.1, 3, 8, 1000, 5, "moments", 2000])
        temperatures = [at["temperature"] for at in down["periods"]]
        self.assertEqual(len(temperatures), 3)
        for found, expected in zip(temperatures, [0.2, 0.15, 0.1]):
            self.assertAlmostEqual(found, expected, delta=1e-12)

    def test_moments_and_probabilities_that_agree_give_the_same(self):
        self.write(p="state,p\noff,3\non,1\n", m="feature,m\nx,0.25\n")
        by_probabilities = self.result("neuron.csv", "--probabilities", "p.csv", "--temperatures", "5")
        by_moments = self.result("neuron.csv", "--moments", "m.csv", "--temperatures", "5")
        self.assertEqual(by_probabilities["thresholds"], by_moments["thresholds"])
        self.assertAlmostEqual(by_moments["t_1"], 3 / 32, delta=1e-12)  # p (1 - p) / 2

    def test_threads_change_no_byte(self):
        outputs = []
        for threads in ["1", "2"]:
            done = self.run_drover("dynamics", "bifurcation", "four.csv", "--temperatures", "20", "--points", "10",
                                   "--threads", threads, "--json", "--svg", f"{threads}.svg")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            text = done.stdout.replace(f'"threads":{threads},', "").replace(f"{threads}.svg", "")
            outputs.append((text, (self.folder / f"{threads}.svg").read_bytes()))
        self.assertEqual(outputs[0], outputs[1])

    def test_text_output_whole(self):
        done = self.run_drover("dynamics", "bifurcation", "neuron.csv", "--from", "0.2", "--to", "0.05",
                               "--temperatures", "4")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, TEXT)

    def test_picture_has_the_attractors_and_the_thresholds(self):
        done = self.run_drover("dynamics", "bifurcation", "neuron.csv", "--temperatures", "5", "--svg", "-", "-o",
                               "result.txt")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for text in ["<svg", "temperature T", "weight of x", "on a cycle", "thresholds of the route"]:
            self.assertIn(text, done.stdout)

    def test_without_a_finite_point_of_maximum_likelihood(self):
        self.write(edge="x\n1\n", out="x\n1.5\n")
        for file, status, words in [("edge.csv", "boundary", "on the boundary of the hull"),
                                    ("out.csv", "outside", "outside the hull")]:
            with self.subTest(status=status):
                found = self.result("neuron.csv", "--moments", file)
                self.assertEqual([found[key] for key in ["status", "t_1", "t_inf", "thresholds", "periods", "theta_mle"]],
                                 [status, None, None, [], [], []])
                done = self.run_drover("dynamics", "bifurcation", "neuron.csv", "--moments", file, "--svg", "p.svg")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertIn("No finite point of maximum likelihood: the moments are " + words, done.stdout)

    def test_states_that_are_all_equal_stay_where_they_are(self):
        self.write(same="state,x\ns,2\nt,2\n")
        found = self.result("same.csv", "--temperatures", "3")
        self.assertEqual((found["status"], found["t_1"], found["thresholds"]), ("found", None, []))

    def test_bad_options(self):
        cases = [
            ("--from: expected a temperature above 0, got 0", ["--from", "0"]),
            ("--to: expected a temperature above 0, got -1", ["--to", "-1"]),
            ('--from: expected a number, got "x"', ["--from", "x"]),
            ('--to: expected a number, got "nan"', ["--to", "nan"]),
            ("--from and --to: expected two temperatures, got 0.3 twice", ["--from", "0.3", "--to", "0.30"]),
            ("--from and --to: expected temperatures within a factor of 10^9, got 1 and 1e-30",
             ["--from", "1", "--to", "1e-30"]),
            ("--temperatures: expected 2 to 20000, got 1", ["--temperatures", "1"]),
            ("--points: expected 1 to 10^9, got 0", ["--points", "0"]),
            ("--exponent-steps: expected 64 to 10^12, got 9", ["--exponent-steps", "9"]),
            ("--svg and -o: expected one of them on standard output, got both", ["--svg", "-"]),
            ('--svg and -o: expected two files, got "a" twice', ["--svg", "a", "-o", "a"]),
        ]
        for message, arguments in cases:
            with self.subTest(arguments=arguments):
                self.assert_fails(3, message, "dynamics", "bifurcation", "four.csv", *arguments)

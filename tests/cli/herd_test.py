"""drover herd"""
import gzip
import hashlib
import json
import subprocess

import support
from support import CliTest

BITS = "state,a,b,ab\n00,0,0,0\n01,0,1,0\n10,1,0,0\n11,1,1,1\n"
COIN = "side,x\ntails,0\nheads,1\n"


class Herd(CliTest):
    def test_text_output_whole(self):
        self.write(coin=COIN, p="state,p\nheads,3/7\ntails,4/7\n")
        done = self.run_drover("herd", "coin.csv", "--probabilities", "p.csv", "--steps", "14")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, (
            "state  count     share\n"
            "tails      8  0.571429\n"
            "heads      6  0.428571\n"
            "\n"
            "feature    moment   average  error  weight\n"
            "x        0.428571  0.428571      0       0\n"
            "\n"
            "steps               14\n"
            "worst moment error  0\n"
            "  times steps       0\n"
            "L2 moment error     0\n"
            "positive margins    0\n"
            "worst margin        0\n"
            "moments possible    yes\n"
            "arithmetic          64-bit integers, exact\n"
            "digest              375123927fb7923966a83f9777ca21f8\n"))

    def test_picture_of_the_error_beside_independent_draws_and_the_bound(self):
        self.write(f=BITS)
        plain = self.run_drover("herd", "f.csv", "--steps", "1000")
        drawn = self.run_drover("herd", "f.csv", "--steps", "1000", "--svg", "error.svg")
        self.assertEqual((drawn.returncode, drawn.stdout), (0, plain.stdout))
        text = (self.folder / "error.svg").read_text()
        for words in ("herding", "independent draws", "2R/T", "Discrepancy"):
            self.assertIn(words, text)

    def test_json_echoes_options_and_results(self):
        self.write(f=BITS)
        result = self.json_of("herd", "f.csv", "--steps", "1000")
        self.assertEqual(result["format"], "drover.herd/1")
        self.assertEqual(result["counts"], [251, 249, 249, 251])
        self.assertEqual(result["worst_moment_error"], 0.001)
        self.assertEqual(result["positive_margins"], 0)
        self.assertEqual(result["unreachable_states"], [])
        self.assertEqual(result["weights"], [0, 0, -1])
        for key in ("features", "burn_in", "start", "eta", "rates", "rule", "threads", "seed", "digest"):
            self.assertIn(key, result)

    def test_impossible_moments_go_to_the_nearest_possible(self):
        self.write(f=BITS, m="feature,moment\na,.2\nb,.2\nab,.5\n")
        result = self.json_of("herd", "f.csv", "--moments", "m.csv", "--steps", "1000")
        self.assertEqual(result["averages"], [0.3, 0.3, 0.3])
        self.assertGreater(result["positive_margins"], 900)
        self.assertAlmostEqual(result["distance_outside"], 0.06 ** 0.5, places=3)
        text = self.run_drover("herd", "f.csv", "--moments", "m.csv").stdout
        self.assertIn("No mix of the states has these moments.", text)

    def test_golden_sequences_of_a_discrete_variable(self):
        one_of_4 = "s,a,b,c,d\n0,1,0,0,0\n1,0,1,0,0\n2,0,0,1,0\n3,0,0,0,1\n"
        self.write(f=one_of_4, p="s,p\n0,.1\n1,.2\n2,.3\n3,.4\n")
        for start, expected in (("zero", "0321323123"), ("moments", "3213023123")):
            self.json_of("herd", "f.csv", "--probabilities", "p.csv", "--start", start, "--steps", "20",
                         "--states", "s.csv")
            states = (self.folder / "s.csv").read_text().split()
            self.assertEqual(states[0], "state")
            self.assertEqual("".join(states[1:]), 2 * expected)

    def test_number_files_long_wide_and_plain_are_the_same(self):
        self.write(f=BITS, long="state,p\n11,.4\n00,.1\n01,.2\n10,.3\n", wide="00,11,01,10\n.1,.4,.2,.3\n",
                   column="p\n.1\n.2\n.3\n.4\n", line=".1,.2,.3,.4\n", bare="00,.1\n01,.2\n10,.3\n11,.4\n",
                   counts="state,count\n00,10\n01,20\n10,30\n11,40\n")
        digests = {self.json_of("herd", "f.csv", "--probabilities", f"{name}.csv")["digest"]
                   for name in ("long", "wide", "column", "line", "bare", "counts")}
        self.assertEqual(len(digests), 1)

    def test_fractions_over_2_to_the_60_are_exact(self):
        self.write(f="s,x,y\na,0,0\nb,1,0\nc,0,1\n",
                   p="s,p\na,263045375027843588/1152921504606846976\n"
                     "b,626830754551159800/1152921504606846976\nc,263045375027843588/1152921504606846976\n")
        result = self.json_of("herd", "f.csv", "--probabilities", "p.csv", "--steps", "100000")
        self.assertEqual(result["arithmetic"], "128-bit integers, exact")
        self.assertLess(result["worst_moment_error"], 2e-5)
        self.assertEqual(result["positive_margins"], 0)

    def test_long_decimals_are_rounded_and_it_says_so(self):
        self.write(f="s,x\na,0.12345678901234567\nb,1.9876543210987654e-05\nc,-3.1415926535897931\n",
                   p="s,p\na,0.33333333333333331\nb,0.33333333333333331\nc,0.33333333333333331\n")
        result = self.json_of("herd", "f.csv", "--probabilities", "p.csv", "--steps", "1000000")
        self.assertEqual(result["feature_rounding"], 2.0 ** -33)
        self.assertLess(result["worst_moment_error"], 1e-5)

    def test_numbers_of_any_length_go_to_the_grid(self):
        self.write(f="s,x\na,0.123456789012345678901234567890123456\nb,-0.3\n")
        self.assertEqual(self.json_of("herd", "f.csv")["feature_rounding"], 2.0 ** -33)

    def test_interior_state_is_unreachable(self):
        self.write(f="s,x,y\na,1,1\nb,-1,1\nc,-1,-1\nd,1,-1\nmiddle,0,0.5\n")
        result = self.json_of("herd", "f.csv")
        self.assertEqual(result["unreachable_states"], ["middle"])
        self.assertEqual(result["counts"][4], 0)

    def test_states_that_came_by_a_full_tie_are_not_unreachable(self):
        self.write(f="s,v\nH,1\nT,1/2\nU,5\n")
        result = self.json_of("herd", "f.csv", "--steps", "99")
        self.assertGreater(result["counts"][0], 0)
        self.assertEqual(result["unreachable_states"], [])

    def test_distance_does_not_depend_on_eta(self):
        self.write(f=BITS, m="feature,moment\na,.2\nb,.2\nab,.5\n")
        distances = [self.json_of("herd", "f.csv", "--moments", "m.csv", "--eta", eta)["distance_outside"]
                     for eta in ("1", "2", "1/7")]
        self.assertEqual(len(set(distances)), 1)

    def test_the_greedy_rule_knows_impossible_moments_too(self):
        self.write(f=BITS, m="feature,moment\na,.2\nb,.2\nab,.5\n")
        self.assertFalse(self.json_of("herd", "f.csv", "--moments", "m.csv", "--rule", "greedy")["possible"])
        result = self.json_of("herd", "f.csv", "--rule", "greedy")
        self.assertEqual((result["possible"], result["unreachable_states"]), (True, None))

    def test_what_was_not_decided_is_not_said(self):
        self.write(f="s,x\n" + "".join(f"{i},{i}\n" for i in range(20001)))
        self.assertNotIn("moments possible", self.run_drover("herd", "f.csv", "--steps", "1").stdout)
        self.assertIsNone(self.json_of("herd", "f.csv", "--steps", "1")["possible"])

    def test_moments_on_the_hull_are_possible(self):
        self.write(f=BITS, m="feature,moment\na,.5\nb,.5\nab,.5\n")
        self.assertTrue(self.json_of("herd", "f.csv", "--moments", "m.csv")["possible"])

    def test_whole_numbers_may_have_exponents_and_numbers_blanks(self):
        self.write(f="s,x\na, 0\nb,1 \n")
        self.assertEqual(self.json_of("herd", "f.csv", "--steps", "1e4")["steps"], 10000)

    def test_eta_changes_no_state(self):
        self.write(f=BITS)
        digests = {self.json_of("herd", "f.csv", "--eta", eta)["digest"] for eta in ("1", "1/3", "2.5")}
        self.assertEqual(len(digests), 1)

    def test_rates_start_file_and_greedy_rule(self):
        self.write(f=BITS, r="feature,rate\na,2\nb,1/2\nab,3\n", w="feature,w\na,0.5\nb,0\nab,-1/3\n")
        for extra in (["--rates", "r.csv"], ["--start", "w.csv"], ["--rule", "greedy"]):
            result = self.json_of("herd", "f.csv", "--steps", "10000", *extra)
            self.assertLess(result["worst_moment_error"], 5e-4)

    def test_burn_in_drops_the_first_states(self):
        self.write(f=BITS)
        self.run_drover("herd", "f.csv", "--steps", "30", "--states", "all.csv")
        self.run_drover("herd", "f.csv", "--steps", "20", "--burn-in", "10", "--states", "late.csv")
        states = [(self.folder / name).read_text().split()[1:] for name in ("all.csv", "late.csv")]
        self.assertEqual(states[0][10:], states[1])

    def test_features_from_standard_input(self):
        done = self.run_drover("herd", "-", "--steps", "4", stdin=COIN)
        self.assertEqual(done.returncode, 0)

    def test_gzip_input_gives_the_same_digest(self):
        self.write(f=BITS, p="state,p\n00,.1\n01,.2\n10,.3\n11,.4\n")
        for name in ("f", "p"):
            (self.folder / f"{name}.csv.gz").write_bytes(gzip.compress((self.folder / f"{name}.csv").read_bytes()))
        plain = self.json_of("herd", "f.csv", "--probabilities", "p.csv")["digest"]
        self.assertEqual(self.json_of("herd", "f.csv.gz", "--probabilities", "p.csv.gz")["digest"], plain)
        done = subprocess.run([support.PROGRAM, "herd", "-", "--probabilities", "p.csv", "--json"], cwd=self.folder,
                              input=gzip.compress(BITS.encode()), capture_output=True, check=False)
        self.assertEqual((done.returncode, json.loads(done.stdout)["digest"]), (0, plain))

    def test_degenerate_models(self):
        self.write(one="s,x\nonly,5\n", constant="s,x,c\na,0,7\nb,1,7\n", vertex="f,m\nx,1\n", coin=COIN)
        self.assertEqual(self.json_of("herd", "one.csv")["counts"], [1000])
        self.assertEqual(self.json_of("herd", "constant.csv")["counts"], [500, 500])
        self.assertEqual(self.json_of("herd", "coin.csv", "--moments", "vertex.csv")["counts"], [1, 999])
        self.assertEqual(self.json_of("herd", "coin.csv", "--steps", "0")["counts"], [0, 0])

    def test_bytes_do_not_depend_on_threads(self):
        self.write(f=BITS)
        outputs = {hashlib.sha256(self.run_drover("herd", "f.csv", "--threads", n).stdout.encode()).hexdigest()
                   for n in (1, 2, 8)}
        self.assertEqual(len(outputs), 1)

"""drover neuron"""
from support import CliTest


def rabbit_word(length):
    word = "1"
    while len(word) < length:
        word = "".join("10" if c == "1" else "1" for c in word)
    return word[:length]


class Neuron(CliTest):
    def test_text_output_whole(self):
        done = self.run_drover("neuron", "--rate", "3/7", "--steps", "14")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stdout, (
            "rate            3/7\n"
            "start           0\n"
            "steps           14\n"
            "states          01010100101010\n"
            "ones            6\n"
            "last weight     0\n"
            "lowest weight   -0.428571\n"
            "highest weight  0.428571\n"
            "discrepancy     0.428571\n"
            "digest          375123927fb7923966a83f9777ca21f8\n"))

    def test_json_output_whole(self):
        self.assertEqual(self.json_of("neuron", "--rate", "0.3", "--steps", "20"), {
            "format": "drover.neuron/1", "rate": "0.3", "start": "0", "steps": 20, "threads": 0, "seed": 0,
            "interrupted": False, "states": "01001001000100100100", "ones": 6, "last_weight": 0.0,
            "lowest_weight": -0.6, "highest_weight": 0.3, "discrepancy": 0.6,
            "digest": "e49afe168a4bcc15c56016e5b6c50452"})

    def test_golden_rate_gives_the_rabbit_word(self):
        result = self.json_of("neuron", "--rate", "golden", "--steps", "100000")
        self.assertEqual(result["states"], rabbit_word(100000))
        self.assertEqual(result["ones"], rabbit_word(100000).count("1"))
        self.assertLessEqual(result["discrepancy"], 1)

    def test_numbers_with_a_root_are_exact(self):
        for rate in ("(sqrt(5)-1)/2", "sqrt(5)/2-0.5", "golden"):
            result = self.json_of("neuron", "--rate", rate, "--start", "2*golden-1", "--steps", "20000")
            self.assertEqual(result["states"], rabbit_word(20000), rate)
            self.assertEqual(result["start"], "-2+sqrt(5)")
        self.assert_fails(3, "--rate: expected golden or a number, got \"sqrt\"", "neuron", "--rate", "sqrt")
        self.assert_fails(3, "--rate and --start: expected numbers with one square root, got sqrt(2) and sqrt(5)", "neuron", "--rate", "sqrt(2)/2",
                          "--start", "golden")

    def test_half_start_halves_the_discrepancy(self):
        result = self.json_of("neuron", "--rate", "3/7", "--start", "-1/14", "--steps", "1000")
        self.assertLessEqual(result["discrepancy"], 0.5)

    def test_rates_are_0_to_1(self):
        for rate, states in (("0", "0000"), ("1", "0111"), ("999999999/1000000000", "0111"), ("sqrt(2)-1", "0101")):
            self.assertEqual(self.json_of("neuron", f"--rate={rate}", "--steps", "4")["states"], states)
        for rate in ("1.3", "-1/7", "1e20", "sqrt(2)", "1-sqrt(2)", "1000000000000000001/1000000000000000000"):
            self.assert_fails(3, f'--rate: expected 0 to 1, got "{rate}"', "neuron", f"--rate={rate}")

    def test_same_states_give_the_same_digest(self):
        a = self.json_of("neuron", "--rate", "0.3", "--steps", "50")
        b = self.json_of("neuron", "--rate", "3/10", "--start", "0.00", "--steps", "50", "--threads", "7")
        self.assertEqual(a["digest"], b["digest"])

    def test_no_steps(self):
        result = self.json_of("neuron", "--rate", "3/7", "--steps", "0")
        self.assertEqual((result["states"], result["ones"], result["discrepancy"]), ("", 0, 0))

    def test_picture_of_the_map_and_the_orbit(self):
        plain = self.run_drover("neuron", "--rate", "3/7", "--steps", "1000")
        drawn = self.run_drover("neuron", "--rate", "3/7", "--steps", "1000", "--svg", "neuron.svg")
        self.assertEqual(drawn.stdout, plain.stdout)
        text = (self.folder / "neuron.svg").read_text()
        for words in ("A neuron of rate 3/7, the first 30 steps", "at rest: w + rate", "firing: w + rate - 1", ">start<"):
            self.assertIn(words, text)
        self.run_drover("neuron", "--rate", "golden", "--svg", "golden.svg")
        self.assertIn("the rabbit sequence below", (self.folder / "golden.svg").read_text())

    def test_weights_on_demand(self):
        result = self.json_of("neuron", "--rate", "1/2", "--steps", "3", "--weights")
        self.assertEqual(result["weights"], [0.5, 0, 0.5])

    def test_output_file(self):
        done = self.run_drover("neuron", "--rate", "1/2", "--steps", "3", "--json", "-o", "n.json")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertIn('"states":"010"', (self.folder / "n.json").read_text())

    def test_bad_options(self):
        cases = [
            ('--rate: expected golden or a number, got "abc"', ["--rate", "abc"]),
            ('--rate: expected golden or a number, got "nan"', ["--rate", "nan"]),
            ('--rate: expected golden or a number, got "inf"', ["--rate", "inf"]),
            ('--rate: expected golden or a number, got "1/0"', ["--rate", "1/0"]),
            ('--rate: expected golden or a number, got ""', ["--rate", ""]),
            ('--start: expected a number, got "x"', ["--rate", "1/2", "--start", "x"]),
            ('--start: expected a number, got "x"', ["--rate", "golden", "--start", "x"]),
            ("--steps: expected 0 to 10^9, got -1", ["--rate", "1/2", "--steps", "-1"]),
            ("--rate: number too large or too long: expected at most 127 bits (38 digits) above and below the line",
             ["--rate", "1e99"]),
            ("neuron: rate and start over their common denominator must stay below 2^62 for 100 steps, but may reach "
             "1e+20", ["--rate", "1", "--start", "1e20"]),
        ]
        for message, arguments in cases:
            with self.subTest(arguments=arguments):
                self.assert_fails(3, message, "neuron", *arguments)

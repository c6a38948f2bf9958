"""drover synth on tables as they are published: rounded, noisy, suppressed, contradictory"""
import random

from synth_support import PAIRS, SynthTest, count_values, table_text, total_variation, townspeople


class Dirty(SynthTest):
    def setUp(self):
        super().setUp()
        self.people = townspeople(5000)

    def write_changed(self, change, name="count"):
        """The tables of the people, each count changed; all cells are listed. Their file names."""
        values = {column: sorted({person[column] for person in self.people}) for column in self.people[0]}
        for pair in PAIRS:
            counts = count_values(self.people, pair)
            lines = [f"{a},{b},{change(counts[a, b])}" for a in values[pair[0]] for b in values[pair[1]]]
            self.write(**{"_".join(pair): "\n".join([",".join(pair) + f",{name}", *lines]) + "\n"})
        return ["_".join(pair) + ".csv" for pair in PAIRS]

    def distance_to_the_truth(self, rows):
        return sum(total_variation(rows, self.people, pair) for pair in PAIRS) / len(PAIRS)

    def test_counts_rounded_to_10(self):
        files = self.write_changed(lambda count: (count + 5) // 10 * 10)
        result, rows = self.synth(*files)
        self.assertIn("soft", result["zeros_used"])
        self.assertLess(self.distance_to_the_truth(rows), 0.008)

    def test_gaussian_noise_with_negative_counts(self):
        dice = random.Random(3)
        files = self.write_changed(lambda count: f"{count + dice.gauss(0, 20):.4f}")
        result, rows = self.synth(*files, "-n", 5000, "--noisy")
        self.assertFalse(result["exact"])
        self.assertLess(self.distance_to_the_truth(rows), 0.02)

    def test_noise_of_known_size_is_taken_out(self):
        dice = random.Random(5)
        files = self.write_changed(lambda count: f"{count + dice.gauss(0, 100):.4f}")
        result, rows = self.synth(*files, "--noisy", "--noise", 100)
        self.assertEqual(result["noise_used"], "standard deviation 100, as given; tables shrunk")
        self.assertEqual(result["noise"], "100")
        self.assertAlmostEqual(len(rows), 5000, delta=200)
        self.assertLess(self.distance_to_the_truth(rows), 0.08)
        plain, _ = self.synth(*files, "--noisy", "--noise", 0)
        self.assertEqual(plain["noise_used"], "")

    def test_noise_is_estimated_from_many_counts_below_0(self):
        dice = random.Random(6)
        lines = [f"{a},{b},{200 * (a == b) + dice.gauss(0, 30):.4f}" for a in range(12) for b in range(12)]
        self.write(ab="a,b,count\n" + "\n".join(lines) + "\n")
        result, _ = self.synth("ab.csv", "--noisy")
        self.assertRegex(result["noise_used"], r"standard deviation (2[5-9]|3[0-5])[.\d]*, estimated from the counts "
                                               r"below 0; tables shrunk")

    def test_exact_tables_are_not_shrunk(self):
        files = self.write_changed(lambda count: count)
        _, rows = self.synth(*files)
        _, same = self.synth(*files, "--noise", 0)
        self.assertEqual(rows, same)

    def test_noise_below_0_is_refused(self):
        self.write(a="a,count\n0,50\n1,50\n")
        self.assert_fails(3, "--noise: expected at least 0, got -1", "synth", "a.csv", "--noise=-1")

    def test_suppressed_cells_have_no_pull_and_are_counted(self):
        dice = random.Random(4)
        files = self.write_changed(lambda count: "" if dice.random() < 0.1 else count)
        result, rows = self.synth(*files, "-n", 5000, "--total", 5000)
        self.assertLess(self.distance_to_the_truth(rows), 0.02)
        self.assertGreater(sum(table["unknown_rows"] for table in result["tables"]), 0)
        self.assertLess(result["mean_tv"], 0.004)

    def test_a_suppressed_cell_is_filled_from_what_others_say(self):
        self.write(ab="a,b,count\n0,0,40\n0,1,10\n1,0,\n1,1,20\n", a="a,count\n0,50\n1,50\n", b="b,count\n0,70\n1,30\n")
        result, rows = self.synth("ab.csv", "a.csv", "b.csv", "-n", 1000)
        self.assertAlmostEqual(count_values(rows, "ab")["1", "0"], 300, delta=3)
        self.assertAlmostEqual(result["tables"][0]["unknown_rows"], 300, delta=3)

    def test_absent_cells_are_zero_or_unknown(self):
        self.write(ab="a,b,count\n0,0,40\n0,1,10\n1,1,20\n", a="a,count\n0,50\n1,50\n", b="b,count\n0,70\n1,30\n")
        _, rows = self.synth("ab.csv", "a.csv", "b.csv", "-n", 1000, "--absent", "unknown")
        self.assertAlmostEqual(count_values(rows, "ab")["1", "0"], 300, delta=3)
        _, rows = self.synth("ab.csv", "a.csv", "b.csv", "-n", 1000, "--zeros", "hard")
        self.assertEqual(count_values(rows, "ab")["1", "0"], 0)

    def test_shares_and_counts_together(self):
        self.write(ab="a,b,p\n0,0,0.125\n0,1,0.375\n1,0,1/4\n1,1,0.25\n", a="a,count\n0,7\n1,7\n")
        result, rows = self.synth("ab.csv", "a.csv", "-n", 800)
        self.assertEqual(count_values(rows, "ab"), {("0", "0"): 100, ("0", "1"): 300, ("1", "0"): 200, ("1", "1"): 200})
        self.assertEqual(result["worst_tv"], 0)

    def test_totals_that_differ_are_brought_to_one_unit(self):
        self.write(ab="a,b,count\n0,0,10\n0,1,20\n1,0,30\n1,1,40\n", a="a,count\n0,33\n1,77\n")
        result, rows = self.synth("ab.csv", "a.csv", "-n", 10000)
        self.assertFalse(result["exact"])
        self.assertEqual(result["unit"] & (result["unit"] - 1), 0)
        self.assertLess(result["rounding"], 1 / result["unit"])
        self.assertAlmostEqual(count_values(rows, "a")["0",], 3000, delta=5)

    def test_contradictory_tables_meet_in_the_middle(self):
        self.write(x="a,count\n0,60\n1,40\n", y="a,count\n0,40\n1,60\n", z="a,b,count\n0,0,25\n0,1,25\n1,0,25\n1,1,25\n")
        result, rows = self.synth("x.csv", "y.csv", "z.csv", "-n", 1000)
        self.assertAlmostEqual(count_values(rows, "a")["0",], 500, delta=3)
        self.assertGreater(result["positive_margins"], 0)

    def test_a_trusted_table_gets_the_smaller_error(self):
        self.write(x="a,b,count\n0,0,60\n0,1,10\n1,0,20\n1,1,10\n", y="a,b,count\n0,0,10\n0,1,40\n1,0,20\n1,1,30\n")
        plain, _ = self.synth("x.csv", "y.csv", "-n", 2000)
        x, y = (table["tv"] for table in plain["tables"])
        self.assertAlmostEqual(x, y, delta=0.01)
        for trusted, other in ((0, 1), (1, 0)):
            result, _ = self.synth("x.csv", "y.csv", "-n", 2000, "--trust", "xy"[trusted] + "=9")
            errors = [table["tv"] for table in result["tables"]]
            self.assertAlmostEqual(errors[other], 9 * errors[trusted], delta=0.02)

    def test_trust_may_come_again(self):
        self.write(x="a,b,count\n0,0,60\n1,1,40\n", y="a,b,count\n0,0,20\n1,1,80\n")
        plain, _ = self.synth("x.csv", "y.csv")
        same, _ = self.synth("x.csv", "y.csv", "--trust", "x=3", "--trust", "y=3")
        self.assertEqual(same["trust"], ["x=3", "y=3"])
        self.assertEqual(same["mean_tv"], plain["mean_tv"])

    def test_cells_with_a_small_standard_error_are_met_better(self):
        self.write(sure="a,b,count,se\n0,0,60,1\n0,1,10,1\n1,0,20,1\n1,1,10,1\n",
                   vague="a,b,count,se\n0,0,10,4\n0,1,40,4\n1,0,20,4\n1,1,30,4\n")
        result, _ = self.synth("sure.csv", "vague.csv", "-n", 2000)
        sure, vague = (table["tv"] for table in result["tables"])
        self.assertLess(3 * sure, vague)

    def test_one_scaled_table_changes_nothing_but_the_unit(self):
        files = self.write_changed(lambda count: count)
        self.write(age_work=table_text(3 * self.people, ("age", "work")))
        result, rows = self.synth(*files, "-n", 5000)
        self.assertFalse(result["exact"])
        self.assertLess(self.distance_to_the_truth(rows), 0.003)

    def test_counts_below_zero_are_no_rows(self):
        self.write(t="a,b,count\n0,0,50\n0,1,-5\n1,0,25\n1,1,30\n")
        result, rows = self.synth("t.csv", "-n", 1000, "--noisy")
        self.assertEqual(count_values(rows, "ab")["0", "1"], 0)
        self.assertGreater(result["worst_tv"], 0.04)

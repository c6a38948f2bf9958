"""drover paper entropy"""
import json
import os
import unittest
import xml.etree.ElementTree

import support
from paper_support import DATA, NO_DATA, PaperTest, without_times


class Entropy(PaperTest):
    @support.LONG
    def test_threads_change_nothing(self):
        arguments = ("paper", "entropy", "--samples", "200", "--models", "2")
        one = without_times(self.json_of(*arguments, "--threads", "1"))
        self.assertEqual(one, without_times(self.json_of(*arguments, "--threads", "3")))
        self.assertEqual(len(one["rows"]), 44)
        self.assertEqual(len(one["random_models"]), 14)

    @support.LONG
    def test_rates_of_the_singles_match_the_codings_from_zero(self):
        rows = self.rows_of("entropy", "--samples", "500", "--models", "0")
        for search in ("exact", "local"):
            indicators = rows["Abalone (substitute)", f"H.XX indicators, equal, start zero, {search}"]
            signs = rows["Abalone (substitute)", f"H.XX signs, singles x (n-1), start zero, {search}"]
            self.assertEqual(indicators["ours"], signs["ours"])

    def test_text_and_picture(self):
        done = self.run_drover("paper", "entropy", "--samples", "100", "--models", "1", "--svg", "e.svg")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("came closest to maximum entropy on Abalone (substitute)", done.stdout)
        xml.etree.ElementTree.fromstring((self.folder / "e.svg").read_text())

    def test_no_random_models(self):
        done = self.run_drover("paper", "entropy", "--samples", "100", "--models", "0")
        self.assertNotIn("on the random models", done.stdout)
        self.assertNotIn("nan", done.stdout)

    @support.LONG
    def test_interrupted_run_keeps_what_was_done(self):
        code, out, err = self.interrupt_drover("paper", "entropy", "--samples", "200000", "--json")
        self.assertEqual((code, err), (130, ""))
        self.assertTrue(json.loads(out)["interrupted"])

    def test_bad_input_is_named(self):
        self.assert_fails(3, "--models: expected 0 to 10000, got -1", "paper", "entropy", "--models", "-1")


@support.LONG
@unittest.skipUnless((DATA / "abalone").exists(), NO_DATA)
class EntropyOnData(PaperTest):
    def exact_pairs(self, result):
        return next(row for row in result["rows"]
                    if row["method"] == "H.XX indicators, equal, start moments, exact")

    def test_abalone_numbers(self):
        result = self.json_of("paper", "entropy", "--data", DATA, "--models", "0", "--samples", "2000")
        self.assertAlmostEqual(result["entropy_of_data"], 3.12026, delta=5e-6)
        self.assertAlmostEqual(result["entropy_of_maxent_pairs"], 3.19621, delta=5e-6)
        self.assertAlmostEqual(result["entropy_of_maxent_triples"], 3.15486, delta=5e-6)
        exact = self.exact_pairs(result)
        # with equal moments KL(herding || maximum entropy) is the difference of the entropies
        gap = result["entropy_of_maxent_pairs"] - exact["ours"]
        self.assertAlmostEqual(exact["kl_to_maxent"], gap, delta=0.01)

    @unittest.skipUnless(os.environ.get("DROVER_SLOW_TESTS"), "DROVER_SLOW_TESTS is not set")
    def test_abalone_entropy(self):
        result = self.json_of("paper", "entropy", "--data", DATA, "--models", "0")
        self.assertAlmostEqual(self.exact_pairs(result)["ours"], 3.1914, delta=5e-5)


if __name__ == "__main__":
    unittest.main()

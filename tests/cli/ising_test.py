"""drover ising"""
import math

from support import LONG, CliTest

FEW = ("--samples", "300", "--burn-in", "50")
SMALL = ("--size", "16", *FEW, "--reference", "400")
SAMPLES = {"correlation", "correlation_error", "abs_magnetisation", "abs_magnetisation_error", "correlations", "slope",
           "slope_error", "slope_range", "positive_margins", "worst_moment_error", "digest"}

DIGESTS = {"herding": "b81cb1386e67f863a5170f1dc8fb27c5", "swendsen-wang": "a26010c2a2971c79ffc4cd1bbd2c9a49",
           "gibbs": "4e2d7926c6e124651a31a825883e2497"}


class Ising(CliTest):
    def test_text_shows_both_methods_side_by_side(self):
        done = self.run_drover("ising", *SMALL)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "Ising model on 16 x 16 sites, torus, beta 0.440687 (critical); 300 samples after 50.")
        self.assertRegex(lines[1], r"^Edge moment 0\.7\d+ \(400 sweeps of Swendsen-Wang; the model's is 0\.726532\)\.$")
        self.assertRegex(lines[3], r"^ +herding +Swendsen-Wang +known$")
        for start in ("correlation over an edge", "|mean spin|", "slope of cluster sizes", "positive margins"):
            self.assertTrue(any(line.startswith(start) for line in lines), start)

    def test_json_has_what_is_promised(self):
        found = self.json_of("ising", *SMALL)
        self.assertLessEqual(SAMPLES, found.keys())
        self.assertEqual(found["format"], "drover.ising/1")
        self.assertAlmostEqual(found["correlation_exact"], 0.72653243, places=8)
        self.assertEqual(found["features"], ["nodes", "edges"])
        self.assertEqual(len(found["correlations"]), 8)
        (reference,) = found["compared_with"]
        self.assertEqual(reference["method"], "Swendsen-Wang")
        self.assertLessEqual(SAMPLES, reference.keys())

    def test_herded_correlation_is_the_moment_to_the_worst_error(self):
        found = self.json_of("ising", *SMALL, "--edge-moment", "0.6")
        self.assertEqual(found["edge_moment_used"], 0.6)
        self.assertLessEqual(abs(found["correlation"] - 0.6), found["worst_moment_error"])
        self.assertLess(found["worst_moment_error"], 2 * found["largest_weight"] / 300)

    def test_exact_moment_is_that_of_the_torus(self):
        found = self.json_of("ising", "--size", "16", *FEW, "--edge-moment", "exact", "--reference", "0")
        self.assertEqual(found["edge_moment_used"], 0.726532)
        self.assertEqual(found["compared_with"], [])

    def test_same_digest_for_any_number_of_threads(self):
        for method in ("herding", "swendsen-wang", "gibbs"):
            one, many = (self.json_of("ising", *SMALL, "--method", method, "--threads", n) for n in ("1", "3"))
            self.assertEqual(one["digest"], many["digest"], method)

    def test_digests_of_every_platform(self):
        digests = {method: self.json_of("ising", *SMALL, "--method", method, "--edge-moment", "0.7")["digest"]
                   for method in ("herding", "swendsen-wang", "gibbs")}
        self.assertEqual(digests, DIGESTS)

    def test_samplers_meet_the_exact_correlation(self):
        for method, samples in (("swendsen-wang", "4000"), ("gibbs", "20000")):
            found = self.json_of("ising", "--size", "8", "--method", method, "--samples", samples, "--beta", "0.3")
            self.assertLess(abs(found["correlation"] - found["correlation_exact"]), 4 * found["correlation_error"])
            self.assertIsNone(found["positive_margins"])

    def test_every_choice_of_features_runs(self):
        for features in ("edges", "nodes,edges,diagonals", "edges,plaquettes", "nodes,edges,far"):
            for order in ("raster", "checkerboard"):
                found = self.json_of("ising", *SMALL, "--features", features, "--order", order)
                self.assertEqual(found["features"], features.split(","))
                self.assertLess(abs(found["correlation"] - found["edge_moment_used"]), 0.1)

    def test_choices_of_the_search_change_the_samples(self):
        digests = {self.json_of("ising", *SMALL, *choice)["digest"]
                   for choice in ((), ("--sweeps", "1"), ("--start", "fresh"), ("--order", "checkerboard"),
                                  ("--node-rate", "1/10"), ("--seed", "1"), ("--boundary", "open"))}
        self.assertEqual(len(digests), 7)

    def test_the_old_word_for_the_previous_sample_is_taken(self):
        old = self.json_of("ising", *SMALL, "--start", "persistent")
        self.assertEqual(old["start"], "previous")
        self.assertEqual(old, self.json_of("ising", *SMALL, "--start", "previous"))

    def test_open_boundary_has_no_exact_correlation(self):
        found = self.json_of("ising", *SMALL, "--boundary", "open")
        self.assertIsNone(found["correlation_exact"])

    def test_edges_that_are_not_matched_have_no_moment(self):
        found = self.json_of("ising", *SMALL, "--features", "nodes,far")
        self.assertIsNone(found["edge_moment_used"])
        self.assertNotIn("Edge moment", self.run_drover("ising", *SMALL, "--features", "nodes,far").stdout)

    def test_errors_that_cannot_be_told_are_null(self):
        found = self.json_of("ising", "--size", "16", "--samples", "10", "--method", "gibbs")
        self.assertIsNone(found["slope_error"])

    def test_smallest_lattice(self):
        found = self.json_of("ising", "--size", "2", *FEW)
        self.assertTrue(math.isfinite(found["correlation"]))

    def test_pictures(self):
        done = self.run_drover("ising", *SMALL, "--images", "pictures", "--svg", "clusters.svg")
        self.assertEqual(done.returncode, 0)
        names = sorted(file.name for file in (self.folder / "pictures").iterdir())
        self.assertEqual(names, ["herding.svg", "swendsen-wang.svg"])
        self.assertIn("Clusters of like spins", (self.folder / "clusters.svg").read_text())

    def test_bad_input(self):
        for message, *arguments in (
                ("--size: expected 2 to 4096, got 0", "--size", "0"),
                ("--size: expected 2 to 4096, got 1", "--size", "1"),
                ("checkerboard order: expected even sides on a torus, got 5 x 5; use raster order",
                 "--size", "5", "--order", "checkerboard"),
                ("--beta: expected a number of at least 0, got -0.1", "--beta", "-0.1"),
                ('--beta: expected critical or a number, got "warm"', "--beta", "warm"),
                ("--edge-moment: expected auto, exact or a number from -1 to 1, got 1.2", "--edge-moment", "1.2"),
                ("--edge-moment: expected auto, exact or a number from -1 to 1, got -1.5", "--edge-moment", "-1.5"),
                ("--edge-moment exact: expected a torus, got an open boundary; use auto",
                 "--edge-moment", "exact", "--boundary", "open"),
                ('--sweeps: expected all or an integer from 1 to 10^6, got "0"', "--sweeps", "0"),
                ('--node-rate: expected a number above 0, got "0"', "--node-rate", "0"),
                ("--features far: expected a side of at least 4, got 3", "--size", "3", "--features", "nodes,far"),
                ("--samples: expected 1 to 10^7, got 0", "--samples", "0"),
                ("--reference 0: expected an --edge-moment, and no features but nodes and edges: other moments come "
                 "from the reference", "--reference", "0"),
                ("--svg and -o: expected one of them on standard output, got both", "--svg", "-")):
            with self.subTest(arguments=arguments):
                self.assert_fails(3, message, "ising", *arguments)

    def test_unknown_feature(self):
        done = self.run_drover("ising", "--features", "none")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn('expected nodes, edges, diagonals, plaquettes or far, got "none"', done.stderr)

    def test_folder_of_images_that_is_a_file(self):
        self.write(taken="x")
        self.assert_fails(4, "taken.csv: cannot make the folder: Not a directory", "ising", *SMALL, "--images", "taken.csv")


    def test_interrupt_writes_nothing(self):
        self.assert_interrupted("ising", "--samples", "1e6", "--images", "pictures")


class IsingSearch(CliTest):
    def test_interrupt_writes_nothing(self):
        self.assert_interrupted("paper", "ising", "--samples", "1e5")

    @LONG
    def test_far_pairs_bring_herding_closest(self):
        found = self.json_of("paper", "ising", "--size", "32", "--samples", "600", "--burn-in", "200")
        rows = found["rows"]
        self.assertEqual(rows[0]["method"], "Swendsen-Wang")
        closest = rows[found["closest_row"]]
        self.assertIn("far", closest["method"])
        chapter = rows[1]
        self.assertEqual(chapter["method"], "nodes, edges")
        self.assertLess(chapter["abs_magnetisation"], 0.5 * rows[0]["abs_magnetisation"])
        self.assertLess(closest["apart"], 0.5 * chapter["apart"])
        self.assertTrue(all(len(row["correlations"]) == 16 for row in rows))

    def test_bad_input(self):
        self.assert_fails(3, "--size: expected 4 to 1024, got 3", "paper", "ising", "--size", "3")

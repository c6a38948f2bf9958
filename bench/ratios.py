"""Prints how many times faster one benchmark is than another, and times and rates with their goals.

All are from medians of the same run.

Usage: ratios.py RESULTS.json ...   (files written by --benchmark_out with repetitions)
Fails if a benchmark reported an error, for example a wrong answer.
"""

import json
import math
import sys

# what, the fast one, the slow one, the goal; a name without arguments stands for all its arguments
RATIOS = [
    ("neuron: borrow form against rational", "neuron_borrow", "neuron_rational", None),
    ("6 states x 2 features: DualHerder::take against plain loop", "small_dual", "small_plain", 1.5),
    ("6 states x 2 features: DualHerder::step against plain loop", "small_dual_by_step", "small_plain", None),
    ("6 states x 2 features, 64 starts: DualLanes against DualHerder::take", "batch_lanes", "batch_single", 4),
    ("100 variables, all pairs: MarginalHerder against plain loop", "pairs_fused/n:100", "pairs_plain/n:100", 10),
    ("100 variables, all pairs: MarginalHerder against Herder", "pairs_fused/n:100", "pairs_composed/n:100", None),
    ("all triples: TripleHerder against Herder", "triples_fused", "triples_composed", None),
    ("News: herding on pairs against training and sampling PL", "news_herding", "news_boltzmann", 10),
    ("1000 temperatures, 4 states x 2 features: TemperedLanes on 2 threads against plain loop",
     "tempered_lanes/threads:2/real_time", "tempered_plain/real_time", 8),
    ("periods over two parameters, 64 x 64, 4 states, 10^4 steps per pixel: map on 2 threads against plain loop",
     "map_lanes/side:64/threads:2/real_time", "map_plain/side:64/real_time", 8),
    ("the same of 512 x 512 pixels", "map_lanes/side:512/threads:2/real_time", "map_plain/side:512/real_time", 8),
    ("Adult, 91 tables: MarginalHerder against dense weights", "adult_previous", "adult_dense", 20),
    ("all words of ten million states: counting them against making them", "orbit_words", "orbit_alone", 0.1),
    ("boxes of 10^7 points at 12 levels: all at once against one hash set per level", "boxes_at_once", "boxes_by_sets", 10),
    ("attractor points: states in blocks against step by step", "attractor_in_blocks", "attractor_by_step", None),
    ("critical Ising, 100 x 100: SwendsenWang against plain sweeps", "swendsen_wang/side:100",
     "swendsen_wang_plain/side:100", 2),
    ("critical Ising, 100 x 100: SwendsenWang against plain sweeps with mt19937", "swendsen_wang/side:100",
     "swendsen_wang_mersenne/side:100", 2),
    ("critical Ising, 1000 x 1000: SwendsenWang against plain sweeps with mt19937", "swendsen_wang/side:1000",
     "swendsen_wang_mersenne/side:1000", None),
    ("Ising, 100 x 100, raster: lattice::Herder against plain loop",
     "ising_fused/side:100/checkerboard:0", "ising_plain/side:100/checkerboard:0", 8),
    ("Ising, 100 x 100, checkerboard: lattice::Herder against plain loop",
     "ising_fused/side:100/checkerboard:1", "ising_plain/side:100/checkerboard:1", 8),
    ("Ising, 1000 x 1000, raster: lattice::Herder against plain loop",
     "ising_fused/side:1000/checkerboard:0", "ising_plain/side:1000/checkerboard:0", None),
    ("4000 cases, 256 x 512 units: fields by 32-bit tables against sgemm", "rbm_fields_32", "rbm_fields_sgemm", 3),
    ("4000 cases, 256 x 512 units: fields by 16-bit tables against sgemm", "rbm_fields_16", "rbm_fields_sgemm", 6),
    ("4000 cases, 256 x 512 units: products by counts against sgemm", "rbm_pairs_counted", "rbm_pairs_sgemm", 8),
    ("a USPS class, 500 hidden units, H: rbm::Herder against Eigen and OpenBLAS", "rbm_train_h", "rbm_train_h_eigen", 3),
    ("a USPS class, 500 hidden units, SH: rbm::Herder against Eigen and OpenBLAS", "rbm_train_sh", "rbm_train_sh_eigen", 3),
    ("MNIST, 500 hidden units: an update against the product of its batch alone", "herd_updates", "product_updates", 0.7),
    ("MNIST, 500 hidden units, 10,000 rows: votes by replay against one product per update", "replay_votes", "product_votes", 20),
    ("plain numbers as CSV: CsvReader against getline and split", "csv_reader", "csv_getline", None),
]

# what, the benchmark, the microseconds per row of the prototype
TIMES = [
    ("Adult, each search from the previous row", "adult_previous", 3.2),
    ("Adult, fresh starts and hard zeros", "adult_fresh_hard", 6.7),
]

# what, the benchmark, the goal in rows/s
RATES = [
    ("100 binary columns, 4,950 tables, 100,000 rows, soft zeros", "binary_synth/hard:0", 200_000),
    ("100 binary columns, 4,950 tables, 100,000 rows, hard zeros", "binary_synth/hard:1", 200_000),
    ("5 small tables, exact search", "town_synth", None),
]


def median_rates(paths):
    """steps/s or bytes/s by benchmark name, in the order of the files."""
    rates = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            runs = json.load(file)["benchmarks"]
        for run in runs:
            if run.get("error_occurred"):
                sys.exit(f"{run['name']}: {run['error_message']}")
            if run.get("aggregate_name") == "median":
                rates[run["run_name"]] = run["steps/s" if "steps/s" in run else "bytes_per_second"]
    return rates


def mean_ratio(rates, fast, slow):
    """Geometric mean of the ratios over the arguments both have, and the smallest."""
    ratios = []
    for name, rate in rates.items():
        if name == fast or name.startswith(fast + "/"):
            other = slow + name[len(fast):]
            if other in rates:
                ratios.append(rate / rates[other])
    if not ratios:
        sys.exit(f"no results for {fast} and {slow}")
    return math.exp(sum(map(math.log, ratios)) / len(ratios)), min(ratios), len(ratios)


def met(is_met):
    return "met" if is_met else "NOT met"


def main(paths):
    rates = median_rates(paths)
    for what, fast, slow, goal in RATIOS:
        ratio, least, count = mean_ratio(rates, fast, slow)
        line = f"{what}: {ratio:.2f}x"
        if count > 1:
            line += f" (geometric mean of {count} models, least {least:.2f}x)"
        if goal is not None:
            line += f", goal {goal}x: {met(ratio >= goal)}"
        print(line)
    for what, name, prototype in TIMES:
        time = 1e6 / rates[name]
        print(f"{what}: {time:.2f} microseconds per row, prototype {prototype}: {met(time < prototype)}")
    for what, name, goal in RATES:
        line = f"{what}: {rates[name]:,.0f} rows/s"
        if goal is not None:
            line += f", goal {goal:,}: {met(rates[name] >= goal)}"
        print(line)


if __name__ == "__main__":
    main(sys.argv[1:])

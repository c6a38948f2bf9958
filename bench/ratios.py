"""Prints how many times as fast one benchmark is as another, from medians of the same run.

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
    ("100 variables, all pairs: PairHerder against plain loop", "pairs_fused/n:100", "pairs_plain/n:100", 10),
    ("100 variables, all pairs: PairHerder against Herder", "pairs_fused/n:100", "pairs_composed/n:100", None),
    ("plain numbers as CSV: CsvReader against getline and split", "csv_reader", "csv_getline", None),
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


def main(paths):
    rates = median_rates(paths)
    for what, fast, slow, goal in RATIOS:
        ratio, least, count = mean_ratio(rates, fast, slow)
        line = f"{what}: {ratio:.2f}x"
        if count > 1:
            line += f" (geometric mean of {count} models, least {least:.2f}x)"
        if goal is not None:
            line += f", goal {goal}x: {'met' if ratio >= goal else 'NOT met'}"
        print(line)


if __name__ == "__main__":
    main(sys.argv[1:])

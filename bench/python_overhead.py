"""Compares the cost of pydrover.synth with that of the library calls it makes, and with the program.

python bench/python_overhead.py PROGRAM MICRODATA.csv [--runs N]

CPU seconds with one thread, the best of --runs, for the rows of a file of microdata (all tables of two columns). The
library calls are those of the compiled module: read the text, make the tables, herd the rows.
"""
import argparse
import resource
import subprocess
import time

import pandas as pd

import pydrover
from pydrover import _core
from pydrover._inputs import input_options


def library(path):
    tables = _core.tables_of_texts([_core.read_text(path)], input_options())
    return _core.synthesize(tables, _core.SynthesizeOptions(), 1, None).digest


def program(command, path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([command, "synth", path, "--threads", "1", "--quiet", "-o", "/dev/null"], check=True,
                   capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def best(runs, call):
    times = []
    for _ in range(runs):
        start = time.process_time()
        result = call()
        times.append(time.process_time() - start)
    return min(times), result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("microdata")
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    frame = pd.read_csv(given.microdata)
    alone, digest = best(given.runs, lambda: library(given.microdata))
    print(f"library calls         {alone:.3f} s")
    for name, source in (("path", given.microdata), ("DataFrame", frame)):
        seconds, made = best(given.runs, lambda source=source: pydrover.synth(source, threads=1))
        assert made.digest == digest, "rows differ from the library's"
        print(f"synth({name}){' ' * (14 - len(name))}{seconds:.3f} s, {100 * (seconds / alone - 1):+.1f} %")
    print(f"complete program      {min(program(given.program, given.microdata) for _ in range(given.runs)):.3f} s")


if __name__ == "__main__":
    main()

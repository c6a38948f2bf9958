"""Compares drover synth, CSV to CSV, with pandas reading, drawing and writing as many rows.

Both run as whole processes, in turns, and the medians are compared.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

BASELINE = pathlib.Path(__file__).with_name("pandas_baseline.py")


def timed(command):
    """The seconds that the process took, and what it printed."""
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed with exit code {done.returncode}:\n{done.stderr}")
    return seconds, done.stdout


def check_rows(path, rows):
    with open(path, "rb") as file:
        lines = sum(1 for _ in file)
    if lines != rows + 1:
        sys.exit(f"{path}: expected {rows} rows below a header, got {lines - 1}")


def measure(options, folder):
    """Seconds of each run: drover, pandas, and pandas without its import."""
    ours, theirs, without_import = [], [], []
    rows = str(options.rows)
    output = [folder / "drover.csv", folder / "pandas.csv"]
    for _ in range(options.runs):
        seconds, _ = timed([options.program, "synth", options.data, "-n", rows, "-o", output[0]])
        ours.append(seconds)
        seconds, parts = timed([options.python, BASELINE, options.data, rows, output[1]])
        theirs.append(seconds)
        without_import.append(seconds - json.loads(parts)["import"])
    for path in output:
        check_rows(path, options.rows)
    return ours, theirs, without_import


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", metavar="PROGRAM", help="the drover to run")
    parser.add_argument("data", metavar="DATA", help="a CSV file of rows; .gz will do")
    parser.add_argument("--rows", type=int, default=48842)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--python", default="/usr/bin/python3", help="one that has pandas [default: %(default)s]")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs, without_import = map(statistics.median, measure(options, pathlib.Path(folder)))
    print(f"drover synth           {ours:.3f} s")
    print(f"pandas                 {theirs:.3f} s, {theirs / ours:.2f} times drover's")
    print(f"pandas without import  {without_import:.3f} s, {without_import / ours:.2f} times drover's")
    print(f"medians of {options.runs} runs each, {options.rows} rows")


if __name__ == "__main__":
    main()

"""Compares drover synth, CSV to CSV, with pandas reading, drawing and writing as many rows.

Both run as complete processes, in turn, and the medians are compared. Both read plain text: .gz files are inflated first.
The memory of a long run of drover synth is measured as well.
"""
import argparse
import gzip
import json
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

MEMORY_GOAL = 150  # megabytes
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


def inflated(path, folder):
    """The file, or a plain copy of it in the folder."""
    if not path.endswith(".gz"):
        return path
    plain = folder / "data.csv"
    with gzip.open(path, "rb") as source, open(plain, "wb") as target:
        shutil.copyfileobj(source, target)
    return plain


def synth(options, data, rows, output):
    return timed([options.program, "synth", data, "-n", str(rows), "-o", output, "--quiet"])


def has_pandas(python):
    command = [python, "-c", "import pandas"]
    return shutil.which(python) and subprocess.run(command, capture_output=True, check=False).returncode == 0


def measure(options, data, folder):
    """Seconds of each run: drover, pandas, and pandas without its import."""
    ours, theirs, without_import = [], [], []
    output = [folder / "drover.csv", folder / "pandas.csv"]
    for _ in range(options.runs):
        seconds, _ = synth(options, data, options.rows, output[0])
        ours.append(seconds)
        seconds, parts = timed([options.python, BASELINE, data, str(options.rows), output[1]])
        theirs.append(seconds)
        without_import.append(seconds - json.loads(parts)["import"])
    for path in output:
        check_rows(path, options.rows)
    return ours, theirs, without_import


def compare(options, data, folder):
    if not has_pandas(options.python):
        print(f"{options.python} has no pandas: the complete command is not compared")
        return
    ours, theirs, without_import = map(statistics.median, measure(options, data, folder))
    print(f"drover synth           {ours:.3f} s")
    print(f"pandas                 {theirs:.3f} s, {theirs / ours:.2f} times drover's")
    print(f"pandas without import  {without_import:.3f} s, {without_import / ours:.2f} times drover's")
    print(f"medians of {options.runs} runs each, {options.rows} rows; goal: no slower than pandas: "
          f"{'met' if ours <= theirs else 'NOT met'}")


def peak_memory(options, data, folder):
    """Must run first: the peak is that of the largest child so far."""
    seconds, _ = synth(options, data, options.long_rows, folder / "long.csv")
    check_rows(folder / "long.csv", options.long_rows)
    megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1e6
    print(f"drover synth, {options.long_rows:,} rows: {megabytes:.0f} MB at most, {seconds:.2f} s; goal "
          f"{MEMORY_GOAL} MB: {'met' if megabytes < MEMORY_GOAL else 'NOT met'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", metavar="PROGRAM", help="the drover to run")
    parser.add_argument("data", metavar="DATA", help="a CSV file of rows, may be gzipped")
    parser.add_argument("--rows", type=int, default=48842)
    parser.add_argument("--long-rows", type=int, default=1_000_000, help="for the memory [default: %(default)s]")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--python", default="/usr/bin/python3", help="one that has pandas [default: %(default)s]")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        data = inflated(options.data, folder)
        peak_memory(options, data, folder)
        compare(options, data, folder)


if __name__ == "__main__":
    main()

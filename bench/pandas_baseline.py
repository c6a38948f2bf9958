"""The baseline for drover synth: pandas reads a CSV file, draws rows with replacement and writes them.

Usage: pandas_baseline.py DATA.csv[.gz] ROWS OUTPUT.csv
Prints the seconds of each part as one JSON object.
"""
import json
import sys
import time


def main(data, rows, output):
    seconds = {}
    start = time.perf_counter()

    def lap(part):
        nonlocal start
        now = time.perf_counter()
        seconds[part] = now - start
        start = now

    import pandas  # here, because its time counts  # pylint: disable=import-outside-toplevel

    lap("import")
    table = pandas.read_csv(data)
    lap("read")
    drawn = table.sample(n=rows, replace=True, random_state=1)
    lap("sample")
    drawn.to_csv(output, index=False)
    lap("write")
    print(json.dumps(seconds))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])

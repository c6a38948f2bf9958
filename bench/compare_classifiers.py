"""Compares drover fit with scikit-learn's classifiers on data that neither was tuned for, and on MNIST by time.

Usage: compare_classifiers.py DROVER DATA [--sets adult,wine,abalone] [--splits N] [--mnist]
DATA is the folder of the data sets: income in Adult, wine with a quality above 5, abalones with more than 9 rings. A
quarter of the rows, drawn anew for each split from a fixed seed, is the test set (drover judges it by 5,000 votes). Prints
the mean and the standard deviation of the error over the splits and the mean training time (for drover including reading
and coding the data) of drover with its defaults, with --tune, and of logistic regression, a perceptron and
MLPClassifier on the same rows, with numbers standardised and categories as indicators; and the difference between --tune
and the defaults, split by split. With --mnist: the training time until the error on its test images is 2.5 %, of drover
with 300 hidden units and of MLPClassifier with 100. All times are processor times of one thread.
"""
import argparse
import csv
import gzip
import io
import json
import os
import pathlib
import random
import resource
import statistics
import subprocess
import tempfile
import time

for library in ("OMP", "OPENBLAS", "MKL"):  # before numpy is imported and reads them
    os.environ[f"{library}_NUM_THREADS"] = "1"

import numpy
from sklearn.linear_model import LogisticRegression, Perceptron
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import OneHotEncoder, StandardScaler

ADULT = ("age workclass fnlwgt education education_num marital occupation relationship race sex gain loss hours "
         "country income").split()
ABALONE = "sex length diameter height whole shucked viscera shell".split()


def read(path):
    data = path.read_bytes()
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()


def adult(folder):
    rows = csv.reader(io.StringIO(read(folder / "adult/adult.data.gz")), skipinitialspace=True)
    return ADULT, [row for row in rows if row]


def wine(folder):
    rows = list(csv.reader(io.StringIO(read(folder / "winequality/winequality-white.csv")), delimiter=";"))
    return rows[0][:-1] + ["good"], [row[:-1] + ["yes" if int(row[-1]) > 5 else "no"] for row in rows[1:] if row]


def abalone(folder):
    rows = csv.reader(io.StringIO(read(folder / "abalone/abalone.data")))
    return ABALONE + ["old"], [row[:-1] + ["yes" if int(row[-1]) > 9 else "no"] for row in rows if row]


SETS = {"adult": adult, "wine": wine, "abalone": abalone}


def split(rows, seed):
    """The same quarter every time."""
    order = list(range(len(rows)))
    random.Random(seed).shuffle(order)
    count = len(rows) // 4
    return [rows[i] for i in order[count:]], [rows[i] for i in order[:count]]


def write(path, names, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows(rows)


def seconds_of(command):
    """The processor time of a command that must succeed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def drover_error(drover, names, train, test, *options):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        write(folder / "train.csv", names, train)
        write(folder / "test.csv", names, test)
        seconds = seconds_of([drover, "fit", folder / "train.csv", "--label", names[-1], *options, "--threads", "1",
                              "--quiet", "-o", folder / "model"])
        found = subprocess.run([drover, "evaluate", folder / "model", folder / "test.csv", "--votes", "5000", "--json",
                                "--quiet"], check=True, capture_output=True)
    return json.loads(found.stdout)["error"], seconds


def matrices(train, test):
    """Numbers standardised, categories as indicators."""
    columns = list(zip(*(row[:-1] for row in train + test)))
    parts = []
    for column in columns:
        try:
            numbers = numpy.array(column, float).reshape(-1, 1)
            parts.append(StandardScaler().fit(numbers[:len(train)]).transform(numbers))
        except ValueError:
            values = numpy.array(column).reshape(-1, 1)
            encoder = OneHotEncoder(handle_unknown="ignore", sparse_output=False).fit(values[:len(train)])
            parts.append(encoder.transform(values))
    x = numpy.hstack(parts)
    return x[:len(train)], x[len(train):]


def peer_error(model, _, train, test):
    x, other = matrices(train, test)
    start = time.process_time()
    model.fit(x, [row[-1] for row in train])
    seconds = time.process_time() - start
    return float(numpy.mean(model.predict(other) != numpy.array([row[-1] for row in test]))), seconds


WAYS = {"drover fit": lambda drover, *data: drover_error(drover, *data),
        "drover fit --tune": lambda drover, *data: drover_error(drover, *data, "--tune"),
        "logistic regression": lambda _, *data: peer_error(LogisticRegression(max_iter=1000), *data),
        "perceptron": lambda _, *data: peer_error(Perceptron(), *data),
        "MLPClassifier, 100 hidden": lambda _, *data: peer_error(MLPClassifier(random_state=0), *data)}


def spread(values):
    return statistics.stdev(values) if len(values) > 1 else 0.0


def compare(drover, name, names, rows, splits):
    train, test = split(rows, 1)
    print(f"{name}: {len(train):,} training rows, {len(test):,} test rows, {splits} splits", flush=True)
    errors = {}
    for way, run in WAYS.items():
        found = [run(drover, names, *split(rows, 1 + n)) for n in range(splits)]
        errors[way] = [100 * error for error, _ in found]
        seconds = statistics.mean(seconds for _, seconds in found)
        print(f"  {way:<27}{statistics.mean(errors[way]):6.2f} +- {spread(errors[way]):4.2f} %{seconds:9.2f} s", flush=True)
    gains = [a - b for a, b in zip(errors["drover fit"], errors["drover fit --tune"])]
    print(f"  --tune gains {statistics.mean(gains):.2f} +- {spread(gains):.2f} points", flush=True)


def idx(path):
    data = gzip.decompress(path.read_bytes())
    sizes = [int.from_bytes(data[4 + 4 * d:8 + 4 * d], "big") for d in range(data[3])]
    return numpy.frombuffer(data, numpy.uint8, offset=4 + 4 * data[3]).reshape(sizes[0], -1)


def mnist_mlp(folder, goal):
    """Trained pass by pass; the time of the passes alone."""
    names = ("train-images-idx3", "train-labels-idx1", "t10k-images-idx3", "t10k-labels-idx1")
    x, y, other, truth = (idx(folder / f"mnist/{name}-ubyte.gz") for name in names)
    model = MLPClassifier(hidden_layer_sizes=(100,), random_state=0)
    seconds = 0.0
    for passes in range(1, 101):
        start = time.process_time()
        model.partial_fit(x / 255, y.ravel(), classes=range(10))
        seconds += time.process_time() - start
        error = float(numpy.mean(model.predict(other / 255) != truth.ravel()))
        print(f"  {passes} passes: {100 * error:.2f} %, {seconds:.1f} s", flush=True)
        if error <= goal:
            break
    return error, seconds, f"{passes} passes"


def mnist_drover(drover, folder, goal):
    """Trained 2,500 updates at a time; all but the first 10,000 have votes, of which 1,000 are cast. The time of training
    alone: the time of a run that reads and writes the same files without an update is subtracted."""
    train = [folder / "mnist/train-images-idx3-ubyte.gz", "--labels", folder / "mnist/train-labels-idx1-ubyte.gz"]
    test = [folder / "mnist/t10k-images-idx3-ubyte.gz", "--labels", folder / "mnist/t10k-labels-idx1-ubyte.gz"]
    seconds = 0.0
    with tempfile.TemporaryDirectory() as place:
        model = pathlib.Path(place) / "model"

        def fit(updates):
            way = ["--resume", model] if model.exists() else ["--hidden", "300", "--burn-in", "10000"]
            return seconds_of([drover, "fit", *train, *way, "--updates", str(updates), "--threads", "1", "--quiet",
                               "-o", model])

        for updates in range(15_000, 200_001, 2_500):
            seconds += fit(updates)
            seconds -= fit(updates)
            found = subprocess.run([drover, "evaluate", model, *test, "--votes", "1000", "--json", "--quiet"],
                                   check=True, capture_output=True)
            error = json.loads(found.stdout)["error"]
            print(f"  {updates:,} updates: {100 * error:.2f} %, {seconds:.1f} s", flush=True)
            if error <= goal:
                break
    return error, seconds, f"{updates:,} updates"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("drover")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--sets", default="adult,wine,abalone")
    parser.add_argument("--splits", type=int, default=5)
    parser.add_argument("--mnist", action="store_true")
    arguments = parser.parse_args()
    if arguments.mnist:
        for way, run in (("MLPClassifier, 100 hidden units", lambda: mnist_mlp(arguments.data, 0.025)),
                         ("drover fit, 300 hidden units", lambda: mnist_drover(arguments.drover, arguments.data, 0.025))):
            error, seconds, effort = run()
            print(f"MNIST: {way:<33}{100 * error:6.2f} % after {seconds:7.1f} s, {effort}", flush=True)
        return
    for name in arguments.sets.split(","):
        compare(arguments.drover, name, *SETS[name](arguments.data), arguments.splits)


if __name__ == "__main__":
    main()

"""Compares features of drover rbm with those of scikit-learn's BernoulliRBM, both followed by logistic regression, on USPS.

Usage: compare_sklearn.py DROVER IMAGES LABELS   (IDX files, may be gzipped)
Both see the same binary pixels of the same 700 training images per digit and make the same number of hidden features. The
same logistic regression is fitted to these and tested on 100 other images per digit. Prints error and time of both.
"""
import argparse
import csv
import gzip
import pathlib
import subprocess
import tempfile
import time

import numpy
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import BernoulliRBM

HIDDEN = 200
TRAIN, TEST = 700, 100


def idx(path):
    data = pathlib.Path(path).read_bytes()
    data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    sizes = [int.from_bytes(data[4 + 4 * d:8 + 4 * d], "big") for d in range(data[3])]
    return numpy.frombuffer(data, numpy.uint8, offset=4 + 4 * data[3]).reshape(sizes)


def write_rows(path, rows):
    with open(path, "w", encoding="ascii") as file:
        file.write(",".join(f"p{j}" for j in range(rows.shape[1])) + "\n")
        file.writelines(",".join(map(str, row)) + "\n" for row in rows)


def read_rows(path):
    with open(path, encoding="ascii", newline="") as file:
        return numpy.array(list(csv.reader(file))[1:], float)


def drover_features(drover, train, test, folder, steps):
    """Trained on all digits together; the features are averages of the hidden units over as many further steps."""
    write_rows(folder / "train.csv", train)
    write_rows(folder / "test.csv", test)
    model = folder / "model"
    run = lambda *arguments: subprocess.run([drover, "rbm", *map(str, arguments), "--quiet"], check=True,
                                            stdout=subprocess.DEVNULL)
    start = time.perf_counter()
    run("train", folder / "train.csv", "--hidden", HIDDEN, "--steps", steps, "-o", model)
    features = []
    for name in ("train", "test"):
        run("features", model, folder / f"{name}.csv", "--steps", steps, "-o", folder / "features.csv")
        features.append(read_rows(folder / "features.csv"))
    return features, time.perf_counter() - start


def sklearn_features(train, test, epochs):
    start = time.perf_counter()
    model = BernoulliRBM(n_components=HIDDEN, learning_rate=0.06, n_iter=epochs, random_state=0)
    features = [model.fit_transform(train), model.transform(test)]
    return features, time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("drover", "images", "labels"):
        parser.add_argument(name)
    parser.add_argument("--steps", type=int, default=300, help="training steps of drover; the features take as many more")
    parser.add_argument("--epochs", type=int, default=10, help="passes of BernoulliRBM through the data")
    options = parser.parse_args()
    images = (idx(options.images) / 256 > 0.2).reshape(-1, 256).astype(int)
    labels = idx(options.labels)
    place = numpy.concatenate([numpy.arange(count) for count in numpy.bincount(labels)])
    order = numpy.argsort(labels, kind="stable")
    images, labels = images[order], labels[order]
    is_train, is_test = place < TRAIN, (place >= TRAIN) & (place < TRAIN + TEST)
    train, test = images[is_train], images[is_test]
    with tempfile.TemporaryDirectory() as folder:
        results = {
            "pixels alone": ([train, test], 0),
            f"drover rbm, {options.steps} + {options.steps} steps":
                drover_features(options.drover, train, test, pathlib.Path(folder), options.steps),
            f"BernoulliRBM, {options.epochs} epochs": sklearn_features(train, test, options.epochs),
        }
    print(f"{len(train)} training and {len(test)} test images, {HIDDEN} hidden units, then logistic regression")
    for name, (features, seconds) in results.items():
        classifier = LogisticRegression(max_iter=1000).fit(features[0], labels[is_train])
        error = 1 - classifier.score(features[1], labels[is_test])
        print(f"{name:36} error {100 * error:5.2f} %   features in {seconds:6.1f} s")


if __name__ == "__main__":
    main()

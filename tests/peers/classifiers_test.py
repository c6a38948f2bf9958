"""The classifiers of baselines/ agree with scikit-learn's."""
import math
import pathlib
import tempfile
import unittest

import numpy
import support
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import BernoulliNB
from sklearn.neighbors import KNeighborsClassifier

WIDTH = 70  # more than a word of bits
SMOOTHING, L2, RATE, HALF_LIFE = 0.5, 0.25, 0.75, 40


def noisy_majority(dice, count):
    """Rows of sparser and denser columns; their label, last, is the majority of three of them, one in ten wrong."""
    rows = [[int(dice.roll(2 + i % 4) == 0) for i in range(WIDTH)] for _ in range(count)]
    return [row + [int((row[0] + row[1] + row[65] >= 2) != (dice.roll(10) == 0))] for row in rows]


def online(rows, labels):
    """Coefficients and intercept after one pass. SGDClassifier has no schedule of this form: its `invscaling`
    is a power of t and its `optimal` depends on the penalty."""
    w = [0.0] * (WIDTH + 1)
    for t, (row, label) in enumerate(zip(rows, labels)):
        x = [*row, 1]
        odds = sum(a * b for a, b in zip(w, x))
        step = RATE / (1 + t / HALF_LIFE) * (label - 1 / (1 + math.exp(-odds)))
        w = [a + step * b for a, b in zip(w, x)]
    return w


class Classifiers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        dice = support.Dice(2016)
        train, query = noisy_majority(dice, 400), noisy_majority(dice, 300)
        with tempfile.TemporaryDirectory() as name:
            files = [pathlib.Path(name) / "train.csv", pathlib.Path(name) / "query.csv"]
            support.write_bits(files[0], train)
            support.write_bits(files[1], query)
            cls.ours = support.results("classifiers_peer", *files, SMOOTHING, L2, RATE, HALF_LIFE)
        cls.rows, cls.labels = numpy.array(train)[:, :-1], numpy.array(train)[:, -1]
        cls.queries = numpy.array(query)[:, :-1]

    def assert_near(self, name, expected, tolerance):
        got = numpy.array(self.ours[name])
        self.assertEqual(got.shape, numpy.shape(expected))
        self.assertLessEqual(numpy.abs(got - expected).max(), tolerance)

    def test_naive_bayes(self):
        peer = BernoulliNB(alpha=SMOOTHING).fit(self.rows, self.labels)
        self.assert_near("naive_bayes.probabilities", peer.predict_proba(self.queries)[:, 1], 1e-10)

    def test_logistic_regression(self):
        peer = LogisticRegression(C=1 / L2, solver="newton-cg", tol=1e-8, max_iter=1000)
        peer.fit(self.rows, self.labels)
        parameters = [*peer.coef_[0], peer.intercept_[0]]
        self.assert_near("logistic_regression.parameters", parameters, 1e-5)
        self.assert_near("logistic_regression.probabilities", peer.predict_proba(self.queries)[:, 1], 1e-5)

    def test_nearest_neighbours(self):
        """Where the fifth and the sixth are not equally far: there no rule for ties decides."""
        peer = KNeighborsClassifier(5, metric="hamming", algorithm="brute").fit(self.rows, self.labels)
        far = (self.queries[:, None, :] != self.rows[None, :, :]).sum(axis=2)
        far.sort(axis=1)
        clear = far[:, 4] < far[:, 5]
        self.assertGreater(clear.sum(), 50)
        got = numpy.array(self.ours["nearest_neighbours.labels"])[clear]
        self.assertEqual(got.tolist(), peer.predict(self.queries[clear]).tolist())

    def test_online_logistic_regression(self):
        expected = online(self.rows.tolist(), self.labels.tolist())
        self.assert_near("online_logistic_regression.parameters", expected, 1e-12)


if __name__ == "__main__":
    unittest.main()

"""The pseudo-likelihood fit of BoltzmannMachine against SciPy's optimiser on the same function, written with NumPy.

DROVER_PEERS is the folder of the built tools."""
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy as np
from scipy.optimize import minimize

TOOL = pathlib.Path(os.environ.get("DROVER_PEERS", ".")) / "boltzmann_machine_peer"


def drover_fit(rows, l2):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "rows.csv"
        np.savetxt(path, rows, fmt="%d", delimiter=",")
        run = subprocess.run([TOOL, path, repr(float(l2))], capture_output=True, text=True, check=True)
    biases, couplings = run.stdout.split("\n")[:2]
    return np.array(biases.split(), float), np.array(couplings.split(), float)


def scipy_fit(rows, l2):
    n = rows.shape[1]
    upper = np.triu_indices(n, 1)

    def objective(parameters):
        couplings = np.zeros((n, n))
        couplings[upper] = parameters[n:]
        couplings += couplings.T
        fields = parameters[:n] + rows @ couplings
        value = np.logaddexp(0, (1 - 2 * rows) * fields).sum() + l2 / 2 * (parameters[n:] ** 2).sum()
        residuals = 1 / (1 + np.exp(-fields)) - rows
        products = residuals.T @ rows
        slopes = (products + products.T)[upper] + l2 * parameters[n:]
        return value / len(rows), np.concatenate([residuals.sum(0), slopes]) / len(rows)

    start = np.zeros(n + n * (n - 1) // 2)
    options = {"maxiter": 20000, "maxfun": 40000, "ftol": 0, "gtol": 1e-9, "maxcor": 50}
    found = minimize(objective, start, jac=True, method="L-BFGS-B", options=options).x
    return found[:n], found[n:]


@unittest.skipUnless(TOOL.exists(), f"{TOOL} does not exist: DROVER_PEERS names the folder of the built tools")
class BoltzmannMachine(unittest.TestCase):
    def compare(self, rows, l2):
        biases, couplings = drover_fit(rows, l2)
        expected_biases, expected_couplings = scipy_fit(rows, l2)
        np.testing.assert_allclose(biases, expected_biases, atol=1e-4)
        np.testing.assert_allclose(couplings, expected_couplings, atol=1e-4)

    def test_dependent_columns(self):
        random = np.random.default_rng(1)
        for n, l2 in [(2, 0.1), (5, 1.0), (12, 0.5), (20, 3.0)]:
            with self.subTest(units=n, l2=l2):
                hidden = random.normal(size=(800, 3)) @ random.normal(size=(3, n))
                self.compare((hidden + random.normal(size=(800, n)) > 0.4).astype(float), l2)

    def test_sparse_columns_of_very_different_rates(self):
        random = np.random.default_rng(2)
        rates = np.geomspace(0.01, 0.4, 15)
        topic = random.integers(0, 3, size=(3000, 1))
        boost = np.where(np.arange(15) % 3 == topic, 2.0, 0.5)
        self.compare((random.random((3000, 15)) < rates * boost).astype(float), 0.1)

    def test_without_penalty(self):
        random = np.random.default_rng(3)
        self.compare((random.random((500, 4)) < 0.5).astype(float), 0.0)


if __name__ == "__main__":
    unittest.main()

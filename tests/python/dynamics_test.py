"""Neurons and orbits from Python: what the program finds, in arrays."""
import json
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import pydrover
from pydrover import dynamics


def test_neuron_is_the_programs(program):
    for rate in ("3/7", "golden", "0.3"):
        expected = json.loads(program("neuron", "--rate", rate, "--steps", 200, "--weights", "--json"))
        found = pydrover.neuron(rate, 200)
        assert "".join(map(str, found.states)) == expected["states"]
        assert found.weights.tolist() == expected["weights"]


def test_neuron_fires_at_its_rate():
    assert pydrover.neuron(Fraction(3, 7), 7000).states.sum() == 3000


def test_herd_is_the_programs(program, examples):
    dice = pd.read_csv(examples / "dice" / "dice.csv", index_col=0)
    loaded = pd.read_csv(examples / "dice" / "loaded.csv", index_col=0).iloc[:, 0]
    path = examples / "dice" / "dice.csv"
    for features in (dice, path):
        found = pydrover.herd(features, 500, probabilities=loaded.astype(str))
        expected = json.loads(program("herd", path, "--probabilities", examples / "dice" / "loaded.csv",
                                      "--steps", 500, "--json"))
        assert found.digest == expected["digest"]
        assert np.bincount(found.states, minlength=len(dice)).tolist() == found.counts.tolist()


def test_period_is_the_programs(program, examples):
    path = examples / "plane" / "triangle.csv"
    moments = examples / "plane" / "triangle_moments.csv"
    expected = json.loads(program("dynamics", "period", path, "--moments", moments, "--max-period", 10000, "--json"))
    values = pd.read_csv(moments, index_col=0, dtype=str).iloc[:, 0]
    found = dynamics.period(path, moments=values, max_period=10000)
    assert (None if found is None else found.period) == expected["period"]


def test_orbits_and_attractors_have_a_row_a_step():
    features = [[0, 0], [1, 0], [0, 1]]
    found = dynamics.orbit(features, 50, moments=["0.3", "0.4"])
    assert found.states.shape == (50,) and found.weights.shape == (50, 2)
    points = dynamics.attractor(features, 50, burn_in=0, moments=["0.3", "0.4"])
    np.testing.assert_allclose(points, found.weights, atol=1e-12)


def test_mistakes_name_the_place():
    with pytest.raises(pydrover.InputError, match="moments: expected 1 numbers, got 2"):
        pydrover.herd([[0], [1]], moments=[1, 2])
    with pytest.raises(pydrover.InputError, match='features: expected a number, got "x"'):
        pydrover.herd([["x"], ["1"]])
    with pytest.raises(pydrover.InputError, match="rule: expected one of"):
        pydrover.herd([[0], [1]], rule="slow")

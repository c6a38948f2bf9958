"""Neurons and orbits from Python: what the program finds, in arrays."""
import json
import xml.etree.ElementTree
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import pydrover
from pydrover import dynamics, ising


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
    points = dynamics.attractor(features, 50, burn_in=0, moments=["0.3", "0.4"]).points
    np.testing.assert_allclose(points, found.weights, atol=1e-12)


@pytest.fixture
def plane(examples):
    """The two models of docs/dynamics.md, as the program and as Python take them."""
    def model(name):
        path, moments = examples / "plane" / f"{name}.csv", examples / "plane" / f"{name}_moments.csv"
        values = pd.read_csv(moments, index_col=0, dtype=str).iloc[:, 0]
        return [path, "--moments", moments], {"features": path, "moments": values}
    return model


def test_attractor_is_the_programs(program, plane):
    files, given = plane("triangle")
    expected = json.loads(program("dynamics", "attractor", *files, "--steps", 1000000, "--burn-in", 100, "--json"))
    found = dynamics.attractor(**given, steps=1_000_000, burn_in=100)
    assert found.points.shape == (1_000_000, 2)
    assert found.boxes.tolist() == [level["count"] for level in expected["boxes"]]
    np.testing.assert_allclose(found.local_slopes, expected["local_slopes"])
    assert found.dimension.value == expected["slope"]


def test_torus_is_the_programs(program, plane):
    files, given = plane("triangle")
    expected = json.loads(program("dynamics", "torus", *files, "--json"))
    found = dynamics.torus(**given)
    assert found.rotation_exact == expected["rotation"] and found.volume == expected["volume"] and found.holds
    with pytest.raises(pydrover.InputError, match="^torus: "):
        dynamics.torus(**plane("six")[1])


def test_tipi_is_the_programs(program, plane):
    files, given = plane("six")
    expected = json.loads(program("dynamics", "tipi", *files, "--json"))
    found = dynamics.tipi(**given)
    assert found.values.ravel().tolist() == expected["values"]
    assert found.values.min() < found.lowest_on_attractor < 0 and len(found.attractor) == 10000


def test_split_is_the_programs(program, plane):
    files, given = plane("six")
    expected = json.loads(program("dynamics", "split", *files, "--pairs", 21, "--json"))
    found = dynamics.split(**given, pairs=21)
    assert found.medians.tolist() == expected["median_times"]
    assert found.exponent.value == expected["exponent"]
    assert dynamics.split(**given, pairs=21, threads=1).medians.tolist() == found.medians.tolist()


def test_random_autocorrelation_is_the_programs(program):
    expected = json.loads(program("dynamics", "autocorrelation", "--models", 5, "--steps", 2000, "--lags", 4, "--json"))
    found = dynamics.random_autocorrelation(5, steps=2000, max_lag=4)
    assert found.values.tolist() == expected["mean"]


def test_bifurcation_is_the_programs(program, examples):
    path = examples / "plane" / "four.csv"
    expected = json.loads(program("dynamics", "bifurcation", path, "--to", "0.2", "--temperatures", 8, "--json"))
    found = dynamics.bifurcation(path, lowest=0.2, temperatures=8)
    assert found.t_1 == expected["t_1"] and found.route == expected["route"]
    assert [each.temperature for each in found.thresholds] == [each["temperature"] for each in expected["thresholds"]]
    assert found.points[0].shape[1] == 2
    assert dynamics.lyapunov(path, found.t_1 * 2, steps=500).exponents[0] < 0


def test_partition_is_the_programs(program, plane):
    files, given = plane("six")
    expected = json.loads(program("dynamics", "partition", *files, "--length", 8, "--draw", 2, "--plane-length", 4,
                                  "--settling", 8, "--steps", 10000, "--json"))
    found = dynamics.partition(**given, max_length=8, plane_length=4, settling=8, steps=10000)
    for name, key in (("plane", "plane_cells"), ("square", "square_cells"), ("settled", "settled_words"), ("words", "M")):
        assert getattr(found, name).tolist() == expected[key], name
    assert found.radius == expected["radius"]


def test_survey_is_the_programs(program, tmp_path):
    program("dynamics", "survey", "--tables", 2, "--states", 4, "--features", 2, "--steps", 2000, "--lines", "lines.jsonl")
    expected = [json.loads(line) for line in (tmp_path / "lines.jsonl").read_text().splitlines()[1:]]
    found = dynamics.survey(2, states=[4], features=[2], steps=2000)
    assert found.astype(object).where(found.notna(), None).to_dict("records") == expected


def test_ising_is_the_programs(program):
    options = ["--size", 16, "--samples", 200, "--burn-in", 20, "--reference", 300, "--json"]
    for features in (("nodes", "edges"), ("nodes", "edges", "far")):
        expected = json.loads(program("ising", *options, "--features", ",".join(features)))
        found = ising.study(16, samples=200, burn_in=20, reference=300, features=features)
        assert found.samples.digest == expected["digest"]
        assert found.reference.digest == expected["compared_with"][0]["digest"]
        assert found.edge_moment == expected["edge_moment_used"]
        assert set(np.unique(found.samples.last)) == {-1, 1}
    with pytest.raises(pydrover.InputError, match='method: expected one of "herding", "swendsen-wang", "gibbs"'):
        ising.study(8, method="magic")


PLANE = [[0, 0], [1, 0], [0, 1]]
PICTURES = {
    "neuron": lambda: pydrover.neuron("3/7", 20), "orbit": lambda: dynamics.orbit(PLANE, 20, moments=["0.3", "0.4"]),
    "words": lambda: dynamics.words(PLANE, symbols=1000, max_length=9, moments=["0.3", "0.4"]),
    "attractor": lambda: dynamics.attractor(PLANE, 100, moments=["0.3", "0.4"]),
    "torus": lambda: dynamics.torus(PLANE, 100, moments=["0.3", "0.4"]),
    "tipi": lambda: dynamics.tipi(PLANE, side=5, moments=["0.3", "0.4"]),
    "partition": lambda: dynamics.partition(PLANE, max_length=4, settling=4, steps=1000, moments=["0.3", "0.4"]),
    "split": lambda: dynamics.split(PLANE, pairs=5, last_bits=5, moments=["0.3", "0.4123"]),
    "autocorrelation": lambda: dynamics.autocorrelation([[0], [1]], moments=["3/7"], steps=1000),
    "bifurcation": lambda: dynamics.bifurcation([[0], [1]], temperatures=5, max_windows=0),
    "ising": lambda: ising.study(8, samples=50, burn_in=5, reference=50),
    "sample": lambda: ising.study(8, samples=50, burn_in=5, reference=50).samples}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_svg_without_matplotlib(name, monkeypatch, tmp_path):
    monkeypatch.setattr("importlib.util.find_spec", lambda module: None)
    picture = PICTURES[name]().plot()
    assert isinstance(picture, pydrover.Picture)
    picture.save(tmp_path / "picture.svg")
    root = xml.etree.ElementTree.parse(tmp_path / "picture.svg").getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg" and picture._repr_svg_() == str(picture)


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_matplotlibs_where_it_is(name):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    ax = PICTURES[name]().plot()
    assert isinstance(ax, plt.Axes) and ax.get_title()
    assert ax.lines or ax.images
    plt.close(ax.figure)


def test_mistakes_name_the_place():
    with pytest.raises(pydrover.InputError, match="moments: expected 1 numbers, got 2"):
        pydrover.herd([[0], [1]], moments=[1, 2])
    with pytest.raises(pydrover.InputError, match='features: expected a number, got "x"'):
        pydrover.herd([["x"], ["1"]])
    with pytest.raises(pydrover.InputError, match="rule: expected one of"):
        pydrover.herd([[0], [1]], rule="slow")

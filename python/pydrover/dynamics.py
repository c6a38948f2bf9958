"""Herding as a dynamical system: orbits of finite models, in exact numbers.

A model is a table of features, a row a state: a DataFrame (index: states), an array, or the path of a CSV file. What the
averages of the features shall be comes as `probabilities` of the states or as `moments` of the features; without either
it is the plain average over the states. Numbers are taken exactly: as fractions (``"1/3"``, `fractions.Fraction`),
decimals, or floats as they are written. Results are NumPy arrays; ``plot()`` draws with matplotlib where it is, and gives
the library's own SVG where it is not.
"""
from __future__ import annotations

import os
from typing import Any, Mapping, NamedTuple, Sequence

import numpy as np

from . import _core
from ._errors import InputError
from ._frames import is_frame, is_series, text_of
from ._plot import Axis, Line, draw_lines, draw_map
from ._progress import Progress, shown

__all__ = ["Attractor", "Autocorrelation", "Bifurcation", "Herded", "Lyapunov", "Orbit", "Period", "Slope", "Split",
           "Threshold", "Tipi", "Torus", "Words", "attractor", "autocorrelation", "bifurcation", "herd", "lyapunov",
           "neuron", "orbit", "period", "random_autocorrelation", "split", "tipi", "torus", "words"]


class Slope(NamedTuple):
    """The slope of a straight line, and the interval that holds it with 95 % confidence."""

    value: float
    low: float
    high: float


def _slope(found: tuple[float, float, float] | None) -> Slope | None:
    return None if found is None else Slope(*found)


def _draw_weights(ax: Any, title: str, weights: np.ndarray, mark: str) -> Any:
    """Two weights as a path in the plane, any other number over the steps."""
    if weights.ndim == 2 and weights.shape[1] == 2:
        return draw_lines(ax, title, Axis("w 0"), Axis("w 1"), [Line("", weights[:, 0], weights[:, 1], mark)])
    columns = weights.reshape(len(weights), -1).T
    steps = np.arange(1, len(weights) + 1)
    lines = [Line(f"w {a}" if len(columns) > 1 else "", steps, column) for a, column in enumerate(columns)]
    return draw_lines(ax, title, Axis("step"), Axis("weights"), lines)


class Orbit(NamedTuple):
    """The states of a run, and the weights after each step."""

    states: np.ndarray
    weights: np.ndarray

    def plot(self, ax: Any = None) -> Any:
        """Draw the weights, step by step; two features as a path in the plane."""
        return _draw_weights(ax, "Weights along the orbit", self.weights, "line")


class Period(NamedTuple):
    """Steps until weights come that come again, and until they do."""

    preperiod: int
    period: int


class Words(NamedTuple):
    """How many words of each length the states spell, up to which length that is sure, and the growth exponent."""

    counts: np.ndarray
    saturated_to: int
    growth: Slope | None

    def plot(self, ax: Any = None) -> Any:
        """Draw how the number of words grows with their length."""
        lengths = np.arange(1, len(self.counts) + 1)
        return draw_lines(ax, "Words", Axis("length", True), Axis("different words", True),
                          [Line("", lengths, self.counts)])


class Attractor(NamedTuple):
    """The weights after a burn-in, the boxes of side 1, 1/2, 1/4, ... that hold one, and how these grow."""

    points: np.ndarray
    boxes: np.ndarray
    local_slopes: np.ndarray
    dimension: Slope | None

    def plot(self, ax: Any = None) -> Any:
        """Draw the weights; two features as points in the plane."""
        return _draw_weights(ax, "Attractor", self.points, "points")


class Torus(NamedTuple):
    """The torus of one state more than there are features: its volume, the rotation on it, whether that held."""

    rotation: np.ndarray
    rotation_exact: list[str]
    volume: float
    holds: bool
    states: np.ndarray

    def plot(self, ax: Any = None) -> Any:
        """Draw the orbit on the first two coordinates of the torus, coloured by the state chosen."""
        steps = np.arange(1, len(self.states) + 1)
        turns = np.outer(steps, np.resize(self.rotation, 2)) % 1
        lines = [Line(f"state {s}", *turns[self.states == s].T, "points") for s in np.unique(self.states)]
        return draw_lines(ax, "Rotation of a torus", Axis("turn 0"), Axis("turn 1"), lines)


class Tipi(NamedTuple):
    """The Tipi function on a square grid of weights (rows from the highest y down), the state chosen at each point,
    points of the attractor, and how low the function is next to it."""

    x: np.ndarray
    y: np.ndarray
    values: np.ndarray
    states: np.ndarray
    attractor: np.ndarray
    lowest_on_attractor: float

    def plot(self, ax: Any = None) -> Any:
        """Draw the function over the square."""
        return draw_map(ax, "Tipi function", ("w 0", "w 1"), self.x, self.y, self.values)


class Split(NamedTuple):
    """How many steps two orbits at a distance take the same states (medians), pairs that never parted, and the
    exponent: about -1."""

    distances: np.ndarray
    medians: np.ndarray
    unsplit: np.ndarray
    exponent: Slope | None

    def plot(self, ax: Any = None) -> Any:
        """Draw the medians over the distances."""
        return draw_lines(ax, "Orbits that part", Axis("distance", True), Axis("steps until apart", True),
                          [Line("", self.distances, self.medians)])


class Autocorrelation(NamedTuple):
    """R(0), R(1), ... of the states; of many models the mean, its spread and all curves."""

    values: np.ndarray
    spread: np.ndarray | None = None
    curves: np.ndarray | None = None
    negative_share: float | None = None

    def plot(self, ax: Any = None) -> Any:
        """Draw R over the lag."""
        return draw_lines(ax, "Auto-correlation", Axis("lag"), Axis("R"),
                          [Line("", np.arange(len(self.values)), self.values)])


class Threshold(NamedTuple):
    """Where a stable cycle stops being one as the temperature falls: "flip", "fold" or "neimark_sacker"."""

    kind: str
    period: int
    temperature: float
    gap_ratio: float | None
    cascade: int


class Bifurcation(NamedTuple):
    """The attractors of herding at a temperature, as it falls.

    `theta` is of maximum likelihood, above `t_1` the fixed point T theta is stable, `t_inf` is where period doublings
    accumulate (None unless that is sure), `route` says it in words. `periods` (0: no cycle found) and `exponents` are
    those of a sweep over `temperatures`, `points` the attractor at each. `windows` are other stable cycles: their
    period, and the thresholds above and below.
    """

    temperatures: np.ndarray
    periods: np.ndarray
    exponents: np.ndarray
    points: list[np.ndarray]
    theta: np.ndarray
    t_1: float
    t_inf: float | None
    route: str
    thresholds: list[Threshold]
    windows: list[tuple[int, Threshold | None, Threshold | None]]

    def plot(self, ax: Any = None) -> Any:
        """Draw the first weight of the attractor over the temperature."""
        temperatures = np.repeat(self.temperatures, [len(points) for points in self.points])
        first = np.concatenate([points[:, 0] for points in self.points]) if self.points else np.empty(0)
        return draw_lines(ax, "Attractor as the temperature falls", Axis("temperature"), Axis("w 0"),
                          [Line("", temperatures, first, "points")])


class Lyapunov(NamedTuple):
    """Growth rates of small differences in nats a step, largest first, and their standard errors."""

    exponents: np.ndarray
    errors: np.ndarray


class Herded(NamedTuple):
    """What herding a finite model gives: states in their order, counts, moments and averages, weights, digest."""

    states: np.ndarray
    counts: np.ndarray
    moments: np.ndarray
    averages: np.ndarray
    weights: np.ndarray
    worst_error: float
    positive_margins: int
    possible: bool | None
    digest: str


def neuron(rate: Any, steps: int = 100, *, start: Any = 0) -> Orbit:
    """A single neuron that fires at an exact rate.

    Parameters
    ----------
    rate : number, str or "golden"
        A fraction (``"3/7"``, `fractions.Fraction`), a decimal, or the golden mean.
    steps : int
    start : number or str
        The first weight; the golden neuron has its own.

    Returns
    -------
    Orbit
        States (0 or 1) and weights.

    Examples
    --------
    >>> import pydrover
    >>> pydrover.neuron("3/7", 14).states
    array([0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0], dtype=uint8)
    """
    return Orbit(*_core.neuron(text_of(rate), text_of(start), steps))


def _texts(values: Any, names: Sequence[str], what: str) -> list[str]:
    """One number a name, as texts."""
    if is_series(values) or isinstance(values, Mapping):
        missing = [name for name in names if name not in values]
        if missing:
            raise InputError(f'{what}: expected a number for "{missing[0]}", got none')
        return [text_of(values[name]) for name in names]
    texts = [text_of(value) for value in values]
    if len(texts) != len(names):
        raise InputError(f"{what}: expected {len(names)} numbers, got {len(texts)}")
    return texts


def _model(features: Any, probabilities: Any, moments: Any, start: Any) -> _core.FiniteModel:
    if isinstance(features, (str, os.PathLike)):
        from ._frames import pandas
        features = pandas().read_csv(features, index_col=0, dtype=str)
    if is_frame(features):
        states, names = [str(s) for s in features.index], [str(c) for c in features.columns]
        rows = features.to_numpy()
    else:
        rows = np.asarray(features)
        if rows.ndim != 2:
            raise InputError(f"features: expected a table, a row a state, got {rows.ndim} dimensions")
        states = [str(s) for s in range(rows.shape[0])]
        names = [f"f{a}" for a in range(rows.shape[1])]
    if probabilities is not None and moments is not None:
        raise InputError("probabilities and moments: expected one of them, got both")
    kind, target = "uniform", []
    if probabilities is not None:
        kind, target = "probabilities", _texts(probabilities, states, "probabilities")
    elif moments is not None:
        kind, target = "moments", _texts(moments, names, "moments")
    first = [] if start is None else _texts(start, names, "start")
    return _core.finite_model(states, names, [text_of(value) for value in rows.ravel()], kind, target, first)


def herd(features: Any, steps: int = 1000, *, probabilities: Any = None, moments: Any = None, start: Any = None,
         burn_in: int = 0, rule: str = "herding") -> Herded:
    """Herd a finite model given as a table of features, exactly.

    Parameters
    ----------
    features : DataFrame, array or path
        A row a state.
    steps : int
    probabilities, moments : mapping, Series or sequence, optional
        What the averages shall be.
    start : mapping, Series or sequence, optional
        The first weights; 0 if not given.
    burn_in : int
        Steps before counting begins.
    rule : {"herding", "greedy"}

    Returns
    -------
    Herded

    Examples
    --------
    >>> import pydrover
    >>> result = pydrover.herd([[1], [2], [3]], 6, moments=["7/3"])
    >>> result.averages
    array([2.33333333])
    >>> result.counts.sum().item()
    6
    """
    if rule not in ("herding", "greedy"):
        raise InputError(f'rule: expected one of "herding", "greedy", got "{rule}"')
    model = _model(features, probabilities, moments, start)
    return Herded(**_core.herd(model, steps, burn_in, rule == "greedy"))


def orbit(features: Any, steps: int = 100, *, probabilities: Any = None, moments: Any = None,
          start: Any = None) -> Orbit:
    """The first steps of a finite model: states, and the weights after each.

    Parameters are those of `herd`.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> dynamics.orbit([[0], [1]], 4, moments=["1/4"]).weights.ravel()
    array([ 0.25, -0.5 , -0.25,  0.  ])
    """
    states, weights = _core.orbit(_model(features, probabilities, moments, start), steps)
    return Orbit(states, weights.reshape(len(states), -1))


def period(features: Any, *, max_period: int = 1_000_000, probabilities: Any = None, moments: Any = None,
           start: Any = None) -> Period | None:
    """When the weights come again, exactly; None if they do not within `max_period` steps.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> dynamics.period([[0], [1]], moments=["3/7"])
    Period(preperiod=0, period=7)
    """
    found = _core.period(_model(features, probabilities, moments, start), max_period)
    return None if found is None else Period(*found)


def words(features: Any, *, symbols: int = 100_000, max_length: int = 100, probabilities: Any = None,
          moments: Any = None, start: Any = None) -> Words:
    """How many different words of each length the sequence of states holds.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> dynamics.words([[0], [1]], moments=["3/7"], max_length=8).counts.tolist()
    [2, 3, 4, 5, 6, 7, 7, 7]
    """
    counts, saturated_to, growth = _core.words(_model(features, probabilities, moments, start), symbols, max_length)
    return Words(counts, saturated_to, _slope(growth))


def attractor(features: Any, steps: int = 10_000, *, burn_in: int = 1_000, levels: int = 12,
              probabilities: Any = None, moments: Any = None, start: Any = None) -> Attractor:
    """The weights after a burn-in, a row a step, and how many boxes of side 1, 1/2, 1/4, ... (`levels`) hold them.

    Read `local_slopes` first: only where they agree over many levels is `dimension` one.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> found = dynamics.attractor([[0, 0], [1, 0], [0, 1]], 1000, moments=["0.3", "0.4"])
    >>> found.points.shape, found.boxes[:3].tolist()
    ((1000, 2), [4, 6, 10])
    """
    found = _core.attractor(_model(features, probabilities, moments, start), steps, burn_in, levels)
    return Attractor(found["points"].reshape(steps, -1), found["boxes"], found["local_slopes"],
                     _slope(found["dimension"]))


def torus(features: Any, steps: int = 10_000, *, probabilities: Any = None, moments: Any = None,
          start: Any = None) -> Torus:
    """The torus on which herding is a rotation: for one state more than there are features, in general position.

    Raises `InputError` where there is none.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> found = dynamics.torus([[0, 0], [1, 0], [0, 1]], moments=["3/10", "2/5"])
    >>> found.rotation_exact, found.volume, found.holds
    (['3/10', '2/5'], 1.0, True)
    """
    found = _core.torus(_model(features, probabilities, moments, start), steps)
    if not found.pop("rotates"):
        raise InputError(f"torus: {found['reason']}")
    del found["reason"]
    return Torus(**found)


def tipi(features: Any, *, steps: int = 10_000, burn_in: int = 1_000, side: int = 61, reach: float | None = None,
         probabilities: Any = None, moments: Any = None, start: Any = None) -> Tipi:
    """The Tipi function w . moments - max w . phi(x) of two features, on a square of half side `reach`.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> found = dynamics.tipi([[0, 0], [1, 0], [0, 1]], moments=["0.3", "0.4"], side=5, reach=1)
    >>> found.values.shape, found.values.max().item()
    ((5, 5), 0.0)
    """
    found = _core.tipi(_model(features, probabilities, moments, start), steps, burn_in, side, reach)
    shape = len(found["y"]), len(found["x"])
    return Tipi(**{**found, "values": found["values"].reshape(shape), "states": found["states"].reshape(shape),
                   "attractor": found["attractor"].reshape(-1, 2)})


def split(features: Any, *, pairs: int = 101, first_bits: int = 3, last_bits: int = 12, burn_in: int = 1_000,
          max_steps: int = 200_000, seed: int = 0, threads: int = 0, probabilities: Any = None,
          moments: Any = None) -> Split:
    """How long two orbits at a distance take the same states: about 1 / distance.

    Distances are the spread of the features times 2^-`first_bits`, ..., 2^-`last_bits`. The Lyapunov exponent is 0: the
    map is a translation in every cone.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> found = dynamics.split([[0, 0], [1, 0], [0, 1]], moments=["0.3", "0.4123"], pairs=11, last_bits=6)
    >>> found.distances.shape
    (4,)
    """
    options = _core.SplitOptions()
    options.pair_count, options.first_bits, options.last_bits = pairs, first_bits, last_bits
    options.burn_in, options.max_steps, options.seed = burn_in, max_steps, seed
    found = _core.split(_model(features, probabilities, moments, None), options, threads)
    return Split(**{**found, "exponent": _slope(found["exponent"])})


def autocorrelation(features: Any, *, steps: int = 100_000, max_lag: int = 20, probabilities: Any = None,
                    moments: Any = None, start: Any = None) -> Autocorrelation:
    """R(0), R(1), ... of the states: herding's are negative at lag 1, as a rule.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> dynamics.autocorrelation([[0], [1]], moments=["3/7"], max_lag=3).values.round(2)
    array([ 1.  , -0.75,  0.42, -0.17])
    """
    return Autocorrelation(_core.autocorrelation(_model(features, probabilities, moments, start), steps, max_lag))


def random_autocorrelation(models: int = 100, *, states: int = 10, features: int = 7, scale: float = 1,
                           steps: int = 100_000, max_lag: int = 20, seed: int = 0,
                           progress: bool | Progress | None = None, threads: int = 0) -> Autocorrelation:
    """The auto-correlation of many random models: the mean, its spread, every curve, and how many have R(1) < 0.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> found = dynamics.random_autocorrelation(5, steps=1000, max_lag=3)
    >>> found.curves.shape, bool(found.values[1] < 0)
    ((5, 4), True)
    """
    options = _core.AutocorrelationOptions()
    options.model_count, options.state_count, options.feature_count = models, states, features
    options.parameter_scale, options.steps, options.max_lag, options.seed = scale, steps, max_lag, seed
    with shown(progress, "models") as tell:
        found = _core.random_autocorrelation(options, threads, tell)
    return Autocorrelation(found["mean"], found["spread"], found["curves"].reshape(-1, max_lag + 1),
                           found["negative_share"])


def bifurcation(features: Any, *, highest: float | None = None, lowest: float | None = None, temperatures: int = 200,
                max_period: int = 512, max_steps: int = 6_000, max_windows: int = 8, probabilities: Any = None,
                moments: Any = None, progress: bool | Progress | None = None, threads: int = 0) -> Bifurcation:
    """The attractors of herding at a temperature, w <- w + moments - E_w[phi], as the temperature falls.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> found = dynamics.bifurcation([[0], [1]], moments=["1/2"], temperatures=5, max_windows=0)
    >>> found.t_1, found.thresholds[0].kind
    (0.125, 'flip')
    """
    options = _core.BifurcationOptions()
    options.highest, options.lowest, options.temperature_count = highest, lowest, temperatures
    options.max_period, options.max_steps, options.max_windows = max_period, max_steps, max_windows
    model = _model(features, probabilities, moments, None)
    with shown(progress, "attractors") as tell:
        found = _core.bifurcation(model, options, threads, tell)
    width = max(1, len(found["theta"]))
    found["points"] = [points.reshape(-1, width) for points in found["points"]]
    found["thresholds"] = [Threshold(*each) for each in found["thresholds"]]
    found["windows"] = [(period, above and Threshold(*above), below and Threshold(*below))
                        for period, above, below in found["windows"]]
    return Bifurcation(**found)


def lyapunov(features: Any, temperature: float, *, steps: int = 10_000, burn_in: int = 1_000,
             probabilities: Any = None, moments: Any = None) -> Lyapunov:
    """Lyapunov exponents of herding at a temperature; at temperature zero all are 0.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> bool(dynamics.lyapunov([[0], [1]], 1.0, moments=["1/2"], steps=100).exponents[0] < 0)
    True
    """
    return Lyapunov(*_core.lyapunov(_model(features, probabilities, moments, None), temperature, steps, burn_in))

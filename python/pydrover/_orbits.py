"""Results of the calls of `pydrover.dynamics`."""
from typing import Any, NamedTuple

import numpy as np

from ._plot import Axis, Line, draw_lines, draw_map


class Slope(NamedTuple):
    """The slope of a straight line, and how straight it is: the 95 % interval that independent points would give.

    The points of one curve are not independent, so this is not a confidence interval of an exponent.
    """

    value: float
    low: float
    high: float


def slope_of(found: tuple[float, float, float] | None) -> Slope | None:
    return None if found is None else Slope(*found)


def _draw_weights(ax: Any, title: str, weights: np.ndarray, mark: str) -> Any:
    """Two weights as a path in the plane, any other number of weights over the steps."""
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
    """The number of steps before the cycle of the weights, and its length."""

    preperiod: int
    period: int


class Words(NamedTuple):
    """How many words of each length the states have, up to which length that is certain, and the growth exponent."""

    counts: np.ndarray
    saturated_to: int
    growth: Slope | None

    def plot(self, ax: Any = None) -> Any:
        """Draw how the number of words grows with their length."""
        lengths = np.arange(1, len(self.counts) + 1)
        return draw_lines(ax, "Words", Axis("length", True), Axis("different words", True),
                          [Line("", lengths, self.counts)])


class Attractor(NamedTuple):
    """The weights after a burn-in, the number of boxes of side 1, 1/2, 1/4, ... with weights in them, and its growth."""

    points: np.ndarray
    boxes: np.ndarray
    local_slopes: np.ndarray
    dimension: Slope | None

    def plot(self, ax: Any = None) -> Any:
        """Draw the weights; two features as points in the plane."""
        return _draw_weights(ax, "Attractor", self.points, "points")


class Torus(NamedTuple):
    """The torus of a model with one state more than features: its volume, the rotation on it, and whether that held."""

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
    """The Tipi function on a square grid of weights (rows from the highest y down; one row for one feature), the state
    chosen at each point, points of the attractor, and the lowest value on it."""

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
    """For how many steps two orbits at a distance have the same states (medians), pairs that never separated, and the
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
    """R(0), R(1), ... of the states; for many models the mean, its spread and all curves."""

    values: np.ndarray
    spread: np.ndarray | None = None
    curves: np.ndarray | None = None
    negative_share: float | None = None

    def plot(self, ax: Any = None) -> Any:
        """Draw R over the lag."""
        return draw_lines(ax, "Auto-correlation", Axis("lag"), Axis("R"),
                          [Line("", np.arange(len(self.values)), self.values)])


class Threshold(NamedTuple):
    """Where a cycle loses its stability as the temperature falls: "flip", "fold" or "neimark_sacker"."""

    kind: str
    period: int
    temperature: float
    gap_ratio: float | None
    cascade: int


class Bifurcation(NamedTuple):
    """The attractors of herding at a temperature, as it falls.

    `theta` is the maximum-likelihood estimate; above `t_1` the fixed point T theta is stable; `t_inf` is where period
    doublings accumulate (None unless that is certain); `route` describes it. `periods` (0: no cycle found) and
    `exponents` are those of a sweep over `temperatures`, `points` the attractor at each. `windows` are other stable
    cycles: their period, and the thresholds above and below.
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


class Partition(NamedTuple):
    """Cells of the plane of weights in which herding takes the same T states, for T = 1, 2, ...: of the whole plane, those
    of finite area, of a square around the disc of `radius` that every orbit enters (None if the moments are not
    strictly inside), words after settling, and words of the model's own orbit."""

    plane: np.ndarray
    bounded: np.ndarray
    radius: float | None
    square: np.ndarray
    settled: np.ndarray
    words: np.ndarray

    def plot(self, ax: Any = None) -> Any:
        """Draw how the numbers grow with the length of the words."""
        curves = {"cells of the plane": self.plane, "cells of the square": self.square, "words at last": self.settled,
                  "words of the orbit": self.words}
        lines = [Line(name, np.arange(1, len(counts) + 1), counts) for name, counts in curves.items() if len(counts)]
        return draw_lines(ax, "Cells and words", Axis("length", True), Axis("how many", True), lines)


class Lyapunov(NamedTuple):
    """Growth rates of small differences in nats per step, largest first, and their standard errors."""

    exponents: np.ndarray
    errors: np.ndarray


class Herded(NamedTuple):
    """The result of herding a finite model: states in their order, counts, moments and averages, weights, digest."""

    states: np.ndarray
    counts: np.ndarray
    moments: np.ndarray
    averages: np.ndarray
    weights: np.ndarray
    worst_error: float
    positive_margins: int
    possible: bool | None
    digest: str

"""Herding as a dynamical system: orbits of finite models, in exact numbers.

A model is a table of features, a row a state: a DataFrame (index: states), an array, or the path of a CSV file. What the
averages of the features shall be comes as `probabilities` of the states or as `moments` of the features; without either
it is the plain average over the states. Numbers are taken exactly: as fractions (``"1/3"``, `fractions.Fraction`),
decimals, or floats as they are written.
"""
from __future__ import annotations

import os
from typing import Any, Mapping, NamedTuple, Sequence

import numpy as np

from . import _core
from ._frames import is_frame, is_series, text_of

__all__ = ["Herded", "Orbit", "Period", "Words", "attractor", "autocorrelation", "herd", "neuron", "orbit", "period",
           "words"]


class Orbit(NamedTuple):
    """The states of a run, and the weights after each step."""

    states: np.ndarray
    weights: np.ndarray

    def plot(self, ax: Any = None) -> Any:
        """Draw the weights, step by step, with matplotlib; two features as a path in the plane."""
        import matplotlib.pyplot as plt
        ax = ax or plt.subplots()[1]
        if self.weights.ndim == 2 and self.weights.shape[1] == 2:
            ax.plot(self.weights[:, 0], self.weights[:, 1], ".-", linewidth=0.5)
        else:
            ax.plot(self.weights)
        return ax


class Period(NamedTuple):
    """Steps until weights come that come again, and until they do."""

    preperiod: int
    period: int


class Words(NamedTuple):
    """How many words of each length the states spell, up to which length that is sure, and the growth exponent."""

    counts: np.ndarray
    saturated_to: int
    growth: float | None


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
            raise _core.InputError(f'{what}: expected a number for "{missing[0]}", got none')
        return [text_of(values[name]) for name in names]
    texts = [text_of(value) for value in values]
    if len(texts) != len(names):
        raise _core.InputError(f"{what}: expected {len(names)} numbers, got {len(texts)}")
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
            raise _core.InputError(f"features: expected a table, a row a state, got {rows.ndim} dimensions")
        states = [str(s) for s in range(rows.shape[0])]
        names = [f"f{a}" for a in range(rows.shape[1])]
    if probabilities is not None and moments is not None:
        raise _core.InputError("probabilities and moments: expected one of them, got both")
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
        raise _core.InputError(f'rule: expected one of "herding", "greedy", got "{rule}"')
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
    return Words(*_core.words(_model(features, probabilities, moments, start), symbols, max_length))


def attractor(features: Any, steps: int = 10_000, *, burn_in: int = 1_000, probabilities: Any = None,
              moments: Any = None, start: Any = None) -> np.ndarray:
    """The weights after a burn-in, a row a step.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> dynamics.attractor([[0, 0], [1, 0], [0, 1]], 100, moments=["0.3", "0.4"]).shape
    (100, 2)
    """
    points = _core.attractor(_model(features, probabilities, moments, start), steps, burn_in)
    return points.reshape(steps, -1)


def autocorrelation(features: Any, *, steps: int = 100_000, max_lag: int = 20, probabilities: Any = None,
                    moments: Any = None, start: Any = None) -> np.ndarray:
    """R(0), R(1), ... of the states: herding's are negative at lag 1, as a rule.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> dynamics.autocorrelation([[0], [1]], moments=["3/7"], max_lag=3).round(2)
    array([ 1.  , -0.75,  0.42, -0.17])
    """
    return _core.autocorrelation(_model(features, probabilities, moments, start), steps, max_lag)

"""Herding as a dynamical system: orbits of finite models, in exact numbers.

A model is a table of features, one row per state: a DataFrame (index: states), an array, or the path of a CSV file. The
target for the averages of the features is given as `probabilities` of the states or as `moments` of the features; without
either it is the plain average over the states. Numbers are exact: fractions (``"1/3"``, `fractions.Fraction`), decimals, or
floats as they are written. Results are NumPy arrays; ``plot()`` draws with matplotlib if it is installed, and otherwise
gives the library's own SVG. `progress` is that of `pydrover.synth`.
"""
from __future__ import annotations

import os
from typing import Any, Mapping, Sequence

import numpy as np

from . import _core
from ._arguments import checked, wrong
from ._errors import InputError
from ._frames import is_frame, is_series, pandas, text_of
from ._orbits import (Attractor, Autocorrelation, Bifurcation, Herded, Lyapunov, Orbit, Partition, Period, Slope, Split,
                      Threshold, Tipi, Torus, Words, slope_of)
from ._progress import Progress, reporting
from ._runs import Memory, Time, long_call, long_run

__all__ = ["Attractor", "Autocorrelation", "Bifurcation", "Herded", "Lyapunov", "Orbit", "Partition", "Period", "Slope",
           "Split", "Threshold", "Tipi", "Torus", "Words", "attractor", "autocorrelation", "bifurcation", "herd", "lyapunov",
           "neuron", "orbit", "partition", "period", "random_autocorrelation", "split", "survey", "tipi", "torus", "words"]


@checked
def neuron(rate: Any, steps: int = 100, *, start: Any = 0) -> Orbit:
    """A single neuron that fires at an exact rate.

    Parameters
    ----------
    rate : number, str or "golden"
        A fraction (``"3/7"``, `fractions.Fraction`), a decimal, the golden mean, or another number with one square
        root (``"(3-sqrt(2))/7"``).
    steps : int
    start : number or str
        The first weight; that of the golden neuron is ``2*golden-1`` instead of 0.

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
    """One number per name, as texts."""
    if is_series(values) or isinstance(values, Mapping):
        missing = [name for name in names if name not in values]
        if missing:
            raise InputError(f'{what}: expected a number for "{missing[0]}", got none')
        return [text_of(values[name]) for name in names]
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise wrong(what, "a list of numbers, or a mapping", values)
    texts = [text_of(value) for value in values]
    if len(texts) != len(names):
        raise InputError(f"{what}: expected {len(names)} numbers, got {len(texts)}")
    return texts


def _at_least_one(steps: int) -> None:
    if steps < 1:
        raise InputError(f"steps: expected at least 1, got {steps}")


def _model(features: Any, probabilities: Any, moments: Any, start: Any) -> _core.FiniteModel:
    if isinstance(features, (str, os.PathLike)):
        features = pandas().read_csv(features, index_col=0, dtype=str)
    if is_frame(features):
        states, names = [str(s) for s in features.index], [str(c) for c in features.columns]
        rows = features.to_numpy()
    else:
        rows = np.asarray(features)
        if rows.ndim != 2:
            raise InputError(f"features: expected a table with one row per state, got {rows.ndim} dimensions")
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


@checked
def herd(features: Any, steps: int = 1000, *, probabilities: Any = None, moments: Any = None, start: Any = None,
         burn_in: int = 0, rule: str = "herding") -> Herded:
    """Herd a finite model given as a table of features, exactly.

    Parameters
    ----------
    features : DataFrame, array or path
        One row per state.
    steps : int
    probabilities, moments : mapping, Series or sequence, optional
        The target for the averages. Numbers or texts; irrational ones with one square root, ``"golden"`` or
        ``"(3-sqrt(2))/7"``, are exact, too.
    start : mapping, Series or sequence, optional
        The first weights, likewise; 0 if not given.
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


@checked
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
    _at_least_one(steps)
    states, weights = _core.orbit(_model(features, probabilities, moments, start), steps)
    return Orbit(states, weights.reshape(len(states), -1))


@checked
def period(features: Any, *, max_period: int = 1_000_000, probabilities: Any = None, moments: Any = None,
           start: Any = None, progress: bool | Progress | None = None) -> Period | None:
    """The exact period of the weights; None if they do not recur within `max_period` steps.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> dynamics.period([[0], [1]], moments=["3/7"])
    Period(preperiod=0, period=7)
    """
    model = _model(features, probabilities, moments, start)
    with reporting(progress, "steps") as tell:
        found = _core.period(model, max_period, tell)
    return None if found is None else Period(*found)


@checked
def words(features: Any, *, symbols: int = 100_000, max_length: int = 100, probabilities: Any = None,
          moments: Any = None, start: Any = None, progress: bool | Progress | None = None) -> Words:
    """How many different words of each length the sequence of states has.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> dynamics.words([[0], [1]], moments=["3/7"], max_length=8).counts.tolist()
    [2, 3, 4, 5, 6, 7, 7, 7]
    """
    model = _model(features, probabilities, moments, start)
    with reporting(progress, "steps") as tell:
        counts, saturated_to, growth = _core.words(model, symbols, max_length, tell)
    return Words(counts, saturated_to, slope_of(growth))


@checked
def attractor(features: Any, steps: int = 10_000, *, burn_in: int = 1_000, levels: int = 12,
              probabilities: Any = None, moments: Any = None, start: Any = None) -> Attractor:
    """The weights after a burn-in, one row per step, and how many boxes of side 1, 1/2, 1/4, ... (`levels`) contain them.

    Read `local_slopes` first: only if they agree over many levels is `dimension` a dimension.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> found = dynamics.attractor([[0, 0], [1, 0], [0, 1]], 1000, moments=["0.3", "0.4"])
    >>> found.points.shape, found.boxes[:3].tolist()
    ((1000, 2), [4, 6, 10])
    """
    _at_least_one(steps)
    found = _core.attractor(_model(features, probabilities, moments, start), steps, burn_in, levels)
    return Attractor(found["points"].reshape(steps, -1), found["boxes"], found["local_slopes"],
                     slope_of(found["dimension"]))


@checked
def torus(features: Any, steps: int = 10_000, *, probabilities: Any = None, moments: Any = None,
          start: Any = None) -> Torus:
    """The torus on which herding is a rotation: for one state more than there are features, in general position.

    Raises `InputError` if there is none.

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


@checked
def tipi(features: Any, *, steps: int = 10_000, burn_in: int = 1_000, side: int = 61, reach: float | None = None,
         probabilities: Any = None, moments: Any = None, start: Any = None) -> Tipi:
    """The Tipi function w . moments - max w . phi(x), on a square of half side `reach` for the first two weights.

    All other weights are 0; for one feature the square is a line.

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


@checked
def split(features: Any, *, pairs: int = 101, first_bits: int = 3, last_bits: int = 12, burn_in: int = 1_000,
          max_steps: int = 200_000, seed: int = 0, threads: int = 0, probabilities: Any = None,
          moments: Any = None, progress: bool | Progress | None = None) -> Split:
    """For how long two orbits at a distance have the same states: about 1 / distance.

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
    model = _model(features, probabilities, moments, None)
    with reporting(progress, "pairs") as tell:
        found = _core.split(model, options, threads, tell)
    return Split(**{**found, "exponent": slope_of(found["exponent"])})


@checked
def autocorrelation(features: Any, *, steps: int = 100_000, max_lag: int = 20, probabilities: Any = None,
                    moments: Any = None, start: Any = None,
                    progress: bool | Progress | None = None) -> Autocorrelation:
    """R(0), R(1), ... of the states; for herding R(1) is usually negative.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> dynamics.autocorrelation([[0], [1]], moments=["3/7"], max_lag=3).values.round(2)
    array([ 1.  , -0.75,  0.42, -0.17])
    """
    model = _model(features, probabilities, moments, start)
    with reporting(progress, "steps") as tell:
        return Autocorrelation(_core.autocorrelation(model, steps, max_lag, tell))


@checked
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
    with reporting(progress, "models") as tell:
        found = _core.random_autocorrelation(options, threads, tell)
    return Autocorrelation(found["mean"], found["spread"], found["curves"].reshape(-1, max_lag + 1),
                           found["negative_share"])


@checked
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
    with reporting(progress, "attractors") as tell:
        found = _core.bifurcation(model, options, threads, tell)
    width = max(1, len(found["theta"]))
    found["points"] = [points.reshape(-1, width) for points in found["points"]]
    found["thresholds"] = [Threshold(*each) for each in found["thresholds"]]
    found["windows"] = [(period, above and Threshold(*above), below and Threshold(*below))
                        for period, above, below in found["windows"]]
    return Bifurcation(**found)


@checked
def lyapunov(features: Any, temperature: float, *, steps: int = 10_000, burn_in: int = 1_000,
             probabilities: Any = None, moments: Any = None, progress: bool | Progress | None = None) -> Lyapunov:
    """Lyapunov exponents of herding at a temperature; at temperature zero all are 0.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> bool(dynamics.lyapunov([[0], [1]], 1.0, moments=["1/2"], steps=100).exponents[0] < 0)
    True
    """
    model = _model(features, probabilities, moments, None)
    with reporting(progress, "steps") as tell:
        return Lyapunov(*_core.lyapunov(model, temperature, steps, burn_in, tell))


@checked
def partition(features: Any, *, max_length: int = 32, plane_length: int = 16, settling: int = 64,
              steps: int = 1_000_000, burn_in: int = 1_000, max_cells: int = 100_000_000, probabilities: Any = None,
              moments: Any = None, start: Any = None, threads: int = 0,
              progress: bool | Progress | None = None) -> Partition:
    """The plane of weights of two features, divided into cells in which herding takes the same states, counted exactly.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> dynamics.partition([[0, 0], [1, 0], [0, 1]], moments=["0.3", "0.4"], max_length=4, steps=1000).plane[:3].tolist()
    [3, 9, 24]
    """
    options = _core.PartitionOptions()
    options.max_length, options.plane_length, options.settling = max_length, plane_length, settling
    options.orbit_steps, options.burn_in, options.max_cells = steps, burn_in, max_cells
    model = _model(features, probabilities, moments, start)
    with reporting(progress, "cells") as tell:
        return Partition(**_core.partition(model, options, threads, tell))


@checked
@long_call("models", "The models measured by then are the result; if there are none yet, it is a ``TimeoutError``.")
def survey(tables: int = 20, *, states: Sequence[int] = (4, 6, 8), features: Sequence[int] = (2, 3), scale: float = 0.5,
           steps: int = 200_000, starts: int = 4, seed: int = 0, progress: bool | Progress | None = None,
           threads: int = 0, time: Time | None = None, memory: Memory | None = None,
           checkpoint: str | os.PathLike | None = None, checkpoint_every: int | None = None,
           resume: str | os.PathLike | None = None) -> Any:
    """Random models of each size, herded and measured: routes to chaos, attractors, words, margins.

    Parameters
    ----------
    tables : int
        Models of each size. A checkpoint can be resumed with more of them.
    states, features : sequence of int
        Sizes.
    scale : float
        Of the random fields that the moments come from.
    steps, starts : int
        Steps of each orbit at temperature 0, and orbits of each model.
    seed : int
    <run>

    Returns
    -------
    DataFrame
        One row per model, as ``drover dynamics survey --lines`` writes them.

    Examples
    --------
    >>> from pydrover import dynamics
    >>> found = dynamics.survey(2, states=[4], features=[2], steps=2000)
    >>> found[["table", "states", "features"]].to_numpy().tolist()
    [[0, 4, 2], [1, 4, 2]]
    """
    options = _core.SurveyOptions()
    options.table_count, options.state_counts, options.feature_counts = tables, list(states), list(features)
    options.parameter_scale, options.steps, options.start_count, options.seed = scale, steps, starts, seed
    texts = {"states": ",".join(map(str, states)), "features": ",".join(map(str, features)), "scale": text_of(scale),
             "steps": str(steps), "starts": str(starts), "seed": str(seed)}
    with long_run("models", progress=progress, time=time, memory=memory, checkpoint=checkpoint,
                  checkpoint_every=checkpoint_every, resume=resume, threads=threads) as run:
        return pandas().DataFrame(_core.survey(options, run, list(texts.items())))

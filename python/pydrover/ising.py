"""Herding on a lattice, compared with samples of the Ising model.

Spins are +1 and -1 on a square lattice. Herding matches the mean of every spin (0) and of the product of neighbours;
Swendsen-Wang and Gibbs sample the model. Herding is exact: the same states on every machine.
"""
from typing import Any, Iterable, NamedTuple

import numpy as np

from . import _core
from ._arguments import checked
from ._errors import InputError
from ._frames import text_of
from ._plot import Axis, Line, draw_image, draw_lines
from ._progress import Progress, reporting

__all__ = ["Clusters", "Estimate", "Samples", "Study", "critical_beta", "exact_edge_correlation", "study"]

critical_beta: float = _core.critical_beta
"""ln(1 + sqrt(2)) / 2, where spins are correlated over any distance."""


class Estimate(NamedTuple):
    """A mean over samples and its standard error."""

    mean: float
    error: float


class Clusters(NamedTuple):
    """Clusters by their size, in bins that double, and the slope of their density: n_s ~ s^slope."""

    slope: float
    slope_error: float
    sizes: np.ndarray
    counts: np.ndarray
    densities: np.ndarray


class Samples(NamedTuple):
    """What the samples of one method look like. `correlations` are those at the distances 1, 2, ...; `last` is the
    last sample, a matrix of +1 and -1; the last two fields are None except for herding."""

    method: str
    magnetisation: Estimate
    edge_correlation: Estimate
    correlations: np.ndarray
    clusters: Clusters | None
    bond_clusters: Clusters | None
    last: np.ndarray
    digest: str
    positive_margins: int | None
    worst_moment_error: float | None

    def plot(self, ax: Any = None) -> Any:
        """Draw the last sample."""
        return draw_image(ax, f"A sample by {self.method}", self.last, -1, 1)


class Study(NamedTuple):
    """The edge moment that herding matched (None for other methods), samples of the method, and of the model."""

    edge_moment: float | None
    samples: Samples
    reference: Samples | None

    def plot(self, ax: Any = None) -> Any:
        """Draw how many clusters of like spins there are of each size."""
        lines = [Line(each.method, each.clusters.sizes, each.clusters.densities) for each in (self.samples, self.reference)
                 if each is not None and each.clusters is not None]
        return draw_lines(ax, "Clusters of like spins", Axis("size, in bins that double", True),
                          Axis("clusters of one size, a site and sample", True), lines)


def _options(size: int, boundary: str, beta: float | None) -> _core.IsingOptions:
    options = _core.IsingOptions()
    options.set_lattice(size, boundary)
    options.set_beta(critical_beta if beta is None else beta)
    return options


@checked
def exact_edge_correlation(size: int, beta: float | None = None) -> float:
    """The mean of the product of two neighbours in the model itself, on a torus of this size (Kaufman's formula).

    Examples
    --------
    >>> from pydrover import ising
    >>> round(ising.exact_edge_correlation(100), 4)
    0.7102
    """
    return _options(size, "torus", beta).exact_edge_correlation()


def _samples(found: dict[str, Any], size: int) -> Samples:
    clusters = {name: found[name] and Clusters(*found[name]) for name in ("clusters", "bond_clusters")}
    return Samples(**{**found, **clusters, "last": found["last"].reshape(size, size),
                      "magnetisation": Estimate(*found["magnetisation"]),
                      "edge_correlation": Estimate(*found["edge_correlation"])})


@checked
def study(size: int = 100, *, method: str = "herding", boundary: str = "torus", beta: float | None = None,
          samples: int = 5_000, burn_in: int = 500, edge_moment: Any = "auto", reference: int = 5_000,
          features: Iterable[str] = ("nodes", "edges"), order: str = "raster", sweeps: int | None = None,
          start: str = "previous", node_rate: Any = 1, seed: int = 0,
          progress: bool | Progress | None = None) -> Study:
    """Samples by one method, compared with samples of the Ising model itself.

    Parameters
    ----------
    size : int
        Sites per side.
    method : {"herding", "swendsen-wang", "gibbs"}
    boundary : {"torus", "open"}
    beta : float, optional
        Inverse temperature; the critical one if not given.
    samples, burn_in : int
        Samples, and steps or sweeps before the first.
    edge_moment : "auto", "exact" or number
        The mean of the product of neighbours that herding matches: estimated by Swendsen-Wang, exact (on a torus), or as
        given.
    reference : int
        Sweeps of Swendsen-Wang for the moments and the comparison; 0 for none.
    features : iterable of str
        What herding matches: any of nodes, edges, diagonals, plaquettes, far.
    order : {"raster", "checkerboard"}
        Order of the sites in a sweep.
    sweeps : int, optional
        Sweeps per step of herding; if not given, until a local maximum.
    start : {"previous", "fresh"}
        Where a search starts.
    node_rate : number
        Learning rate of nodes; that of other features is 1.
    seed : int
    progress : bool or callable, optional
        As for `pydrover.synth`.

    Returns
    -------
    Study

    Examples
    --------
    >>> from pydrover import ising
    >>> found = ising.study(12, samples=200, burn_in=50, edge_moment="exact", reference=0)
    >>> found.samples.last.shape
    (12, 12)
    >>> abs(found.samples.edge_correlation.mean - ising.exact_edge_correlation(12)) < 0.01
    True
    """
    options = _options(size, boundary, beta)
    options.set_method(method)
    options.set_features([text_of(each) for each in features])
    options.set_order(order)
    options.set_start(start)
    options.set_node_rate(text_of(node_rate))
    options.set_run(samples, burn_in, seed)
    options.set_reference(reference)
    if sweeps is not None:
        options.set_sweeps(sweeps)
    if edge_moment == "exact":
        exact = options.exact_edge_correlation()
        if exact is None:
            raise InputError('edge_moment="exact": expected a torus, got an open boundary')
        edge_moment = f"{round(exact * 1e6)}/1000000"
    if edge_moment != "auto":
        options.set_edge_moment(text_of(edge_moment))
    with reporting(progress, "steps") as tell:
        moment, statistics = _core.study_ising(options, tell)
    found = [_samples(each, size) for each in statistics]
    return Study(moment if method == "herding" else None, found[0], found[1] if len(found) > 1 else None)

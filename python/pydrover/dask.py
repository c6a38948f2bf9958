"""Tables and rows on Dask: the workers count and herd; only counts and rows are transferred.

Needs dask, and pydrover with pyarrow and pandas on every worker.
"""
from __future__ import annotations

from typing import Any, Callable, Iterable

from . import cluster
from ._inputs import Tables


def _map(function: Callable[[Any], Any], items: Iterable[Any]) -> list[Any]:
    import dask
    return list(dask.compute(*[dask.delayed(function)(item) for item in items]))


def tables(df: Any, order: int = 2, **options: Any) -> Tables:
    """Make tables of counts from a Dask DataFrame, or from parts as for `pydrover.cluster.tables`.

    The result is that of `pydrover.tables` on all rows; options are those of `pydrover.cluster.tables`.
    """
    parts = df.to_delayed() if hasattr(df, "to_delayed") else df
    return cluster.tables(parts, order, map=_map, **options)


def synth_by(tables: Any, by: str, out: Any = None, *, groups: int = 8, **options: Any) -> list[Any]:
    """Make the rows of many zones on Dask's workers, one task per group of zones, like `pydrover.cluster.synth_by`."""
    return cluster.synth_by(tables, by, out, groups=groups, map=_map, **options)

"""Tables and rows on Spark: the workers count and herd; only counts and rows are transferred.

Needs pyspark, and pydrover with pyarrow and pandas on every worker.
"""
from __future__ import annotations

import json
from typing import Any, Iterable, Iterator

from . import cluster
from ._inputs import Tables, schema_text


def tables(df: Any, order: int = 2, *, weight: str | None = None, columns: Iterable[str] = (),
           also: Iterable[Iterable[str]] = (), round: int = 1, suppress_below: int = 0, schema: Any = None) -> Tables:
    """Make tables of counts from a Spark DataFrame: the tables of `pydrover.tables` on all of its rows.

    Two passes of ``mapInArrow``: the values of each column, then the cells over categories that all partitions share. Each
    partition returns counts, which are added up here. ``schema=`` saves the first pass.
    """
    choice = {"order": order, "columns": tuple(columns), "also": [list(names) for names in also], "weight": weight,
              "schema": None if schema is None else schema_text(schema)}
    if choice["columns"]:
        needed = dict.fromkeys([*choice["columns"], *(name for names in choice["also"] for name in names),
                                *([weight] if weight else [])])
        df = df.select(*needed)
    if schema is None:
        values = cluster.add_values(_per_partition(df, _values))
        choice["schema"] = cluster.shared_schema(values, choice)

    def cells(batches: Iterator[Any]) -> Any:
        counted = cluster.count_cells(_reader(batches), choice)
        return {"columns": counted.columns, "texts": counted.texts}

    counted = [cluster.Cells(**part) for part in _per_partition(df, cells)]
    return cluster.add_cells(counted, choice["schema"], round=round, suppress_below=suppress_below)


def _values(batches: Iterator[Any]) -> Any:
    return cluster.count_values(_reader(batches))


def _reader(batches: Iterator[Any]) -> Any:
    import itertools

    import pyarrow
    first = next(batches)
    return pyarrow.RecordBatchReader.from_batches(first.schema, itertools.chain([first], batches))


def _per_partition(df: Any, count: Any) -> list[Any]:
    """The result of `count` for each partition that has rows, sent as JSON."""
    def run(batches: Iterator[Any]) -> Iterator[Any]:
        import itertools

        import pyarrow
        with_rows = (batch for batch in batches if batch.num_rows > 0)
        first = next(with_rows, None)
        if first is not None:
            found = json.dumps(count(itertools.chain([first], with_rows)))
            yield pyarrow.record_batch({"counts": [found]})

    return [json.loads(row.counts) for row in df.mapInArrow(run, "counts string").collect()]


def synth_by(spark: Any, tables: Any, by: str, out: str | None = None, *, groups: int | None = None,
             **options: Any) -> Any:
    """Make the rows of many zones on the workers of a Spark session, one task per group of zones.

    Together they are the rows of `synth` on one machine. Returns a Spark DataFrame of texts (binned columns are numbers);
    with `out` it is written there as Parquet and read back.
    """
    work = list(cluster.zone_groups(tables, by, groups or spark.sparkContext.defaultParallelism, **options))
    columns = json.loads(work[0].schema)["columns"]
    types = {column["name"]: "double" if "bins" in column else "string" for column in columns}
    groups_frame = spark.createDataFrame([(json.dumps(group._asdict()),) for group in work], "zones string")
    made = groups_frame.repartition(len(work)).mapInArrow(
        _rows_of_groups(types), ", ".join(f"`{name.replace('`', '``')}` {kind}" for name, kind in types.items()))
    if out is None:
        return made
    made.write.mode("overwrite").parquet(out)
    return spark.read.parquet(out)


def _rows_of_groups(types: dict[str, str]) -> Any:
    def run(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow
        kinds = {"string": pyarrow.string(), "double": pyarrow.float64()}
        for batch in batches:
            for text in batch.column(0).to_pylist():
                rows = cluster.synth_group(cluster.Group(**json.loads(text)))
                plain = pyarrow.table({name: rows[name].cast(kinds[kind]) for name, kind in types.items()})
                yield from plain.to_batches()

    return run

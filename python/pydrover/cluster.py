"""Data in parts, and zones in groups: many workers give the same rows and tables as one machine.

`tables` counts microdata in parts; `synth_by` makes the rows of many zones, group by group. Both take ``map``, any
function that calls another one for each item and returns the results in order: Python's own, ``executor.map`` of
`concurrent.futures`, or the equivalents that `pydrover.spark` and `pydrover.dask` use.
"""
from __future__ import annotations

import csv
import functools
import io
import json
import os
from collections import Counter
from typing import Any, Callable, Iterable, Iterator, Mapping, NamedTuple

import numpy as np

from . import _core
from ._arguments import checked, wrong
from ._checks import tables as tables_of
from ._errors import InputError
from ._frames import core_columns, is_arrow, is_frame, pandas, text_columns
from ._inputs import Given, Source, Tables, input_options, is_path, read_tables, schema_text
from ._synthesis import Synthesis, synth

Map = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]


class Cells(NamedTuple):
    """Counts of one part: for each table its columns, and CSV lines of cells with their counts."""

    columns: list[list[str]]
    texts: list[str]


# What a worker does with a part: both steps are functions of the module, so that they can be pickled.

def _opened(part: Any) -> Any:
    """A part that a worker can read: paths are opened, anything else is used as it is."""
    if is_path(part) and os.fspath(part).endswith((".parquet", ".pq")):
        import pyarrow.parquet
        return pyarrow.parquet.read_table(part)
    if is_path(part):
        import pyarrow.csv
        options = pyarrow.csv.ConvertOptions(strings_can_be_null=False)
        with pyarrow.csv.open_csv(part) as reader:
            options.column_types = {name: "string" for name in reader.schema.names}
        return pyarrow.csv.open_csv(part, convert_options=options)
    if not is_frame(part) and not is_arrow(part):
        raise wrong("parts", "DataFrames, Arrow streams or paths", part)
    return part


def count_values(part: Any) -> dict[str, Counter]:
    """How often each text occurs, column by column."""
    values: dict[str, Counter] = {}
    for column in text_columns(_opened(part)):
        counts = np.bincount(column.codes, minlength=len(column.texts))
        known = values.setdefault(column.name, Counter())
        for text, count in zip(column.texts, counts.tolist()):
            if count:
                known[text] += count
    return values


def count_cells(part: Any, choice: dict[str, Any]) -> Cells:
    """The tables of a part, over categories that all parts share."""
    options = input_options(**choice)
    source = _opened(part)
    if is_frame(source):
        _, made = _core.published_tables(core_columns(text_columns(source)), "part", options, 1, 0, None)
    else:
        _, made = _core.ArrowStream(source.__arrow_c_stream__()).published_tables("part", options, 1, 0, None)
    return Cells([names for _, names, _ in made], [text for _, _, text in made])


def add_values(parts: Iterable[Mapping[str, Mapping[str, int]]]) -> dict[str, Counter]:
    """The sum of results of `count_values`."""
    values: dict[str, Counter] = {}
    for part in parts:
        for name, counts in part.items():
            values.setdefault(name, Counter()).update(counts)
    return values


def shared_schema(values: Mapping[str, Mapping[str, int]], choice: dict[str, Any]) -> str:
    """The categories and bins of all parts together, as one machine would choose them; JSON."""
    columns = [(name, list(counts), list(counts.values())) for name, counts in values.items()]
    return _core.schema_of_values(columns, "parts", input_options(**choice))


def add_cells(parts: Iterable[Cells], schema: str, *, round: int = 1, suppress_below: int = 0) -> Tables:
    """The tables of all parts: counts are added up exactly, then rounded and suppressed."""
    parts = list(parts)
    pd = pandas()
    made: dict[str, Any] = {}
    for k, columns in enumerate(parts[0].columns):
        cells = pd.concat([pd.read_csv(io.StringIO(part.texts[k]), dtype=str, keep_default_na=False) for part in parts])
        added = tables_of(cells, 0, also=[columns], columns=columns, weight="count", schema=_part_of(schema, columns),
                          round=round, suppress_below=suppress_below)
        made.update(added)
    return Tables(made, schema)


def _part_of(schema: str, names: list[str]) -> str:
    known = json.loads(schema)
    known["columns"] = [column for column in known["columns"] if column["name"] in names]
    return json.dumps(known)


@checked
def tables(parts: Iterable[Any], order: int = 2, *, weight: str | None = None, columns: Iterable[str] = (),
           also: Iterable[Iterable[str]] = (), round: int = 1, suppress_below: int = 0, schema: Any = None,
           map: Map = map) -> Tables:
    """Make tables of counts from microdata in parts: the tables of all rows at once.

    The values of each part are counted first, so that all parts share their categories and bins; then the cells, which
    are added up. Each part is read twice, by any worker.

    Parameters
    ----------
    parts : iterable
        Paths of CSV or Parquet files (these need pyarrow), DataFrames, or Arrow tables; anything that ``map`` can send.
    map : callable
        ``executor.map`` of a process pool, for instance.
    order, weight, columns, also, round, suppress_below, schema
        As for `pydrover.tables`.

    Examples
    --------
    >>> import pandas as pd
    >>> from pydrover import cluster
    >>> parts = [pd.DataFrame({"sex": ["F", "M"], "work": ["yes", "no"]}), pd.DataFrame({"sex": ["F"], "work": ["yes"]})]
    >>> cluster.tables(parts)["sex_x_work"]
      sex work  count
    0   F  yes      2
    1   M   no      1
    """
    parts = list(parts)
    if not parts:
        raise InputError("parts: expected at least one, got none")
    choice = {"order": order, "columns": tuple(columns), "also": [list(names) for names in also], "weight": weight,
              "schema": None if schema is None else schema_text(schema)}
    if schema is None:
        choice["schema"] = shared_schema(add_values(map(count_values, parts)), choice)
    counted = map(functools.partial(count_cells, choice=choice), parts)
    return add_cells(counted, choice["schema"], round=round, suppress_below=suppress_below)


class Group(NamedTuple):
    """Some zones and their tables, from which a worker makes rows."""

    tables: dict[str, str]
    schema: str
    by: str
    options: dict[str, Any]
    path: str | None


def zone_groups(tables: Any, by: str, count: int = 8, **options: Any) -> Iterator[Group]:
    """The tables divided by zones, in groups of about equal totals; zones that share a table stay together.

    Every group has all categories, so that a zone's rows do not depend on the other zones of the group.
    """
    if options.get("noise"):
        raise InputError("noise: expected none, because it is removed from all zones together")
    source = read_tables(tables)
    texts = {os.path.splitext(os.path.basename(text.name))[0]: text.bytes.decode() for text in source.texts}
    parsed, schema = _used({name: _parsed(text) for name, text in texts.items()}, json.loads(source.set.schema))
    part_of = _parts(parsed, by)
    sizes: Counter = Counter()
    for header, rows in parsed.values():
        if by in header:
            at, count_at = header.index(by), _count_at(header)
            for row in rows:
                sizes[part_of[by, row[at]]] += float(_decimal(row[count_at]))
    chosen: list[list[int]] = [[] for _ in range(max(1, min(count, len(sizes))))]
    totals = [0.0] * len(chosen)
    for part, size in sorted(sizes.items(), key=lambda item: (-item[1], item[0])):
        lightest = totals.index(min(totals))
        chosen[lightest].append(part)
        totals[lightest] += size
    for parts in chosen:
        yield Group({name: _cut(table, part_of, set(parts), by) for name, table in parsed.items()},
                    json.dumps(schema), by, options, None)


def _used(parsed: dict[str, tuple[list[str], list[list[str]]]], schema: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Tables and schema without values that no table counts; a run on one machine leaves them out, too."""
    used: dict[str, set[str]] = {}
    for header, rows in parsed.values():
        if "se" in header:
            raise InputError("synth_by: expected tables without se, whose noise is removed from all zones together")
        at = _count_at(header)
        for row in rows:
            if not row[at].strip() or _decimal(row[at]) != 0:
                for name, value in zip(header, row):
                    used.setdefault(name, set()).add(value)
    for column in schema["columns"]:
        keep = [k for k, value in enumerate(column["values"]) if value in used.get(column["name"], ())]
        if "bins" in column:
            column["bins"] = [column["bins"][k] for k in keep if k < len(column["bins"])]
        column["values"] = [column["values"][k] for k in keep]
    kept = {name: (header, [row for row in rows if all(value in used[column] for column, value in zip(header, row)
                                                       if column != "count")])
            for name, (header, rows) in parsed.items()}
    return kept, schema


def _parsed(text: str) -> tuple[list[str], list[list[str]]]:
    header, *rows = csv.reader(io.StringIO(text))
    return header, rows


def _count_at(header: list[str]) -> int:
    if "count" not in header:
        raise InputError("synth_by: expected tables with a column count")
    return header.index("count")


def _decimal(text: str) -> Any:
    from fractions import Fraction
    return Fraction(text.strip() or 0)


def _parts(parsed: dict[str, tuple[list[str], list[list[str]]]], by: str) -> dict[tuple[str, str], int]:
    """The part of each zone, and of each unit that contains zones: zones that share a unit of a table are one part."""
    zones: dict[str, int] = {}
    decided: dict[str, dict[str, set[str]]] = {}
    for header, rows in parsed.values():
        if by not in header:
            continue
        at, count_at = header.index(by), _count_at(header)
        for row in rows:
            zones.setdefault(row[at], len(zones))
            if row[count_at].strip() in ("0", ""):
                continue
            for j, name in enumerate(header):
                if j not in (at, count_at):
                    decided.setdefault(name, {}).setdefault(row[at], set()).add(row[j])
    if not zones:
        raise InputError(f'by: expected a column of the tables, got "{by}"')
    root = list(range(len(zones)))

    def top(k: int) -> int:
        while root[k] != k:
            k = root[k]
        return k

    unit_of: dict[tuple[str, str], int] = {}
    for name, (header, _) in parsed.items():
        if by in header:
            continue
        unit = next((column for column in header if column in decided
                     and all(len(values) == 1 for values in decided[column].values())), None)
        if unit is None:
            raise InputError(f'synth_by: expected tables with the column "{by}", or with one that it decides, '
                                   f'got "{name}"')
        for zone, (value,) in decided[unit].items():
            first = unit_of.setdefault((unit, value), zones[zone])
            root[top(zones[zone])] = top(first)
    parts = {(by, zone): top(k) for zone, k in zones.items()}
    parts.update({key: top(k) for key, k in unit_of.items()})
    return parts


def _cut(table: tuple[list[str], list[list[str]]], part_of: dict[tuple[str, str], int], parts: set[int], by: str) -> str:
    header, rows = table
    column = by if by in header else next(name for name in header if any(key[0] == name for key in part_of))
    at = header.index(column)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(row for row in rows if part_of.get((column, row[at])) in parts)
    return out.getvalue()


def synth_group(group: Group) -> Any:
    """The rows of a group: an Arrow table, or the path of the Parquet file that it was written to."""
    import pyarrow
    texts = [_core.Text(f"{name}.csv", text.encode()) for name, text in group.tables.items() if text.count("\n") > 1]
    made = _synthesized(texts, group)
    rows = pyarrow.table(made)
    if group.path is None:
        return rows
    import pyarrow.parquet
    pyarrow.parquet.write_table(rows, group.path)
    return group.path


def _synthesized(texts: list[_core.Text], group: Group) -> Synthesis:
    options = input_options(schema=group.schema)
    options.kind = "tables"
    source = Source(_core.tables_of_texts(texts, options), lambda: [Given(text) for text in texts], {}, options)
    source.keeps_unused = True  # values that a group lacks keep their numbers, so rows are those of one run
    return synth(source, by=group.by, **group.options)


@checked
def synth_by(tables: Any, by: str, out: str | os.PathLike | None = None, *, groups: int = 8, map: Map = map,
             **options: Any) -> list[Any]:
    """Make the rows of many zones, one task per group; together they are the rows of `synth` on one machine.

    Parameters
    ----------
    tables
        Published tables, as for `synth`; each has the column of the zones, or one that it decides (the tract of a zone).
    by : str
        The column of the zones.
    out : path, optional
        A folder, to which the groups are written as ``part-0000.parquet`` and so on. pyarrow is needed in any case.
    groups : int
        The number of tasks.
    map : callable
        ``executor.map`` of a process pool, for instance.
    **options
        As for `synth`; the number of rows is the total of the tables.

    Returns
    -------
    list
        The paths, or pyarrow tables if no folder is given, in the order of the groups.
    """
    work = list(zone_groups(tables, by, groups, **options))
    if out is not None:
        os.makedirs(out, exist_ok=True)
        work = [group._replace(path=os.path.join(os.fspath(out), f"part-{k:04}.parquet"))
                for k, group in enumerate(work)]
    return list(map(synth_group, work))

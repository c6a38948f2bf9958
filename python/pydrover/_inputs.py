"""Tables and microdata of any accepted kind, as the library reads them."""
from __future__ import annotations

import functools
import hashlib
import json
import os
from typing import Any, Callable, Iterable, Mapping, NamedTuple

from . import _core
from ._arguments import names, wrong
from ._errors import InputError, show_as
from ._frames import (TextColumn, core_columns, csv_bytes, is_arrow, is_crosstab, is_frame, is_series, long_frame, quoted,
                      text_columns, text_of)


class Tables(dict):
    """Published tables by their names, each a long DataFrame with a column ``count``.

    They carry their schema, by which `synth` turns bins back into numbers.

    Attributes
    ----------
    schema : str
        The columns with their categories and bins, as JSON.
    """

    def __init__(self, tables: Mapping[str, Any] | Iterable = (), schema: str | None = None):
        super().__init__(tables)
        self.schema = schema


Certified = tuple[str, str, str, bool]  # name, SHA-256, option, and whether a file has this name


class Given(NamedTuple):
    """A text that was read, a file or a frame as CSV, and the option that it was given for."""

    text: _core.Text
    option: str = ""  # empty: a table, or the microdata
    is_frame: bool = False
    is_file: bool = False  # a file has this name

    @property
    def certified(self) -> Certified:
        return self.text.name, hashlib.sha256(self.text.bytes).hexdigest(), self.option, self.is_file


class Source:
    """Tables of the library, with the values behind the texts of their columns, and what they were read from."""

    def __init__(self, tables: _core.TableSet, given: Callable[[], list[Given]], values: dict[str, dict[str, Any]],
                 options: _core.InputOptions, digests: list[Certified] | None = None):
        self.set, self.values, self.options, self._given, self._digests = tables, values, options, given, digests
        self.keeps_unused = False  # values that no table counts stay

    def __getstate__(self) -> dict[str, Any]:
        """What results need: neither objects of the library nor the contents of files."""
        is_lost = self._given is _not_kept and "given" not in self.__dict__
        given = None if is_lost else [each for each in self.given if not each.is_file]
        return {"values": self.values, "_digests": self.digests, "kept": given}

    def __setstate__(self, state: dict[str, Any]) -> None:
        kept = state.pop("kept")
        self.__dict__.update(state)
        self._given = _not_kept
        if kept is not None:
            self.__dict__["given"] = kept

    @functools.cached_property
    def given(self) -> list[Given]:
        """Everything that was read; frames as CSV."""
        return self._given()

    @property
    def texts(self) -> list[_core.Text]:
        """The tables, or the microdata."""
        return [given.text for given in self.given if not given.option]

    @property
    def digests(self) -> list[Certified]:
        """Digests of everything that was read."""
        return self._digests if self._digests is not None else [given.certified for given in self.given]


def input_options(*, order: int = 2, columns: Iterable[str] = (), also: Iterable[Iterable[str]] = (), by: str = "",
                  weight: str | None = None, max_cells: int = 1_000_000, absent: str = "zero", noisy: bool = False,
                  suppressed: Iterable[str] = (), count: str | None = None, schema: Any = None,
                  groups: Any = None, key: Any = None, leave_out_large: bool = False) -> _core.InputOptions:
    """Options for reading tables, with the program's names."""
    options = _core.InputOptions()
    choice = _core.TableChoice()
    choice.order = order
    choice.columns = [columns] if isinstance(columns, str) else [str(name) for name in columns]
    choice.also = [[str(name) for name in table] for table in also]
    choice.by = by
    choice.weight = weight or ""
    choice.max_cells = max_cells
    choice.leave_out_large = leave_out_large
    options.choice = choice
    if absent not in ("zero", "unknown"):
        raise InputError(f'absent: expected one of "zero", "unknown", got "{absent}"')
    options.absent_unknown = absent == "unknown"
    options.noisy = noisy
    options.suppressed = [text_of(mark) for mark in suppressed]
    options.count = count or ""
    if schema is not None:
        options.set_schema(schema_text(schema))
    if groups is not None:
        options.set_groups(groups_text(groups), key_text(key))
    elif key is not None:
        raise InputError("key: expected groups with it, got none")
    return options


def schema_text(schema: Any) -> str:
    """A schema as JSON: a path, a text, or a mapping of columns to their categories in order."""
    if isinstance(schema, Mapping) and "columns" not in schema:
        columns = [{"name": str(name), "values": [text_of(value) for value in names(f"schema[{name!r}]", values)]}
                   for name, values in schema.items()]
        schema = {"format": "drover.schema/1", "columns": columns}
    if isinstance(schema, Mapping):
        return json.dumps(schema)
    return _text_or_file("schema", schema)


def _text_or_file(option: str, source: Any) -> str:
    if not is_path(source):
        raise wrong(option, "a mapping, JSON or a path", source)
    text = os.fspath(source)
    return text if text.lstrip().startswith("{") else _core.read_text(text).bytes.decode()


def groups_text(groups: Any) -> str:
    """Groups of wide tables as JSON: a path, a text, or a mapping of variables to their columns."""
    if isinstance(groups, Mapping):
        groups = {"format": "drover.groups/1",
                  "groups": [{"variable": name, "columns": columns} for name, columns in groups.items()]}
        return json.dumps(groups)
    return _text_or_file("groups", groups)


def key_text(key: Any) -> str:
    if isinstance(key, Mapping):
        return ",".join(quoted(f"{column}={name}") for column, name in key.items())
    return ",".join(quoted(str(name)) for name in names("key", key or ()))


def option_files(reading: Mapping[str, Any]) -> list[Given]:
    """Schema and groups as files, under their own names or default ones."""
    found = []
    for option, option_text in (("schema", schema_text), ("groups", groups_text)):
        source = reading.get(option)
        if source is None:
            continue
        text = option_text(source)
        is_file = is_path(source) and not os.fspath(source).lstrip().startswith("{")
        name = os.fspath(source) if is_file else f"{option}.json"
        found.append(Given(_core.Text(name, text.encode()), option, False, is_file))
    return found


def _declared_schema(text: str | None) -> list[Given]:
    """The schema that frames declare by their categories."""
    return [] if text is None else [Given(_core.Text("schema.json", text.encode()), "schema")]


def is_path(source: Any) -> bool:
    return isinstance(source, (str, os.PathLike))


class Reading(dict):
    """The keywords by which tables are read, and the run whose time it takes, if there is one."""

    run: _core.LongRun | None = None


def read_tables(source: Any, run: _core.LongRun | None = None, **keywords: Any) -> Source:
    """Tables from any accepted source: a mapping, a list, a path, a frame."""
    if isinstance(source, Source):
        return source
    reading = Reading(keywords)
    reading.run = run
    if isinstance(source, Tables) and source.schema and reading.get("schema") is None:
        reading["schema"] = source.schema
    options = input_options(**reading)
    if isinstance(source, Mapping):
        return _published(dict(source), options, reading)
    if is_path(source):
        return _of_files([source], options, reading)
    if is_series(source):
        return _published({str(source.name or "table"): source}, options, reading, "tables")
    if reading.get("groups") is not None and (is_frame(source) or is_arrow(source)):
        return _published({"table": source}, options, reading, "tables")
    if is_frame(source):
        if is_crosstab(source) or any(name in source.columns for name in ("count", "p", reading.get("count"))):
            return _published({"table": source}, options, reading, "tables")
        return _of_columns(text_columns(source), "microdata", options, reading)
    if is_arrow(source):
        return _of_arrow(source, options, reading)
    if isinstance(source, Iterable):
        return _listed(list(source), options, reading)
    raise wrong("tables", "DataFrames by their names, paths or microdata", source)


def _listed(sources: list[Any], options: _core.InputOptions, reading: Reading) -> Source:
    if all(is_path(source) for source in sources):
        return _of_files(sources, options, reading)
    return _published({f"table{number}": source for number, source in enumerate(sources, 1)}, options, reading)


def _of_arrow(source: Any, options: _core.InputOptions, reading: Reading) -> Source:
    """A stream is read once, and its columns tell what it is. Microdata are counted as they are read."""
    stream = _core.ArrowStream(source.__arrow_c_stream__())
    if any(name in ("count", "p", reading.get("count")) for name in stream.names):
        columns = [TextColumn(*column, {}) for column in stream.columns()]
        show_as("table.csv", "tables")
        return _of_given([Given(_core.Text("table.csv", csv_bytes(columns)), is_frame=True)], options, reading)
    show_as("microdata", "tables")
    tables, digest = stream.tables("microdata", options, reading.run)
    digests = [("microdata.csv", digest, "", False), *(file.certified for file in option_files(reading))]
    return Source(tables, _not_kept, {}, options, digests)


def _not_kept() -> list[Given]:
    raise InputError("tables: expected published tables, got a stream of microdata, whose rows are not kept")


def _of_files(paths: list[Any], options: _core.InputOptions, reading: Reading) -> Source:
    given = [Given(_core.read_text(os.fspath(path), reading.run), is_file=True) for path in paths]
    return _of_given(given, options, reading)


def _of_given(given: list[Given], options: _core.InputOptions, reading: Reading) -> Source:
    tables = _core.tables_of_texts([each.text for each in given], options, reading.run)
    return Source(tables, lambda: given + option_files(reading), {}, options)


def _published(sources: dict[str, Any], options: _core.InputOptions, reading: Reading,
               argument: str = 'tables["{}"]') -> Source:
    given, columns = [], []
    for name, source in sources.items():
        show_as(f"{name}.csv", os.fspath(source) if is_path(source) else argument.format(name), is_path(source))
        if is_path(source):
            given.append(Given(_core.Text(f"{name}.csv", _core.read_text(os.fspath(source), reading.run).bytes)))
            continue
        if is_arrow(source):
            given.append(Given(_core.Text(f"{name}.csv", csv_bytes(text_columns(source))), is_frame=True))
            continue
        if not is_frame(source) and not is_series(source):
            raise wrong(f"tables[{name!r}]", "a DataFrame, a Series or a path", source)
        parts = text_columns(long_frame(source, reading.get("count") or ""))
        columns += parts
        given.append(Given(_core.Text(f"{name}.csv", csv_bytes(parts)), is_frame=True))
    options.kind = "tables"
    texts = [each.text for each in given]
    tables = _core.tables_of_texts(texts, options, reading.run)
    declared, order = _declared(columns), None
    if declared and reading.get("schema") is None:
        schema = _with_declared(json.loads(tables.schema), declared)
        if schema != json.loads(tables.schema):
            order = json.dumps(schema)
            options.set_schema(order)
            tables = _core.tables_of_texts(texts, options, reading.run)
    return Source(tables, lambda: given + option_files(reading) + _declared_schema(order), _values(columns), options)


def _of_columns(columns: list[TextColumn], name: str, options: _core.InputOptions, reading: Reading) -> Source:
    show_as(name, "tables")
    declared = _declare(columns, options, reading)
    tables = _core.tables_of_columns(core_columns(columns), name, options, reading.run)

    def given() -> list[Given]:
        rows = Given(_core.Text(f"{name}.csv", csv_bytes(columns)), is_frame=True)
        return [rows, *option_files(reading), *_declared_schema(declared)]

    return Source(tables, given, _values(columns), options)


def _declare(columns: list[TextColumn], options: _core.InputOptions, reading: Mapping[str, Any]) -> str | None:
    """Make declared categories, in their order, the schema; returns its text, if there is one."""
    chosen = set(reading.get("columns") or ()) - {reading.get("weight")}
    known = [column for column in columns if column.declared and (not chosen or column.name in chosen)]
    if not known or reading.get("schema") is not None:
        return None
    schema = {}
    for column in known:
        has_missing = bool((column.codes == len(column.texts) - 1).any())
        schema[column.name] = column.declared + ([""] if has_missing and "" not in column.declared else [])
    text = schema_text(schema)
    options.set_schema(text)
    return text


def _declared(columns: list[TextColumn]) -> dict[str, list[str]]:
    """The categories of all tables by column, in the order of their declaration."""
    declared: dict[str, list[str]] = {}
    for column in columns:
        if column.declared:
            known = declared.setdefault(column.name, [])
            known += [text for text in column.declared if text not in known]
    return declared


def _with_declared(schema: dict[str, Any], declared: dict[str, list[str]]) -> dict[str, Any]:
    for column in schema["columns"]:
        order = declared.get(column["name"])
        if order and "bins" not in column:
            present = column["values"]
            column["values"] = sorted(present, key=lambda text: (text == "", order.index(text) if text in order
                                                                 else len(order) + present.index(text)))
    return schema


def _values(columns: list[TextColumn]) -> dict[str, dict[str, Any]]:
    values: dict[str, dict[str, Any]] = {}
    for column in columns:
        known = values.setdefault(column.name, {})
        for text, value in column.values.items():
            known.setdefault(text, value)
    return {name: known for name, known in values.items() if any(not isinstance(v, str) for v in known.values())}


def named_values(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    return [(str(column), text_of(value)) for column, value in (values or {}).items()]


def text_input(source: Any, name: str, run: _core.LongRun | None = None) -> _core.Text:
    """Rows as a CSV text: a frame or a path."""
    if is_path(source):
        return _core.read_text(os.fspath(source), run)
    if is_frame(source) or is_arrow(source):
        show_as(f"{name}.csv", name)
        return _core.Text(f"{name}.csv", csv_bytes(text_columns(source)))
    raise wrong(name, "a DataFrame or a path", source)

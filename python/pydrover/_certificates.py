"""Certificates of rows that were made in Python: how they are written and verified."""
from __future__ import annotations

import csv
import os
from typing import Any, Iterable, Mapping

from . import _core
from ._arguments import wrong
from ._errors import InputError
from ._frames import csv_bytes, is_arrow, is_frame, quoted, text_columns, text_of
from ._inputs import (Given, Reading, Source, _of_given, input_options, is_path, key_text, named_values, read_tables,
                      text_input)

_DEFAULTS = {"zeros": "auto", "imply": "auto", "repair": "auto", "search": "auto", "start": "fresh", "seed": 0,
             "burn_in": 0, "order": 2, "absent": "zero", "max_cells": 1_000_000}
_PROGRAM_NAMES = {"burn_in": "burn-in"}
_FILES = ("schema", "groups", "like")  # options whose values are files


def row_texts(given: Mapping[str, Any]) -> dict[str, str]:
    """The options that rows depend on, as the program names and writes them; defaults are left out."""
    texts = {}
    for name, value in given.items():
        if name in _FILES or value is None or value is False or value == _DEFAULTS.get(name):
            continue
        text = _option_text(name, value)
        if text:
            texts[_PROGRAM_NAMES.get(name, name)] = text
    return texts


def _option_text(name: str, value: Any) -> str:
    if name == "where":
        return _rule(value)
    if name == "forbid":
        return "\n".join(map(_rule, value))
    if name == "trust":
        return "\n".join(f"{table}={times}" for table, times in value.items())
    if name in ("columns", "suppressed"):
        return _listed(value)
    if name == "also":
        return "\n".join(map(_listed, value))
    if name == "key":
        return key_text(value)
    return "true" if value is True else text_of(value)


def _listed(names: Iterable[Any]) -> str:
    return ",".join(quoted(str(name)) for name in names)


def _rule(values: Mapping[str, Any]) -> str:
    return ",".join(quoted(f"{column}={value}") for column, value in named_values(values))


def like_file(like: Any, text: _core.Text | None = None) -> list[Given]:
    """The sample of ``like=``, as an input of certificates; `text` if it has been read."""
    if like is None:
        return []
    return [Given(text or text_input(like, "like"), "like", not is_path(like), is_path(like))]


def certified(source: Source, like: list[Given], options: Mapping[str, str], folder: str | None) -> tuple[list, list]:
    """Inputs and options of a certificate; `folder` is where the frames are saved, if they are."""
    named = dict(options)
    inputs = []
    for name, digest, option, is_file in [*source.digests, *(each.certified for each in like)]:
        if folder is not None and not is_file:
            name = os.path.join(folder, name)
        inputs.append((name, digest, option))
        if option:
            named[option] = name
    return inputs, list(named.items())


def frames_of(source: Source, like: list[Given]) -> dict[str, bytes]:
    """Inputs that are not files yet, by their names in certificates."""
    return {given.text.name: given.text.bytes for given in [*source.given, *like] if not given.is_file}


# The reverse: the options of a certificate, as options for reading tables.

def reading_of(options: Mapping[str, str], place: str) -> dict[str, Any]:
    """How the tables of a certificate are read."""
    for name in ("complete", "safe-spreadsheet", "separator"):
        if options.get(name, "") not in ("", "false", ","):
            raise InputError(f"{place}: {name}: expected a certificate without it; drover check --cert verifies this one")
    reading: dict[str, Any] = {"noisy": options.get("noisy") == "true"}
    for name in ("absent", "count", "by"):
        if options.get(name):
            reading[name] = options[name]
    for name in ("order", "max_cells"):
        if options.get(name):
            reading[name] = int(options[name])
    for name in ("columns", "suppressed"):
        if options.get(name):
            reading[name] = _names(options[name])
    if options.get("also"):
        reading["also"] = [_names(line) for line in options["also"].split("\n")]
    if options.get("key"):
        reading["key"] = _names(options["key"])
    if options.get("weight") and not options.get("like"):
        reading["weight"] = options["weight"]
    return reading


def _names(text: str) -> list[str]:
    return next(csv.reader([text]))


def read_certificate(certificate: Any) -> tuple[str, str]:
    """Its text, and the name that messages use."""
    if not is_path(certificate):
        raise wrong("certificate", "JSON or a path", certificate)
    text = os.fspath(certificate)
    if text.lstrip().startswith("{"):
        return text, "certificate"
    return _core.read_text(text).bytes.decode(errors="replace"), text


def verified(rows: Any, tables: Any, certificate: Any, files: Mapping[str, Any], progress: Any) -> tuple:
    """The result of `check` for the rows, with the verdict on a certificate."""
    text, place = read_certificate(certificate)
    options = dict(_core.certificate_options(text, place))
    unknown = set(files) - {*_FILES}
    if unknown:
        raise InputError(f'{place}: expected its own options and no others, got "{sorted(unknown)[0]}"')
    reading = reading_of(options, place)
    reading.update({name: files[name] for name in ("schema", "groups") if files.get(name) is not None})
    reading["leave_out_large"] = not options.get("where")
    if is_arrow(tables):
        tables = _kept(tables, reading)
    source = read_tables(tables, **reading)
    given = [*source.given, *like_file(files.get("like"))]
    return _core.verify(text, place, _rows_text(rows), [(each.text, each.option, each.is_frame) for each in given],
                        source.options, progress)


def _kept(stream: Any, reading: dict[str, Any]) -> Source:
    """A stream, read into memory because its text is needed."""
    columns = text_columns(stream)
    is_table = any(column.name in ("count", "p", reading.get("count")) for column in columns)
    name = "table.csv" if is_table else "microdata.csv"
    given = [Given(_core.Text(name, csv_bytes(columns)), is_frame=True)]
    return _of_given(given, input_options(**reading), Reading(reading))


def _rows_text(rows: Any) -> tuple[_core.Text, str, bool]:
    if hasattr(rows, "to_csv") and hasattr(rows, "digest"):  # a Synthesis
        return _core.Text("rows.csv", rows.to_csv().encode()), "rows", True
    return text_input(rows, "rows"), "rows", is_frame(rows) or is_arrow(rows)

"""Errors: what the library found wrong, as Python's exceptions."""
from __future__ import annotations

import contextlib
import contextvars
from typing import Any, Callable, Iterator, Mapping


class InputError(ValueError):
    """Something is wrong with tables, rows or options; the message names the place, what was expected and what came.

    Attributes
    ----------
    fault : str
        The kind: "syntax", "missing", "unknown", "repeated", "type", "range", "conflict", "changed", "impossible",
        "memory" or "other".
    file : str or None
        The file, as it was given.
    row, line : int or None
        The row of a table, from 1 and without the header, or the line of a text.
    column : str or None
        The column's name.
    argument : str or None
        The keyword, or the argument that holds the data frame.
    """

    fault: str = "other"
    file: str | None = None
    row: int | None = None
    line: int | None = None
    column: str | None = None
    argument: str | None = None


InputError.__module__ = "pydrover"

_frames: contextvars.ContextVar[Mapping[str, str]] = contextvars.ContextVar("frames", default={})


@contextlib.contextmanager
def frames(names: Mapping[str, str]) -> Iterator[None]:
    """Errors name data frames by these arguments: ``{"age.csv": 'tables["age"]'}``."""
    token = _frames.set({**_frames.get(), **names})
    try:
        yield
    finally:
        _frames.reset(token)


def input_error(text: Callable[[str], str], parts: dict[str, Any], _number: int) -> InputError:
    """The exception for a problem; ``text`` makes its message, given the name of the file."""
    file = parts["file"]
    frame = _frames.get().get(file)
    if frame is not None:
        parts = {**parts, "file": None, "argument": frame.partition("[")[0]}
    error = InputError(text(frame or file or ""))
    error.__dict__.update(parts)
    return error


def io_error(text: Callable[[str], str], parts: dict[str, Any], number: int) -> OSError:
    """FileNotFoundError and its like, by the number of the system's error."""
    kind = type(OSError(number, ""))
    error = kind(text(parts["file"] or ""))
    error.errno = number or None
    error.__dict__.update(fault=parts["fault"], file=parts["file"])
    return error

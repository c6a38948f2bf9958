"""Errors."""
from __future__ import annotations

import contextlib
from contextvars import ContextVar
from typing import Iterator


class InputError(ValueError):
    """Something is wrong with tables, rows or options; the message names the place, what was expected and what came.

    Attributes
    ----------
    fault : str
        What kind of thing is wrong: "syntax", "missing", "unknown", "repeated", "type", "range", "conflict", "changed",
        "impossible", "memory" or "other".
    file, row, column, argument
        Where, as far as it is known: the path of a file, the number of a row from 1, the name of a column, and the
        argument. None if it is none of them.
    """

    fault: str = "other"
    file: str | None = None
    row: int | None = None
    column: str | None = None
    argument: str | None = None


InputError.__module__ = "pydrover"

# What messages call a text: its argument, or the path that it was read from. By the name of the text.
_shown: ContextVar[dict[str, tuple[str, bool]] | None] = ContextVar("pydrover_shown", default=None)


def show_as(name: str, shown: str, is_path: bool = False) -> None:
    """In the messages of this call, the text of that name is called by its argument, or by its path."""
    known = _shown.get()
    if known is not None:
        known[name] = shown, is_path


@contextlib.contextmanager
def naming_arguments() -> Iterator[None]:
    """For one call: its errors call frames by their arguments."""
    token = _shown.set({})
    try:
        yield
    except InputError as error:
        _rename(error)
        raise
    finally:
        _shown.reset(token)


def _rename(error: InputError) -> None:
    known = _shown.get()
    if error.file is None or known is None or error.file not in known:
        return
    shown, is_path = known[error.file]
    error.args = (shown + str(error).removeprefix(error.file),)
    error.file, error.argument = (shown, error.argument) if is_path else (None, shown)

"""Results as JSON, text, pages and frames."""
from __future__ import annotations

import functools
import html
import json
import os
from io import StringIO
from typing import Any, BinaryIO, Callable, Union

from . import _core
from ._frames import pandas


class _FixedText:
    """A function that returns the same text, and can be pickled."""

    def __init__(self, text: str):
        self._text = text

    def __call__(self) -> str:
        return self._text


class Result:
    """A result of the library, as JSON and as text. ``print`` it to read it."""

    def __init__(self, json: Callable[[], str], text: Callable[[], str]):
        self._json, self._text = json, text

    def __str__(self) -> str:
        return _core.with_keywords(self._text()).rstrip("\n")

    def __getstate__(self) -> dict[str, Any]:
        """Plain values, so that it can be pickled; cached properties are computed again."""
        state = {name: value for name, value in self.__dict__.items()
                 if not isinstance(getattr(type(self), name, None), functools.cached_property)}
        return {**state, "_json": _FixedText(self._json()), "_text": _FixedText(self._text())}

    @functools.cached_property
    def facts(self) -> dict[str, Any]:
        """The whole result, as the program prints it with ``--json``."""
        return facts_of(self._json())

    @property
    def notes(self) -> list[str]:
        """What a reader should know, one sentence each."""
        return self.facts["notes"]


class Report:
    """A page of HTML, displayed in a notebook; ``str(report)`` is the page, ``save`` writes it."""

    def __init__(self, page: str):
        self._page = page

    def __str__(self) -> str:
        return self._page

    def __repr__(self) -> str:
        return f"<Report: a page of {len(self._page)} characters; str() is the page, save(path) writes it>"

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self._page)}" width="100%" height="600" '
                'style="border:0"></iframe>')

    def save(self, path: str | os.PathLike) -> None:
        """Write the page; an existing file is replaced when the new one is complete."""
        write_files({path: self._page})


Contents = Union[str, bytes, Callable[[BinaryIO], None]]


def write_files(files: dict[str | os.PathLike, Contents]) -> None:
    """Write files under temporary names first, and rename them when all are complete. Contents may be a function that
    writes them."""
    written = []
    try:
        for path, text in files.items():
            target = os.path.realpath(path)
            temporary = f"{target}.{os.getpid()}.part"
            written.append((temporary, target))
            with open(temporary, "wb") as file:
                if callable(text):
                    text(file)
                else:
                    file.write(text if isinstance(text, bytes) else text.encode())
        for temporary, target in written:
            os.replace(temporary, target)
    finally:
        for temporary, _ in written:
            if os.path.exists(temporary):
                os.remove(temporary)


def facts_of(text: str) -> dict[str, Any]:
    """A result from its JSON. Repeated notes become the list ``notes``."""
    notes: list[str] = []

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        notes.extend(value for key, value in pairs if key == "note")
        return {key: value for key, value in pairs if key != "note"}

    facts = json.loads(text, object_pairs_hook=collect)
    facts["notes"] = [_core.with_keywords(note) for note in dict.fromkeys([*facts.get("notes", []), *notes])]
    return facts


def fit_frame(facts: dict[str, Any]) -> Any:
    """How far each table is off, one row per table."""
    frame = pandas().DataFrame(facts["tables"]).set_index("name")
    numbers = [name for name in ("tv", "l1", "mean_error", "rmse_percent", "worst_cell") if name in frame]
    return frame.astype({name: float for name in numbers})


def cells_frame(text: str) -> Any:
    """Every cell: table, cell, asked, got, difference."""
    types = {"table": str, "cell": str, "asked": float, "got": int, "difference": float}
    return pandas().read_csv(StringIO(text), dtype=types, keep_default_na=False,
                             na_values={"asked": [""], "difference": [""]})

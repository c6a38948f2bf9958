"""Results as plain values, so that they can be pickled: a copy of what the objects of the library contain."""
from __future__ import annotations

import copyreg
import hashlib
import json
from typing import Any, Mapping

import numpy as np

from . import _core


def _with_parts(certificate: str, **parts: Any) -> str:
    """A certificate with other parts, as the library writes it."""
    return _core.sealed_certificate(json.dumps({**json.loads(certificate), **parts}))


class KeptRows:
    """The contents of a `_core.Made`: rows."""

    def __init__(self, made: Any, title: str, options: list[tuple[str, str]], has_rows: bool = True):
        self.row_count, self.digest, self.columns = made.row_count, made.digest, made.columns
        self._json = made.json()
        if has_rows:
            self._codes = [made.codes(j) for j in range(len(self.columns))]
            self._numbers = {j: made.numbers(j) for j, (_, _, is_binned, _) in enumerate(self.columns) if is_binned}
            self._csv, self._cells = made.csv(), made.cells_csv()
        self._page, self._certificate = made.html(title, options), made.certificate([], [], "")

    def codes(self, column: int) -> np.ndarray:
        return self._codes[column]

    def numbers(self, column: int) -> np.ndarray:
        return self._numbers[column]

    def csv(self) -> str:
        return self._csv

    def json(self) -> str:
        return self._json

    def cells_csv(self) -> str:
        return self._cells

    def html(self, title: str, options: list[tuple[str, str]]) -> str:
        return self._page

    def certificate(self, inputs: list[tuple[str, str, str]], options: list[tuple[str, str]], rows_file: str) -> str:
        files = [{"role": option or "table", "file": name, "sha256": digest} for name, digest, option in inputs]
        [rows] = json.loads(self._certificate)["outputs"]
        return _with_parts(self._certificate, inputs=files, options=dict(options), outputs=[{**rows, "file": rows_file}])


class KeptPopulation:
    """The contents of a `_core.MadePopulation`: households and their persons."""

    def __init__(self, made: Any, title: str, options: list[tuple[str, str]], digests: list[tuple[str, str]]):
        self.has_persons = made.has_persons
        self._texts = {name: getattr(made, name)() for name in ("households", "weights", "summary", "text", "json")}
        self._texts["persons"] = made.persons() if made.has_persons else ""
        self._page, self._certificate = made.html(title, options, digests), made.certificate(options, digests, {})

    def households(self) -> str:
        return self._texts["households"]

    def persons(self) -> str:
        return self._texts["persons"]

    def weights(self) -> str:
        return self._texts["weights"]

    def write(self, name: str, path: str) -> str:
        text = self._texts["summary" if name == "controls_summary.csv" else name.removesuffix(".csv")].encode()
        if path:
            with open(path, "wb") as file:
                file.write(text)
        return hashlib.sha256(text).hexdigest()

    def summary(self) -> str:
        return self._texts["summary"]

    def text(self) -> str:
        return self._texts["text"]

    def json(self) -> str:
        return self._texts["json"]

    def html(self, title: str, options: list[tuple[str, str]], digests: list[tuple[str, str]]) -> str:
        return self._page

    def certificate(self, options: list[tuple[str, str]], files: list[tuple[str, str]],
                    renamed: Mapping[str, str]) -> str:
        inputs = [{**each, "file": renamed.get(each["file"], each["file"])}
                  for each in json.loads(self._certificate)["inputs"]]
        return _with_parts(self._certificate, inputs=inputs, options=dict(options))


def _text_parts(text: _core.Text) -> tuple[type, tuple[str, bytes]]:
    return _core.Text, (text.name, text.bytes)


copyreg.pickle(_core.Text, _text_parts)  # type: ignore[arg-type]

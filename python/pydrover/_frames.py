"""Data frames as texts and codes, and back. pandas is imported only if a frame was given or is asked for."""
from __future__ import annotations

import importlib
import sys
from typing import Any, NamedTuple

import numpy as np

from . import _core


def pandas():
    """The module pandas, for results; the error says what to install if it is missing."""
    try:
        return importlib.import_module("pandas")
    except ImportError as error:
        raise ImportError("DataFrames need pandas: pip install pandas") from error


def is_frame(source: Any) -> bool:
    loaded = sys.modules.get("pandas")
    return loaded is not None and isinstance(source, loaded.DataFrame)


def is_series(source: Any) -> bool:
    loaded = sys.modules.get("pandas")
    return loaded is not None and isinstance(source, loaded.Series)


def is_arrow(source: Any) -> bool:
    """Anything with an Arrow stream, except pandas objects, whose values are kept as they are."""
    return hasattr(source, "__arrow_c_stream__") and not is_frame(source) and not is_series(source)


def text_of(value: Any) -> str:
    """A value as in a CSV file; floats without a fraction become integers, missing values are empty."""
    if isinstance(value, str):
        return value
    if value is None or value is getattr(sys.modules.get("pandas"), "NA", None):
        return ""
    if isinstance(value, (float, np.floating)):
        if np.isnan(value):
            return ""
        if float(value).is_integer() and abs(value) < 2**62:
            return str(int(value))
        return repr(value) if type(value) is float else str(value)
    return str(value)


class TextColumn(NamedTuple):
    """A column of a frame: its texts, which of them each row has, and the values behind the texts."""

    name: str
    texts: list[str]
    codes: np.ndarray
    values: dict[str, Any]
    declared: list[str] | None = None  # categories in their order, if there are any


def text_column(name: Any, series: Any) -> TextColumn:
    """The distinct values, in the order of their categories or of their appearance."""
    declared = None
    if hasattr(series, "cat"):
        uniques, codes = list(series.cat.categories), series.cat.codes.to_numpy()
        declared = [text_of(value) for value in uniques]
    else:
        codes, uniques = pandas().factorize(series.to_numpy() if series.dtype == object else series)
    texts = [text_of(value) for value in uniques]
    values = {text: value for text, value in zip(texts, uniques) if text}
    codes = np.ascontiguousarray(np.where(codes < 0, len(texts), codes), dtype=np.uint32)
    return TextColumn(str(name), [*texts, ""], codes, values, declared)


def text_columns(frame: Any) -> list[TextColumn]:
    """The columns of a DataFrame, or of an Arrow stream, read batch by batch."""
    if is_arrow(frame):
        return [TextColumn(name, texts, codes, {})
                for name, texts, codes in _core.ArrowStream(frame.__arrow_c_stream__()).columns()]
    return [text_column(name, frame[name]) for name in frame.columns]


def quoted(text: str) -> str:
    if any(c in text for c in ',"\n\r') or text != text.strip():
        return '"' + text.replace('"', '""') + '"'
    return text


def core_columns(columns: list[TextColumn]) -> list[tuple]:
    return [(column.name, column.texts, column.codes) for column in columns]


def csv_bytes(columns: list[TextColumn]) -> bytes:
    """The columns as CSV: the contents of a frame for certificates."""
    return _core.frame_csv(core_columns(columns))


def long_frame(table: Any, count: str = "") -> Any:
    """A table as a long frame: named index levels and a named header (pivot_table, crosstab) become columns."""
    pd = pandas()
    if is_series(table):
        return with_levels(table.rename("count").to_frame())
    names = [count] if count else []
    if any(name in table.columns for name in ("count", "p", *names)):
        return with_levels(table)
    if None not in table.columns.names and None not in table.index.names:
        stacked = table.copy()
        levels = list(table.index.names) + list(table.columns.names)
        stacked = stacked.stack(list(range(table.columns.nlevels)), **_keep_all(pd))
        return long_frame(stacked.rename_axis(levels))
    return table


def _keep_all(pd: Any) -> dict[str, Any]:
    """Arguments that keep the blank cells of a crosstab, which are suppressed cells."""
    return {"future_stack": True} if int(pd.__version__.split(".")[0]) >= 2 else {"dropna": False}


def with_levels(frame: Any) -> Any:
    """The frame with the named levels of its index as columns; an index without names is dropped."""
    return frame.reset_index(drop=None in frame.index.names)


def is_crosstab(frame: Any) -> bool:
    return None not in frame.columns.names and None not in frame.index.names


def categorical(codes: np.ndarray, texts: list[str], values: dict[str, Any] | None = None) -> Any:
    """A categorical of codes, -1 for missing; its categories are the values that the texts came from."""
    pd = pandas()
    categories = texts if not values else [values.get(text, text) for text in texts]
    if len(set(map(type, categories))) > 1:
        categories = texts
    return pd.Categorical.from_codes(codes, categories=pd.Index(categories), ordered=False)

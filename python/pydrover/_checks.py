"""Tables of microdata, and checks of tables and rows."""
from __future__ import annotations

import functools
import json
import os
from io import StringIO
from typing import Any, Iterable, Mapping

from . import _core
from ._arguments import checked, wrong
from ._certificates import verified
from ._errors import InputError, show_as
from ._frames import core_columns, is_arrow, is_frame, pandas, text_columns
from ._inputs import Tables, _declare, input_options, is_path, named_values, read_tables, text_input
from ._progress import Progress, reporting
from ._report import Report, Result, cells_frame, fit_frame


@checked
def tables(source: Any, order: int = 2, *, weight: str | None = None, columns: Iterable[str] = (),
           also: Iterable[Iterable[str]] = (), round: int = 1, suppress_below: int = 0, schema: Any = None,
           progress: bool | Progress | None = None) -> Tables:
    """Make publishable tables of counts from microdata.

    Parameters
    ----------
    source : DataFrame, Arrow stream or path
        One row per individual; a file and an Arrow stream (DuckDB, Polars, pyarrow, ADBC) are counted as they are read,
        and may be larger than memory. Texts, and integers with at most 256 distinct values, are categories; other
        numbers go into at most 20 bins of about equal counts.
    order : int
        All tables of this many columns.
    weight : str, optional
        The column that says how many people a row stands for.
    columns : iterable of str
        Only these columns; all if not given.
    also : iterable of iterables of str
        Further tables, each as a list of its columns.
    round : int
        Counts are rounded to the nearest multiple of it, halves up.
    suppress_below : int
        Smaller counts, except 0, are left blank.
    schema : mapping, JSON or path, optional
        Columns and their categories or bins.
    progress : bool or callable, optional
        As for `synth`.

    Returns
    -------
    Tables
        Long DataFrames by their names, which `synth` accepts.

    Examples
    --------
    >>> import pandas as pd
    >>> import pydrover
    >>> people = pd.DataFrame({"sex": ["F", "M", "F"], "work": ["yes", "yes", "no"], "town": ["A", "A", "B"]})
    >>> made = pydrover.tables(people)
    >>> list(made)
    ['sex_x_work', 'sex_x_town', 'work_x_town']
    >>> made["sex_x_work"]
      sex work  count
    0   F   no      1
    1   F  yes      1
    2   M  yes      1
    """
    reading = {"order": order, "columns": tuple(columns), "also": also, "weight": weight, "schema": schema}
    options = input_options(**reading)
    values: dict[str, dict[str, Any]] = {}
    show_as("microdata", "source")
    with reporting(progress, "tables") as tell:
        if is_path(source):
            schema_text, made = _core.published_tables_of_file(os.fspath(source), options, round, suppress_below, tell)
        elif is_arrow(source):
            stream = _core.ArrowStream(source.__arrow_c_stream__())
            schema_text, made = stream.published_tables("microdata", options, round, suppress_below, tell)
        elif is_frame(source):
            parts = text_columns(source)
            values = {column.name: column.values for column in parts}
            _declare(parts, options, reading)
            schema_text, made = _core.published_tables(core_columns(parts), "microdata", options, round,
                                                       suppress_below, tell)
        else:
            raise wrong("source", "a DataFrame, an Arrow stream or a path", source)
    known = {column["name"]: column for column in json.loads(schema_text)["columns"]}
    return Tables({name: _table_frame(text, names, known, values) for name, names, text in made}, schema_text)


def _table_frame(text: str, names: list[str], known: dict[str, Any], values: dict[str, dict[str, Any]]) -> Any:
    """A table with categoricals in the order of the schema."""
    pd = pandas()
    frame = pd.read_csv(StringIO(text), dtype=str, keep_default_na=False)
    for name in names:
        texts = [value for value in known[name]["values"] if value]
        column = pd.Categorical(frame[name].where(frame[name] != "", None), categories=texts)
        behind = values.get(name, {})
        if "bins" not in known[name] and all(text in behind for text in texts):
            column = column.rename_categories([behind[text] for text in texts])
        frame[name] = column
    frame["count"] = _counts(frame["count"])
    return frame


def _counts(texts: Any) -> Any:
    """Integers if all counts are, otherwise decimals; fractions that do not terminate stay exact texts."""
    pd = pandas()
    if texts.str.contains("/").any():
        return texts
    numbers = pd.to_numeric(texts.where(texts != "", None))
    return numbers.astype("Int64") if numbers.isna().any() and (numbers.dropna() % 1 == 0).all() else numbers


class Explanation(Result):
    """Whether tables agree with one another, and where they contradict one another. ``print`` it to read it."""

    def __repr__(self) -> str:
        return f"<Explanation: {str(self).splitlines()[0]}>"

    def _repr_html_(self) -> str:
        import html
        return f"<pre>{html.escape(str(self))}</pre>"

    @property
    def consistent(self) -> bool:
        """Whether all totals and all shared sub-tables are equal."""
        return self.facts["consistent"]

    @functools.cached_property
    def totals(self) -> Any:
        """The total of each table: a DataFrame."""
        return pandas().DataFrame(self.facts["totals"]).set_index("name")

    @functools.cached_property
    def conflicts(self) -> Any:
        """Sub-tables that differ, the worst first: a DataFrame."""
        return pandas().DataFrame(self.facts["conflicts"], columns=["tables", "columns", "l1", "count_l1"])


@checked
def explain(tables: Any, *, tolerance: float = 1e-9, **reading: Any) -> Explanation:
    """Say whether published tables agree with one another, and how close any rows can come.

    Parameters
    ----------
    tables, **reading
        As for `synth`, but not microdata.
    tolerance : float
        Relative differences up to this size are ignored.

    Returns
    -------
    Explanation

    Examples
    --------
    >>> import pandas as pd
    >>> import pydrover
    >>> age = pd.Series([40, 60], index=pd.Index(["0-29", "30+"], name="age"))
    >>> region = pd.Series([50, 49], index=pd.Index(["North", "South"], name="region"))
    >>> print(pydrover.explain({"age": age, "region": region}))  # doctest: +ELLIPSIS
    2 tables over 2 columns do not agree.
    <BLANKLINE>
    Totals differ: from 99 to 100.
    ...
    """
    source = read_tables(tables, **reading)
    facts, text = _core.explain(source.set, tolerance)
    return Explanation(lambda: facts, lambda: text)


class CheckResult(Result):
    """How far rows are from tables. ``print`` it to read it."""

    def __init__(self, facts: str, cells: str, page: str, text: str):
        super().__init__(lambda: facts, lambda: text)
        self._cells, self._page = cells, page

    def __repr__(self) -> str:
        return f"<CheckResult: {self.facts['rows']} rows, mean total variation {self.mean_tv:.3g}>"

    @property
    def mean_tv(self) -> float:
        """Mean of the total variation over all tables."""
        return self.facts["mean_tv"]

    @property
    def impossible_rows(self) -> int:
        """Rows in a cell of count 0, or with a value that does not occur in the tables."""
        return self.facts["impossible_rows"]

    @property
    def certificate_holds(self) -> bool | None:
        """Whether the given certificate holds; None if none was given."""
        return self.facts["certificate_holds"]

    @property
    def differences(self) -> list[str]:
        """What does not agree with the certificate, one line per difference."""
        return self.facts["differences"]

    @functools.cached_property
    def fit(self) -> Any:
        """How far the rows are from each table: a DataFrame."""
        return fit_frame(self.facts)

    @functools.cached_property
    def cells(self) -> Any:
        """Every cell, with the rows asked for and the rows found: a DataFrame."""
        return cells_frame(self._cells)

    @property
    def report(self) -> Report:
        """A page about the rows."""
        return Report(self._page)


@checked
def check(rows: Any, tables: Any, *, where: Mapping[str, Any] | None = None, against: Any = None,
          certificate: Any = None, progress: bool | Progress | None = None, **reading: Any) -> CheckResult:
    """Measure rows of any origin against tables, or verify their certificate.

    Parameters
    ----------
    rows : DataFrame or path
        Columns that the tables lack are ignored. With a certificate, the result of `synth` is accepted too.
    tables, **reading
        As for `synth`.
    where : mapping, optional
        Only rows with these values count.
    against : DataFrame or path, optional
        Microdata; ``facts["share_in_data"]`` is the share of rows that equal one of them.
    certificate : JSON or path, optional
        The certificate to verify: rows and tables must be those that it describes, frames as the CSV that drover makes
        of them, and every number is recomputed. The certificate says how tables are read; of `reading`, only
        ``schema``, ``groups`` and ``like`` are given, if they were used.
    progress : bool or callable, optional
        As for `synth`.

    Returns
    -------
    CheckResult

    Examples
    --------
    >>> import pandas as pd
    >>> import pydrover
    >>> age = pd.Series([1, 1], index=pd.Index(["0-29", "30+"], name="age"))
    >>> result = pydrover.check(pd.DataFrame({"age": ["30+", "30+"]}), {"age": age})
    >>> result
    <CheckResult: 2 rows, mean total variation 0.5>
    >>> result.cells[["cell", "asked", "got"]]
           cell  asked  got
    0  age=0-29    1.0    0
    1   age=30+    1.0    2
    """
    if certificate is not None:
        if where is not None or against is not None:
            raise InputError("certificate: expected neither where nor against beside it, got one of them")
        with reporting(progress, "rows") as tell:
            return CheckResult(*verified(rows, tables, certificate, reading, tell))
    source = read_tables(tables, leave_out_large=not where, **reading)
    data = None if against is None else text_input(against, "against")
    with reporting(progress, "rows") as tell:
        if is_frame(rows) or is_arrow(rows):
            parts = core_columns(text_columns(rows))
            found = _core.check_columns(parts, "rows", source.set, named_values(where), data, tell)
        else:
            found = _core.check_text(text_input(rows, "rows"), source.set, named_values(where), data, tell)
    return CheckResult(*found)

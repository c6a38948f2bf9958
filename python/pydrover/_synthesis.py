"""Rows of individuals from tables, and blanks of rows filled."""
from __future__ import annotations

import functools
import os
from typing import Any, Iterable, Mapping

import numpy as np

from . import _core
from ._arguments import checked, integer
from ._certificates import certified, frames_of, like_file, row_texts
from ._errors import InputError
from ._frames import categorical, is_frame, pandas, text_of
from ._inputs import Given, Source, named_values, read_tables, text_input
from ._kept import KeptRows
from ._progress import Progress, reporting
from ._report import Contents, Report, Result, cells_frame, fit_frame, write_files
from ._row_files import arrow_table, ending_of, write_parquet

_TITLE = "pydrover.synth"


class Synthesis(Result):
    """Rows of individuals, how well they fit the tables, and how they were made.

    Made by `synth`. Everything is computed on first use, and kept.
    """

    def __init__(self, made: _core.Made | KeptRows, source: Source, options: dict[str, str], like: list[Given]):
        super().__init__(made.json, lambda: repr(self))
        self._made, self._source, self._options, self._like = made, source, options, like

    def __getstate__(self) -> dict[str, Any]:
        made = self._made
        if not isinstance(made, KeptRows):
            made = KeptRows(made, _TITLE, list(self._options.items()))
        return {**super().__getstate__(), "_made": made}

    def __len__(self) -> int:
        return self._made.row_count

    def __repr__(self) -> str:
        return (f"<Synthesis: {len(self)} rows of {len(self.columns)} columns, "
                f"mean total variation {self.facts['mean_tv']:.3g}>")

    def _repr_html_(self) -> str:
        return f"<p>{repr(self)[1:-1]}</p>" + self.rows.head(10).to_html()

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return [name for name, *_ in self._made.columns]

    @property
    def digest(self) -> str:
        """SHA-256 of the rows as CSV: what ``drover synth`` prints for the same input."""
        return self._made.digest

    def codes(self, column: str) -> np.ndarray:
        """The number of each row's category, -1 for missing."""
        return self._made.codes(self.columns.index(column))

    def categories(self, column: str) -> list[str]:
        """The categories of a column, as texts in their order."""
        return self._made.columns[self.columns.index(column)][1]

    @functools.cached_property
    def rows(self) -> Any:
        """The rows as a DataFrame of categoricals; binned columns are numbers again."""
        pd = pandas()
        parts = {}
        for j, (name, texts, is_binned, decimals) in enumerate(self._made.columns):
            if is_binned:
                parts[name] = _numbers(self._made.numbers(j), decimals)
            else:
                parts[name] = categorical(self._made.codes(j), texts, self._source.values.get(name))
        return pd.DataFrame(parts, copy=False)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The rows as an Arrow stream: ``polars.DataFrame(people)``, ``pyarrow.table(people)``, DuckDB."""
        columns = []
        for j, (name, texts, is_binned, decimals) in enumerate(self._made.columns):
            if is_binned:
                columns.append((name, _numbers(self._made.numbers(j), decimals), None))
            else:
                columns.append((name, self._made.codes(j), texts))
        return _core.arrow_stream(columns)

    @functools.cached_property
    def fit(self) -> Any:
        """How far the rows are from each table: a DataFrame, one row per table."""
        return fit_frame(self.facts)

    def cells(self) -> Any:
        """Every cell of every table, with the rows asked for and the rows made: a DataFrame."""
        return self._cells

    @functools.cached_property
    def _cells(self) -> Any:
        return cells_frame(self._made.cells_csv())

    @functools.cached_property
    def report(self) -> Report:
        """A page about the rows, displayed in a notebook."""
        return Report(self._made.html(_TITLE, list(self._options.items())))

    @property
    def certificate(self) -> str:
        """A certificate as JSON, for `check` and ``drover check --cert``; frames are certified as CSV."""
        return self._certificate("rows.csv", None)

    def _certificate(self, rows_file: str, folder: str | None) -> str:
        return self._made.certificate(*certified(self._source, self._like, self._options, folder), rows_file)

    def to_csv(self) -> str:
        """The rows as CSV, byte for byte what ``drover synth`` writes."""
        return self._made.csv()

    def _arrow_table(self) -> Any:
        columns = self._made.columns
        return arrow_table(columns, lambda j: self._made.numbers(j) if columns[j][2] else self._made.codes(j))

    def save(self, path: str | os.PathLike, *, certificate: str | os.PathLike | None = None,
             report: str | os.PathLike | None = None, inputs: str | os.PathLike | None = None) -> None:
        """Write the rows, and optionally a certificate and a page about them.

        The ending of the path is ``.csv``, or ``.parquet`` (through pyarrow: texts as dictionaries, binned columns as
        numbers). Nothing is written unless all of it can be. A certificate is about rows as CSV. `inputs` is a folder for
        the tables that are not files: they are written there as CSV, and declared categories as a schema, so that
        ``drover check --cert`` finds them.
        """
        is_parquet = ending_of("path", path) == ".parquet"
        if is_parquet and certificate is not None:
            raise InputError(f'certificate: expected rows in a file that ends in .csv, got "{os.fspath(path)}"')
        files: dict[str | os.PathLike, Contents] = {}
        folder = None if inputs is None else os.fspath(inputs)
        if folder is not None:
            os.makedirs(folder, exist_ok=True)
            files.update({os.path.join(folder, name): text for name, text in frames_of(self._source, self._like).items()})
        files[path] = functools.partial(write_parquet, self._arrow_table()) if is_parquet else self.to_csv()
        if report is not None:
            files[report] = str(self.report)
        if certificate is not None:
            files[certificate] = self._certificate(os.fspath(path), folder)
        write_files(files)


def _numbers(units: np.ndarray, decimals: int) -> np.ndarray:
    missing = units == np.iinfo(np.int64).min
    if decimals == 0 and not missing.any():
        return units
    numbers = units / 10.0**decimals
    numbers[missing] = np.nan
    return numbers


def _number_text(value: Any) -> str | None:
    return None if value is None else text_of(value)


def _synthesize_options(n: int | None, like: Any, zeros: str, forbid: Iterable[Mapping[str, Any]],
                        trust: Mapping[str, int] | None, where: Mapping[str, Any] | None, hub: str | None, seed: int,
                        total: Any, noise: Any, burn_in: int, imply: str, repair: str, search: str, start: str,
                        shuffle: bool | int, max_seconds: float, until_tv: float,
                        weight: str | None) -> _core.SynthesizeOptions:
    options = _core.SynthesizeOptions()
    options.rows = n
    options.forbid = [named_values(values) for values in forbid]
    options.where = named_values(where)
    options.by = hub or ""
    options.seed = seed
    options.burn_in = burn_in
    if max_seconds:
        options.end_after(max_seconds)
    options.until_tv = until_tv
    options.shuffle = _core.SynthesizeOptions.all_rows if shuffle is True else int(shuffle)
    options.set_zeros(zeros)
    options.set_imply(imply)
    options.set_repair(repair)
    options.set_search(search)
    options.set_start(start)
    options.set_trust({str(name): integer(f"trust[{name!r}]", times) for name, times in (trust or {}).items()})
    options.set_total(_number_text(total))
    options.set_noise(_number_text(noise))
    if like is not None:
        options.set_like(text_input(like, "like"), weight or "")
    return options


@checked
def synth(tables: Any, n: int | None = None, *, like: Any = None, zeros: str = "auto",
          forbid: Iterable[Mapping[str, Any]] = (), trust: Mapping[str, int] | None = None,
          where: Mapping[str, Any] | None = None, hub: str | None = None, seed: int = 0,
          progress: bool | Progress | None = None, threads: int = 0, total: Any = None, noise: Any = None,
          burn_in: int = 0, imply: str = "auto", repair: str = "auto", search: str = "auto", start: str = "fresh",
          shuffle: bool | int = False, max_seconds: float = 0, until_tv: float = 0, weight: str | None = None,
          **reading: Any) -> Synthesis:
    """Make rows of individuals whose tables match these.

    The same input gives the same rows everywhere, also in the program, and every prefix of them is good.

    Parameters
    ----------
    tables : mapping, list, path or DataFrame
        Published tables by their names: long DataFrames (columns, and ``count`` or ``p``, optionally ``se``), pivot
        tables and crosstabs with named axes, Series of counts with a named index, or paths of CSV files. A list of
        paths, as on the command line. A single DataFrame, or a path, without a column ``count`` or ``p`` is
        microdata, from which all two-column tables are counted. Declared categories keep their order.
    n : int, optional
        Rows to make; the total of the tables if not given.
    like : DataFrame or path, optional
        A sample of real people: rows resemble it and add up to the tables. `weight` names its column of weights.
    zeros : {"auto", "hard", "soft"}
        What a count of 0 means: that there is nobody (hard), or that nobody was found (soft).
    forbid : iterable of mappings
        No row has these values together: ``[{"age": "0-15", "work": "yes"}]``.
    trust : mapping, optional
        How many times as hard a table pulls, by its name: 1 to 100.
    where : mapping, optional
        Only rows with these values.
    hub : str, optional
        The column of the zones, for which rows are made one by one; found if not given.
    seed : int
        Seed of the starts: gives different rows that fit as well.
    progress : bool or callable, optional
        A bar in notebooks and on terminals (of tqdm, or a plain line without it): by default for runs of more than a
        second, with True at once, with False never. Or a function called as ``progress(done, total)``.
    threads : int
        0 for as many as the machine has; the rows never depend on it.
    total, noise : number, optional
        The total of tables with unknown cells; the standard deviation of counts.
    burn_in, imply, repair, search, start, shuffle, max_seconds, until_tv
        As the options of ``drover synth``.
    **reading
        How tables are read: ``order``, ``columns``, ``also``, ``max_cells`` of microdata, ``absent``, ``noisy``,
        ``suppressed``, ``count``, ``schema``, ``groups`` and ``key``.

    Returns
    -------
    Synthesis

    Raises
    ------
    InputError
        If something is wrong; it names the table, row and column, what was expected and what came.

    Examples
    --------
    >>> import pandas as pd
    >>> import pydrover
    >>> age_work = pd.DataFrame({"age": ["0-29", "0-29", "30+"], "work": ["yes", "no", "yes"], "count": [3, 2, 4]})
    >>> people = pydrover.synth({"age_work": age_work})
    >>> people
    <Synthesis: 9 rows of 2 columns, mean total variation 0>
    >>> pd.crosstab(people.rows["age"], people.rows["work"]).loc["0-29", "no"].item()
    2
    """
    given = {"zeros": zeros, "forbid": tuple(forbid), "trust": trust, "where": where, "hub": hub, "seed": seed,
             "total": total, "noise": noise, "burn_in": burn_in, "imply": imply, "repair": repair, "search": search,
             "start": start, "shuffle": "all" if shuffle is True else shuffle or None, "weight": weight, **reading}
    if like is None:
        reading["weight"] = weight
    if hub is not None:
        reading["by"] = hub
    source = read_tables(tables, **reading)
    options = _synthesize_options(n, like, zeros, given["forbid"], trust, where, hub, seed, total, noise, burn_in,
                                  imply, repair, search, start, shuffle, max_seconds, until_tv, weight)
    if source.keeps_unused:
        options.keep_unused()
    with reporting(progress, "rows") as tell:
        made = _core.synthesize(source.set, options, threads, tell)
    return Synthesis(made, source, row_texts(given), like_file(like))


@checked
def complete(rows: Any, tables: Any, *, zeros: str = "auto", forbid: Iterable[Mapping[str, Any]] = (),
             trust: Mapping[str, int] | None = None, hub: str | None = None, seed: int = 0,
             progress: bool | Progress | None = None, threads: int = 0, **reading: Any) -> Any:
    """Fill the blanks of rows with values that fit the tables.

    Given values stay; columns that the rows lack are added. Rows with forbidden combinations stay as they are.

    Parameters
    ----------
    rows : DataFrame or path
        Rows with missing values.
    tables, zeros, forbid, trust, hub, seed, progress, threads, **reading
        As for `synth`.

    Returns
    -------
    DataFrame

    Examples
    --------
    >>> import pandas as pd
    >>> import pydrover
    >>> age_work = pd.DataFrame({"age": ["0-29", "0-29", "30+"], "work": ["yes", "no", "yes"], "count": [3, 2, 4]})
    >>> partial = pd.DataFrame({"name": ["Ann", "Bob"], "age": ["30+", "0-29"], "work": [None, "no"]})
    >>> pydrover.complete(partial, {"age_work": age_work})
      name   age work
    0  Ann   30+  yes
    1  Bob  0-29   no
    """
    pd = pandas()
    source = read_tables(tables, **reading)
    partial = text_input(rows, "rows")
    options = _synthesize_options(None, None, zeros, forbid, trust, None, hub, seed, None, None, 0, "auto", "auto",
                                  "auto", "fresh", False, 0, 0, None)
    with reporting(progress, "rows") as tell:
        _, text = _core.complete(source.set, partial, options, threads, tell)
    filled = cells_as_texts(text)
    if not is_frame(rows):
        return filled
    result = rows.copy()
    for name in filled.columns:
        values = source.values.get(name, {})
        column = pd.Series([values.get(t, t) if t else None for t in filled[name]], index=rows.index)
        if name not in rows.columns:
            result[name] = column
        elif rows[name].isna().any():
            result[name] = rows[name].astype(object).where(rows[name].notna(), column).astype(_filled(rows[name]))
    return result


def _filled(column: Any) -> Any:
    return "object" if isinstance(column.dtype, type(pandas().CategoricalDtype())) else column.dtype


def cells_as_texts(text: str) -> Any:
    from io import StringIO
    return pandas().read_csv(StringIO(text), dtype=str, keep_default_na=False)

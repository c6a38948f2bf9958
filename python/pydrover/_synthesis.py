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
from ._inputs import Given, Source, is_path, named_values, read_tables, text_input
from ._kept import KeptRows
from ._progress import Progress
from ._report import Contents, Report, Result, cells_frame, fit_frame, write_files
from ._row_files import ENDINGS, ParquetRows, arrow_table, ending_of, write_parquet
from ._runs import Memory, Time, long_call, long_run

_TITLE = "pydrover.synth"


class Synthesis(Result):
    """Rows of individuals, how well they fit the tables, and how they were made.

    Made by `synth`. Everything is computed on first use, and kept. Rows that went to a file (``output=``) are not in
    memory: what needs them raises `InputError`, everything else is there.
    """

    def __init__(self, made: _core.Made | KeptRows, source: Source, options: dict[str, str], like: list[Given],
                 output: str | None = None):
        super().__init__(made.json, lambda: repr(self))
        self._made, self._source, self._options, self._like, self._output = made, source, options, like, output

    def __getstate__(self) -> dict[str, Any]:
        made = self._made
        if not isinstance(made, KeptRows):
            made = KeptRows(made, _TITLE, list(self._options.items()), has_rows=self._output is None)
        return {**super().__getstate__(), "_made": made}

    def _with_rows(self, what: str) -> _core.Made | KeptRows:
        if self._output is not None:
            raise InputError(f'{what}: expected rows in memory, got rows that went to "{self._output}"')
        return self._made

    def __len__(self) -> int:
        return self._made.row_count

    def __repr__(self) -> str:
        return (f"<Synthesis: {len(self)} rows of {len(self.columns)} columns, "
                f"mean total variation {self.facts['mean_tv']:.3g}>")

    def _repr_html_(self) -> str:
        return f"<p>{repr(self)[1:-1]}</p>" + (self.rows.head(10).to_html() if self._output is None else "")

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
        return self._with_rows("codes").codes(self.columns.index(column))

    def categories(self, column: str) -> list[str]:
        """The categories of a column, as texts in their order."""
        return self._made.columns[self.columns.index(column)][1]

    @functools.cached_property
    def rows(self) -> Any:
        """The rows as a DataFrame of categoricals; binned columns are numbers again."""
        pd, made = pandas(), self._with_rows("rows")
        parts = {}
        for j, (name, texts, is_binned, decimals) in enumerate(made.columns):
            if is_binned:
                parts[name] = _numbers(made.numbers(j), decimals)
            else:
                parts[name] = categorical(made.codes(j), texts, self._source.values.get(name))
        return pd.DataFrame(parts, copy=False)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The rows as an Arrow stream: ``polars.DataFrame(people)``, ``pyarrow.table(people)``, DuckDB."""
        made = self._with_rows("rows")
        columns = []
        for j, (name, texts, is_binned, decimals) in enumerate(made.columns):
            if is_binned:
                columns.append((name, _numbers(made.numbers(j), decimals), None))
            else:
                columns.append((name, made.codes(j), texts))
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
        return cells_frame(self._with_rows("cells").cells_csv())

    @functools.cached_property
    def report(self) -> Report:
        """A page about the rows, displayed in a notebook."""
        return Report(self._made.html(_TITLE, list(self._options.items())))

    @property
    def certificate(self) -> str:
        """A certificate as JSON, for `check` and ``drover check --cert``; frames are certified as CSV."""
        is_csv = self._output is not None and self._output.lower().endswith(".csv")
        return self._certificate(self._output if is_csv else "rows.csv", None)

    def _certificate(self, rows_file: str, folder: str | None) -> str:
        return self._made.certificate(*certified(self._source, self._like, self._options, folder), rows_file)

    def to_csv(self) -> str:
        """The rows as CSV, byte for byte what ``drover synth`` writes."""
        return self._with_rows("to_csv").csv()

    def _arrow_table(self) -> Any:
        made = self._with_rows("save")
        columns = made.columns
        return arrow_table(columns, lambda j: made.numbers(j) if columns[j][2] else made.codes(j))

    def save(self, path: str | os.PathLike | None = None, *, certificate: str | os.PathLike | None = None,
             report: str | os.PathLike | None = None, inputs: str | os.PathLike | None = None) -> None:
        """Write the rows, and optionally a certificate and a page about them.

        The ending of the path is ``.csv``, or ``.parquet`` (through pyarrow: texts as dictionaries, binned columns as
        numbers). Nothing is written unless all of it can be. A certificate is about rows as CSV. `inputs` is a folder for
        the tables that are not files: they are written there as CSV, and declared categories as a schema, so that
        ``drover check --cert`` finds them. Rows that went to ``output=`` have their file: then there is no path.
        """
        if path is not None:
            self._with_rows("path")
        elif self._output is None:
            raise InputError("path: expected a file for the rows, got none")
        rows_file = self._output if path is None else os.fspath(path)
        is_parquet = ending_of("path", rows_file) == ".parquet"
        if is_parquet and certificate is not None:
            raise InputError(f'certificate: expected rows in a file that ends in .csv, got "{rows_file}"')
        files: dict[str | os.PathLike, Contents] = {}
        folder = None if inputs is None else os.fspath(inputs)
        if folder is not None:
            os.makedirs(folder, exist_ok=True)
            files.update({os.path.join(folder, name): text for name, text in frames_of(self._source, self._like).items()})
        if path is not None:
            files[path] = functools.partial(write_parquet, self._arrow_table()) if is_parquet else self.to_csv()
        if report is not None:
            files[report] = str(self.report)
        if certificate is not None:
            files[certificate] = self._certificate(rows_file, folder)
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


def _synthesize_options(*, n: int | None = None, zeros: str = "auto", forbid: Iterable[Mapping[str, Any]] = (),
                        trust: Mapping[str, int] | None = None, where: Mapping[str, Any] | None = None,
                        by: str | None = None, seed: int = 0, total: Any = None, noise: Any = None, burn_in: int = 0,
                        imply: str = "auto", repair: str = "auto", search: str = "auto", start: str = "fresh",
                        shuffle: bool | int = False, until_tv: float = 0) -> _core.SynthesizeOptions:
    options = _core.SynthesizeOptions()
    options.rows = n
    options.forbid = [named_values(values) for values in forbid]
    options.where = named_values(where)
    options.by = by or ""
    options.seed = seed
    options.burn_in = burn_in
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
    return options


def _check_output(output: str | os.PathLike | None, run: _core.LongRun, known: tuple[str, ...] = ENDINGS) -> str | None:
    """Before anything is read: a file that rows can go to."""
    if output is None:
        return None
    if ending_of("output", output, known) == ".parquet" and run.is_resumable:
        raise InputError(f'checkpoint: expected output that ends in .csv, or none, got "{os.fspath(output)}"')
    return os.fspath(output)


def _identity(source: Source, also: list[Given], texts: dict[str, str], run: _core.LongRun) -> tuple[list, list]:
    """Inputs by their digests, and options: a checkpoint belongs to them."""
    if not run.is_resumable:
        return [], []
    return certified(source, also, {}, None)[0], list(texts.items())


def _made(source: Source, options: _core.SynthesizeOptions, run: _core.LongRun, texts: dict[str, str],
          like: list[Given], output: str | None) -> _core.Made:
    if output is not None and output.lower().endswith(".parquet"):
        with ParquetRows(output) as rows:
            return _core.synthesize_to_blocks(source.set, options, run, rows.write)
    identity = _identity(source, like, texts, run)
    if output is not None:
        return _core.synthesize_to_file(source.set, options, run, *identity, output)
    return _core.synthesize(source.set, options, run, *identity)


@checked
@long_call("rows", "The rows made by then are the result; if there are none yet, it is a ``TimeoutError``.")
def synth(tables: Any, n: int | None = None, *, like: Any = None, zeros: str = "auto",
          forbid: Iterable[Mapping[str, Any]] = (), trust: Mapping[str, int] | None = None,
          where: Mapping[str, Any] | None = None, by: str | None = None, seed: int = 0,
          progress: bool | Progress | None = None, threads: int = 0, total: Any = None, noise: Any = None,
          burn_in: int = 0, imply: str = "auto", repair: str = "auto", search: str = "auto", start: str = "fresh",
          shuffle: bool | int = False, until_tv: float = 0, weight: str | None = None,
          output: str | os.PathLike | None = None, time: Time | None = None, memory: Memory | None = None,
          checkpoint: str | os.PathLike | None = None, checkpoint_every: int | None = None,
          resume: str | os.PathLike | None = None, **reading: Any) -> Synthesis:
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
    by : str, optional
        The column of the zones, for which rows are made one by one; found if not given.
    seed : int
        Seed of the starts: gives different rows that fit as well.
    total, noise : number, optional
        The total of tables with unknown cells; the standard deviation of counts.
    burn_in, imply, repair, search, start, shuffle, until_tv
        As the options of ``drover synth``.
    output : path, optional
        A file for the rows, which ends in ``.csv`` or ``.parquet``. They go there as they are made, whatever their number,
        unless they are repaired or shuffled at the end. The file appears when it is complete.
    <run>
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
    forbid = tuple(forbid)
    how = {"zeros": zeros, "forbid": forbid, "trust": trust, "where": where, "by": by, "seed": seed, "total": total,
           "noise": noise, "burn_in": burn_in, "imply": imply, "repair": repair, "search": search, "start": start}
    texts = row_texts({**how, "shuffle": "all" if shuffle is True else shuffle or None, "weight": weight, **reading})
    if like is None:
        reading["weight"] = weight
    if by is not None:
        reading["by"] = by
    with long_run("rows", progress=progress, time=time, memory=memory, checkpoint=checkpoint,
                  checkpoint_every=checkpoint_every, resume=resume, threads=threads) as run:
        path = _check_output(output, run)
        source = read_tables(tables, run, **reading)
        options = _synthesize_options(n=n, shuffle=shuffle, until_tv=until_tv, **how)
        sample = None if like is None else text_input(like, "like", run)
        if sample is not None:
            options.set_like(sample, weight or "")
        if source.keeps_unused:
            options.keep_unused()
        made = _made(source, options, run, texts, like_file(like, sample), path)
    return Synthesis(made, source, texts, like_file(like, sample), path)


@checked
@long_call("rows", "Then it is a ``TimeoutError``, because rows are still blank.")
def complete(rows: Any, tables: Any, *, zeros: str = "auto", forbid: Iterable[Mapping[str, Any]] = (),
             trust: Mapping[str, int] | None = None, by: str | None = None, seed: int = 0,
             progress: bool | Progress | None = None, threads: int = 0, output: str | os.PathLike | None = None,
             time: Time | None = None, memory: Memory | None = None, checkpoint: str | os.PathLike | None = None,
             checkpoint_every: int | None = None, resume: str | os.PathLike | None = None, **reading: Any) -> Any:
    """Fill the blanks of rows with values that fit the tables.

    Given values stay; columns that the rows lack are added. Rows with forbidden combinations stay as they are.

    Parameters
    ----------
    rows : DataFrame or path
        Rows with missing values.
    tables, zeros, forbid, trust, by, seed, **reading
        As for `synth`.
    output : path, optional
        A file for the rows, which ends in ``.csv``: that of ``drover synth --complete``. It appears when it is complete.
    <run>

    Returns
    -------
    DataFrame
        None if the rows went to a file.

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
    forbid = tuple(forbid)
    how = {"zeros": zeros, "forbid": forbid, "trust": trust, "by": by, "seed": seed}
    texts = row_texts({**how, **reading})
    with long_run("rows", progress=progress, time=time, memory=memory, checkpoint=checkpoint,
                  checkpoint_every=checkpoint_every, resume=resume, threads=threads) as run:
        path = _check_output(output, run, (".csv",))
        source = read_tables(tables, run, **reading)
        partial = text_input(rows, "rows", run)
        given = [Given(partial, "complete", not is_path(rows), is_path(rows))]
        identity = _identity(source, given, texts, run)
        text = _core.complete(source.set, partial, _synthesize_options(**how), run, *identity, path or "")
    return None if path is not None else _filled_rows(rows, text, source)


def _filled_rows(rows: Any, text: str, source: Source) -> Any:
    """The rows as they were given, with the blanks filled that the text has filled."""
    filled = cells_as_texts(text)
    if not is_frame(rows):
        return filled
    pd = pandas()
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

"""Synthetic populations: households with their persons, in zones."""
from __future__ import annotations

import functools
import os
from io import StringIO
from typing import Any, BinaryIO, Iterable, Mapping

from . import _core
from ._arguments import checked, wrong
from ._errors import InputError, show_as
from ._frames import csv_bytes, is_arrow, is_frame, pandas, quoted, text_columns, text_of, with_levels
from ._inputs import is_path
from ._kept import KeptPopulation
from ._progress import Progress
from ._report import Contents, Report, Result, write_files
from ._runs import Memory, Time, long_call, long_run


_TITLE = "pydrover.populate"
_TABLES = ("households", "persons", "geography", "controls")


class Population(Result):
    """Households of a sample for every zone, with their persons, and how well they meet the totals.

    Made by `populate`. Everything is computed on first use, and kept.
    """

    def __init__(self, made: _core.MadePopulation | KeptPopulation, given: dict[str, Any], sheets: _Sheets):
        super().__init__(made.json, made.text)
        self._made, self._given, self._sheets, self._values = made, given, sheets, sheets.values

    def __getstate__(self) -> dict[str, Any]:
        made = self._made
        if not isinstance(made, KeptPopulation):
            made = KeptPopulation(made, _TITLE, self._option_texts({}), list(self.digests.items()))
        return {**super().__getstate__(), "_made": made}

    def __len__(self) -> int:
        return self.facts["households"]

    def __repr__(self) -> str:
        return (f"<Population: {len(self)} households, {self.facts['persons']} persons, "
                f"mean % RMSE {self.facts['mean_rmse_percent']:.3g}>")

    def _repr_html_(self) -> str:
        return f"<p>{repr(self)[1:-1]}</p>" + self.fit.to_html()

    @functools.cached_property
    def households(self) -> Any:
        """One row per household, in the order in which they were placed: its zone and the larger units, a number of its
        own, the sample's number, and columns of the sample."""
        return self._frame(self._made.households())

    @functools.cached_property
    def persons(self) -> Any:
        """One row per person, household by household; None if the sample has no persons."""
        return self._frame(self._made.persons()) if self._made.has_persons else None

    @functools.cached_property
    def weights(self) -> Any:
        """How often each household of the sample is in each zone, without zeros."""
        return self._frame(self._made.weights(), weight="int64")

    @functools.cached_property
    def summary(self) -> Any:
        """Every level, unit and control: asked, got, difference."""
        numbers = {"asked": float, "got": float, "difference": float}
        return pandas().read_csv(StringIO(self._made.summary()), keep_default_na=False,
                                 dtype={"level": "category", "unit": str, "control": "category", **numbers})

    def _frame(self, text: str, **numbers: str) -> Any:
        """Numbers as numbers and texts as categoricals, with the values of the input."""
        numbers = {"household_id": "int64", "person": "int64", **numbers}
        header = text[:text.index("\n")].split(",")
        frame = pandas().read_csv(StringIO(text), keep_default_na=False,
                                  dtype={name: numbers.get(name, "category") for name in header})
        for name in frame.columns:
            if name not in numbers:
                frame[name] = _typed(frame[name], self._values.get(name, {}))
        return frame

    @functools.cached_property
    def fit(self) -> Any:
        """How far each control is off, over all units of its level: a DataFrame, one row per control."""
        return pandas().DataFrame(self.facts["controls"]).set_index("control")

    @functools.cached_property
    def digests(self) -> dict[str, str]:
        """SHA-256 of each file that `save` writes, except report and certificate; the same as of ``drover populate``."""
        return {name: self._made.write(name, "") for name in self._files}

    @property
    def _files(self) -> list[str]:
        persons = ["persons.csv"] if self._made.has_persons else []
        return ["households.csv", *persons, "weights.csv", "controls_summary.csv"]

    @functools.cached_property
    def report(self) -> Report:
        """A page about the result, displayed in a notebook."""
        return Report(self._made.html(_TITLE, self._option_texts({}), list(self.digests.items())))

    @property
    def certificate(self) -> str:
        """A certificate as JSON: digests of all inputs and outputs, and the exact errors. ``drover check --cert``
        verifies it beside the files of `save`; DataFrames are certified as CSV."""
        return self._certificate({})

    def _certificate(self, renamed: dict[str, str]) -> str:
        return self._made.certificate(self._option_texts(renamed), list(self.digests.items()), renamed)

    def _option_texts(self, renamed: dict[str, str]) -> list[tuple[str, str]]:
        """The options as certificates name them, with files under other names."""
        names = {option: renamed.get(name, name) for option, name in self._given.items() if option in _TABLES}
        totals = [f"{level}={renamed.get(name, name)}" for level, name in self._given["totals"]]
        return list(_option_texts({**self._given, **names, "totals": totals}).items())

    def save(self, folder: str | os.PathLike, *, inputs: bool = False) -> None:
        """Write ``households.csv``, ``persons.csv``, ``weights.csv``, ``controls_summary.csv``, ``report.html`` and
        ``certificate.json`` to a folder, with the same bytes as ``drover populate`` except for titles and names.

        The folder is created if absent. Nothing is written unless all of it can be, and no file is in memory as a whole.
        With `inputs`, DataFrames that were given are written to its folder ``inputs``, so that ``drover check --cert``
        finds it.
        """
        folder = os.fspath(folder)
        renamed = {name: f"inputs/{name}" for name in self._sheets.frames} if inputs else {}
        os.makedirs(os.path.join(folder, "inputs") if renamed else folder, exist_ok=True)
        digests: dict[str, str] = {}

        def write(name: str, file: BinaryIO) -> None:
            digests[name] = self._made.write(name, file.name)

        def write_page(file: BinaryIO) -> None:
            self.__dict__["digests"] = digests  # of the files that were written before it
            file.write(str(self.report).encode())

        files: dict[str, Contents] = {renamed[name]: self._sheets.frames[name] for name in renamed}
        files.update({name: functools.partial(write, name) for name in self._files})
        files["report.html"] = write_page
        files["certificate.json"] = lambda file: file.write(self._certificate(renamed).encode())
        write_files({os.path.join(folder, name): contents for name, contents in files.items()})


def _typed(column: Any, values: dict[str, Any]) -> Any:
    """A column of texts as the values that they came from; from files, numbers if all texts are plain numbers."""
    pd = pandas()
    texts = [text for text in column.cat.categories if text != ""]
    column = column.cat.set_categories(texts)
    if all(text in values for text in texts) and texts:
        real = [values[text] for text in texts]
    else:
        numbers = pd.to_numeric(pd.Series(texts, dtype=object), errors="coerce")
        plain = len(texts) > 0 and all(text_of(number) == text for number, text in zip(numbers, texts))
        real = list(numbers) if plain else texts
    if any(isinstance(value, str) for value in real):
        return column.cat.rename_categories(real) if len(set(map(type, real))) == 1 else column
    return pd.Series(pd.Index(real).take(column.cat.codes), index=column.index) if not column.isna().any() else \
        column.cat.rename_categories(real).astype(object).infer_objects()


class _Sheets:
    """Given frames and paths, as texts with names, and the values behind the texts of frames."""

    def __init__(self) -> None:
        self.values: dict[str, dict[str, Any]] = {}
        self.frames: dict[str, bytes] = {}  # as CSV, by their names

    def sources(self, given: dict[str, Any], run: _core.LongRun) -> tuple[_core.PopulationSources, dict[str, Any]]:
        """The texts, and their names as options."""
        read = {name: None if given[name] is None else self.text(given[name], name, run)
                for name in _TABLES}
        totals = [(str(level), self.text(source, str(level), run, f'totals["{level}"]')) for level, source in given["totals"].items()]
        names = {name: text and text.name for name, text in read.items()}
        return (_core.PopulationSources(**read, totals=totals),
                {**names, "totals": [(level, text.name) for level, text in totals]})

    def text(self, source: Any, name: str, run: _core.LongRun, argument: str | None = None) -> _core.Text:
        if isinstance(source, _core.Text):
            return source
        if is_path(source):
            return _core.read_text(os.fspath(source), run)
        if not is_frame(source) and not is_arrow(source):
            raise wrong(name, "a DataFrame or a path", source)
        columns = text_columns(source if is_arrow(source) else with_levels(source))
        for column in columns:
            known = self.values.setdefault(column.name, {})
            for text, value in column.values.items():
                known.setdefault(text, value)
        show_as(f"{name}.csv", argument or name)
        self.frames[f"{name}.csv"] = csv_bytes(columns)
        return _core.Text(f"{name}.csv", self.frames[f"{name}.csv"])


def _settings(folder: str) -> Any:
    """configs/settings.yaml as texts, lists and dicts."""
    try:
        import yaml
    except ImportError as error:
        raise ImportError("PopulationSim folders need PyYAML: pip install pyyaml") from error
    name = _core.populationsim_settings(folder)
    try:
        return yaml.load(_core.read_text(name).bytes, Loader=yaml.BaseLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"line {mark.line + 1}: " if mark else ""
        raise InputError(f"{name}: {place}expected YAML: {getattr(error, 'problem', error)}") from error


def _read_folder(folder: str, given: dict[str, Any], run: _core.LongRun) -> list[str]:
    """Fill in what is not given from a PopulationSim folder; returns notes."""
    found = _core.read_populationsim(folder, _settings(folder))
    for name in ("households", "persons", "geography"):
        file = getattr(found, name)
        if given[name] is None and file.file:
            given[name] = file.renamed(_core.read_text(file.file, run))
    if given["totals"] is None:
        given["totals"] = {level: file.renamed(_core.read_text(file.file, run)) for level, file in found.totals}
    for name in ("controls", "id", "weight", "area", "total"):
        if given[name] is None:
            given[name] = getattr(found, name)
    return ["settings passed over: " + ", ".join(found.passed_over)] if found.passed_over else []


def _reading(*, id: str, person_id: str | None, weight: str | None, levels: Mapping[str, str] | None,
             area: str | None, total: str | None, without: list[str], trust: Mapping[str, Any] | None,
             importance: str | Mapping[str, Any], columns: list[str] | None, person_columns: list[str] | None,
             seed: int) -> _core.PopulationReading:
    reading = _core.PopulationReading()
    reading.id, reading.person_id, reading.weight = id, person_id or "", weight or ""
    reading.area, reading.total, reading.seed = area or "", total or "", seed
    reading.levels = _pairs(levels)
    reading.without, reading.columns, reading.person_columns = without, columns, person_columns
    reading.set_trust(_pairs(trust))
    by_control = isinstance(importance, Mapping)
    if not by_control and importance not in ("equal", "given"):
        raise InputError(f'importance: expected "equal", "given" or a mapping, got "{importance}"')
    reading.equal_importance = importance != "given"
    reading.set_importance(_pairs(importance if by_control else None))
    return reading


def _pairs(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    return [(str(name), text_of(value)) for name, value in (values or {}).items()]


def _names(columns: str | Iterable[str] | None) -> list[str] | None:
    return None if columns is None else [columns] if isinstance(columns, str) else [str(name) for name in columns]


def _option_texts(given: dict[str, Any]) -> dict[str, str]:
    """The options that the households depend on, as certificates name them."""
    texts = {}
    for name, value in given.items():
        if value is None or value == [] or value == {}:
            continue
        if isinstance(value, Mapping):
            value = "\n".join(f"{key}={text}" for key, text in _pairs(value))
        elif name.endswith("columns"):
            value = ",".join(quoted(column) for column in value)
        elif not isinstance(value, str) and isinstance(value, Iterable):
            value = "\n".join(map(str, value))
        texts["level" if name == "levels" else name] = text_of(value)
    return texts


@checked
@long_call("households", "The households placed by then are the result, in every zone about the same share; if there are none "
           "yet, it is a ``TimeoutError``.")
def populate(households: Any = None, persons: Any = None, *, geography: Any = None, controls: Any = None,
             totals: Mapping[str, Any] | None = None, id: str | None = None, weight: str | None = None,
             populationsim: str | os.PathLike | None = None, person_id: str | None = None,
             levels: Mapping[str, str] | None = None, area: str | None = None, total: str | None = None,
             without: Iterable[str] = (), trust: Mapping[str, Any] | None = None,
             importance: str | Mapping[str, Any] = "equal", columns: str | Iterable[str] | None = None,
             person_columns: str | Iterable[str] | None = None, repair: int = 1, pull: float = 0.02, seed: int = 0,
             progress: bool | Progress | None = None, threads: int = 0, output: str | os.PathLike | None = None,
             time: Time | None = None, memory: Memory | None = None, checkpoint: str | os.PathLike | None = None,
             checkpoint_every: int | None = None, resume: str | os.PathLike | None = None) -> Population:
    """Make households with their persons for zones, from a sample of real ones and totals.

    Every zone gets complete households of the sample, each as often as needed, so that totals are met in zones and in
    larger units at once. The same input gives the same bytes as ``drover populate``.

    Parameters
    ----------
    households, persons : DataFrame or path
        The sample, one row each; without persons all controls are about households.
    geography : DataFrame or path
        One row per zone, one column per level.
    controls : DataFrame or path
        What is counted where: ``target``, ``geography``, ``seed_table``, ``expression``, and optionally ``control_field``
        and ``importance``, as in PopulationSim.
    totals : mapping
        Levels with their totals, DataFrames or paths: one row per unit, one column per control.
    id, weight : str
        Columns with the households' ids (also those of persons, unless `person_id` is given) and their weights.
    populationsim : path, optional
        Instead of all these: a PopulationSim folder. Other arguments take precedence over it. Needs PyYAML.
    levels : mapping, optional
        Columns of the geography for levels that have another name there.
    area : str, optional
        A column of households and geography: households serve only zones of their own area.
    total : str, optional
        The control of the number of households; found if not given.
    without : iterable of str
        Controls to be left out.
    trust : mapping, optional
        Levels that count more, by a factor; the highest gives the number of households.
    importance : {"equal", "given"} or mapping
        Importance of the controls: all equal, as given in `controls`, or by a mapping for some of them.
    columns, person_columns : iterable of str or "all", optional
        Columns of the sample in the result; if not given, those that the controls use.
    repair : int
        Repair passes at the end, which replace households; 0: every prefix stays good.
    pull : float
        Strength of the pull towards the mix of the sample, 0 to 0.25.
    seed : int
        Seed of the order of households that are equally good; 0 is the sample's order.
    output : path, optional
        A folder for the files of the result, which are written as by ``save``.
    <run>

    Returns
    -------
    Population

    Examples
    --------
    >>> import pandas as pd
    >>> import pydrover
    >>> homes = pd.DataFrame({"hh": [1, 2, 3], "size": [1, 2, 3]})
    >>> people = pd.DataFrame({"hh": [1, 2, 2, 3, 3, 3], "sex": ["F", "F", "M", "M", "M", "F"]})
    >>> made = pydrover.populate(
    ...     homes, people, id="hh", geography=pd.DataFrame({"zone": ["a", "b"], "town": ["t", "t"]}),
    ...     controls=pd.DataFrame({"target": ["all", "singles", "women"], "geography": ["zone", "zone", "town"],
    ...                            "seed_table": ["households", "households", "persons"],
    ...                            "expression": ["size >= 1", "size == 1", "sex=F"]}),
    ...     totals={"zone": pd.DataFrame({"zone": ["a", "b"], "all": [3, 5], "singles": [2, 1]}),
    ...             "town": pd.DataFrame({"town": ["t"], "women": [6]})})
    >>> made
    <Population: 8 households, 15 persons, mean % RMSE 11.1>
    >>> made.households.groupby("zone", observed=True).size().to_dict()
    {'a': 3, 'b': 5}
    """
    given = {"households": households, "persons": persons, "geography": geography, "controls": controls,
             "totals": totals, "id": id, "weight": weight, "area": area, "total": total}
    with long_run("households", progress=progress, time=time, memory=memory, checkpoint=checkpoint,
                  checkpoint_every=checkpoint_every, resume=resume, threads=threads) as run:
        if output is not None:
            os.makedirs(output, exist_ok=True)
        notes = [] if populationsim is None else _read_folder(os.fspath(populationsim), given, run)
        for name in ("households", "geography", "controls", "totals", "id"):
            if given[name] is None:
                raise InputError(f"{name}: expected it, or populationsim, got neither")
        how = {"id": given["id"], "person_id": person_id, "weight": given["weight"], "levels": levels,
               "area": given["area"], "total": given["total"], "without": _names(without), "trust": trust,
               "importance": importance, "columns": _names(columns), "person_columns": _names(person_columns),
               "seed": seed}
        reading = _reading(**how)
        sheets = _Sheets()
        sources, files = sheets.sources(given, run)
        shaping = {**how, "repair": repair, "pull": pull}
        made = _core.populate(sources, reading, notes, repair, pull, run, list(_option_texts(shaping).items()))
    population = Population(made, {**files, **shaping}, sheets)
    if output is not None:
        population.save(output)
    return population

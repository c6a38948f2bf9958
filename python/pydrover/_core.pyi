"""The calls of drover/drover.hpp, of what learns, and of orbits."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

import numpy
from numpy.typing import NDArray
from typing_extensions import CapsuleType


version: str = '0.1.0'

def with_keywords(text: str) -> str:
    """The text with options, which are in braces, named as keywords."""

def work_count() -> int:
    """
    How many calls work, those that were interrupted and have not stopped yet too.
    """

def wait_for_work() -> None:
    """Waits for work that was interrupted and has not stopped yet."""

class LongRun:
    """How a call that runs long is run."""

    @property
    def is_resumable(self) -> bool: ...

    def close(self) -> None:
        """Releases its checkpoint and its function."""

def long_run(progress: object | None, seconds: float | None, memory: int, checkpoint: str, checkpoint_every: int, resume: str, threads: int) -> LongRun:
    """A run whose time begins now."""

class TableChoice:
    """Which tables of microdata are wanted."""

    def __init__(self) -> None: ...

    @property
    def order(self) -> int: ...

    @order.setter
    def order(self, arg: int, /) -> None: ...

    @property
    def columns(self) -> list[str]: ...

    @columns.setter
    def columns(self, arg: Sequence[str], /) -> None: ...

    @property
    def also(self) -> list[list[str]]: ...

    @also.setter
    def also(self, arg: Sequence[Sequence[str]], /) -> None: ...

    @property
    def by(self) -> str: ...

    @by.setter
    def by(self, arg: str, /) -> None: ...

    @property
    def weight(self) -> str: ...

    @weight.setter
    def weight(self, arg: str, /) -> None: ...

    @property
    def max_cells(self) -> int: ...

    @max_cells.setter
    def max_cells(self, arg: int, /) -> None: ...

    @property
    def leave_out_large(self) -> bool: ...

    @leave_out_large.setter
    def leave_out_large(self, arg: bool, /) -> None: ...

class InputOptions:
    """How tables and microdata are read."""

    def __init__(self) -> None: ...

    @property
    def kind(self) -> str: ...

    @kind.setter
    def kind(self, arg: str, /) -> None: ...

    @property
    def absent_unknown(self) -> bool: ...

    @absent_unknown.setter
    def absent_unknown(self, arg: bool, /) -> None: ...

    @property
    def noisy(self) -> bool: ...

    @noisy.setter
    def noisy(self, arg: bool, /) -> None: ...

    @property
    def suppressed(self) -> list[str]: ...

    @suppressed.setter
    def suppressed(self, arg: Sequence[str], /) -> None: ...

    @property
    def count(self) -> str: ...

    @count.setter
    def count(self, arg: str, /) -> None: ...

    @property
    def choice(self) -> TableChoice: ...

    @choice.setter
    def choice(self, arg: TableChoice, /) -> None: ...

    def set_schema(self, arg: str | None, /) -> None: ...

    def set_groups(self, arg0: str, arg1: str, /) -> None: ...

    def set_separator(self, arg: str, /) -> None: ...

class Text:
    """A CSV text and its name."""

    def __init__(self, name: str, text: bytes) -> None: ...

    @property
    def name(self) -> str: ...

    @property
    def bytes(self) -> bytes: ...

class TableSet:
    """Tables over common columns."""

    @property
    def names(self) -> list[str]: ...

    @property
    def schema(self) -> str: ...

    @property
    def from_microdata(self) -> bool: ...

    def __repr__(self) -> str: ...

def read_text(path: str, run: LongRun | None = None) -> Text:
    """The text of a file; gzip is decompressed."""

def frame_csv(columns: Sequence[tuple[str, Sequence[str], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]]]) -> bytes:
    """Columns as CSV."""

def is_microdata(arg0: Sequence[Text], arg1: InputOptions, /) -> bool: ...

def tables_of_texts(texts: Sequence[Text], options: InputOptions, run: LongRun | None = None) -> TableSet:
    """Published tables, or those of one text of microdata."""

def tables_of_columns(columns: Sequence[tuple[str, Sequence[str], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]]], name: str, options: InputOptions, run: LongRun | None = None) -> TableSet:
    """The tables of microdata."""

def published_tables(columns: Sequence[tuple[str, Sequence[str], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]]], name: str, options: InputOptions, round: int, suppress_below: int, progress: object | None) -> tuple[str, list[tuple[str, list[str], str]]]:
    """Schema, and name, columns and CSV of each table of microdata."""

def published_tables_of_file(path: str, options: InputOptions, round: int, suppress_below: int, progress: object | None) -> tuple[str, list[tuple[str, list[str], str]]]:
    """The same for a CSV file, which is read as a stream."""

def tables_sql(table: str, choice: TableChoice, dialect: str, suppress_below: int) -> str:
    """A statement that counts tables in a database."""

def schema_of_values(columns: Sequence[tuple[str, Sequence[str], Sequence[int]]], name: str, options: InputOptions) -> str:
    """
    The schema of microdata whose columns have these texts, each that often.
    """

class FiniteModel:
    """A table of features and what their averages shall be."""

def finite_model(states: Sequence[str], features: Sequence[str], values: Sequence[str], kind: str, target: Sequence[str], start: Sequence[str]) -> FiniteModel:
    """Numbers are texts, and exact."""

def herd(model: FiniteModel, steps: int, burn_in: int, greedy: bool) -> dict:
    """Herds a finite model, exactly."""

def chart_svg(title: str, x: tuple[str, bool], y: tuple[str, bool], series: Sequence[tuple[str, Sequence[float], Sequence[float], str]]) -> str:
    """
    Lines and points: axes are (label, logarithmic), series (name, x, y, mark).
    """

def heat_map_svg(title: str, x: str, y: str, columns: Sequence[str], rows: Sequence[str], values: Sequence[float]) -> str:
    """A matrix as coloured squares, the first row at the top."""

def image_svg(title: str, column_count: int, values: Sequence[float], white: float, black: float) -> str:
    """A matrix of grey values."""

class ArrowStream:
    """An Arrow stream, which can be read once, batch by batch."""

    def __init__(self, capsule: CapsuleType) -> None: ...

    @property
    def names(self) -> list[str]: ...

    def columns(self) -> list:
        """Name, texts and codes of each column."""

    def published_tables(self, name: str, options: InputOptions, round: int, suppress_below: int, progress: object | None) -> tuple[str, list[tuple[str, list[str], str]]]:
        """
        Schema, and name, columns and CSV of each table, counted batch by batch.
        """

    def tables(self, name: str, options: InputOptions, run: LongRun | None = None) -> tuple[TableSet, str]:
        """
        The tables of microdata, counted batch by batch, and the SHA-256 of the rows as CSV.
        """

def arrow_stream(columns: Sequence[tuple[str, Annotated[NDArray, dict(shape=(None,), order='C', device='cpu', writable=False)], Sequence[str] | None]]) -> CapsuleType:
    """
    Name, array and texts (of codes, -1 is missing) of each column as an Arrow stream of one batch.
    """

class SynthesizeOptions:
    """How rows are made."""

    def __init__(self) -> None: ...

    @property
    def rows(self) -> int | None: ...

    @rows.setter
    def rows(self, arg: int | None, /) -> None: ...

    @property
    def forbid(self) -> list[list[tuple[str, str]]]: ...

    @forbid.setter
    def forbid(self, arg: Sequence[Sequence[tuple[str, str]]], /) -> None: ...

    @property
    def where(self) -> list[tuple[str, str]]: ...

    @where.setter
    def where(self, arg: Sequence[tuple[str, str]], /) -> None: ...

    @property
    def by(self) -> str: ...

    @by.setter
    def by(self, arg: str, /) -> None: ...

    @property
    def burn_in(self) -> int: ...

    @burn_in.setter
    def burn_in(self, arg: int, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

    @property
    def shuffle(self) -> int: ...

    @shuffle.setter
    def shuffle(self, arg: int, /) -> None: ...

    @property
    def until_tv(self) -> float: ...

    @until_tv.setter
    def until_tv(self, arg: float, /) -> None: ...

    all_rows: Final[int] = ...
    """(arg: object, /) -> int"""

    def keep_unused(self) -> None: ...

    def set_trust(self, arg: Mapping[str, int], /) -> None: ...

    def set_total(self, arg: str | None, /) -> None: ...

    def set_noise(self, arg: str | None, /) -> None: ...

    def set_like(self, arg0: Text, arg1: str, /) -> None: ...

    def set_zeros(self, arg: str, /) -> None: ...

    def set_imply(self, arg: str, /) -> None: ...

    def set_repair(self, arg: str, /) -> None: ...

    def set_search(self, arg: str, /) -> None: ...

    def set_start(self, arg: str, /) -> None: ...

class Made:
    """Rows, how well they fit, and how they came about."""

    @property
    def row_count(self) -> int: ...

    @property
    def digest(self) -> str: ...

    @property
    def columns(self) -> list[tuple[str, list[str], bool, int]]:
        """Name, values, whether they are bins, decimals."""

    def codes(self, column: int) -> object:
        """Which value each row has; -1: it is missing."""

    def numbers(self, column: int) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """The numbers put back for bins, in units of 10^-decimals."""

    def csv(self) -> str: ...

    def json(self) -> str: ...

    def html(self, title: str, options: Sequence[tuple[str, str]]) -> str: ...

    def cells_csv(self) -> str:
        """Every cell: table, cell, asked, got, difference."""

    def certificate(self, inputs: Sequence[tuple[str, str, str]], options: Sequence[tuple[str, str]], rows_file: str) -> str: ...

def synthesize(tables: TableSet, options: SynthesizeOptions, run: LongRun, inputs: Sequence[tuple[str, str, str]], texts: Sequence[tuple[str, str]]) -> Made:
    """Rows of individuals whose tables match these."""

def synthesize_to_file(tables: TableSet, options: SynthesizeOptions, run: LongRun, inputs: Sequence[tuple[str, str, str]], texts: Sequence[tuple[str, str]], path: str) -> Made:
    """The same into a CSV file."""

def synthesize_to_blocks(tables: TableSet, options: SynthesizeOptions, run: LongRun, use: object) -> Made:
    """The same, with use(columns, values) called for blocks of rows."""

def complete(tables: TableSet, partial: Text, options: SynthesizeOptions, run: LongRun, inputs: Sequence[tuple[str, str, str]], texts: Sequence[tuple[str, str]], path: str) -> str:
    """The text with its blanks filled, or an empty text and a CSV file."""

def check_columns(columns: Sequence[tuple[str, Sequence[str], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]]], name: str, tables: TableSet, where: Sequence[tuple[str, str]], against: Text | None, progress: object | None) -> tuple[str, str, str, str]:
    """JSON, cells, page and text about rows that are compared with tables."""

def check_text(rows: Text, tables: TableSet, where: Sequence[tuple[str, str]], against: Text | None, progress: object | None) -> tuple[str, str, str, str]:
    """The same for a CSV text."""

def explain(tables: TableSet, tolerance: float) -> tuple[str, str]:
    """JSON and text about how tables agree."""

def certificate_options(certificate: str, place: str) -> list[tuple[str, str]]:
    """The options of a certificate, by their names."""

def sealed_certificate(certificate: str) -> str:
    """A certificate of other contents, with their digest."""

def verify(certificate: str, place: str, rows: tuple[Text, str, bool], inputs: Sequence[tuple[Text, str, bool]], options: InputOptions, progress: object | None) -> tuple[str, str, str, str]:
    """What check_columns gives, with a verdict on a certificate."""

class SettingsFile:
    """A file of a folder of PopulationSim."""

    def __init__(self) -> None: ...

    @property
    def file(self) -> str: ...

    @file.setter
    def file(self, arg: str, /) -> None: ...

    def renamed(self, text: Text) -> Text:
        """The text with its columns renamed as the settings say."""

class PopulationSimFolder:
    """What a folder of PopulationSim holds."""

    @property
    def households(self) -> SettingsFile: ...

    @property
    def persons(self) -> SettingsFile: ...

    @property
    def geography(self) -> SettingsFile: ...

    @property
    def totals(self) -> list[tuple[str, SettingsFile]]: ...

    @property
    def controls(self) -> str: ...

    @property
    def id(self) -> str: ...

    @property
    def weight(self) -> str: ...

    @property
    def area(self) -> str: ...

    @property
    def total(self) -> str: ...

    @property
    def passed_over(self) -> list[str]: ...

def populationsim_settings(folder: str) -> str: ...

def read_populationsim(folder: str, settings: object) -> PopulationSimFolder:
    """What the settings of a folder say, read as texts, lists and dicts."""

class PopulationReading:
    """How a sample, controls and totals are read."""

    def __init__(self) -> None: ...

    @property
    def id(self) -> str: ...

    @id.setter
    def id(self, arg: str, /) -> None: ...

    @property
    def person_id(self) -> str: ...

    @person_id.setter
    def person_id(self, arg: str, /) -> None: ...

    @property
    def weight(self) -> str: ...

    @weight.setter
    def weight(self, arg: str, /) -> None: ...

    @property
    def levels(self) -> list[tuple[str, str]]: ...

    @levels.setter
    def levels(self, arg: Sequence[tuple[str, str]], /) -> None: ...

    @property
    def area(self) -> str: ...

    @area.setter
    def area(self, arg: str, /) -> None: ...

    @property
    def total(self) -> str: ...

    @total.setter
    def total(self, arg: str, /) -> None: ...

    @property
    def without(self) -> list[str]: ...

    @without.setter
    def without(self, arg: Sequence[str], /) -> None: ...

    @property
    def equal_importance(self) -> bool: ...

    @equal_importance.setter
    def equal_importance(self, arg: bool, /) -> None: ...

    @property
    def columns(self) -> list[str] | None: ...

    @columns.setter
    def columns(self, arg: Sequence[str] | None, /) -> None: ...

    @property
    def person_columns(self) -> list[str] | None: ...

    @person_columns.setter
    def person_columns(self, arg: Sequence[str] | None, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

    def set_trust(self, arg: Sequence[tuple[str, str]], /) -> None: ...

    def set_importance(self, arg: Sequence[tuple[str, str]], /) -> None: ...

class PopulationSources:
    """The texts that a population is made from."""

    def __init__(self, households: Text, persons: Text | None, geography: Text, controls: Text, totals: Sequence[tuple[str, Text]]) -> None: ...

class MadePopulation:
    """Households for zones, and how well they fit."""

    @property
    def zone(self) -> str: ...

    @property
    def levels(self) -> list[str]: ...

    @property
    def id(self) -> str: ...

    @property
    def has_persons(self) -> bool: ...

    def households(self) -> str: ...

    def persons(self) -> str: ...

    def weights(self) -> str: ...

    def summary(self) -> str: ...

    def text(self) -> str: ...

    def write(self, name: str, path: str) -> str:
        """
        Writes a file of the result, or none for an empty path; returns its SHA-256.
        """

    def json(self) -> str: ...

    def html(self, title: str, options: Sequence[tuple[str, str]], digests: Sequence[tuple[str, str]]) -> str: ...

    def certificate(self, options: Sequence[tuple[str, str]], files: Sequence[tuple[str, str]], renamed: Mapping[str, str]) -> str:
        """Inputs are called otherwise, as `renamed` says."""

def populate(sources: PopulationSources, reading: PopulationReading, notes: Sequence[str], repair: int, pull: float, run: LongRun, texts: Sequence[tuple[str, str]]) -> MadePopulation:
    """Households of a sample for every zone."""

def neuron(rate: str, start: str, steps: int) -> tuple:
    """States and weights of a single neuron."""

class IsingOptions:
    """How a lattice is sampled."""

    def __init__(self) -> None: ...

    def set_lattice(self, arg0: int, arg1: str, /) -> None: ...

    def set_method(self, arg: str, /) -> None: ...

    def set_beta(self, arg: float, /) -> None: ...

    def set_run(self, arg0: int, arg1: int, arg2: int, /) -> None: ...

    def set_edge_moment(self, arg: str, /) -> None: ...

    def set_reference(self, arg: int, /) -> None: ...

    def set_features(self, arg: Sequence[str], /) -> None: ...

    def set_order(self, arg: str, /) -> None: ...

    def set_sweeps(self, arg: int, /) -> None: ...

    def set_start(self, arg: str, /) -> None: ...

    def set_node_rate(self, arg: str, /) -> None: ...

    def exact_edge_correlation(self) -> float | None: ...

critical_beta: float = 0.4406867935097715

def study_ising(options: IsingOptions, progress: object | None) -> tuple:
    """
    The edge moment that herding matched, and what the samples of each method look like.
    """

class RbmOptions:
    """How a machine is herded."""

    def __init__(self) -> None: ...

    @property
    def hidden_count(self) -> int: ...

    @hidden_count.setter
    def hidden_count(self, arg: int, /) -> None: ...

    @property
    def batch_size(self) -> int: ...

    @batch_size.setter
    def batch_size(self, arg: int, /) -> None: ...

    @property
    def start_spread(self) -> float: ...

    @start_spread.setter
    def start_spread(self, arg: float, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

def fit_rbm(bits: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], options: RbmOptions, steps: int, run: LongRun) -> tuple[bytes, int]:
    """A herded machine, as the bytes of drover.rbm/2, and its steps."""

def rbm_features(model: bytes, bits: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], steps: int, threads: int, progress: object | None) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
    """Averages of the hidden units of each row, one row after the other."""

def rbm_scores(model: bytes, bits: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], steps: int, threads: int, progress: object | None) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
    """Averages of the standardised energies of each row."""

def rbm_samples(model: bytes, count: int, threads: int, progress: object | None) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
    """Fantasies of the steps to come, one row after the other."""

class VotedOptions:
    """How a classifier learns."""

    def __init__(self) -> None: ...

    @property
    def hidden_count(self) -> int: ...

    @hidden_count.setter
    def hidden_count(self, arg: int, /) -> None: ...

    @property
    def burn_in(self) -> int: ...

    @burn_in.setter
    def burn_in(self, arg: int, /) -> None: ...

    @property
    def batch_size(self) -> int: ...

    @batch_size.setter
    def batch_size(self, arg: int, /) -> None: ...

    @property
    def input_scale(self) -> float: ...

    @input_scale.setter
    def input_scale(self, arg: float, /) -> None: ...

    @property
    def rate(self) -> float: ...

    @rate.setter
    def rate(self, arg: float, /) -> None: ...

    @property
    def label_rate(self) -> float: ...

    @label_rate.setter
    def label_rate(self, arg: float, /) -> None: ...

    @property
    def hidden_bias_rate(self) -> float: ...

    @hidden_bias_rate.setter
    def hidden_bias_rate(self, arg: float, /) -> None: ...

    @property
    def label_bias_rate(self) -> float: ...

    @label_bias_rate.setter
    def label_bias_rate(self, arg: float, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

    def set_procedure(self, arg: str, /) -> None: ...

input_grid: int = 256

input_limit: int = 8192

class TrainingSet:
    """What a classifier learns from."""

def training_set(inputs: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], labels: Sequence[int], classes: Sequence[str]) -> TrainingSet: ...

def fit_voted(training_set: TrainingSet, names: Sequence[str], means: Sequence[float], deviations: Sequence[float], options: VotedOptions, updates: int, run: LongRun, texts: Sequence[tuple[str, str]]) -> tuple[bytes, int]:
    """A classifier, as the bytes of drover.fit/1, and its updates."""

def tune_voted(training_set: TrainingSet, options: VotedOptions, updates: int, run: LongRun, texts: Sequence[tuple[str, str]]) -> tuple[VotedOptions, list[tuple[str, float, bool]]]:
    """
    The best options; and what was tried, with its error and whether it was kept.
    """

def vote(model: bytes, inputs: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], votes: int, threads: int, progress: object | None) -> object:
    """Shares of the votes for each class, one row after the other."""

def orbit(model: FiniteModel, steps: int) -> tuple:
    """States and weights, one step after the other."""

def period(model: FiniteModel, max_period: int, progress: object | None) -> tuple[int, int] | None:
    """Preperiod and period, or nothing."""

def words(model: FiniteModel, symbols: int, max_length: int, progress: object | None) -> tuple:
    """
    How many words of each length, up to where that is sure, and how fast they grow.
    """

def autocorrelation(model: FiniteModel, steps: int, max_lag: int, progress: object | None) -> object: ...

class SplitOptions:
    """How pairs of orbits are followed."""

    def __init__(self) -> None: ...

    @property
    def first_bits(self) -> int: ...

    @first_bits.setter
    def first_bits(self, arg: int, /) -> None: ...

    @property
    def last_bits(self) -> int: ...

    @last_bits.setter
    def last_bits(self, arg: int, /) -> None: ...

    @property
    def pair_count(self) -> int: ...

    @pair_count.setter
    def pair_count(self, arg: int, /) -> None: ...

    @property
    def burn_in(self) -> int: ...

    @burn_in.setter
    def burn_in(self, arg: int, /) -> None: ...

    @property
    def max_steps(self) -> int: ...

    @max_steps.setter
    def max_steps(self, arg: int, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

class AutocorrelationOptions:
    """Random models, and how they are herded."""

    def __init__(self) -> None: ...

    @property
    def model_count(self) -> int: ...

    @model_count.setter
    def model_count(self, arg: int, /) -> None: ...

    @property
    def state_count(self) -> int: ...

    @state_count.setter
    def state_count(self, arg: int, /) -> None: ...

    @property
    def feature_count(self) -> int: ...

    @feature_count.setter
    def feature_count(self, arg: int, /) -> None: ...

    @property
    def parameter_scale(self) -> float: ...

    @parameter_scale.setter
    def parameter_scale(self, arg: float, /) -> None: ...

    @property
    def steps(self) -> int: ...

    @steps.setter
    def steps(self, arg: int, /) -> None: ...

    @property
    def max_lag(self) -> int: ...

    @max_lag.setter
    def max_lag(self, arg: int, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

class BifurcationOptions:
    """Temperatures, and what is looked for at each."""

    def __init__(self) -> None: ...

    @property
    def highest(self) -> float | None: ...

    @highest.setter
    def highest(self, arg: float | None, /) -> None: ...

    @property
    def lowest(self) -> float | None: ...

    @lowest.setter
    def lowest(self, arg: float | None, /) -> None: ...

    @property
    def temperature_count(self) -> int: ...

    @temperature_count.setter
    def temperature_count(self, arg: int, /) -> None: ...

    @property
    def max_period(self) -> int: ...

    @max_period.setter
    def max_period(self, arg: int, /) -> None: ...

    @property
    def max_steps(self) -> int: ...

    @max_steps.setter
    def max_steps(self, arg: int, /) -> None: ...

    @property
    def max_windows(self) -> int: ...

    @max_windows.setter
    def max_windows(self, arg: int, /) -> None: ...

class PartitionOptions:
    """Which cells of the plane are counted."""

    def __init__(self) -> None: ...

    @property
    def max_length(self) -> int: ...

    @max_length.setter
    def max_length(self, arg: int, /) -> None: ...

    @property
    def plane_length(self) -> int: ...

    @plane_length.setter
    def plane_length(self, arg: int, /) -> None: ...

    @property
    def settling(self) -> int: ...

    @settling.setter
    def settling(self, arg: int, /) -> None: ...

    @property
    def orbit_steps(self) -> int: ...

    @orbit_steps.setter
    def orbit_steps(self, arg: int, /) -> None: ...

    @property
    def burn_in(self) -> int: ...

    @burn_in.setter
    def burn_in(self, arg: int, /) -> None: ...

    @property
    def max_cells(self) -> int: ...

    @max_cells.setter
    def max_cells(self, arg: int, /) -> None: ...

def partition(model: FiniteModel, options: PartitionOptions, threads: int, progress: object | None) -> dict:
    """Cells of the plane of weights, by the length of their words."""

class SurveyOptions:
    """Which random tables are measured."""

    def __init__(self) -> None: ...

    @property
    def table_count(self) -> int: ...

    @table_count.setter
    def table_count(self, arg: int, /) -> None: ...

    @property
    def state_counts(self) -> list[int]: ...

    @state_counts.setter
    def state_counts(self, arg: Sequence[int], /) -> None: ...

    @property
    def feature_counts(self) -> list[int]: ...

    @feature_counts.setter
    def feature_counts(self, arg: Sequence[int], /) -> None: ...

    @property
    def parameter_scale(self) -> float: ...

    @parameter_scale.setter
    def parameter_scale(self, arg: float, /) -> None: ...

    @property
    def steps(self) -> int: ...

    @steps.setter
    def steps(self, arg: int, /) -> None: ...

    @property
    def start_count(self) -> int: ...

    @start_count.setter
    def start_count(self, arg: int, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

def survey(options: SurveyOptions, run: LongRun, texts: Sequence[tuple[str, str]]) -> list:
    """What was measured of each random table."""

def attractor(model: FiniteModel, steps: int, burn_in: int, levels: int) -> dict:
    """Weights after a burn-in, and the boxes that hold them."""

def torus(model: FiniteModel, steps: int) -> dict:
    """The torus of K + 1 states."""

def tipi(model: FiniteModel, steps: int, burn_in: int, side: int, reach: float | None) -> dict:
    """The Tipi function around the attractor."""

def split(model: FiniteModel, options: SplitOptions, threads: int, progress: object | None) -> dict:
    """How long two orbits at a distance take the same states."""

def random_autocorrelation(options: AutocorrelationOptions, threads: int, progress: object | None) -> dict:
    """Auto-correlation over random models."""

def bifurcation(model: FiniteModel, options: BifurcationOptions, threads: int, progress: object | None) -> dict:
    """The attractors of the tempered map as the temperature falls."""

def lyapunov(model: FiniteModel, temperature: float, steps: int, burn_in: int, progress: object | None) -> tuple:
    """Exponents at a temperature, and their standard errors."""

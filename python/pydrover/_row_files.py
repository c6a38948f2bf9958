"""Files of rows: CSV, and Parquet through pyarrow. The ending of the name decides."""
from __future__ import annotations

import contextlib
import os
import threading
from typing import Any, BinaryIO, Callable, Sequence

import numpy as np

from ._errors import InputError

ENDINGS = (".csv", ".parquet")
ROW_GROUP = 1 << 17  # rows


def ending_of(argument: str, path: str | os.PathLike, known: tuple[str, ...] = ENDINGS) -> str:
    """The ending of a file for rows; an InputError lists those that are known, before anything is done."""
    name = os.fspath(path)
    ending = os.path.splitext(name)[1].lower()
    if ending not in known:
        raise InputError(f'{argument}: expected a name that ends in {" or ".join(known)}, got "{name}"')
    if ending == ".parquet":
        parquet()
    return ending


def parquet() -> Any:
    """The module pyarrow.parquet; the error says what to install if it is missing."""
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError("Parquet files need pyarrow: pip install pyarrow") from error
    return pyarrow.parquet


def arrow_table(columns: Sequence[tuple[str, list[str], bool, int]], values: Callable[[int], np.ndarray]) -> Any:
    """Rows as a pyarrow.Table. `columns` have a name, texts, whether they are bins, and decimals; `values` gives the codes
    of a column, or the numbers put back for its bins in units of 10^-decimals."""
    import pyarrow
    arrays = {}
    for j, (name, texts, is_binned, decimals) in enumerate(columns):
        found = values(j)
        if not is_binned:
            codes = pyarrow.array(found, mask=found < 0)
            arrays[name] = pyarrow.DictionaryArray.from_arrays(codes, pyarrow.array(texts, pyarrow.string()))
        else:
            missing = found == np.iinfo(np.int64).min
            arrays[name] = pyarrow.array(found if decimals == 0 else found / 10.0**decimals, mask=missing)
    return pyarrow.table(arrays)


def write_parquet(table: Any, file: BinaryIO) -> None:
    parquet().write_table(table, file, row_group_size=ROW_GROUP)


class ParquetRows:
    """A Parquet file that is written block by block, and gets its name when it is complete.

    Blocks come from the thread of a run, which may outlive the call: then it is told to end.
    """

    def __init__(self, path: str):
        self._target = os.path.realpath(path)
        self._temporary = f"{self._target}.{os.getpid()}.part"
        self._file: BinaryIO | None = open(self._temporary, "wb")
        self._lock = threading.Lock()
        self._columns: Any = None
        self._writer: Any = None

    def __enter__(self) -> ParquetRows:
        return self

    def __exit__(self, error: type | None, *_: Any) -> None:
        with self._lock:
            try:
                if error is None:
                    self._complete()
            finally:
                if self._file is not None:
                    with contextlib.suppress(Exception):
                        self._close_writer()
                    self._file.close()
                    os.remove(self._temporary)
                    self._file = None

    def write(self, columns: Any, values: Sequence[np.ndarray]) -> None:
        """The next rows; columns come with the first of them."""
        with self._lock:
            if self._file is None:
                raise RuntimeError("the call has ended")
            if columns is not None:
                self._columns = columns
            table = arrow_table(self._columns, values.__getitem__)
            if self._writer is None:
                self._writer = parquet().ParquetWriter(self._file, table.schema)
            self._writer.write_table(table, row_group_size=ROW_GROUP)

    def _complete(self) -> None:
        assert self._file is not None
        self._close_writer()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        os.replace(self._temporary, self._target)
        self._file = None

    def _close_writer(self) -> None:
        if self._writer is not None:
            self._writer.close()

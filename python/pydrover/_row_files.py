"""Files of rows: CSV, and Parquet through pyarrow. The ending of the name decides."""
from __future__ import annotations

import os
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

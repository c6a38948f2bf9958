"""Errors as Python's exceptions: their kinds, attributes, and the names they give to data."""
import pickle

import pandas as pd
import pytest

import pydrover

AGE = pd.DataFrame({"age": ["young", "old"], "sex": ["F", "M"], "count": [3, 4]})


def raised(call, *arguments, kind=pydrover.InputError, **keywords):
    with pytest.raises(kind) as caught:
        call(*arguments, **keywords)
    return caught.value


def parts(error):
    return {name: getattr(error, name) for name in ("fault", "file", "row", "column", "argument")
            if getattr(error, name) is not None}


def test_a_cell_of_a_file(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("age,sex,count\nyoung,F,3\nold,M,x\n")
    error = raised(pydrover.synth, path, n=5)
    assert parts(error) == {"fault": "type", "file": str(path), "row": 2, "column": "count"}
    assert str(error).startswith(f'{path}: row 2, column "count": expected a number, got "x"')


def test_a_frame_is_called_by_its_argument():
    error = raised(pydrover.synth, {"people": AGE.assign(count=[3, -1])})
    assert parts(error) == {"fault": "range", "row": 2, "column": "count", "argument": "tables"}
    assert str(error).startswith("tables['people']: row 2, column \"count\": expected a count of at least 0")
    error = raised(pydrover.synth, AGE.assign(count=[3, -1]))
    assert parts(error) == {"fault": "range", "row": 2, "column": "count", "argument": "tables"}
    assert str(error).startswith("tables: row 2")


def test_rows_are_called_by_their_argument():
    error = raised(pydrover.check, pd.DataFrame({"age": ["young"]}), {"people": AGE})
    assert (error.file, error.argument) == (None, "rows")
    assert str(error).startswith("rows: ")


def test_an_option_is_called_by_its_keyword():
    error = raised(pydrover.synth, {"people": AGE}, n=0)
    assert parts(error) == {"fault": "range", "argument": "n"}
    assert str(error) == "n: expected 1 to 10^9 rows, got 0"
    error = raised(pydrover.synth, {"people": AGE}, where={"aeg": "old"})
    assert parts(error) == {"fault": "unknown", "argument": "where"}
    assert str(error).endswith('got "aeg"; did you mean "age"?')


def test_a_missing_file_is_not_found(tmp_path):
    path = tmp_path / "none.csv"
    error = raised(pydrover.synth, path, kind=FileNotFoundError)
    assert str(error) == f"{path}: cannot read: No such file or directory"
    assert (error.fault, error.file) == ("missing", str(path))
    assert raised(pydrover.synth, tmp_path, kind=IsADirectoryError).fault == "file"


def test_errors_are_pickled_with_their_parts():
    error = raised(pydrover.synth, {"people": AGE.assign(count=[3, -1])})
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), parts(copy)) == (str(error), parts(error))

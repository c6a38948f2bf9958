"""Errors are exceptions that say as data, too, what is wrong and where."""
import pickle

import pandas as pd
import pytest

import pydrover

AGE_WORK = pd.DataFrame({"age": ["0-29", "0-29", "30+"], "work": ["yes", "no", "yes"], "count": [45, 25, 80]})
BAD = AGE_WORK.assign(count=[45, -1, 80])


def caught(call, *arguments, **keywords):
    with pytest.raises(pydrover.InputError) as error:
        call(*arguments, **keywords)
    return error.value


def place(error):
    return error.fault, error.file, error.row, error.column, error.argument


def test_a_frame_is_called_by_its_argument():
    error = caught(pydrover.synth, {"bad": BAD})
    assert str(error).startswith('tables["bad"]: row 2, column "count": expected ')
    assert place(error)[1:] == (None, 2, "count", 'tables["bad"]')
    assert str(caught(pydrover.synth, BAD)).startswith("tables: row 2")
    assert str(caught(pydrover.synth, [AGE_WORK, BAD])).startswith('tables["table2"]: row 2')
    assert str(caught(pydrover.explain, {"bad": BAD})).startswith('tables["bad"]: row 2')
    assert str(caught(pydrover.check, AGE_WORK, {"bad": BAD})).startswith('tables["bad"]: row 2')


def test_a_file_is_called_by_its_path(tmp_path):
    BAD.to_csv(tmp_path / "numbers.csv", index=False)
    path = str(tmp_path / "numbers.csv")
    for tables in (path, {"bad": path}):
        error = caught(pydrover.synth, tables)
        assert str(error).startswith(f'{path}: row 2, column "count": expected ')
        assert place(error)[1:] == (path, 2, "count", None)


def test_an_argument_is_named():
    error = caught(pydrover.synth, {"t": AGE_WORK}, where={"town": "A"})
    assert str(error) == 'where: expected a column of the tables, "age" or "work", got "town"'
    assert (error.fault, error.argument) == ("unknown", "where") and error.file is error.row is None
    error = caught(pydrover.synth, {"t": AGE_WORK}, 0)
    assert str(error).startswith("n: expected") and (error.fault, error.argument) == ("range", "n")
    error = caught(pydrover.synth, {"t": AGE_WORK}, burn_in=-1)
    assert str(error).startswith("burn_in: expected") and error.argument == "burn_in"


def test_close_names_are_suggested():
    assert 'did you mean "work"' in str(caught(pydrover.synth, {"t": AGE_WORK}, where={"wrok": "yes"}))
    assert 'did you mean "soft"' in str(caught(pydrover.synth, {"t": AGE_WORK}, zeros="sofd"))


def test_a_population_names_its_arguments():
    homes = pd.DataFrame({"hh": [1, 2], "size": [1, 2]})
    given = dict(households=homes, id="hh", geography=pd.DataFrame({"zone": ["a"]}),
                 controls=pd.DataFrame({"target": ["all"], "geography": ["zone"], "seed_table": ["households"],
                                        "expression": ["size > 0"]}),
                 totals={"zone": pd.DataFrame({"zone": ["a"], "all": ["many"]})})
    error = caught(pydrover.populate, **given)
    assert str(error).startswith('totals["zone"]: row 1, column "all": expected ')
    assert place(error)[1:] == (None, 1, "all", 'totals["zone"]')


def test_a_missing_file_is_a_file_not_found_error(tmp_path):
    path = str(tmp_path / "absent.csv")
    with pytest.raises(FileNotFoundError, match="absent.csv: cannot read") as error:
        pydrover.synth(path)
    assert (error.value.fault, error.value.file) == ("missing", path)
    with pytest.raises(OSError) as error:
        pydrover.synth(str(tmp_path))
    assert not isinstance(error.value, FileNotFoundError) and error.value.fault == "file"


def test_memory_is_a_fault_of_its_own():
    values = [f"v{k}" for k in range(5000)]
    error = caught(pydrover.synth, {"ab": pd.DataFrame({"a": values, "b": values, "count": 1})}, memory="64M")
    assert error.fault == "memory"


def test_errors_are_value_errors_and_can_be_pickled():
    error = caught(pydrover.synth, {"bad": BAD})
    copy = pickle.loads(pickle.dumps(error))
    assert isinstance(error, ValueError) and type(copy) is pydrover.InputError
    assert str(copy) == str(error) and place(copy) == place(error)


def test_estimators_name_their_parameters():
    pytest.importorskip("sklearn")
    X = [[0, 1], [1, 0]] * 10
    error = caught(pydrover.HerdingClassifier(n_hidden=10**7).fit, X, [0, 1] * 10, memory="64M")
    assert str(error).startswith("n_hidden: ") and error.argument == "n_hidden"

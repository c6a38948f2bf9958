"""Arguments of the wrong type: the message names call and argument, what was expected and what came. And pickles."""
import copy
import json
import pickle

import numpy as np
import pandas as pd
import pytest

import pydrover
from pydrover import cluster, dynamics, ising

WORK = pd.DataFrame({"age": ["young", "young", "old"], "work": ["yes", "no", "yes"], "count": [45, 25, 80]})
TABLES = {"work": WORK}
PEOPLE = WORK[["age", "work"]]
MODEL = [[0, 0], [1, 0], [0, 1]]


@pytest.mark.parametrize("options, message", [
    ({"n": 10.5}, "n: expected an integer, got 10.5"), ({"n": "10"}, 'n: expected an integer, got "10"'),
    ({"n": True}, "n: expected an integer, got True"), ({"seed": "x"}, 'seed: expected an integer, got "x"'),
    ({"forbid": {"age": "old"}}, "forbid: expected a list of mappings, such as [{...}], got dict"),
    ({"forbid": ["age=old"]}, 'forbid: expected a list of mappings, such as [{...}], got "age=old"'),
    ({"where": "age=old"}, 'where: expected a mapping, such as a dict, got "age=old"'),
    ({"trust": 3}, "trust: expected a mapping, such as a dict, got 3"),
    ({"trust": {"work": 1.5}}, "trust['work']: expected an integer, got 1.5"),
    ({"zeros": 3}, "zeros: expected a text, got 3"), ({"by": ["age"]}, "by: expected a text, got list"),
    ({"until_tv": "1"}, 'until_tv: expected a number, got "1"'),
    ({"progress": 3}, "progress: expected True, False or a function, got 3"),
    ({"order": 2.5}, "order: expected an integer, got 2.5"), ({"noisy": "x"}, 'noisy: expected True or False, got "x"'),
    ({"also": ["age"]}, 'also: expected a list of lists of names, got "age"'),
    ({"columns": 3}, "columns: expected a list of names, got 3"),
    ({"schema": 3}, "schema: expected a mapping, JSON or a path, got 3"),
    ({"like": 3}, "like: expected a DataFrame or a path, got 3")])
def test_synth_names_itself_and_the_argument(options, message):
    with pytest.raises(TypeError) as caught:
        pydrover.synth(TABLES, **options)
    assert str(caught.value) == f"synth: {message}"


@pytest.mark.parametrize("call, message", [
    (lambda: pydrover.synth(3), "synth: tables: expected DataFrames by their names, paths or microdata, got 3"),
    (lambda: pydrover.synth(TABLES, colour=1), "synth() got an unexpected keyword argument 'colour'"),
    (lambda: pydrover.check(PEOPLE, TABLES, colour=1), "check() got an unexpected keyword argument 'colour'"),
    (lambda: pydrover.explain(TABLES, leave_out_large=True),
     "explain() got an unexpected keyword argument 'leave_out_large'"),
    (lambda: pydrover.populate(colour=1), "populate() got an unexpected keyword argument 'colour'"),
    (lambda: pydrover.synth(), "synth() missing a required argument: 'tables'"),
    (lambda: pydrover.check(3, TABLES), "check: rows: expected a DataFrame or a path, got 3"),
    (lambda: pydrover.check(PEOPLE, TABLES, certificate=3), "check: certificate: expected JSON or a path, got 3"),
    (lambda: pydrover.tables(PEOPLE, "2"), 'tables: order: expected an integer, got "2"'),
    (lambda: pydrover.tables_sql("t", 3), "tables_sql: columns: expected a list of names, got 3"),
    (lambda: cluster.tables([3]), "tables: parts: expected DataFrames, Arrow streams or paths, got 3"),
    (lambda: pydrover.herd(MODEL, moments=3), "herd: moments: expected a list of numbers, or a mapping, got 3"),
    (lambda: dynamics.split(MODEL, pairs=2.5), "split: pairs: expected an integer, got 2.5"),
    (lambda: dynamics.survey(states=4), "survey: states: expected a list of integers, got 4"),
    (lambda: ising.study("8"), 'study: size: expected an integer, got "8"')])
def test_every_call_names_itself_and_the_argument(call, message):
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value) == message


@pytest.mark.parametrize("call, message", [
    (lambda: pydrover.synth(TABLES, 0), "n: expected 1 to 10^9 rows, got 0"),
    (lambda: pydrover.synth(TABLES, seed=-1), "seed: expected an integer of at least 0, got -1"),
    (lambda: pydrover.synth(TABLES, 10**30), f"n: expected an integer of at most {2**63 - 1}, got {10**30}"),
    (lambda: dynamics.words(MODEL, max_length=-1), "max_length: expected an integer of at least 0, got -1"),
    (lambda: dynamics.orbit(MODEL, 0), "steps: expected at least 1, got 0"),
    (lambda: cluster.tables([]), "parts: expected at least one, got none")])
def test_numbers_out_of_range_are_input_errors(call, message):
    with pytest.raises(pydrover.InputError) as caught:
        call()
    assert str(caught.value) == message


def test_what_cannot_be_held_is_a_memory_error():
    with pytest.raises(MemoryError, match="^out of memory: an argument asks for more than can be held"):
        dynamics.autocorrelation(MODEL, max_lag=2**63 - 1)


def test_numbers_of_numpy_and_single_names_are_taken():
    assert len(pydrover.synth(TABLES, np.int64(30), seed=np.uint8(1))) == 30
    assert list(pydrover.tables(WORK, 1, columns="age")) == ["age"]
    marked = WORK.astype({"count": object}).assign(count=["<5", 25, 80])
    assert len(pydrover.synth({"work": marked}, 20, suppressed="<5")) == 20


def test_estimators_name_themselves_and_the_parameter():
    pytest.importorskip("sklearn")
    X, y = np.eye(4), [0, 1, 0, 1]
    for estimator, message in [
            (pydrover.HerdingClassifier(n_hidden=2.5), "HerdingClassifier: n_hidden: expected an integer, got 2.5"),
            (pydrover.HerdingClassifier(rate="x"), 'HerdingClassifier: rate: expected a number, got "x"'),
            (pydrover.VotedPerceptron(random_state="x"), 'VotedPerceptron: random_state: expected an integer, got "x"'),
            (pydrover.HerdedRBM(binarize="x"), 'HerdedRBM: binarize: expected a number, got "x"')]:
        with pytest.raises(TypeError) as caught:
            estimator.fit(X, y)
        assert str(caught.value) == message
    with pytest.raises(pydrover.InputError, match="^n_components: expected an integer of at least 0, got -1"):
        pydrover.HerdedRBM(n_components=-1).fit(X)


def test_a_missing_category_is_a_category_of_its_own():
    table = pd.DataFrame({"age": ["young", None, "old"], "work": ["yes", "no", float("nan")], "count": [4, 2, 3]})
    rows = pydrover.synth({"table": table}).rows
    assert rows["age"].isna().sum() == 2 and rows["work"].isna().sum() == 3
    assert pydrover.check(rows, {"table": table}).mean_tv == 0
    microdata = pydrover.synth(table[["age", "work"]]).rows
    assert microdata["age"].isna().sum() == 1


def test_rows_are_pickled_with_all_that_is_known_of_them(tmp_path, program):
    region = pd.DataFrame({"region": ["North", "South"], "count": [100, 50]})
    ages = pd.DataFrame({"age": np.arange(600) * 7 % 601, "sex": ["F", "M"] * 300})
    for people in (pydrover.synth({**TABLES, "region": region}, seed=3), pydrover.synth(ages, 100)):
        again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(people))))
        pd.testing.assert_frame_equal(again.rows, people.rows)
        pd.testing.assert_frame_equal(again.cells(), people.cells())
        pd.testing.assert_frame_equal(again.fit, people.fit)
        for name in ("digest", "facts", "certificate", "columns"):
            assert getattr(again, name) == getattr(people, name), name
        assert (repr(again), str(again), len(again), again.to_csv()) == (repr(people), str(people), len(people),
                                                                        people.to_csv())
        assert str(again.report) == str(people.report)
        again.save(tmp_path / "rows.csv", certificate=tmp_path / "cert.json", inputs=tmp_path / "inputs")
        assert program("check", "--cert", "cert.json").startswith("certificate holds")


def test_other_results_are_pickled():
    made = pydrover.tables(PEOPLE)
    again = pickle.loads(pickle.dumps(made))
    assert again.schema == made.schema and list(again) == list(made)
    found = copy.deepcopy(pydrover.check(PEOPLE, TABLES))
    assert found.facts == pydrover.check(PEOPLE, TABLES).facts and len(found.cells) == 3 and str(found)
    said = pickle.loads(pickle.dumps(pydrover.explain(TABLES)))
    assert said.consistent and str(said) == str(pydrover.explain(TABLES))
    orbit = pickle.loads(pickle.dumps(dynamics.orbit(MODEL, 5)))
    assert orbit.states.shape == (5,)


def test_households_are_pickled(examples, tmp_path, program):
    valley = examples / "households"
    frames = {name: pd.read_csv(valley / f"{name}.csv") for name in ("geography", "controls")}
    totals = {level: pd.read_csv(valley / f"totals_{level}.csv") for level in ("zone", "tract", "region")}
    made = pydrover.populate(pd.read_csv(valley / "survey_households.csv"), pd.read_csv(valley / "survey_persons.csv"),
                             id="hh", weight="weight", totals=totals, **frames)
    again = pickle.loads(pickle.dumps(made))
    pd.testing.assert_frame_equal(again.persons, made.persons)
    pd.testing.assert_frame_equal(again.summary, made.summary)
    assert (again.digests, again.facts, repr(again), str(again)) == (made.digests, made.facts, repr(made), str(made))
    assert json.loads(again.certificate) == json.loads(made.certificate)
    again.save(tmp_path / "out", inputs=True)
    assert program("check", "--cert", "out/certificate.json").startswith("certificate holds")

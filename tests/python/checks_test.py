"""Tables of microdata, checks and explanations from Python."""
import json

import numpy as np
import pandas as pd
import pytest

import pydrover


@pytest.fixture
def people():
    rng = np.random.default_rng(5)
    return pd.DataFrame({"sex": rng.choice(["F", "M"], 500), "age": rng.integers(0, 400, 500),
                         "work": rng.choice(["yes", "no", None], 500), "weight": rng.integers(1, 9, 500) / 4})


def test_tables_are_the_programs(program, people, tmp_path):
    people.to_csv(tmp_path / "people.csv", index=False)
    program("tables", "people.csv", "-o", "tables", "--weight", "weight", "--round", 2)
    for source in (people, tmp_path / "people.csv"):
        made = pydrover.tables(source, weight="weight", round=2)
        assert json.loads(made.schema) == json.loads((tmp_path / "tables/schema.json").read_text())
        assert sorted(f"{name}.csv" for name in made) == sorted(path.name for path in
                                                                (tmp_path / "tables").glob("*.csv"))
        for name, table in made.items():
            written = pd.read_csv(tmp_path / "tables" / f"{name}.csv", dtype={"sex": str, "age": str, "work": str})
            pd.testing.assert_frame_equal(table.astype({c: object for c in table.columns if c != "count"}),
                                          written.astype({c: object for c in table.columns if c != "count"}),
                                          check_dtype=False)


def test_rows_of_tables_are_numbers_again(people):
    made = pydrover.tables(people[["sex", "age"]])
    rows = pydrover.synth(made).rows
    assert rows["age"].dtype == np.int64
    assert rows["age"].between(0, 399).all()
    assert abs(rows["age"].mean() - people["age"].mean()) < 10


def test_suppressed_counts_are_blank(people):
    table = pydrover.tables(people[["sex", "work"]], suppress_below=100)["sex_x_work"]
    assert table["count"].isna().sum() == (people.groupby(["sex", "work"], dropna=False).size() < 100).sum()
    assert str(table["count"].dtype) == "Int64"


def test_check_finds_what_the_program_finds(program, people, tmp_path):
    people = people[["sex", "work"]]
    rows = people.iloc[:200]
    people.to_csv(tmp_path / "people.csv", index=False)
    rows.to_csv(tmp_path / "rows.csv", index=False)
    expected = json.loads(program("check", "rows.csv", "people.csv", "--json"))
    for found in (pydrover.check(rows, people), pydrover.check(tmp_path / "rows.csv", tmp_path / "people.csv")):
        for key in ("mean_tv", "worst_tv", "rows", "impossible_rows", "distinct_rows"):
            assert found.facts[key] == expected[key]


def test_check_counts_rows_with_unknown_values(people):
    tables = pydrover.tables(people[["sex", "work"]])
    rows = pd.DataFrame({"sex": ["F", "X"], "work": ["yes", "yes"]})
    found = pydrover.check(rows, tables)
    assert found.impossible_rows == 1
    assert 'rows: row 2, column "sex": "X"' in found.facts["first_unknown_value"]


def test_check_finds_rows_of_the_data(people):
    data = people[["sex", "work"]]
    assert pydrover.check(data, data, against=data).facts["share_in_data"] == 1


def test_explain_names_the_contradiction(program, examples):
    paths = sorted((examples / "town").glob("*_x_*.csv"))
    found = pydrover.explain(paths)
    assert not found.consistent
    assert str(found) == program("explain", *paths).rstrip("\n").replace("--zeros auto", 'zeros="auto"')
    assert len(found.totals) == len(paths)
    assert {"tables", "columns", "l1"} <= set(found.conflicts.columns)


def test_complete_keeps_what_is_given(people):
    tables = pydrover.tables(people[["sex", "work"]].dropna())
    partial = pd.DataFrame({"id": [1, 2, 3], "sex": ["F", None, "M"]}, index=[10, 20, 30])
    filled = pydrover.complete(partial, tables)
    assert list(filled.columns) == ["id", "sex", "work"]
    assert list(filled.index) == [10, 20, 30]
    assert filled.loc[10, "sex"] == "F" and filled.loc[30, "sex"] == "M"
    assert filled["sex"].isin(["F", "M"]).all() and filled["work"].isin(["yes", "no"]).all()

"""Tables counted in databases."""
import numpy as np
import pandas as pd
import pytest

import pydrover
from postgres_server import Absent, postgres_server

duckdb = pytest.importorskip("duckdb")

COLUMNS = ["sex", "age", "a \"town\", or 'none'"]


@pytest.fixture
def people():
    rng = np.random.default_rng(4)
    return pd.DataFrame({"sex": rng.choice(["F", "M"], 2000), "age": rng.integers(0, 90, 2000),
                         COLUMNS[2]: rng.choice(["Ashby", "it's, \"so\"", "", None], 2000),
                         "w": rng.choice([1, 2, 3], 2000)})


def without_order(tables):
    """As the results of a statement are read: values in their natural order, no schema."""
    return {name: table.assign(**{c: table[c].astype(object).where(table[c].notna(), "") for c in table.columns})
            for name, table in tables.items()}


@pytest.mark.parametrize("dialect", ["duckdb", "ansi"])
@pytest.mark.parametrize("options", [{}, {"order": 1}, {"order": 3}, {"weight": "w"}, {"also": [["age"]]}])
def test_duckdb_counts_the_same_tables(people, dialect, options):
    statement = pydrover.tables_sql("people", COLUMNS, dialect=dialect, **options)
    counted = duckdb.sql(statement)
    expected = without_order(pydrover.tables(people, columns=COLUMNS, **options))
    expected = dict(sorted(expected.items(), key=lambda item: len(item[1].columns)))
    assert pydrover.synth(counted.df()).digest == pydrover.synth(expected).digest
    assert pydrover.synth(duckdb.sql(statement)).digest == pydrover.synth(expected).digest


def test_the_program_reads_the_result(people, program, tmp_path):
    statement = program("tables", "--sql", "people", "--columns", "sex,age", "--order", "1", "--dialect", "duckdb")
    assert statement == pydrover.tables_sql("people", ["sex", "age"], 1, dialect="duckdb") + ";\n"
    duckdb.sql(statement).write_csv(str(tmp_path / "counted.csv"))
    people.drop(columns=["w", COLUMNS[2]]).to_csv(tmp_path / "people.csv", index=False)
    program("tables", "people.csv", "--order", "1", "-o", "made")
    program("synth", "counted.csv", "-n", "500", "-o", "a.csv")
    program("synth", "made/sex.csv", "made/age.csv", "-n", "500", "-o", "b.csv")
    assert (tmp_path / "a.csv").read_text() == (tmp_path / "b.csv").read_text()
    assert "2 tables" in program("explain", "counted.csv")


def test_small_counts_stay_in_the_database(people):
    counted = duckdb.sql(pydrover.tables_sql("people", COLUMNS, dialect="duckdb", suppress_below=10)).df()
    assert counted["count"].min() >= 10
    expected = pydrover.tables(people, columns=COLUMNS, suppress_below=10)
    assert counted["count"].isna().sum() == sum(table["count"].isna().sum() for table in expected.values())


def test_names_are_quoted():
    rows = pd.DataFrame({'x"; DROP TABLE t; --': ["a"], "b": ["c"]})
    duckdb.sql('CREATE OR REPLACE TABLE "odd.name" AS SELECT * FROM rows')
    counted = duckdb.sql(pydrover.tables_sql('"odd.name"', list(rows.columns), dialect="duckdb")).df()
    assert counted["count"].tolist() == [1]
    for name in ("", "a..b", '"a', 'a"b', "a."):
        with pytest.raises(pydrover.InputError, match="^table: expected the name of a table"):
            pydrover.tables_sql(name, ["a", "b"])
    with pytest.raises(pydrover.InputError, match='which the result uses itself, got "count"'):
        pydrover.tables_sql("t", ["a", "count"])


@pytest.fixture(scope="module")
def server():
    try:
        with postgres_server() as running:
            yield running
    except Absent as reason:
        pytest.skip(str(reason))


@pytest.fixture
def postgres(server, people):
    """A server whose table people has the people."""
    town = COLUMNS[2].replace('"', '""')
    server.run(f'DROP TABLE IF EXISTS people; CREATE TABLE people (sex text, age int, "{town}" text, w int);')
    values = ", ".join("(" + ", ".join("NULL" if pd.isna(value) else "'" + str(value).replace("'", "''") + "'"
                                       for value in row) + ")" for row in people.itertuples(index=False))
    server.run(f"INSERT INTO people VALUES {values};")
    return server


@pytest.mark.parametrize("dialect", ["postgres", "ansi"])
def test_postgres_counts_the_same_tables(people, postgres, dialect, tmp_path):
    (tmp_path / "counted.csv").write_text(postgres.run(pydrover.tables_sql("public.people", COLUMNS, dialect=dialect)))
    expected = without_order(pydrover.tables(people, columns=COLUMNS))
    assert pydrover.synth(tmp_path / "counted.csv").digest == pydrover.synth(expected).digest


def test_adbc_streams_the_rows_of_postgres(people, postgres):
    driver = pytest.importorskip("adbc_driver_postgresql.dbapi", reason="the ADBC driver of PostgreSQL is not installed")
    with driver.connect(postgres.uri) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT * FROM people")
        found = pydrover.tables(cursor.fetch_record_batch(), weight="w")
        cursor.execute(pydrover.tables_sql("people", COLUMNS, dialect="postgres"))
        counted = pydrover.synth(cursor.fetch_record_batch()).digest
    expected = pydrover.tables(people, weight="w")
    assert found.schema == expected.schema
    for name, table in expected.items():
        assert found[name]["count"].tolist() == table["count"].tolist()
    assert counted == pydrover.synth(without_order(pydrover.tables(people, columns=COLUMNS))).digest

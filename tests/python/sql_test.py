"""Tables counted in databases."""
import os
import pathlib
import shutil
import subprocess
import tempfile

import numpy as np
import pandas as pd
import pytest

import pydrover

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
    assert statement == pydrover.tables_sql("people", ["sex", "age"], 1, dialect="duckdb")
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


def postgres_program(name):
    found = [shutil.which(name), *sorted(map(str, pathlib.Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), reverse=True)]
    return next((path for path in found if path), None)


def as_user(command):
    """PostgreSQL does not run as root."""
    if os.geteuid() != 0:
        return command
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]


@pytest.fixture
def postgres():
    """Runs SQL in a server of its own, in a temporary folder, by a socket there; gives the result as CSV."""
    programs = {name: postgres_program(name) for name in ("initdb", "pg_ctl", "psql")}
    if not all(programs.values()):
        pytest.skip("PostgreSQL is not installed")
    folder = tempfile.mkdtemp(prefix="pg")
    try:
        if os.geteuid() == 0:
            if subprocess.run(["id", "postgres"], capture_output=True).returncode or not shutil.which("setpriv"):
                pytest.skip("PostgreSQL does not run as root, and there is no other user for it")
            shutil.chown(folder, "postgres", "postgres")
        run = {"check": True, "capture_output": True, "text": True, "cwd": folder}
        subprocess.run(as_user([programs["initdb"], "-D", f"{folder}/data", "-A", "trust", "-U", "drover",
                                "--encoding=UTF8", "--no-sync"]), **run)
        server = [programs["pg_ctl"], "-D", f"{folder}/data", "-l", f"{folder}/log"]
        subprocess.run(as_user([*server, "-w", "-o", f"-k {folder} -c listen_addresses= -F", "start"]), **run)
        try:
            yield lambda sql: subprocess.run([programs["psql"], "-X", "-q", "--csv", "-h", folder, "-U", "drover",
                                              "postgres", "-v", "ON_ERROR_STOP=1"], input=sql, **run).stdout
        finally:
            subprocess.run(as_user([*server, "-m", "immediate", "stop"]), **run)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("dialect", ["postgres", "ansi"])
def test_postgres_counts_the_same_tables(people, postgres, dialect, tmp_path):
    town = COLUMNS[2].replace('"', '""')
    postgres(f'CREATE TABLE people (sex text, age int, "{town}" text, w int);')
    values = ", ".join("(" + ", ".join("NULL" if pd.isna(value) else "'" + str(value).replace("'", "''") + "'"
                                       for value in row) + ")" for row in people.itertuples(index=False))
    postgres(f"INSERT INTO people VALUES {values};")
    (tmp_path / "counted.csv").write_text(postgres(pydrover.tables_sql("public.people", COLUMNS, dialect=dialect)))
    expected = without_order(pydrover.tables(people, columns=COLUMNS))
    assert pydrover.synth(tmp_path / "counted.csv").digest == pydrover.synth(expected).digest

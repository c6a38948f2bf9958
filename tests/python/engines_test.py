"""Anything that speaks Arrow, in and out."""
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

import pydrover

pa = pytest.importorskip("pyarrow")
pl = pytest.importorskip("polars")
duckdb = pytest.importorskip("duckdb")


@pytest.fixture
def people():
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({"sex": rng.choice(["F", "M"], 3000), "age": rng.integers(0, 90, 3000),
                          "income": rng.lognormal(10, 1, 3000).round(2), "works": rng.choice([True, False], 3000),
                          "town": rng.choice(["Ashby", "a town with a long name", None], 3000)})
    frame.loc[::50, "income"] = np.nan
    return frame


def in_batches(frame, size=700):
    table = pa.Table.from_pandas(frame, preserve_index=False)
    return pa.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=size))


SOURCES = {"pyarrow": lambda frame: pa.Table.from_pandas(frame, preserve_index=False), "batches": in_batches,
           "polars": pl.from_pandas, "duckdb": lambda frame: duckdb.sql("select * from frame"),
           "polars categories": lambda frame: pl.from_pandas(frame).with_columns(pl.col("sex", "town").cast(pl.Categorical)),
           "large texts": lambda frame: pa.table({name: pa.array(frame[name], from_pandas=True).cast(
               pa.large_string() if name in ("sex", "town") else pa.array(frame[name], from_pandas=True).type)
               for name in frame.columns})}


@pytest.mark.parametrize("source", SOURCES)
def test_rows_are_those_of_the_frame(source, people):
    assert pydrover.synth(SOURCES[source](people)).digest == pydrover.synth(people).digest


@pytest.mark.parametrize("source", ["polars", "duckdb", "batches"])
def test_tables_are_those_of_the_frame(source, people):
    expected = pydrover.tables(people)
    found = pydrover.tables(SOURCES[source](people))
    assert found.schema == expected.schema
    assert list(found) == list(expected)
    for name, table in found.items():
        assert table["count"].tolist() == expected[name]["count"].tolist()


def test_dictionaries_may_differ_between_batches(people):
    def batch(texts):
        codes = pa.array(texts).dictionary_encode()
        return pa.record_batch({"sex": codes, "town": pa.array(["x"] * len(texts))})

    batches = [batch(["F", "M", "F"]), batch(["M", None]), batch(["X", "F"])]
    reader = pa.RecordBatchReader.from_batches(batches[0].schema, batches)
    counts = pydrover.tables(reader, order=1)["sex"]
    assert counts["count"].tolist() == [3, 2, 1, 1]
    assert counts["sex"].isna().tolist() == [False, False, False, True]


def test_decimals_are_exact_weights():
    weights = pa.array([Decimal("0.10"), Decimal("123456789.25"), Decimal("-0.05")], pa.decimal128(30, 2))
    table = pa.table({"sex": ["F", "M", "M"], "w": weights})
    assert pydrover.tables(table.slice(0, 2), order=1, weight="w")["sex"]["count"].tolist() == [0.1, 123456789.25]
    with pytest.raises(pydrover.InputError, match='row 3, column "w": expected a weight of at least 0, got "-0.05"'):
        pydrover.tables(table, order=1, weight="w")


def test_streams_are_counted_batch_by_batch(people):
    """Values that come late, and more of them than are counted as they come."""
    rng = np.random.default_rng(9)
    many = pd.DataFrame({"sex": rng.choice(["F", "M"], 150_000), "income": rng.lognormal(10, 1, 150_000).round(2),
                         "town": np.where(np.arange(150_000) < 100_000, "Ulm", "Ashby"), "w": rng.integers(1, 4, 150_000)})
    expected = pydrover.tables(many, weight="w")
    found = pydrover.tables(in_batches(many, 20_000), weight="w")
    assert found.schema == expected.schema
    for name, table in found.items():
        assert table["count"].tolist() == expected[name]["count"].tolist()


def test_slices_begin_where_they_say(people):
    table = pa.Table.from_pandas(people, preserve_index=False).slice(1001, 555)
    assert pydrover.synth(table).digest == pydrover.synth(people.iloc[1001:1556].reset_index(drop=True)).digest


def test_published_tables_from_engines(people):
    counts = duckdb.sql("select sex, town, count(*) as count from people group by all order by all")
    frame = people.groupby(["sex", "town"], dropna=False).size().rename("count").reset_index()
    expected = pydrover.synth({"t": frame}).digest
    assert pydrover.synth({"t": counts}).digest == expected
    assert pydrover.synth(pl.from_pandas(frame)).digest == expected


def test_check_reads_streams(people):
    assert pydrover.check(pl.from_pandas(people), people).mean_tv == pydrover.check(people, people).mean_tv == 0


def test_rows_speak_arrow(people):
    made = pydrover.synth(people)
    rows = made.rows
    for table in (pa.table(made), pl.DataFrame(made).to_arrow(), duckdb.sql("select * from made").to_arrow_table()):
        assert table.column_names == list(rows.columns)
        assert table.num_rows == len(rows)
        for name in rows.columns:
            found = pd.Series(table[name].to_pylist(), dtype=object)
            expected = pd.Series(rows[name].tolist(), dtype=object)
            if name == "income":
                np.testing.assert_array_equal(found.astype(float), expected.astype(float))
            else:
                assert found.where(found.notna(), "").astype(str).tolist() == expected.where(
                    expected.notna(), "").astype(str).tolist()


def test_streams_outlive_their_rows(people):
    table = pa.table(pydrover.synth(people))
    table.validate(full=True)
    assert table.group_by("sex").aggregate([("age", "count")]).num_rows == 2


def test_formats_that_are_no_categories_are_refused():
    table = pa.table({"when": pa.array([0, 1], pa.timestamp("s"))})
    with pytest.raises(pydrover.InputError, match='column "when": expected texts, integers, decimals, floats or truth'):
        pydrover.tables(table, order=1)


def test_errors_of_a_producer_are_passed_on():
    def batches():
        yield pa.record_batch({"a": pa.array(["x"])})
        raise RuntimeError("the cable was cut")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"a": pa.string()}), batches())
    with pytest.raises(OSError, match="the cable was cut"):
        pydrover.tables(reader, order=1)

"""Data in parts and zones in groups: the tables and rows of one machine."""
import concurrent.futures
import glob
import hashlib
import importlib.util

import numpy as np
import pandas as pd
import pytest

import pydrover
from pydrover import cluster

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def people():
    rng = np.random.default_rng(5)
    return pd.DataFrame({"sex": rng.choice(["F", "M"], 3000), "age": rng.integers(0, 90, 3000),
                         "income": rng.lognormal(10, 1, 3000).round(2), "town": rng.choice(["Ashby", "Ulm", None], 3000),
                         "w": rng.choice(["1", "0.5", "2.25"], 3000)})


@pytest.fixture
def parts(people, tmp_path):
    paths = []
    for k, begin in enumerate(range(0, 3000, 900)):
        paths.append(str(tmp_path / f"people-{k}.parquet"))
        people.iloc[begin:begin + 900].to_parquet(paths[-1])
    return paths


def assert_same(found, expected):
    assert found.schema == expected.schema
    assert list(found) == list(expected)
    for name, table in found.items():
        left, right = table.astype(object), expected[name].astype(object)
        pd.testing.assert_frame_equal(left.where(left.notna(), ""), right.where(right.notna(), ""), check_dtype=False)


@pytest.mark.parametrize("options", [{}, {"order": 1}, {"weight": "w", "suppress_below": 20},
                                     {"columns": ["sex", "income"], "also": [["town", "age"]], "round": 5}])
def test_tables_of_parts_are_those_of_all_rows(people, parts, options):
    whole = pa.Table.from_pandas(people, preserve_index=False)
    with concurrent.futures.ProcessPoolExecutor(2) as executor:
        assert_same(cluster.tables(parts, map=executor.map, **options), pydrover.tables(whole, **options))


def test_files_of_csv_are_parts_too(people, tmp_path):
    for k in range(2):
        people.iloc[k::2].to_csv(tmp_path / f"{k}.csv", index=False)
    people.to_csv(tmp_path / "all.csv", index=False)
    assert_same(cluster.tables([tmp_path / "0.csv", tmp_path / "1.csv"]), pydrover.tables(tmp_path / "all.csv"))


def in_turn(rows, column, zones):
    """The rows of all groups in the order of one run: row k of a zone's n comes at (k + 1/2) / n."""
    texts = rows[column].astype(str)
    turn = (rows.groupby(texts).cumcount() + 0.5) / texts.map(texts.value_counts())
    keys = pd.DataFrame({"turn": turn, "zone": texts.map({zone: k for k, zone in enumerate(zones)})})
    return rows.loc[keys.sort_values(["turn", "zone"], kind="stable").index]


def digest(rows):
    return hashlib.sha256(rows.to_csv(index=False).encode()).hexdigest()


@pytest.fixture
def region(examples):
    return sorted(glob.glob(str(examples / "region" / "*_x_*.csv")))


def assert_rows_of_one_machine(paths, region):
    one = pydrover.synth(region, by="zone")
    rows = pd.concat([pq.read_table(path).to_pandas() for path in paths], ignore_index=True).astype(str)
    rows = in_turn(rows[one.columns], "zone", one.categories("zone"))
    assert digest(rows) == one.digest


def test_zones_in_groups_have_the_rows_of_one_machine(region, tmp_path):
    with concurrent.futures.ProcessPoolExecutor(2) as executor:
        paths = cluster.synth_by(region, "zone", tmp_path / "rows", groups=3, map=executor.map)
    assert len(paths) > 1
    assert_rows_of_one_machine(paths, region)


def test_tables_that_join_all_zones_are_refused(region):
    tables = {"a": pd.DataFrame({"zone": ["1", "2"], "x": ["u", "v"], "count": [1, 2]}),
              "b": pd.DataFrame({"y": ["1", "2"], "z": ["u", "v"], "count": [1, 2]})}
    with pytest.raises(pydrover.InputError, match='expected tables with the column "zone", or with one that it decides'):
        cluster.synth_by(tables, "zone")
    with pytest.raises(pydrover.InputError, match='by: expected a column of the tables, got "nowhere"'):
        cluster.synth_by(region, "nowhere")


@pytest.mark.skipif(importlib.util.find_spec("dask") is None, reason="dask is not installed")
def test_dask(people, parts, region, tmp_path):
    from pydrover import dask
    whole = pa.Table.from_pandas(people, preserve_index=False)
    assert_same(dask.tables(parts), pydrover.tables(whole))
    assert_rows_of_one_machine(dask.synth_by(region, "zone", tmp_path / "rows", groups=3), region)


@pytest.mark.skipif(importlib.util.find_spec("pyspark") is None, reason="pyspark is not installed")
def test_spark(people, parts, region, tmp_path):
    from pyspark.sql import SparkSession

    from pydrover import spark
    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        whole = pa.Table.from_pandas(people, preserve_index=False)
        frame = session.read.parquet(*parts)
        assert_same(spark.tables(frame), pydrover.tables(whole))
        assert_same(spark.tables(frame, weight="w", order=1), pydrover.tables(whole, weight="w", order=1))
        made = spark.synth_by(session, region, "zone", str(tmp_path / "rows"), groups=3)
        one = pydrover.synth(region, by="zone")
        rows = made.toPandas()[one.columns]
        assert digest(in_turn(rows, "zone", one.categories("zone"))) == one.digest
    finally:
        session.stop()

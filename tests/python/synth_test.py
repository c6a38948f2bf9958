"""Tables in, people out, from Python: the same rows as the program's."""
import hashlib
import inspect
import json
import re

import numpy as np
import pandas as pd
import pytest

import pydrover

AGE_WORK = pd.DataFrame({"age": ["0-29", "0-29", "30+"], "work": ["yes", "no", "yes"], "count": [45, 25, 80]})
REGION_AGE = pd.DataFrame({"region": ["North", "North", "South", "South"], "age": ["0-29", "30+"] * 2,
                           "count": [40, 60, 30, 20]})
TABLES = {"region_age": REGION_AGE, "age_work": AGE_WORK}


def digest_of(program, *arguments):
    return json.loads(program("synth", *arguments, "-o", "rows.csv", "--json"))["digest"]


def write(folder, **frames):
    for name, frame in frames.items():
        frame.to_csv(folder / f"{name}.csv", index=False)


def test_the_signature_is_the_one_that_was_promised():
    names = list(inspect.signature(pydrover.synth).parameters)
    assert names[:11] == ["tables", "n", "like", "zeros", "forbid", "trust", "where", "by", "seed", "progress", "threads"]


def test_rows_meet_the_tables():
    people = pydrover.synth(TABLES)
    assert len(people) == 150
    counted = people.rows.groupby(["region", "age"], observed=True).size()
    for _, cell in REGION_AGE.iterrows():
        assert counted[cell["region"], cell["age"]] == cell["count"]
    assert list(people.fit["tv"]) == [0, 0]
    assert list(people.fit.index) == ["region_age", "age_work"]


def test_digest_is_the_programs_for_paths(program, examples):
    paths = sorted((examples / "region").glob("*_x_*.csv"))
    assert pydrover.synth(paths).digest == digest_of(program, *paths)


def test_digest_is_the_programs_for_frames(program, examples):
    paths = sorted((examples / "region").glob("*_x_*.csv"))
    frames = {path.stem: pd.read_csv(path) for path in paths}
    assert pydrover.synth(frames).digest == digest_of(program, *paths)


def test_digest_is_the_programs_for_options(program, examples):
    folder = examples / "town"
    paths = sorted(folder.glob("*_x_*.csv"))
    options = ["-n", 500, "--zeros", "soft", "--seed", 7, "--trust", "age_x_work=3", "--burn-in", 10]
    made = pydrover.synth(paths, 500, zeros="soft", seed=7, trust={"age_x_work": 3}, burn_in=10)
    assert made.digest == digest_of(program, *paths, *options)


def test_digest_is_the_programs_for_microdata(program, examples, tmp_path):
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"sex": rng.choice(["F", "M"], 2000), "age": rng.integers(0, 90, 2000),
                          "income": np.round(rng.lognormal(10, 1, 2000), 2), "kids": rng.choice([0, 1, 2, None], 2000)})
    frame.to_csv(tmp_path / "people.csv", index=False)
    assert pydrover.synth(frame).digest == digest_of(program, "people.csv")
    weighted = digest_of(program, "people.csv", "--weight", "income", "-n", 1000)
    assert pydrover.synth(frame, 1000, weight="income").digest == weighted


def test_csv_has_the_digest():
    people = pydrover.synth(TABLES)
    assert hashlib.sha256(people.to_csv().encode()).hexdigest() == people.digest


def test_rows_do_not_depend_on_threads():
    assert len({pydrover.synth(TABLES, 1000, threads=threads).digest for threads in (1, 2, 3)}) == 1


def test_rows_are_those_of_the_csv(tmp_path):
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"group": rng.choice(["a", "b"], 1000), "score": rng.normal(size=1000).round(3)})
    frame.loc[::10, "score"] = np.nan
    frame.loc[::7, "group"] = None
    people = pydrover.synth(frame)
    people.save(tmp_path / "rows.csv")
    written = pd.read_csv(tmp_path / "rows.csv")
    assert people.rows["score"].dtype == np.float64
    pd.testing.assert_frame_equal(people.rows.astype({"group": object}), written, check_dtype=False)


def test_categories_are_the_values_that_came():
    frame = pd.DataFrame({"zone": [101, 102, 101], "own": [True, False, True], "count": [3, 4, 5]})
    frame = frame.groupby(["zone", "own"], as_index=False)["count"].sum()
    rows = pydrover.synth({"t": frame}).rows
    assert list(rows["zone"].cat.categories) == [101, 102]
    assert sorted(rows["own"].unique()) == [False, True]


def test_codes_are_not_copied():
    people = pydrover.synth(TABLES)
    codes = people.codes("age")
    assert codes.dtype == np.int8
    made = pd.Categorical.from_codes(codes, categories=people.categories("age"))
    assert np.shares_memory(made.codes, codes)


def test_declared_order_decides_the_rows(program, tmp_path):
    plain = pd.DataFrame({"size": ["large", "small"], "count": [1, 1]})
    people = pydrover.synth({"t": plain.assign(size=pd.Categorical(plain["size"], ["small", "large"]))})
    assert list(people.rows["size"].cat.categories) == ["small", "large"]
    write(tmp_path, t=plain)
    (tmp_path / "schema.json").write_text(json.dumps({"format": "drover.schema/1", "columns": [
        {"name": "size", "values": ["small", "large"]}]}))
    assert people.digest == digest_of(program, "t.csv", "--schema", "schema.json")
    assert people.digest != pydrover.synth({"t": plain}).digest


@pytest.mark.parametrize("shape", ["crosstab", "series", "pivot"])
def test_tables_of_any_shape(shape):
    people = pd.DataFrame({"age": ["a", "b", "a", "b"], "work": ["x", "y", "y", "y"], "n": [2, 3, 4, 5]})
    table = {"crosstab": lambda: pd.crosstab(people["age"], people["work"], people["n"], aggfunc="sum").fillna(0),
             "series": lambda: people.groupby(["age", "work"])["n"].sum(),
             "pivot": lambda: people.pivot_table(values="n", index="age", columns="work", aggfunc="sum",
                                                 fill_value=0)}[shape]()
    made = pydrover.synth({"t": table})
    long = people.groupby(["age", "work"], as_index=False)["n"].sum().rename(columns={"n": "count"})
    assert made.digest == pydrover.synth({"t": long}).digest
    assert len(made) == 14


def test_blank_counts_are_suppressed_cells():
    table = AGE_WORK.assign(count=[45, np.nan, 80])
    people = pydrover.synth({"region_age": REGION_AGE, "age_work": table})
    assert len(people) == 150
    assert pydrover.explain({"region_age": REGION_AGE, "age_work": table}).facts["suppressed_cells"] == 1


def test_wide_tables(program, tmp_path):
    wide = pd.DataFrame({"TAZ": [1, 2], "S1": [3, 4], "S2": [5, 6]})
    wide.to_csv(tmp_path / "wide.csv", index=False)
    groups = {"size": {"S1": "1", "S2": "2+"}}
    (tmp_path / "groups.json").write_text(json.dumps(
        {"format": "drover.groups/1", "groups": [{"variable": "size", "columns": groups["size"]}]}))
    expected = digest_of(program, "wide.csv", "--groups", "groups.json", "--key", "TAZ=taz")
    assert pydrover.synth(tmp_path / "wide.csv", groups=groups, key={"TAZ": "taz"}).digest == expected
    assert pydrover.synth({"wide": wide}, groups=groups, key={"TAZ": "taz"}).digest == expected
    assert pydrover.synth(wide, groups=groups, key={"TAZ": "taz"}).digest == expected
    with pytest.raises(pydrover.InputError, match="key: expected groups with it"):
        pydrover.synth(wide, key={"TAZ": "taz"})


def test_only_some_rows_and_none_of_others():
    people = pydrover.synth(TABLES, where={"region": "North"}, forbid=[{"age": "0-29", "work": "no"}])
    assert set(people.rows["region"]) == {"North"}
    assert not ((people.rows["age"] == "0-29") & (people.rows["work"] == "no")).any()


def test_rows_resemble_a_sample(program, examples):
    paths = sorted((examples / "region").glob("*_x_*.csv"))
    sample = examples / "region" / "survey.csv"
    expected = digest_of(program, *paths, "--like", sample, "--weight", "weight")
    assert pydrover.synth(paths, like=sample, weight="weight").digest == expected
    assert pydrover.synth(paths, like=pd.read_csv(sample), weight="weight").digest == expected


def test_mistakes_are_value_errors_in_the_librarys_words():
    with pytest.raises(pydrover.InputError, match='^where: expected a column of the tables, .*, got "town"'):
        pydrover.synth(TABLES, where={"town": "A"})
    with pytest.raises(ValueError, match='zeros: expected one of "auto", "hard", "soft", got "no"'):
        pydrover.synth(TABLES, zeros="no")
    with pytest.raises(pydrover.InputError, match=r'^tables\["bad"\]: row 1, column "count"'):
        pydrover.synth({"bad": AGE_WORK.assign(count=[-1, 2, 3])})
    with pytest.raises(TypeError, match=r"tables\['t'\]: expected a DataFrame"):
        pydrover.synth({"t": 3})
    with pytest.raises(OSError, match="absent.csv: cannot read"):
        pydrover.synth("absent.csv")
    with pytest.raises(TypeError):
        pydrover.synth(TABLES, no_such_option=1)


def test_progress_is_told_how_far_it_is():
    told = []
    pydrover.synth(TABLES, 500_000, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (500_000, 500_000)
    assert all(a[0] <= b[0] for a, b in zip(told, told[1:]))


def test_an_error_in_progress_ends_the_run():
    told = []

    def fail(done, total):
        told.append(done)
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        pydrover.synth(TABLES, 1_000_000_000, progress=fail)
    assert len(told) == 1 and told[0] < 1_000_000_000


def test_certificate_holds(program, examples, tmp_path):
    paths = sorted((examples / "town").glob("*_x_*.csv"))
    people = pydrover.synth(paths, 700, zeros="soft", where={"district": "Harbour"}, seed=3)
    people.save(tmp_path / "rows.csv", certificate=tmp_path / "cert.json", report=tmp_path / "report.html")
    assert program("check", "--cert", "cert.json").startswith("certificate holds: 700 rows")
    assert "<html" in (tmp_path / "report.html").read_text()
    assert json.loads(people.certificate)["outputs"][0]["sha256"] == people.digest


def test_nothing_is_written_unless_all_can_be(tmp_path):
    people = pydrover.synth(TABLES)
    with pytest.raises(OSError):
        people.save(tmp_path / "rows.csv", certificate=tmp_path / "absent" / "cert.json")
    assert list(tmp_path.iterdir()) == []


def test_parquet_has_the_rows_of_the_csv(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"group": rng.choice(["a", "b"], 1000), "score": rng.normal(size=1000).round(3),
                          "income": rng.integers(0, 10_000, 1000)})
    frame.loc[::10, "score"] = np.nan
    frame.loc[::7, "group"] = None
    people = pydrover.synth(frame)
    people.save(tmp_path / "rows.csv")
    people.save(tmp_path / "rows.parquet", report=tmp_path / "report.html")
    types = {field.name: str(field.type) for field in parquet.read_schema(tmp_path / "rows.parquet")}
    assert types["group"].startswith("dictionary<values=string") and types["score"] == "double"
    assert types["income"] == "int64"
    read = parquet.read_table(tmp_path / "rows.parquet").to_pandas()
    pd.testing.assert_frame_equal(read.astype({"group": object}), pd.read_csv(tmp_path / "rows.csv"), check_dtype=False)


@pytest.mark.parametrize("name", ["rows.txt", "rows", "rows.csv.gz", "rows.feather"])
def test_files_of_other_endings_are_refused(name, tmp_path):
    with pytest.raises(pydrover.InputError, match=rf'^path: expected a name that ends in .csv or .parquet, got ".*{name}"'):
        pydrover.synth(TABLES).save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_certificates_are_about_rows_as_csv(tmp_path):
    pytest.importorskip("pyarrow")
    with pytest.raises(pydrover.InputError, match="^certificate: expected rows in a file that ends in .csv"):
        pydrover.synth(TABLES).save(tmp_path / "rows.parquet", certificate=tmp_path / "cert.json")
    assert list(tmp_path.iterdir()) == []


def test_report_is_a_frame_in_notebooks():
    report = pydrover.synth(TABLES).report
    assert report._repr_html_().startswith("<iframe srcdoc=\"&lt;!")
    assert re.search(r"<html", str(report))


def test_cells_say_what_was_asked_and_what_came():
    people = pydrover.synth(TABLES)
    cells = people.cells()
    assert list(cells.columns) == ["table", "cell", "asked", "got", "difference"]
    assert (cells["asked"] == cells["got"]).all()
    assert len(cells) == 7

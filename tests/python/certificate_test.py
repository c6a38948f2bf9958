"""Certificates of rows that were made of frames: verified here, and by the program once the frames are saved."""
import json

import numpy as np
import pandas as pd
import pytest

import pydrover

AGE_WORK = pd.DataFrame({"age": ["0-29", "0-29", "30+", "30+"], "work": ["yes", "no, \"never\"", "yes", "no, \"never\""],
                         "count": [30, 20, 41, 9]})
AGE_SEX = pd.DataFrame({"F": [27, 25], "M": [23, 25]}, index=pd.Index(["0-29", "30+"], name="age")).rename_axis(columns="sex")
ORDERED = AGE_WORK.assign(age=pd.Categorical(AGE_WORK["age"], ["30+", "0-29"]))
WIDE = pd.DataFrame({"TAZ": [1, 2, 3], "S1": [4, 5, 6], "S2": [7, 0, 9]})
GROUPS = {"size": {"S1": "1", "S2": "2+"}}


def people():
    rng = np.random.default_rng(5)
    return pd.DataFrame({"sex": rng.choice(["F", "M", None], 400), "income": rng.lognormal(10, 1, 400).round(2),
                         "work": pd.Categorical(rng.choice(["yes", "no"], 400), ["yes", "no"]), "w": rng.integers(1, 4, 400)})


CASES = {
    "frames": ({"age_work": AGE_WORK, "age_sex": AGE_SEX}, {}),
    "rules": ({"age_work": AGE_WORK, "age_sex": AGE_SEX},
              {"forbid": [{"age": "30+", "work": "no, \"never\""}, {"age": "0-29", "sex": "M"}], "trust": {"age_sex": 3},
               "zeros": "soft", "seed": 7, "by": None}),
    "where": ({"age_work": AGE_WORK, "age_sex": AGE_SEX}, {"where": {"work": "no, \"never\""}, "n": 50}),
    "unlisted": ({"age_work": AGE_WORK.iloc[:3]}, {"absent": "unknown", "total": 100}),
    "order": ({"age_work": ORDERED}, {}),
    "schema": ({"age_work": AGE_WORK}, {"schema": {"age": ["30+", "0-29"], "work": ["yes", "no, \"never\""]}}),
    "other names": ({"age_work": AGE_WORK.rename(columns={"count": "N"}).replace({"N": {9: "<10"}}).astype({"N": str})},
                    {"count": "N", "suppressed": ["<10"], "total": 100}),
    "wide": ({"zones": WIDE}, {"groups": GROUPS, "key": {"TAZ": "taz"}}),
    "microdata": (people().drop(columns="w"), {}),
    "weights": (people(), {"weight": "w", "columns": ["sex", "work"], "order": 1, "also": [["sex", "work"]]}),
    "sample": ({"age_work": AGE_WORK, "age_sex": AGE_SEX},
               {"like": pd.DataFrame({"age": ["0-29", "30+"], "sex": ["F", "M"], "work": ["yes", "yes"], "w": [2, 3]}),
                "weight": "w"}),
}


def again(options):
    """What is given anew to verify: files of their own, nothing else."""
    return {name: options[name] for name in ("schema", "groups", "like") if name in options}


@pytest.mark.parametrize("case", CASES)
def test_certificates_of_frames_hold(case):
    tables, options = CASES[case]
    made = pydrover.synth(tables, **options)
    result = pydrover.check(made, tables, certificate=made.certificate, **again(options))
    assert result.differences == []
    assert result.certificate_holds
    assert str(result).startswith(f"certificate holds: {len(made)} rows")
    assert "table as CSV" in str(result) and "rows as CSV" in str(result)
    kinds = {file["option"] for file in result.facts["accepted_files"]}
    assert {"rows as CSV", "table as CSV"} <= kinds


@pytest.mark.parametrize("case", CASES)
def test_the_program_verifies_frames_that_were_saved(case, program, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tables, options = CASES[case]
    pydrover.synth(tables, **options).save("rows.csv", certificate="cert.json", inputs="inputs")
    assert program("check", "--cert", "cert.json").startswith("certificate holds")
    saved = sorted((tmp_path / "inputs").glob("*.csv"))
    with saved[0].open("a") as file:
        file.write(saved[0].read_text().splitlines()[-1] + "\n")
    with pytest.raises(Exception):
        program("check", "--cert", "cert.json")


def test_rows_of_a_frame_are_those_that_were_certified():
    tables, _ = CASES["frames"]
    made = pydrover.synth(tables)
    assert pydrover.check(made.rows, tables, certificate=made.certificate).certificate_holds
    swapped = made.rows.iloc[::-1]
    found = pydrover.check(swapped, tables, certificate=made.certificate)
    assert not found.certificate_holds
    assert [line.partition(":")[0] for line in found.differences] == ['rows "rows.csv"']


def test_tables_are_known_by_their_names():
    tables = {"first": AGE_WORK, "second": AGE_WORK.assign(count=[10, 40, 20, 30])}
    made = pydrover.synth(tables, trust={"first": 9})
    assert pydrover.check(made, dict(reversed(tables.items())), certificate=made.certificate).certificate_holds
    exchanged = {"first": tables["second"], "second": tables["first"]}
    found = pydrover.check(made, exchanged, certificate=made.certificate)
    assert [line.partition(": ")[0] for line in found.differences[:2]] == ['table "first.csv"', 'table "second.csv"']


def test_an_edited_option_is_found():
    tables, _ = CASES["frames"]
    made = pydrover.synth(tables, seed=3)
    edited = made.certificate.replace('"seed": "3"', '"seed": "4"')
    [line] = pydrover.check(made, tables, certificate=edited).differences
    assert line.startswith("sha256 of the certificate, which was edited: recorded ")


def test_other_tables_and_rows_are_found_out():
    tables, _ = CASES["frames"]
    made = pydrover.synth(tables)
    other = AGE_WORK.assign(count=[30, 20, 40, 10])
    found = pydrover.check(made, {"age_work": other, "age_sex": AGE_SEX}, certificate=made.certificate)
    assert not found.certificate_holds
    assert any(line.startswith('table "age_work.csv": sha256: recorded') for line in found.differences)
    assert any(line.startswith('fit: table "age_work": l1_rows: recorded 0, found') for line in found.differences)
    assert str(found).startswith("certificate does not hold:")


def test_declared_categories_are_certified():
    made = pydrover.synth({"age_work": ORDERED})
    found = pydrover.check(made, {"age_work": AGE_WORK}, certificate=made.certificate)
    assert found.differences == ['schema "schema.json": recorded ' + json.loads(made.certificate)["inputs"][1]["sha256"]
                                 + ", found none of that name"]


def test_streams_are_certified_as_they_are_counted():
    pa = pytest.importorskip("pyarrow")
    rows = people().drop(columns="w").astype({"work": str})
    stream = pa.Table.from_pandas(rows, preserve_index=False)
    made = pydrover.synth(stream)
    assert json.loads(made.certificate)["inputs"] == json.loads(pydrover.synth(rows).certificate)["inputs"]
    for source in (rows, stream, pa.RecordBatchReader.from_batches(stream.schema, stream.to_batches(max_chunksize=99))):
        assert pydrover.check(made, source, certificate=made.certificate).certificate_holds


def test_certificates_of_files_hold(examples, tmp_path):
    paths = [examples / "region/zone_x_age.csv", examples / "region/zone_x_size.csv"]
    made = pydrover.synth(paths)
    made.save(tmp_path / "rows.csv", certificate=tmp_path / "cert.json")
    result = pydrover.check(tmp_path / "rows.csv", paths, certificate=tmp_path / "cert.json")
    assert result.certificate_holds and "as CSV" not in str(result)


def test_a_check_without_a_certificate_says_so():
    assert pydrover.check(AGE_WORK, {"age_work": AGE_WORK}).certificate_holds is None


@pytest.mark.parametrize("change, words", [
    (lambda text: text.replace('"drover.certificate/2"', '"drover.certificate/9"'), "certificate: format: expected"),
    (lambda text: "{" + text, "certificate: "),
    (lambda text: json.dumps({**json.loads(text), "options": {"safe-spreadsheet": "true"}}),
     "certificate: safe-spreadsheet: expected"),
    (lambda text: text.replace('"product": "synth"', '"product": "populate"'), "certificate: product: expected"),
    (lambda text: text.replace('"age_work.csv"', '"other.csv"'),
     'certificate: expected the table file "other.csv"')])
def test_what_is_no_certificate_is_refused(change, words):
    tables = {"age_work": AGE_WORK}
    made = pydrover.synth(tables)
    with pytest.raises(pydrover.InputError) as refused:
        pydrover.check(made, tables, certificate=change(made.certificate))
    assert str(refused.value).startswith(words)
    with pytest.raises(pydrover.InputError, match="expected its own options and no others, got \"order\""):
        pydrover.check(made, tables, certificate=made.certificate, order=3)

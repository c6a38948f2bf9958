"""Households with their people from Python: the program's bytes."""
import json
import shutil

import pandas as pd
import pytest

import pydrover

LEVELS = ("zone", "tract", "region")
OPTIONS = ["--households", "survey_households.csv", "--persons", "survey_persons.csv", "--id", "hh", "--weight", "weight",
           "--geography", "geography.csv", "--controls", "controls.csv",
           *[part for level in LEVELS for part in ("--totals", f"{level}=totals_{level}.csv")]]
WRITTEN = ("households.csv", "persons.csv", "weights.csv", "controls_summary.csv")
SETTINGS = """
seed_geography: region
max_expansion_factor: 30
input_table_list:
  - {tablename: households, filename: survey_households.csv, rename_columns: {hh: hh_id}}
  - {tablename: persons, filename: survey_persons.csv, rename_columns: {hh: hh_id}}
  - {tablename: geo_cross_walk, filename: geography.csv}
  - {tablename: zone_control_data, filename: totals_zone.csv}
  - {tablename: tract_control_data, filename: totals_tract.csv}
  - {tablename: region_control_data, filename: totals_region.csv}
household_weight_col: weight
household_id_col: hh_id
total_hh_control: num_hh
"""


@pytest.fixture
def valley(examples, tmp_path):
    for path in (examples / "households").glob("*.csv"):
        shutil.copy(path, tmp_path)
    return tmp_path


def frames(folder, read=pd.read_csv):
    return dict(households=read(folder / "survey_households.csv"), persons=read(folder / "survey_persons.csv"),
                geography=read(folder / "geography.csv"), controls=read(folder / "controls.csv"),
                totals={level: read(folder / f"totals_{level}.csv") for level in LEVELS}, id="hh", weight="weight")


def bytes_of(folder):
    return {name: (folder / name).read_bytes() for name in WRITTEN}


def test_bytes_are_the_programs_for_frames_and_paths(program, valley):
    report = json.loads(program("populate", *OPTIONS, "-o", "out", "--json"))
    for made in (pydrover.populate(**frames(valley)), pydrover.populate(**frames(valley, lambda path: path))):
        made.save(valley / "saved")
        assert bytes_of(valley / "saved") == bytes_of(valley / "out")
        assert list(made.digests.values()) == [file["sha256"] for file in report["files"]]
        assert made.facts["controls"] == report["controls"]
        assert json.loads(made.certificate)["tables"] == json.loads(
            (valley / "out/certificate.json").read_text())["tables"]


def test_options_are_the_programs(program, valley):
    program("populate", *OPTIONS, "-o", "out", "--seed", 5, "--repair", 0, "--pull", "0.1", "--without", "men_at_work",
            "--trust", "tract=2", "--importance", "size_1=3", "--columns", "income,tenure", "--person-columns", "all")
    made = pydrover.populate(**frames(valley), seed=5, repair=0, pull=0.1, without=["men_at_work"], trust={"tract": 2},
                             importance={"size_1": 3}, columns=["income", "tenure"], person_columns="all")
    made.save(valley / "saved")
    assert bytes_of(valley / "saved") == bytes_of(valley / "out")


def test_the_certificate_holds(program, valley):
    given = frames(valley, lambda path: path)
    made = pydrover.populate(**given, seed=5, without=["men_at_work"], trust={"tract": 2}, importance={"size_1": 3},
                             columns=["income", "tenure"], person_columns="all", levels={"tract": "tract"})
    made.save(valley / "saved")
    assert program("check", "--cert", "saved/certificate.json").startswith("certificate holds: 1231 households")


def test_certificates_of_frames_hold_where_these_are_saved(program, valley):
    made = pydrover.populate(**frames(valley), seed=5)
    made.save(valley / "saved", inputs=True)
    assert program("check", "--cert", "saved/certificate.json").startswith("certificate holds: 1231 households")
    with (valley / "saved/inputs/households.csv").open("a") as file:
        file.write("\n")
    with pytest.raises(Exception):
        program("check", "--cert", "saved/certificate.json")


def test_households_are_those_of_the_sample(valley):
    given = frames(valley)
    made = pydrover.populate(**given, columns="all")
    sample = given["households"].set_index("hh")
    homes = made.households
    assert len(made) == len(homes) == 1231 and len(made.persons) == made.facts["persons"]
    assert homes["hh"].dtype == sample.index.dtype and homes["income"].dtype == sample["income"].dtype
    assert (sample.loc[homes["hh"], "income"].to_numpy() == homes["income"].to_numpy()).all()
    assert made.weights["weight"].sum() == len(homes)
    assert made.persons.groupby("household_id").size().index.isin(homes["household_id"]).all()
    assert homes["tenure"].dtype == "category"


def test_summary_and_fit_say_how_close_it_is(valley):
    made = pydrover.populate(**frames(valley))
    assert (made.summary["got"] - made.summary["asked"] == made.summary["difference"]).all()
    assert made.fit.loc["num_hh", "absolute_error"] == 0
    assert made.summary.groupby("control", observed=True)["asked"].sum()["num_hh"] == 1231
    assert "num_hh" in str(made) and repr(made).startswith("<Population: 1231 households")
    assert made.report._repr_html_().startswith("<iframe srcdoc=")


def test_totals_may_have_their_units_as_index(valley):
    given = frames(valley)
    totals = {level: frame.set_index(level) for level, frame in given["totals"].items()}
    assert pydrover.populate(**{**given, "totals": totals}).digests == pydrover.populate(**given).digests


def test_a_folder_of_populationsim_gives_the_same(program, valley):
    pytest.importorskip("yaml")
    for folder in ("configs", "data"):
        (valley / folder).mkdir()
    for path in valley.glob("*.csv"):
        path.rename(valley / ("configs" if path.stem == "controls" else "data") / path.name)
    homes = valley / "data/survey_households.csv"
    homes.write_text(homes.read_text().replace("\n", ",Valley\n").replace(",Valley\n", ",region\n", 1))
    (valley / "configs/settings.yaml").write_text(SETTINGS)
    program("populate", "--populationsim", ".", "-o", "out")
    made = pydrover.populate(populationsim=valley)
    made.save(valley / "saved")
    assert bytes_of(valley / "saved") == bytes_of(valley / "out")
    assert "settings passed over: max_expansion_factor" in made.notes
    (valley / "configs/settings.yaml").write_text("a: [")
    with pytest.raises(pydrover.InputError, match="settings.yaml: line 1: expected YAML"):
        pydrover.populate(populationsim=valley)
    (valley / "configs/settings.yaml").write_text("inherit_settings: true")
    with pytest.raises(pydrover.InputError, match='expected settings that drover knows, got "inherit_settings"'):
        pydrover.populate(populationsim=valley)


def test_mistakes_name_keywords(valley):
    given = frames(valley)
    for more, message in [({"repair": -1}, "^repair: expected 0 to 100"), ({"pull": 1}, "^pull: expected 0 to 0.25"),
                          ({"without": ["x"]}, "^without: expected"), ({"id": None}, "^id: expected it, or populationsim"),
                          ({"importance": "much"}, 'importance: expected "equal"'),
                          ({"trust": {"zone": "x"}}, 'trust: expected a number, got "x"'),
                          ({"persons": None}, "expected persons FILE")]:
        with pytest.raises(pydrover.InputError, match=message):
            pydrover.populate(**{**given, **more})
    with pytest.raises(TypeError, match="^populate: geography: expected a DataFrame or a path, got 3"):
        pydrover.populate(**{**given, "geography": 3})

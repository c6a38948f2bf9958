"""drover populate: households with their persons for zones"""
import collections
import csv
import gzip
import hashlib
import json
import pathlib
import shutil
import unittest

import support
from support import CliTest

from certificate import sealed

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "households"
FILES = ["survey_households", "survey_persons", "geography", "controls", "totals_zone", "totals_tract", "totals_region"]
OPTIONS = ["--households", "survey_households.csv", "--persons", "survey_persons.csv", "--id", "hh", "--weight", "weight",
           "--geography", "geography.csv", "--controls", "controls.csv", "--totals", "zone=totals_zone.csv", "--totals",
           "tract=totals_tract.csv", "--totals", "region=totals_region.csv"]
SETTINGS = """
geographies: [region, tract, zone]
seed_geography: region
data_dir: data
max_expansion_factor: 30
input_table_list:
  - tablename: households
    filename: survey_households.csv
    index_col: hh_id
    rename_columns:
      hh: hh_id
  - tablename: persons
    filename: survey_persons.csv
    rename_columns: {hh: hh_id}
  - tablename: geo_cross_walk
    filename: geography.csv
  - {tablename: zone_control_data, filename: totals_zone.csv}
  - {tablename: tract_control_data, filename: totals_tract.csv}
  - {tablename: region_control_data, filename: totals_region.csv}
household_weight_col: weight
household_id_col: hh_id
total_hh_control: num_hh
control_file_name: controls.csv
"""
# Small: two zones, four households.
TINY = {"h": "id,w,n\n1,1,1\n2,2,2\n3,1,3\n4,1,1\n", "p": "id,sex\n1,F\n2,F\n2,M\n3,M\n3,M\n3,F\n4,M\n",
        "g": "Z,R\na,r\nb,r\n", "t": "Z,N,ONE\na,3,2\nb,5,1\n", "r": "R,WOMEN\nr,6\n",
        "c": "target,geography,seed_table,expression,control_field\nall,Z,households,w>0,N\nsingles,Z,households,n=1,ONE\n"
             "women,R,persons,sex=F,WOMEN\n"}
TINY_OPTIONS = ["--households", "h.csv", "--persons", "p.csv", "--id", "id", "--weight", "w", "--geography", "g.csv",
                "--controls", "c.csv", "--totals", "Z=t.csv", "--totals", "R=r.csv"]


def rows_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class PopulateTest(CliTest):
    def example(self):
        for name in FILES:
            shutil.copy(EXAMPLE / f"{name}.csv", self.folder)

    def populate(self, *more, folder="out", options=None):
        return self.json_of("populate", *(options or OPTIONS), "-o", folder, *more)

    def bytes_of(self, folder, but=()):
        return {path.name: path.read_bytes() for path in (self.folder / folder).iterdir() if path.name not in but}


class Example(PopulateTest):
    def setUp(self):
        super().setUp()
        self.example()

    def test_counts_of_the_files_are_those_of_the_report(self):
        """Counted again from households.csv and persons.csv alone."""
        report = self.populate()
        homes, people = rows_of(self.folder / "out/households.csv"), rows_of(self.folder / "out/persons.csv")
        self.assertEqual((len(homes), len(people)), (report["households"], report["persons"]))
        zone = collections.Counter(home["zone"] for home in homes)
        for total in rows_of(self.folder / "totals_zone.csv"):
            self.assertEqual(zone[total["zone"]], int(total["num_hh"]))
        got = {"size_1": collections.Counter(h["zone"] for h in homes if h["size"] == "1"),
               "age_0_17": collections.Counter(p["zone"] for p in people if int(p["age"]) <= 17),
               "owners": collections.Counter(h["tract"] for h in homes if h["tenure"] == "owner"),
               "women_at_work": collections.Counter("Valley" for p in people if p["sex"] == "F" and p["works"] == "1")}
        summary = {(row["control"], row["unit"]): row for row in rows_of(self.folder / "out/controls_summary.csv")}
        for control, counts in got.items():
            error = 0
            for (name, unit), row in summary.items():
                if name == control:
                    self.assertEqual(int(row["got"]), counts[unit], (name, unit))
                    self.assertEqual(int(row["difference"]), counts[unit] - int(row["asked"]))
                    error += abs(int(row["difference"]))
            self.assertEqual(next(c for c in report["controls"] if c["control"] == control)["absolute_error"], error)

    def test_households_are_those_of_the_sample_with_all_their_persons(self):
        self.populate("--columns", "all", "--person-columns", "all")
        sample = {row["hh"]: row for row in rows_of(self.folder / "survey_households.csv")}
        members = collections.defaultdict(list)
        for row in rows_of(self.folder / "survey_persons.csv"):
            members[row["hh"]].append((row["age"], row["sex"], row["works"]))
        made = collections.defaultdict(list)
        for row in rows_of(self.folder / "out/persons.csv"):
            made[row["household_id"]].append((row["age"], row["sex"], row["works"]))
        for number, row in enumerate(rows_of(self.folder / "out/households.csv"), 1):
            self.assertEqual(row["household_id"], str(number))
            for column in ("size", "income", "tenure", "weight"):
                self.assertEqual(row[column], sample[row["hh"]][column])
            self.assertEqual(made[row["household_id"]], members[row["hh"]])

    def test_close_to_the_totals(self):
        report = self.populate()
        self.assertLess(report["mean_rmse_percent"], 2.5)
        self.assertEqual(report["controls"][0]["absolute_error"], 0)
        self.assertGreaterEqual(report["distinct_households"], 130)

    def test_same_bytes_for_any_number_of_threads(self):
        self.populate("--threads", "1", folder="one")
        self.populate("--threads", "3", folder="three")
        skip = ("report.html", "certificate.json")  # these name the folder
        self.assertEqual(self.bytes_of("one", skip), self.bytes_of("three", skip))

    def test_check_finds_the_same_in_households_and_weights(self):
        report = self.populate()
        for name in ("households.csv", "weights.csv"):
            found = self.json_of("check", f"out/{name}", *OPTIONS)
            self.assertEqual(found["format"], "drover.check_population/1")
            for key in ("households", "persons", "controls", "mean_rmse_percent", "distinct_households"):
                self.assertEqual(found[key], report[key], key)
        done = self.run_drover("check", "out/weights.csv", *OPTIONS, "--cells", "cells.csv", "--report", "page.html")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / "cells.csv").read_bytes(), (self.folder / "out/controls_summary.csv").read_bytes())
        self.assertIn("<h1>drover check: out/weights.csv</h1>", (self.folder / "page.html").read_text())

    def test_expand_no_writes_weights_alone(self):
        self.populate("--expand", "no")
        self.assertEqual(sorted(path.name for path in (self.folder / "out").iterdir()),
                         ["certificate.json", "controls_summary.csv", "report.html", "weights.csv"])

    def test_every_prefix_of_a_run_without_repair_is_spread_over_the_zones(self):
        self.populate("--repair", "0")
        homes = rows_of(self.folder / "out/households.csv")
        totals = {row["zone"]: int(row["num_hh"]) for row in rows_of(self.folder / "totals_zone.csv")}
        seen = collections.Counter()
        for number, home in enumerate(homes, 1):
            seen[home["zone"]] += 1
            if number % 50 == 0:
                for zone, total in totals.items():
                    self.assertLessEqual(abs(seen[zone] - total * number / len(homes)), 1.5)

    def test_repair_brings_it_closer(self):
        def errors(report):
            return sum(control["absolute_error"] for control in report["controls"])
        self.assertLess(errors(self.populate("--repair", "3", folder="b")), errors(self.populate("--repair", "0", folder="a")))

    def test_swap_is_a_hidden_name_of_repair(self):
        report = self.populate("--swap", "0", folder="a")
        self.populate("--repair", "0", folder="b")
        skip = ("report.html", "certificate.json")  # these name the folder
        self.assertEqual(self.bytes_of("a", skip), self.bytes_of("b", skip))
        self.assertEqual((report["swap"], report["replaced"]), (0, []))
        self.assertNotIn("--swap", self.run_drover("populate", "--help").stdout)
        done = self.run_drover("populate", *OPTIONS, "-o", "c", "--swap", "0", "--repair", "0")
        self.assertEqual((done.returncode, done.stderr.split("\n")[0]), (2, "drover populate: --repair and --swap: expected one of them, got both"))

    def test_certificate_has_digests_and_exact_errors(self):
        report = self.populate()
        certificate = json.loads((self.folder / "out/certificate.json").read_text())
        self.assertEqual([(f"out/{file['file']}", file["sha256"]) for file in certificate["outputs"]],
                         [(file["file"], file["sha256"]) for file in report["files"]])
        self.assertEqual({file["role"] for file in certificate["outputs"]}, {"result"})
        [fit] = certificate["tables"]
        self.assertEqual([dict(zip(fit["columns"], row))["absolute_error"] for row in fit["rows"]],
                         [str(c["absolute_error"]) for c in report["controls"]])
        self.assertEqual(certificate["options"]["repair"], "1")
        self.assertEqual(certificate, sealed(certificate))

    def test_an_edited_option_is_found(self):
        """Even where the households say nothing about it."""
        self.populate()
        path = self.folder / "out/certificate.json"
        text = path.read_text()
        for option, old, new in (("pull", "0.02", "0.2"), ("repair", "1", "0"), ("seed", "0", "3")):
            self.assertIn(f'"{option}": "{old}"', text)
            path.write_text(text.replace(f'"{option}": "{old}"', f'"{option}": "{new}"'))
            line = self.verified(code=3)["differences"][0]
            self.assertTrue(line.startswith("sha256 of the certificate, which was edited: recorded "), line)

    def test_inputs_are_known_by_name(self):
        self.populate()
        (self.folder / "other.csv").write_bytes((self.folder / "survey_households.csv").read_bytes())
        found = self.verified("--households", "other.csv", code=3)
        self.assertEqual([line.split(": ")[0] for line in found["differences"]],
                         ['households "survey_households.csv"', 'households "other.csv"'])

    def test_inputs_may_have_another_separator(self):
        report = self.populate()
        whole = self.bytes_of("out", ("report.html", "certificate.json"))
        for name in FILES:
            path = self.folder / f"{name}.csv"
            path.write_text(path.read_text().replace(",", ";"))
        self.populate("--separator", ";", folder="semicolons")
        self.assertEqual(self.bytes_of("semicolons", ("report.html", "certificate.json")), whole)
        found = self.json_of("check", "semicolons/weights.csv", *OPTIONS, "--separator", ";")
        self.assertEqual(found["controls"], report["controls"])
        self.assertTrue(self.verified(folder="semicolons")["certificate_holds"])

    def verified(self, *more, code=0, folder="out"):
        done = self.run_drover("check", "--cert", f"{folder}/certificate.json", "--json", *more)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return json.loads(done.stdout)

    def test_certificate_is_verified_wherever_the_folder_lies(self):
        for more in ([], ["--expand", "no"], ["--seed", "7", "--columns", "all", "--trust", "tract=2", "--repair", "0"]):
            report = self.populate(*more)
            found = self.verified("--cells", "cells.csv", "--report", "page.html")
            self.assertEqual((found["certificate_holds"], found["differences"]), (True, []))
            self.assertEqual(found["controls"], report["controls"])
            self.assertEqual({file["option"] for file in found["accepted_files"]},
                             {"result", "households", "persons", "geography", "controls", "totals"})
            shutil.rmtree(self.folder / "out")
        self.populate()
        (self.folder / "out").rename(self.folder / "moved")
        self.assertTrue(self.verified(folder="moved")["certificate_holds"])
        for name in FILES:  # inputs beside the certificate
            (self.folder / f"{name}.csv").rename(self.folder / "moved" / f"{name}.csv")
        self.assertTrue(self.verified(folder="moved")["certificate_holds"])
        done = self.run_drover("check", "--cert", "moved/certificate.json")
        self.assertEqual(done.stdout.splitlines()[0], "certificate holds: 1231 households, 2848 persons, 18 controls")

    def test_what_was_changed_since_is_named(self):
        self.populate()
        whole = self.bytes_of("out")
        for name, old, new, words in [
                ("households.csv", b"Z07,Hill,Valley,1,41,", b"Z07,Hill,Valley,1,42,", "households.csv: line 2: expected"),
                ("persons.csv", b"Z07,1,1,41,54,F,1", b"Z07,1,1,41,55,F,1",
                 'persons.csv: line 2: expected "Z07,1,1,41,54,F,1", got "Z07,1,1,41,55,F,1"'),
                ("weights.csv", b"\nZ01,", b"\nZ02,", "weights.csv: line 2: expected"),
                ("controls_summary.csv", b",364,", b",365,", None),
                ("certificate.json", b'"11"', b'"10"', 'fit: control "age_18_64": absolute_error: recorded 10, found 11'),
                ("certificate.json", b'"households": "1231"', b'"households": "1230"',
                 'fact "households": recorded 1230, found 1231')]:
            changed = whole[name].replace(old, new, 1)
            if words is None:
                changed, words = whole[name][:-1], "controls_summary.csv: line"
            self.assertNotEqual(changed, whole[name], name)
            (self.folder / "out" / name).write_bytes(changed)
            found = self.verified(code=3)
            self.assertFalse(found["certificate_holds"])
            self.assertTrue(any(line.startswith(words) for line in found["differences"]), found["differences"])
            if name != "certificate.json":  # a forger who puts the digest right is found as well
                record = json.loads(whole["certificate.json"])
                for file in record["outputs"]:
                    if file["file"] == name:
                        file["sha256"] = hashlib.sha256(changed).hexdigest()
                (self.folder / "out/certificate.json").write_text(json.dumps(sealed(record)))
                self.assertFalse(self.verified(code=3)["certificate_holds"])
                (self.folder / "out/certificate.json").write_bytes(whole["certificate.json"])
            (self.folder / "out" / name).write_bytes(whole[name])
        totals = self.folder / "totals_tract.csv"
        totals.write_text(totals.read_text().replace("Hill,", "Hill,1", 1))
        self.assertTrue(self.verified(code=3)["differences"][0].startswith('totals "totals_tract.csv": sha256: recorded'))

    def test_what_does_not_go_with_a_certificate_is_refused(self):
        self.populate()
        cert = "out/certificate.json"
        for more, message in [
                (["out/weights.csv"], f'{cert}: expected no ROWS beside it: its files lie where it does; got "out/weights.csv"'),
                (["--id", "hh"], f"{cert}: expected beside it no options but those that name input files, got others"),
                (["--against", "geography.csv"], f"{cert}: expected no tables and no --against beside it, got one of them")]:
            self.assert_fails(3, message, "check", "--cert", cert, *more)
        (self.folder / "out/weights.csv").unlink()
        self.assert_fails(4, "out/weights.csv: cannot read: No such file or directory", "check", "--cert", cert)

    def test_populationsims_folder_gives_the_same(self):
        self.populate()
        for folder in ("sim/configs", "sim/data"):
            (self.folder / folder).mkdir(parents=True)
        for name in FILES:
            where = "configs" if name == "controls" else "data"
            (self.folder / f"{name}.csv").rename(self.folder / "sim" / where / f"{name}.csv")
        people = self.folder / "sim/data/survey_persons.csv"
        (self.folder / "sim/data/survey_persons.csv.gz").write_bytes(gzip.compress(people.read_bytes()))
        people.unlink()
        (self.folder / "sim/configs/settings.yaml").write_text(SETTINGS)
        homes = self.folder / "sim/data/survey_households.csv"  # all of the sample is of the one area that there is
        homes.write_text(homes.read_text().replace("\n", ",Valley\n").replace(",Valley\n", ",region\n", 1))
        (self.folder / "sim/configs/controls.csv").write_text(
            (self.folder / "sim/configs/controls.csv").read_text().replace("size=1", "households.size == 1"))
        report = self.json_of("populate", "--populationsim", "sim", "-o", "sim_out")
        self.assertIn("settings passed over: max_expansion_factor", report["notes"])
        ours, theirs = self.bytes_of("out"), self.bytes_of("sim_out")
        self.assertEqual(ours["controls_summary.csv"], theirs["controls_summary.csv"])
        self.assertEqual(ours["weights.csv"].replace(b"zone,hh,", b"zone,hh_id,", 1), theirs["weights.csv"])
        found = self.json_of("check", "sim_out/weights.csv", "--populationsim", "sim")
        self.assertEqual(found["controls"], report["controls"])
        self.assertTrue(self.verified(folder="sim_out")["certificate_holds"])
        settings = self.folder / "sim/configs/settings.yaml"
        settings.write_text(SETTINGS + "# changed\n")
        self.assertTrue(self.verified(folder="sim_out", code=3)["differences"][0].startswith('populationsim "settings.yaml": sha256'))

    def test_settings_that_drover_does_not_know_are_refused(self):
        (self.folder / "configs").mkdir()
        settings = self.folder / "configs/settings.yaml"
        for text, message in [
                ("a: [", "./configs/settings.yaml: line 1: expected YAML: end of sequence flow not found"),
                ("a: &x [*x]", "./configs/settings.yaml: expected settings within settings at most 64 deep, got more"),
                ("- a\n", "./configs/settings.yaml: expected keys with values, got none"),
                (SETTINGS + "inherit_settings: true\n",
                 './configs/settings.yaml: expected settings that drover knows, got "inherit_settings"'),
                (SETTINGS.replace("index_col", "dtype"),
                 "./configs/settings.yaml: expected tablename, filename, index_col, rename_columns or drop_columns in "
                 'input_table_list, got "dtype"'),
                (SETTINGS + "\0", f"./configs/settings.yaml: line {SETTINGS.count(chr(10)) + 1}: expected text, got a NUL byte"),
                (SETTINGS.replace("household_id_col: hh_id", 'household_id_col: "hh\\0_id"'),
                 './configs/settings.yaml: household_id_col: expected text, got a NUL character in "hh"'),
                (SETTINGS.replace("household_id_col: hh_id\n", ""),
                 "./configs/settings.yaml: expected household_id_col: a text, got none")]:
            settings.write_text(text)
            self.assert_fails(3, message, "populate", "--populationsim", ".", "-o", "out")

    def test_interrupted_and_resumed_to_the_same_bytes(self):
        self.populate(folder="out")
        whole = self.bytes_of("out")
        shutil.rmtree(self.folder / "out")
        # Every block of work ends in a checkpoint; the last one is taken up again.
        saved = self.json_of("populate", *OPTIONS, "-o", "out", "--checkpoint", "state", "--checkpoint-every", "300")
        self.assertTrue((self.folder / "state").exists())
        self.assertEqual(self.bytes_of("out"), whole)
        again = self.json_of("populate", *OPTIONS, "-o", "out", "--resume", "state")
        self.assertEqual(self.bytes_of("out"), whole)
        self.assertEqual(again["controls"], saved["controls"])
        self.assert_fails(3, "state: expected a checkpoint of the same run, got one with another --repair", "populate",
                          *OPTIONS, "-o", "out", "--resume", "state", "--repair", "2")
        damaged = (self.folder / "state").read_bytes()[:-100]
        (self.folder / "state").write_bytes(damaged)
        done = self.run_drover("populate", *OPTIONS, "-o", "out", "--resume", "state")
        self.assertEqual(done.returncode, 3)
        self.assertIn("state: the checksum does not match", done.stderr)

    def test_time_writes_what_there_is_and_a_checkpoint_continues_it(self):
        self.enlarge()
        timed = [*OPTIONS, "-o", "out", "--repair", "100"]
        for seconds in (2 ** k / 100 for k in range(14)):  # until it is enough for a first result
            done = self.run_drover("populate", *timed, "--time", f"{seconds}s", "--checkpoint", "state", "--json")
            if done.returncode == 0:
                break
        made = json.loads(done.stdout)
        left = made["households_left"] + made["repair_left"]
        self.assertGreater(left, 0)
        self.assertRegex(made["notes"][-2], "^ended early: ")
        self.assertEqual(made["notes"][-1], "continue with --resume state")
        self.assertEqual(len(rows_of(self.folder / "out/households.csv")), made["households"])
        self.assertTrue(self.verified()["certificate_holds"])
        again = self.json_of("populate", *timed, "--resume", "state", "--time", f"{2 * seconds}s")
        self.assertLess(again["households_left"] + again["repair_left"], left)
        self.assert_fails(3, "--time: expected enough for a first result; nothing was written", "populate", *OPTIONS, "-o",
                          "other", "--time", "0.000001s")
        self.assertFalse((self.folder / "other").exists())

    def enlarge(self):
        """A hundred times as many households, so that there is time to stop."""
        for name in ("totals_zone", "totals_tract", "totals_region"):
            rows = rows_of(self.folder / f"{name}.csv")
            text = ",".join(rows[0]) + "\n"
            for row in rows:
                text += ",".join(value if key in ("zone", "tract", "region") else str(100 * int(value))
                                 for key, value in row.items()) + "\n"
            self.write(**{name: text})

    @support.LONG
    def test_ctrl_c_leaves_a_checkpoint_or_nothing(self):
        self.enlarge()
        self.assert_interrupted_populate([], [])
        self.assert_interrupted_populate(["--checkpoint", "state"], ["state"])

    def assert_interrupted_populate(self, more, left):
        before = sorted(path.name for path in self.folder.iterdir())
        code, _, message = self.interrupt_drover("populate", *OPTIONS, "-o", "out", "--repair", "50", *more)
        self.assertEqual(code, 130)
        self.assertEqual(message, "drover: interrupted; continue with --resume state\n" if left else
                         "drover: interrupted; nothing was written\n")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), sorted(before + left))


# What is changed, then the message.
BAD = [
    ({"h": "id,w,n\n1,1,1\n1,2,2\n"}, 'h.csv: row 2, column "id": expected each household once, got "1" as in row 1'),
    ({"h": "id,w,n\n1,-1,1\n"}, 'h.csv: row 1, column "w": expected a weight of at least 0, got "-1"'),
    ({"h": "id,w,n\n1,,1\n"}, 'h.csv: row 1, column "w": expected a weight of at least 0, got ""'),
    ({"h": "id,w,n\n1,1,x\n2,1,1\n", "p": "id,sex\n1,F\n", "c": TINY["c"].replace("n=1", "n<2")},
     'h.csv: row 1, column "n": expected a number, got "x", for the control "singles"'),
    ({"h": "id,w,n\n"}, "--households: expected at least one household, got none"),
    ({"h": "id,w,n\n1,0,1\n", "p": "id,sex\n"}, "--weight: expected a household with a weight above 0, got 1 with 0"),
    ({"p": "id,sex\n9,F\n"}, 'p.csv: row 1, column "id": expected a household of the sample, got "9"'),
    ({"p": "sex\nF\n"}, 'p.csv: header: expected a column "id", got "sex"'),
    ({"g": "Z,R\na,r\na,s\nb,r\n"}, 'g.csv: row 2, column "R": expected r for Z a, as in row 1, got s'),
    ({"g": "Y,R\na,r\n"}, 'g.csv: header: expected a column "Z" (or --level Z=COLUMN), got "Y" or "R"'),
    ({"g": "Z,R\n"}, "g.csv: expected at least one zone, got none"),
    ({"g": "Z,R\na,r\nb,r\nc,r\n"}, 't.csv: expected a row for Z "c" of the geography, got none'),
    ({"t": "Z,N,ONE\na,3,2\nb,5,1\nx,1,0\n"}, 't.csv: row 3, column "Z": expected a unit of the geography, got "x"'),
    ({"t": "Z,N,ONE\na,3,2\na,5,1\n"}, 't.csv: row 2, column "Z": expected each unit once, got "a" as in row 1'),
    ({"t": "Z,N,ONE\na,3,\nb,5,1\n"}, 't.csv: row 1, column "ONE": expected a count of at least 0, got ""'),
    ({"t": "Z,N,ONE\na,3,-2\nb,5,1\n"}, 't.csv: row 1, column "ONE": expected a count of at least 0, got "-2"'),
    ({"t": "Z,N,ONE\na,3.5,2\nb,5,1\n"}, 'all: expected a whole number of households for Z "a", got 3.5'),
    ({"t": "Z,N,ONE\na,0,0\nb,0,0\n"}, "all: expected at least one household in all zones together, got none"),
    ({"t": "Z,N\na,3\nb,5\n"}, 't.csv: header: expected a column "ONE" for the control "singles", got none'),
    ({"t": "W,N,ONE\na,3,2\nb,5,1\n"}, 't.csv: header: expected a column "Z" of the level, got none'),
    ({"c": TINY["c"].replace("n=1", "n=7")},
     'c.csv: row 2, control "singles": expected households of the sample that count for it, got none; 3 are asked for '
     "(--without singles leaves it out)"),
    ({"c": TINY["c"].replace("n=1", "n==")},
     'c.csv: row 2, control "singles": at character 4: expected a column, got the end'),
    ({"c": TINY["c"].replace("n=1", "m=1")}, 'c.csv: row 2, control "singles": expected a column of h.csv, got "m"'),
    ({"c": TINY["c"].replace("persons", "people")},
     'c.csv: row 3, control "women", column "seed_table": expected households or persons, got "people"'),
    ({"c": TINY["c"].replace("women,R", "women,S")}, 'g.csv: header: expected a column "S" (or --level S=COLUMN), got "Z" or "R"'),
    ({"c": TINY["c"].replace("singles,", "all,")}, 'c.csv: row 2, control "all": expected each control once, got it twice'),
    ({"c": "target,geography\n"}, 'c.csv: header: expected a column "seed_table", got "target", "geography"'),
    ({"c": TINY["c"].replace("all,Z,households,w>0,N\n", "")},
     "controls: expected one of households on the level Z that every household of the sample counts for, or several that "
     "divide them, got none"),
]
BAD_OPTIONS = [
    (["--without", "x"], '--without: expected a control, "all", "singles" or "women", got "x"'),
    (["--trust", "X=2"], '--trust: expected a level, "Z" or "R", got "X"'),
    (["--trust", "Z=0"], '--trust: expected a number above 0, at most 10^6, for "Z", got 0'),
    (["--trust", "Z"], '--trust: expected LEVEL=NUMBER, got "Z"'),
    (["--importance", "x=2"], '--importance: expected a control, "all", "singles" or "women", got "x"'),
    (["--total", "singles"],
     '--total: expected a control of Z that every household of the sample counts for once, got "singles"'),
    (["--columns", "zz"], 'h.csv: header: expected a column "zz", got "id", "w", "n"'),
    (["--repair", "101"], "--repair: expected 0 to 100, got 101"),
    (["--pull", "0.3"], '--pull: expected 0 to 0.25, got "0.3"'),
    (["--totals", "R=h.csv"], '--totals: expected one file for the level "R", got several'),
    (["--area", "n"], 'g.csv: header: expected a column "n", got "Z", "R"'),
]


class BadInput(PopulateTest):
    def setUp(self):
        super().setUp()
        self.write(**TINY)

    def test_each_has_its_line_and_nothing_is_written(self):
        for changed, message in BAD:
            with self.subTest(message=message):
                self.write(**{**TINY, **changed})
                self.assert_fails(3, message, "populate", *TINY_OPTIONS, "-o", "out")

    def test_options(self):
        for more, message in BAD_OPTIONS:
            with self.subTest(message=message):
                self.assert_fails(3, message, "populate", *TINY_OPTIONS, "-o", "out", *more)
        self.assert_fails(3, "--households: expected it, or --populationsim DIR, got neither", "populate", "-o", "out")
        self.assert_fails(3, 'c.csv: row 3, control "women": expected --persons FILE for a control of persons, got none',
                          "populate", *TINY_OPTIONS[:2], *TINY_OPTIONS[4:], "-o", "out")
        self.assert_fails(4, "nothing.csv: cannot read: No such file or directory", "populate", "--households", "nothing.csv",
                          *TINY_OPTIONS[2:], "-o", "out")

    def test_the_result_never_replaces_the_sample(self):
        (self.folder / "out").mkdir()
        (self.folder / "h.csv").rename(self.folder / "out/households.csv")
        self.assert_fails(3, '-o: expected a file that is not an input, got "out/households.csv"', "populate", "--households",
                          "out/households.csv", *TINY_OPTIONS[2:], "-o", "out")

    def test_a_result_with_unknown_households_is_refused(self):
        self.write(r1="Z,id\na,1\na,9\n", r2="Z,id\nq,1\n", r3="Z,id,weight\na,1,0.5\n",
                   r4="Z,id,weight\n" + "a,3,1000000000\n" * 120)
        for name, message in [("r1", 'row 2, column "id": expected a household of the sample, got "9"'),
                              ("r2", 'row 1, column "Z": expected a zone of the geography, got "q"'),
                              ("r3", 'row 1, column "weight": expected a whole number of households, got "0.5"'),
                              ("r4", "row 101: expected at most 10^11 households and persons in all, got more")]:
            self.assert_fails(3, f"{name}.csv: {message}", "check", f"{name}.csv", *TINY_OPTIONS)


class Tiny(PopulateTest):
    def setUp(self):
        super().setUp()
        self.write(**TINY)

    def test_exact_where_that_can_be(self):
        report = self.populate(options=TINY_OPTIONS)
        self.assertEqual([control["absolute_error"] for control in report["controls"]], [0, 0, 0])

    def test_zones_without_households_are_named(self):
        self.write(t="Z,N,ONE\na,0,2\nb,5,1\n")
        report = self.populate(options=TINY_OPTIONS)
        self.assertIn('1 of 2 Z have no households; 1 of them ask for something else, "a" first, and get nothing',
                      report["notes"])

    def test_totals_that_contradict_are_named_and_trust_says_who_wins(self):
        self.write(t="Z,N,ONE,MORE\na,3,2,1\nb,5,1,4\n", r="R,ONES,MORES,WOMEN\nr,4,6,6\n",
                   c=TINY["c"] + "more,Z,households,n>=2,MORE\nones,R,households,n=1,ONES\nmores,R,households,n>1,MORES\n")
        report = self.populate(options=TINY_OPTIONS)
        self.assertEqual(report["households"], 8)
        self.assertIn("household totals contradict: ones to mores of R and all of Z differ in 1 of 1 units by 2 households, "
                      'most in "r" (10 against 8); Z wins; a trust of 2 for R would let R win', report["notes"])
        report = self.populate("--trust", "R=2", options=TINY_OPTIONS)
        self.assertEqual(report["households"], 10)
        self.assertTrue(any(note.startswith("household totals contradict: all of Z and ones to mores of R differ in 2 of 2")
                            for note in report["notes"]), report["notes"])

    def test_households_stay_in_their_area(self):
        self.write(h="id,w,n,A\n1,1,1,x\n2,2,2,x\n3,1,3,y\n4,1,1,y\n", g="Z,R,A\na,r,x\nb,r,y\n")
        self.populate("--area", "A", "--columns", "A", options=TINY_OPTIONS)
        for home in rows_of(self.folder / "out/households.csv"):
            self.assertEqual(home["A"], {"a": "x", "b": "y"}[home["Z"]])
        self.write(g="Z,R,A\na,r,x\nb,r,z\n")
        self.assert_fails(3, '--area: expected households of the sample in A "z" for the zone "b", got none', "populate",
                          *TINY_OPTIONS, "-o", "again", "--area", "A")

    def test_comment_lines_are_passed_over(self):
        self.write(t="Z,N,ONE\n# old\n#a,9,9\na,3,2\nb,5,1\n")
        self.assertEqual(self.populate(options=TINY_OPTIONS)["households"], 8)


if __name__ == "__main__":
    unittest.main()

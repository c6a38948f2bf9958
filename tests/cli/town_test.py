"""The example town is what its generator makes, and has the properties that its README tells of."""
import csv
import pathlib
import runpy
import subprocess
import sys

from support import CliTest

TOWN = pathlib.Path(__file__).resolve().parents[2] / "examples" / "town"


def read(file):
    with open(file, encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def margin(cells, column):
    counts = {}
    for cell in cells:
        counts[cell[column]] = counts.get(cell[column], 0) + int(cell["count"])
    return counts


class Town(CliTest):
    def test_the_generator_makes_the_committed_tables(self):
        subprocess.run([sys.executable, TOWN / "make_town.py", self.folder], check=True)
        made = {file.name: file.read_bytes() for file in self.folder.iterdir()}
        committed = {file.name: file.read_bytes() for file in TOWN.glob("*_x_*.csv")}
        self.assertEqual(len(made), 5)
        self.assertEqual(made, committed)

    def test_every_cell_is_listed_once_and_rounded_to_base_5(self):
        values = runpy.run_path(str(TOWN / "make_town.py"))["VALUES"]
        for file in TOWN.glob("*_x_*.csv"):
            cells = read(file)
            columns = [name for name in cells[0] if name != "count"]
            size = 1
            for column in columns:
                size *= len(values[column])
            self.assertEqual(len({tuple(cell[column] for column in columns) for cell in cells}), size)
            self.assertEqual(len(cells), size)
            self.assertTrue(all(int(cell["count"]) % 5 == 0 for cell in cells))

    def test_nobody_under_16_is_married_works_or_is_retired(self):
        town = runpy.run_path(str(TOWN / "make_town.py"))
        draw = town["numbers"]()
        people = [town["person"](draw) for _ in range(town["PEOPLE"])]
        children = [one for one in people if one["age"] == "0-15"]
        self.assertGreater(len(children), 500)
        self.assertEqual({one["marital"] for one in children}, {"single"})
        self.assertEqual({one["work"] for one in children}, {"studying", "at home"})

    def test_the_tables_contradict_each_other_a_little(self):
        tables = [read(file) for file in sorted(TOWN.glob("*_x_*.csv"))]
        totals = [sum(int(cell["count"]) for cell in cells) for cells in tables]
        self.assertEqual((min(totals), max(totals)), (4210, 4230))
        marital, work, district = tables[:3]
        self.assertNotEqual(margin(marital, "age"), margin(work, "age"))
        self.assertNotEqual(margin(marital, "age"), margin(district, "age"))

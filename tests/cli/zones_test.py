"""Zones: tables of a real region (CALM: 781 zones in tracts, 62,041 households), and zones that are not as they should be.

The folder of data sets is DROVER_DATA, or shared/data beside the project."""
import collections
import csv
import gzip
import itertools
import os
import pathlib
import statistics
import unittest

from support import LONG
from synth_support import SynthTest, count_values, zone_tables

BESIDE = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data"
DATA = pathlib.Path(os.environ.get("DROVER_DATA") or BESIDE) / "calm"
TABLES = sorted((DATA / "tables").glob("*.csv"))
FREE = ["size", "age", "income", "workers", "dwelling"]
NEEDS_DATA = unittest.skipUnless(TABLES, f"no tables of CALM: DROVER_DATA is not set, or {DATA} does not exist")


def pooled_chi2(rows, zone, a, b):
    """chi2 / df of the table of a and b against the sum over zones of row total x column total / zone total."""
    zones, left, right = (count_values(rows, columns) for columns in ([zone], [zone, a], [zone, b]))
    expected = collections.Counter()
    of_zone = collections.defaultdict(list)
    for (z, y), count in right.items():
        of_zone[z].append((y, count))
    for (z, x), count in left.items():
        for y, other in of_zone[z]:
            expected[x, y] += count * other / zones[z,]
    found = count_values(rows, [a, b])
    chi2 = sum((found[cell] - e) ** 2 / e for cell, e in expected.items())
    return chi2 / ((len({x for x, _ in expected}) - 1) * (len({y for _, y in expected}) - 1))


@NEEDS_DATA
class RealRegion(SynthTest):
    def assert_all_cells_are_met(self, rows):
        for path in TABLES:
            with open(path, newline="", encoding="utf-8") as file:
                cells = list(csv.DictReader(file))
            columns = [column for column in cells[0] if column != "count"]
            wanted = {tuple(cell[column] for column in columns): int(cell["count"]) for cell in cells}
            wanted = {cell: count for cell, count in wanted.items() if count}
            self.assertEqual(count_values(rows, columns), wanted, path.name)

    def test_every_cell_is_exact_and_columns_are_independent_within_zones(self):
        result, rows = self.synth(*TABLES)
        self.assertEqual((result["rows"], result["mean_tv"], result["impossible_rows"]), (62041, 0, 0))
        self.assert_all_cells_are_met(rows)
        found = [pooled_chi2(rows, "taz", a, b) for a, b in itertools.combinations(FREE, 2)]
        self.assertLessEqual(max(found), 1, found)
        self.assertLess(statistics.median(found), 0.5, found)

    @LONG
    def test_bytes_do_not_depend_on_threads(self):
        digests = {self.json_of("synth", *TABLES, "-o", "t.csv", "--threads", k)["digest"] for k in (1, 2, 8)}
        self.assertEqual(len(digests), 1)

    @LONG
    def test_rows_resemble_a_survey_and_all_cells_are_exact(self):
        with gzip.open(DATA / "seed_households.csv.gz", "rt", newline="") as file:
            households = [row for row in csv.DictReader(file) if int(row["NP"]) > 0]
        lines = [f"{min(int(row['NP']), 4)}{'+' if int(row['NP']) > 3 else ''},"
                 f"{['single', 'multi', 'mobile', 'duplex'][int(row['HTYPE']) - 1]},{row['WGTP']}" for row in households]
        self.write(sample="size,dwelling,weight\n" + "\n".join(lines) + "\n")
        result, rows = self.synth(*TABLES, "--like", "sample.csv", "--weight", "weight")
        self.assertEqual(result["mean_tv"], 0)
        self.assert_all_cells_are_met(rows)


class Zones(SynthTest):
    def setUp(self):
        super().setUp()
        self.a, self.b = zone_tables(20)
        self.write(a=self.a, b=self.b)

    def notes(self, *arguments):
        """What the report says under "note"."""
        done = self.run_drover("synth", *arguments, "-o", "rows.csv")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return [line.split(maxsplit=1)[1] for line in done.stdout.splitlines() if line.startswith("note ")]

    def test_nothing_to_note(self):
        self.assertEqual(self.notes("a.csv", "b.csv"), [])

    def test_a_hub_that_stands_alone_is_refused(self):
        self.write(h="h,count\nu,10\nv,10\n")
        self.assert_fails(3, '--by: expected a column that some table has beside others, got "h", which is alone in '
                             "its tables", "synth", "a.csv", "b.csv", "h.csv", "--by", "h", "-o", "rows.csv")

    def test_a_hub_that_no_table_has_is_refused(self):
        self.assert_fails(3, '--by: expected a column of the tables, got "county"', "synth", "a.csv", "b.csv", "--by",
                          "county", "-o", "rows.csv")

    def test_a_zone_without_people_is_named(self):
        self.write(a=self.a + "z99,x,0\nz99,y,0\n", b=self.b + "z99,p,0\nz99,q,0\n")
        self.assertEqual(self.notes("a.csv", "b.csv"), ["zone=z99 has nobody in any table: it gets no rows"])
        self.assertNotIn("z99", {row["zone"] for row in self.rows_of("rows.csv")})
        self.assertEqual(self.json_of("explain", "a.csv", "b.csv")["notes"],
                         ["zone=z99 has nobody in any table: it gets no rows."])

    def test_many_zones_without_people_are_one_note(self):
        self.write(a=self.a + "".join(f"z{k},x,0\n" for k in range(90, 95)))
        self.assertEqual(self.notes("a.csv", "b.csv"),
                         ["zone=z90, z91, z92 and 2 more have nobody in any table: they get no rows"])

    def test_zones_that_a_table_lacks_are_named(self):
        self.write(b=self.b + "z99,p,4\nz99,q,3\n")
        self.assertEqual(self.notes("a.csv", "b.csv"), ["zone=z99 has 7 in table b and nothing in table a"])
        self.assertIn('Column "zone": "z99" has 7 in table b and nothing in table a.',
                      self.json_of("explain", "a.csv", "b.csv")["notes"])
        self.write(b=self.b + "".join(f"z{k},p,4\n" for k in range(90, 95)))
        found = self.notes("a.csv", "b.csv")
        self.assertEqual((len(found), found[-1]),
                         (4, "and so have 2 more values of zone: drover explain says more"))

    def test_a_sample_that_lacks_a_category_is_noted(self):
        self.write(sample="a,b\nx,p\nx,p\ny,p\n")
        self.assertEqual(self.notes("a.csv", "b.csv", "--like", "sample.csv"),
                         ["sample.csv has no rows with b=q: what these go with is taken to be even"])

    def test_a_sample_with_a_category_that_no_table_has_is_refused(self):
        self.write(sample="a,b\nx,p\nw,q\n")
        self.assert_fails(3, 'sample.csv: row 2, column "a": expected one of x, y, got "w"', "synth", "a.csv", "b.csv",
                          "--like", "sample.csv", "-o", "rows.csv")

    def test_explain_reads_tables_that_keep_just_their_listed_cells(self):
        zones = 3000
        self.write(fine="zone,unit,count\n" + "".join(f"z{k},u{k // 2},2\n" for k in range(zones)),
                   a="zone,a,count\n" + "".join(f"z{k},x,1\nz{k},y,1\n" for k in range(zones)))
        found = self.json_of("explain", "fine.csv", "a.csv")
        self.assertEqual((found["consistent"], found["notes"]), (True, []))

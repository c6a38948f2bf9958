"""drover tables"""
import csv
import gzip
import itertools
import json
import os
import pathlib
import random
import unittest

import support
from support import CliTest

PEOPLE = ("sex,age,town\n"
          "F,34,Ulm\nM,17,Ulm\nF,17,\nM,80,Bonn\nF,34,Ulm\n")


class Tables(CliTest):
    def table(self, path, separator=","):
        with open(self.folder / path, newline="", encoding="utf-8") as file:
            return list(csv.reader(file, delimiter=separator))

    def test_text_output_and_files_whole(self):
        self.write(people=PEOPLE)
        done = self.run_drover("tables", "people.csv", "-o", "out/tables")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, (
            "column  values        kind\n"
            "sex          2  categories\n"
            "age          3  categories\n"
            "town         3  categories\n"
            "\n"
            "rows      5\n"
            "tables    3\n"
            "cells     21\n"
            "  listed  12\n"
            "folder    out/tables\n"
            "schema    out/tables/schema.json\n"))
        folder = self.folder / "out" / "tables"
        self.assertEqual(sorted(p.name for p in folder.iterdir()),
                         ["age_x_town.csv", "schema.json", "sex_x_age.csv", "sex_x_town.csv"])
        self.assertEqual((folder / "sex_x_age.csv").read_text(),
                         "sex,age,count\nF,17,1\nF,34,2\nM,17,1\nM,80,1\n")
        self.assertEqual((folder / "sex_x_town.csv").read_text(),
                         "sex,town,count\nF,Ulm,2\nF,,1\nM,Bonn,1\nM,Ulm,1\n")
        self.assertEqual((folder / "schema.json").read_text(), (
            '{"format":"drover.schema/1","columns":[\n'
            '{"name":"sex","values":["F","M"]},\n'
            '{"name":"age","values":["17","34","80"]},\n'
            '{"name":"town","values":["Bonn","Ulm",""]}\n]}\n'))

    def test_weights_sum_to_counts(self):
        self.write(people="sex,w\nF,1.5\nM,2\nF,0.25\nM,1/3\n")
        result = self.json_of("tables", "people.csv", "-o", "t", "--order", "1", "--weight", "w")
        self.assertEqual((self.folder / "t/sex.csv").read_text(), "sex,count\nF,1.75\nM,7/3\n")
        self.assertEqual((result["rows"], result["weight"], result["tables"][0]["total"]), (4, "w", 49 / 12))
        self.assertIn("1 table: total 4.08333, 1 column", self.run_drover("explain", "t/sex.csv").stdout)

    def test_wide_tables_become_long_ones(self):
        self.write(w="TAZ,HH,S1,S2,TRACT\n7,10,4,6,A\n8,3,3,0,B\n9,0,0,*,B\n")
        (self.folder / "g.json").write_text('{"format":"drover.groups/1","groups":[{"variable":"size","columns":'
                                            '{"S1":"1","S2":"2+"}},{"key":["TAZ","TRACT"],"columns":"HH"}]}')
        result = self.json_of("tables", "--wide", "w.csv", "--key", "TAZ=taz", "--groups", "g.json", "-o", "t",
                              "--suppressed", "*")
        self.assertEqual((self.folder / "t/taz_x_size.csv").read_text(),
                         "taz,size,count\n7,1,4\n7,2+,6\n8,1,3\n9,2+,\n")
        self.assertEqual((self.folder / "t/TAZ_x_TRACT.csv").read_text(), "TAZ,TRACT,count\n7,A,10\n8,B,3\n")
        self.assertEqual([(t["name"], t["cells"], t["listed"], t["suppressed"], t["total"]) for t in result["tables"]],
                         [("taz_x_size", 6, 4, 1, 13), ("TAZ_x_TRACT", 4, 2, 0, 13)])

    def test_bad_wide_tables(self):
        groups = '{"format":"drover.groups/1","groups":[{"variable":"size","columns":["S1","S2"]}]}'
        for text, json_text, options, message in (
                ("TAZ,S1\n7,1\n", groups, [], 'group "size": expected a file with the columns "TAZ", "S1", "S2", got none '
                                              '(w.csv has no "S2")'),
                ("TAZ,S1,S2\n7,1,x\n", groups, [], 'w.csv: row 1, column "S2": expected a number, got "x"'),
                ("TAZ,S1,S2\n7,1,-2\n", groups, [], 'w.csv: row 1, column "S2": expected a count of at least 0, got "-2"'),
                ("TAZ,S1,S2\n7,1,2\n7,1,2\n", groups, [], 'w.csv: row 2: expected each "TAZ" once, got "7" again, first in '
                                                         'row 1'),
                ("TAZ,S1,S2\n7,1\n", groups, [], "w.csv: row 1: expected 3 fields, got 2"),
                ("TAZ,S1,S2\n", groups, [], "w.csv: expected at least one row, got none"),
                ("TAZ,S1,S2\n7,1,2\n", "{}", [], 'g.json: format: expected "drover.groups/1", got nothing'),
                ("TAZ,S1,S2\n7,1,2\n", groups.replace("columns", "column"), [],
                 'g.json: group 1: expected only the keys variable, columns, key, got "column"; did you mean "columns"?'),
                ("TAZ,S1,S2\n7,1,2\n", groups.replace('"S2"', "2"), [],
                 "g.json: group 1, columns: expected names of columns, got 2"),
                ("TAZ,S1,S2\n7,1,2\n", groups.replace('"variable":"size",', ""), [],
                 'group 1: expected a variable, or one column of totals, got "S1", "S2"'),
                ("TAZ,S1,S2\n7,1,2\n", groups.replace('"S2"', '"S1"'), [],
                 'group "size": expected each column and each value once, got "S1" for "S1"'),
                ("TAZ,S1,S2\n7,1,2\n", groups, ["--order", "1"], "--wide: expected none of the options for microdata, got one"),
                ("TAZ,S1,S2\n7,1,2\n", groups, ["w.csv"], '--wide: expected no microdata with it, got "w.csv"')):
            with self.subTest(message=message):
                self.write(w=text)
                (self.folder / "g.json").write_text(json_text)
                self.assert_fails(3, message, "tables", *options, "--wide", "w.csv", "--key", "TAZ", "--groups", "g.json",
                                  "-o", "t")

    def test_what_looks_like_a_table_is_said(self):
        self.write(w="TAZ,A,B,C,D\n7,1,2,3,4\n8,1,2,3,5\n9,2,2,3,5\n", h="a,b,n2\nx,1,3\nx,2,4\ny,1,1\ny,2,9\n")
        self.assertIn('it looks like a wide table: "TAZ" is different in every row, and 5 of 5 columns are counts.',
                      self.json_of("tables", "w.csv", "-o", "t")["note"])
        self.assertIn('it looks like a table of counts: with the option count set to "n2", it is read as one.',
                      self.json_of("tables", "h.csv", "-o", "t")["note"])

    @unittest.skipUnless(os.environ.get("DROVER_DATA"), "DROVER_DATA is not set")
    def test_control_totals_of_a_region(self):
        """The tables that others made of the same wide files, cell by cell."""
        calm = pathlib.Path(os.environ["DROVER_DATA"]) / "calm"
        if not calm.exists():
            self.skipTest("no CALM data")
        (self.folder / "g.json").write_text(
            '{"format":"drover.groups/1","groups":['
            '{"variable":"size","columns":{"HHSIZE1":"1","HHSIZE2":"2","HHSIZE3":"3","HHSIZE4":"4+"}},'
            '{"key":{"TAZ":"taz","TRACTCE":"tract"},"columns":"HHBASE"},'
            '{"variable":"workers","key":{"TRACT":"tract"},"columns":{"HHWORK0":"0","HHWORK1":"1","HHWORK2":"2",'
            '"HHWORK3":"3+"}}]}')
        self.json_of("tables", "--wide", calm / "control_totals_taz.csv", "--wide", calm / "control_totals_tract.csv",
                     "--key", "TAZ=taz", "--groups", "g.json", "-o", "t")
        for name in ("taz_x_tract", "taz_x_size", "tract_x_workers"):
            made = sorted(row[:1] + row[-1:] for row in self.table(f"t/{name}.csv"))
            self.assertEqual(made, sorted(row[:1] + row[-1:] for row in self.table(calm / "tables" / f"{name}.csv")))

    def test_json_echoes_options_and_results(self):
        self.write(people=PEOPLE)
        result = self.json_of("tables", "people.csv", "-o", "t", "--order", "1", "--also", "town,sex",
                              "--also", "age,sex", "--columns", "sex,town", "--suppress-below", "2")
        self.assertEqual(result["format"], "drover.tables/1")
        self.assertEqual([t["columns"] for t in result["tables"]],
                         [["sex"], ["town"], ["town", "sex"], ["age", "sex"]])
        self.assertEqual(result["tables"][2], {"name": "town_x_sex", "file": "t/town_x_sex.csv",
                                               "columns": ["town", "sex"], "cells": 6, "listed": 4,
                                               "suppressed": 3, "total": 2})
        self.assertEqual((result["rows"], result["table_count"], result["cells"]), (5, 4, 17))
        self.assertEqual((result["order"], result["columns"], result["also"], result["suppress_below"]),
                         (1, "sex,town", ["town,sex", "age,sex"], 2))
        for key in ("microdata", "round", "schema", "separator", "threads", "seed", "suppressed", "folder",
                    "schema_file", "listed", "other_csv_files"):
            self.assertIn(key, result)

    def test_every_table_has_the_sums_of_the_microdata(self):
        dice = random.Random(1)
        rows = [[dice.choice("abc"), dice.randrange(2000), f"{dice.gauss(0, 3):.2f}", dice.choice(["x", ""])]
                for _ in range(3000)]
        self.write(people="a,b,c,d\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
        self.json_of("tables", "people.csv", "-o", "t", "--order", "3")
        columns = {c["name"]: c for c in json.loads((self.folder / "t/schema.json").read_text())["columns"]}
        self.assertEqual({name: len(c["values"]) for name, c in columns.items()}, {"a": 3, "b": 20, "c": 20, "d": 2})
        self.assertEqual((columns["b"]["decimals"], columns["c"]["decimals"]), (0, 2))
        for name, scale in (("b", 1), ("c", 100)):
            numbers = [round(float(row["abcd".index(name)]) * scale) for row in rows]
            counts = [sum(low <= x <= high for x in numbers) for low, high in columns[name]["bins"]]
            self.assertEqual(sum(counts), 3000)
            self.assertLess(max(counts) - min(counts), 40)
        for table in itertools.combinations("abcd", 3):
            lines = self.table(f"t/{'_x_'.join(table)}.csv")
            self.assertEqual(lines[0], [*table, "count"])
            self.assertEqual(sum(int(line[-1]) for line in lines[1:]), 3000)
            marginal = {value: 0 for value in columns[table[0]]["values"]}
            for line in lines[1:]:
                marginal[line[0]] += int(line[-1])
            self.assertTrue(all(marginal.values()))

    def test_rounds_and_leaves_blank(self):
        self.write(people="a,b\n" + 7 * "x,1\n" + 3 * "y,1\n" + 2 * "y,2\n" + "x,2\n")
        result = self.json_of("tables", "people.csv", "-o", "t", "--round", "5")
        self.assertEqual(self.table("t/a_x_b.csv"), [["a", "b", "count"], ["x", "1", "5"], ["y", "1", "5"]])
        result = self.json_of("tables", "people.csv", "-o", "t", "--round", "5", "--suppress-below", "3")
        self.assertEqual(self.table("t/a_x_b.csv"), [["a", "b", "count"], ["x", "1", "5"], ["x", "2", ""],
                                                     ["y", "1", "5"], ["y", "2", ""]])
        self.assertEqual(result["suppressed"], 2)

    def test_its_schema_reads_back_and_makes_the_same_bytes(self):
        self.write(people="x,s\n" + "".join(f"{i * i / 8},{i % 3}\n" for i in range(400)))
        self.json_of("tables", "people.csv", "-o", "one")
        self.json_of("tables", "people.csv", "-o", "two", "--schema", "one/schema.json")
        for name in ("x_x_s.csv", "schema.json"):
            self.assertEqual((self.folder / "one" / name).read_bytes(), (self.folder / "two" / name).read_bytes())

    def test_schema_with_edges_sets_the_bins(self):
        self.write(people="income,sex\n999.50,F\n1000,M\n5000,F\n,M\n")
        (self.folder / "s.json").write_text(
            '{"format":"drover.schema/1","columns":[{"name":"income","edges":[0,1000,5000]}]}')
        self.json_of("tables", "people.csv", "-o", "t", "--schema", "s.json", "--order", "1")
        self.assertEqual(self.table("t/income.csv"), [["income", "count"], ["0.00-999.99", "1"],
                                                      ["1000.00-5000.00", "2"], ["", "1"]])

    def test_other_separators_gzip_and_standard_input(self):
        (self.folder / "p.gz").write_bytes(gzip.compress(PEOPLE.replace(",", ";").encode()))
        self.json_of("tables", "p.gz", "-o", "t", "--separator", ";")
        self.assertEqual(self.table("t/sex_x_age.csv", ";")[1], ["F", "17", "1"])
        done = self.run_drover("tables", "-", "-o", "u", "--separator", "tab", stdin=PEOPLE.replace(",", "\t"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.table("u/sex_x_age.csv", "\t")[1], ["F", "17", "1"])

    def test_a_pipe_of_many_values_makes_the_tables_of_the_file(self):
        draw = random.Random(5)
        rows = "".join(f"{draw.choice('FM')},{draw.randrange(10**6) / 100},{draw.choice(['', 'Ulm'])}\n" for _ in range(70_000))
        self.write(people="sex,income,town\n" + rows)
        self.run_drover("tables", "people.csv", "-o", "file")
        done = self.run_drover("tables", "-", "-o", "pipe", stdin="sex,income,town\n" + rows)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for name in ("sex_x_income.csv", "income_x_town.csv", "schema.json"):
            self.assertEqual((self.folder / "pipe" / name).read_text(), (self.folder / "file" / name).read_text())
        self.assertEqual(sum(int(row[2]) for row in self.table("pipe/income_x_town.csv")[1:]), 70_000)

    def test_statements_for_databases(self):
        done = self.run_drover("tables", "--sql", "census.people", "--columns", "sex,age", "--order", "1", "--weight", "w",
                               "--dialect", "postgres")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, (
            'SELECT "grouping",\n'
            "       COALESCE(CAST(\"sex\" AS VARCHAR), '') AS \"sex\",\n"
            "       COALESCE(CAST(\"age\" AS VARCHAR), '') AS \"age\",\n"
            '       SUM("count") AS "count"\n'
            "FROM (\n"
            '    SELECT CASE GROUPING("sex", "age")\n'
            "           WHEN 1 THEN 'sex'\n"
            "           WHEN 2 THEN 'age'\n"
            '           END AS "grouping",\n'
            '           "sex", "age", SUM("w") AS "count"\n'
            '    FROM "census"."people"\n'
            '    GROUP BY GROUPING SETS (("sex"), ("age"))\n'
            ') AS "counted"\n'
            "GROUP BY \"grouping\", COALESCE(CAST(\"sex\" AS VARCHAR), ''), COALESCE(CAST(\"age\" AS VARCHAR), '')\n"
            "ORDER BY 1, 2, 3;\n"))
        self.run_drover("tables", "--sql", "people", "--columns", "a,b", "-o", "count.sql")
        self.assertIn('FROM "people"', (self.folder / "count.sql").read_text())

    def test_grouped_tables_are_read(self):
        self.write(counted='grouping,sex,age,count\nsex,F,,3\nsex,M,,2\nage,,17,2\nage,,34,3\n',
                   sex="sex,count\nF,3\nM,2\n", age="age,count\n17,2\n34,3\n")
        one = self.run_drover("synth", "counted.csv", "-n", "50")
        self.assertEqual(one.stdout, self.run_drover("synth", "sex.csv", "age.csv", "-n", "50").stdout)
        self.assertIn("2 tables agree", self.run_drover("explain", "counted.csv").stdout)
        self.write(rows=one.stdout)
        self.assertEqual(self.json_of("check", "rows.csv", "counted.csv")["mean_tv"], 0)

    def test_names_of_files_are_harmless_and_unique(self):
        self.write(people='"../a,b",a?,a!,é ü\n1,2,3,4\n')
        self.json_of("tables", "people.csv", "-o", "t", "--order", "1")
        self.assertEqual(sorted(os.listdir(self.folder / "t")),
                         ["..-a-b.csv", "a-.csv", "a-_2.csv", "schema.json", "é-ü.csv"])
        self.write(people=f"{300 * 'ä'},{300 * 'ä'}x\n1,2\n")
        self.json_of("tables", "people.csv", "-o", "u", "--order", "1")
        self.assertEqual(sorted(os.listdir(self.folder / "u")), ["schema.json", 100 * "ä" + ".csv", 100 * "ä" + "_2.csv"])

    def test_replaces_files_and_tells_of_others(self):
        self.write(people=PEOPLE)
        (self.folder / "t").mkdir()
        (self.folder / "t" / "sex.csv").write_text("old")
        (self.folder / "t" / "older.csv").write_text("old")
        done = self.run_drover("tables", "people.csv", "-o", "t", "--order", "1")
        self.assertIn("other CSV files there  1\n", done.stdout)
        self.assertEqual((self.folder / "t" / "sex.csv").read_text(), "sex,count\nF,3\nM,2\n")
        self.assertEqual((self.folder / "t" / "older.csv").read_text(), "old")

    def test_leaves_nothing_behind_when_a_file_cannot_be_written(self):
        self.write(people=PEOPLE)
        (self.folder / "t" / "town.csv").mkdir(parents=True)
        done = self.run_drover("tables", "people.csv", "-o", "t", "--order", "1")
        self.assertEqual((done.returncode, done.stdout), (4, ""))
        self.assertEqual(done.stderr, "drover: t/town.csv: cannot write: Is a directory\n")
        self.assertEqual(os.listdir(self.folder / "t"), ["town.csv"])

    def test_help_has_an_example_and_claims_no_privacy(self):
        text = self.run_drover("tables", "--help").stdout
        self.assertIn("Example: drover tables people.csv -o tables/", text)
        self.assertIn("do not guarantee privacy", text)

    @unittest.skipUnless(os.environ.get("DROVER_DATA"), "DROVER_DATA does not name the folder of data sets")
    def test_adult_has_91_pairs(self):
        path = pathlib.Path(os.environ["DROVER_DATA"]) / "adult" / "adult_discrete.csv.gz"
        result = self.json_of("tables", path, "-o", "t")
        self.assertEqual((result["rows"], result["table_count"]), (48842, 91))
        self.assertEqual({t["total"] for t in result["tables"]}, {48842})


# Contents of p.csv, then the message.
MICRODATA = [
    ("", "p.csv: expected a header line, got an empty file"),
    ("a,b\n", "p.csv: expected at least one row, got none"),
    ("a,a\n1,2\n", 'p.csv: header: expected each column once, got "a" twice'),
    ("a,,c\n1,2,3\n", "p.csv: header: expected a name for column 2, got nothing"),
    ("a,b\n1,2\n3\n", "p.csv: row 2: expected 2 fields, got 1"),
    ("a,b\n1,2\n3,4,5\n", "p.csv: row 2: expected 2 fields, got 3"),
    ('a,b\n"1,2\n', "p.csv: line 2: expected a closing quote, got the end of the file"),
    (b"a,b\n1,\xff\n", "p.csv: line 2: expected UTF-8 text, got a byte that is not valid UTF-8"),
    (b"a,b\n1,\x00\n", "p.csv: line 2: expected text, got a NUL byte"),
    ("a,b\n1,2\n1,99999999999999999999\n",
     'p.csv: row 2, column "b": expected a number below 2^62 in magnitude, got "99999999999999999999"'),
    ("a,b\n1,2\n1,1e30\n", 'p.csv: row 2, column "b": expected a number below 2^62 in magnitude, got "1e30"'),
    ("a\n1\n", "--order: expected 0 to 1, the number of columns, got 2"),
    ("a,count\nx,1\n", 'p.csv: header: expected no column named count, p or se, which tables use themselves, got '
                       '"count"; --columns can leave it out'),
    ("a,se\nx,1\n", 'p.csv: header: expected no column named count, p or se, which tables use themselves, got '
                    '"se"; --columns can leave it out'),
    ("a,b\n" + "".join(f"x{i},y{i}\n" for i in range(17000)),
     'p.csv: table "a_x_b": expected at most 2^28 cells, got more; --columns can leave columns of many values out'),
]

# Options, then the message.
OPTIONS = [
    (["--order", "3"], "--order: expected 0 to 2, the number of columns, got 3"),
    (["--order", "-1"], "--order: expected 0 to 100000, got -1"),
    (["--order", "0"], "--order: expected tables by --also for order 0, got none"),
    (["--columns", "a,z"], 'p.csv: header: expected a column "z", got none'),
    (["--columns", "a,a"], '--columns: expected each column once, got "a" twice'),
    (["--columns", "a,"], "--columns: expected each column once, got an empty name"),
    (["--also", "a,z"], '--also: expected columns of the microdata, got "z"'),
    (["--also", ""], '--also: expected column names separated by commas, got ""'),
    (["--round", "0"], "--round: expected 1 to 10^12, got 0"),
    (["--round", "-5"], "--round: expected 1 to 10^12, got -5"),
    (["--suppress-below", "-1"], "--suppress-below: expected 0 to 10^12, got -1"),
    (["--separator", ""], '--separator: expected one ASCII character other than a quote or a line end, or tab, got ""'),
    (["--separator", "ab"], '--separator: expected one ASCII character other than a quote or a line end, or tab, got "ab"'),
    (["--separator", '"'], '--separator: expected one ASCII character other than a quote or a line end, or tab, got """'),
]

# The columns of a schema, then the message behind the name of its file.
SCHEMAS = [
    ('{"name":"a","values":["x"]}', None, 'p.csv: row 2, column "a": expected "x", got "y"'),
    ('{"name":"a","values":["x","y"]},{"name":"z","values":["1"]}', None,
     'p.csv: header: expected a column "z", got none'),
    ('{"name":"b","bins":[[0,1]]}', None,
     'p.csv: row 2, column "b": expected a number in a bin of the schema (0 to 1), got "2"'),
    ('{"name":"b","edges":[0,1]}', None, 'p.csv: row 2, column "b": expected a number from 0 to 1, got "2"'),
    ('{"name":"a","edges":[0,1]}', None, 'p.csv: row 1, column "a": expected a number, got "x"'),
    ('{"name":"a"}', 'column 1 "a": expected values, bins or edges, got none', None),
    ('{"values":["x"]}', "column 1, name: expected a text, got nothing", None),
    ('{"name":5,"values":["x"]}', "column 1, name: expected a text, got 5", None),
    ('{"name":"","values":["x"]}', 'column 1, name: expected a text, got ""', None),
    ('["a"]', 'column 1: expected an object, got ["a"]', None),
    ('{"name":"a","vals":["x"]}',
     'column 1: expected only the keys name, values, bins, decimals, edges, got "vals"', None),
    ('{"name":"a","values":[]}', 'column 1 "a", values: expected a list of at least one, got []', None),
    ('{"name":"a","values":[1]}', 'column 1 "a", values: expected texts, got 1', None),
    ('{"name":"a","values":["x","x"]}', 'column 1 "a", values: expected each once, got "x" twice', None),
    ('{"name":"a","values":["x"]},{"name":"a","values":["x"]}',
     'column 2: expected each column once, got "a" twice', None),
    ('{"name":"b","bins":[[1,0]]}', 'column 1 "b", bins: expected rising numbers, got [1,0]', None),
    ('{"name":"b","bins":[[0,5],[5,9]]}', 'column 1 "b", bins: expected rising numbers, got [5,9]', None),
    ('{"name":"b","bins":[[0,0.5]]}', 'column 1 "b", bins: expected pairs of integers below 2^62, got [0,0.5]',
     None),
    ('{"name":"b","bins":[[0,9]],"values":["x","y"]}',
     'column 1 "b": expected as many bins as values, got 1 and 2', None),
    ('{"name":"b","bins":[[0,9]],"decimals":19}',
     'column 1 "b", decimals: expected an integer from 0 to 18, got 19', None),
    ('{"name":"b","edges":[1]}', 'column 1 "b", edges: expected at least two numbers, got [1]', None),
    ('{"name":"b","edges":[1,1]}', 'column 1 "b", edges: expected rising numbers below 2^62, got 1', None),
    ('{"name":"b","edges":[0,1e300]}', 'column 1 "b", edges: expected rising numbers below 2^62, got 1e+300', None),
    ('{"name":"b","edges":["0","1"]}', 'column 1 "b", edges: expected numbers, got "0"', None),
    ('{"name":"b","edges":[0,1],"values":["x"]}',
     'column 1 "b": expected either edges or values and bins, got both', None),
]

# The whole schema file, then the message behind its name.
SCHEMA_FILES = [
    ("", "expected a JSON object, got an empty file"),
    ("[]", "expected a JSON object, got []"),
    ("{", "line 1, character 2: expected JSON, got something else"),
    ('{"format":\n"drover.schema/1",}', "line 2, character 19: expected JSON, got something else"),
    ('{"columns":[]}', 'format: expected "drover.schema/1", got nothing'),
    ('{"format":"drover.schema/2"}', 'format: expected "drover.schema/1", got "drover.schema/2"'),
    ('{"format":"drover.schema/1"}', "columns: expected a list of at least one, got nothing"),
    ('{"format":"drover.schema/1","columns":{}}', "columns: expected a list of at least one, got {}"),
    ('{"format":"drover.schema/1","colums":[]}', 'expected only the keys format, columns, got "colums"; did you mean "columns"?'),
]


class BadTables(CliTest):
    def test_microdata(self):
        for text, message in MICRODATA:
            with self.subTest(message=message):
                self.write(p=text)
                self.assert_fails(3, message, "tables", "p.csv", "-o", "out")

    def test_options(self):
        self.write(p="a,b\nx,1\ny,2\n")
        for options, message in OPTIONS:
            with self.subTest(message=message):
                self.assert_fails(3, message, "tables", "p.csv", "-o", "out", *options)
        self.assert_fails(3, '-o: expected a folder for the tables, got "-"', "tables", "p.csv", "-o", "-")
        self.assert_fails(3, "expected at most one input from standard input, got several", "tables", "-", "-o", "t",
                          "--schema", "-")
        self.write(p=",".join(f"c{i}" for i in range(60)) + "\n" + ",".join(60 * "1") + "\n")
        self.assert_fails(3, "--order: expected at most 100000 tables, got more with order 30", "tables", "p.csv",
                          "-o", "t", "--order", "30")

    def test_schemas(self):
        self.write(p="a,b\nx,1\ny,2\n")
        for columns, in_schema, elsewhere in SCHEMAS:
            message = elsewhere or f"s.json: {in_schema}"
            with self.subTest(message=message):
                (self.folder / "s.json").write_text('{"format":"drover.schema/1","columns":[' + columns + "]}")
                self.assert_fails(3, message, "tables", "p.csv", "-o", "out", "--schema", "s.json")
        for text, message in SCHEMA_FILES:
            with self.subTest(message=message):
                (self.folder / "s.json").write_text(text)
                self.assert_fails(3, f"s.json: {message}", "tables", "p.csv", "-o", "out", "--schema", "s.json")

    def test_files(self):
        self.write(p="a,b\nx,1\ny,2\n")
        self.assert_fails(4, "no.csv: cannot read: No such file or directory", "tables", "no.csv", "-o", "out")
        self.assert_fails(4, "no.json: cannot read: No such file or directory", "tables", "p.csv", "-o", "out",
                          "--schema", "no.json")
        self.assert_fails(4, "p.csv: cannot make the folder: Not a directory", "tables", "p.csv", "-o", "p.csv")
        (self.folder / "z.gz").write_bytes(gzip.compress(b"a,b\n1,2\n")[:-4])
        done = self.run_drover("tables", "z.gz", "-o", "out")
        self.assertEqual((done.returncode, done.stdout), (4, ""))
        self.assertFalse((self.folder / "out").exists())

    def test_the_microdata_are_never_replaced(self):
        (self.folder / "t").mkdir()
        (self.folder / "t" / "a.csv").write_text("a\n1\n2\n")
        self.assert_fails(3, '-o: expected a file that is not an input, got "t/a.csv"', "tables", "t/a.csv",
                          "-o", "t", "--order", "1")
        self.assertEqual((self.folder / "t" / "a.csv").read_text(), "a\n1\n2\n")

    def test_statements(self):
        for arguments, words in (
                (("--sql", "a..b", "--columns", "a,b"), '--sql: expected the name of a table'),
                (("--sql", "people"), "--sql: expected --columns, got none"),
                (("--sql", "people", "--columns", "a,count"), 'got "count"'),
                (("--sql", "people", "--columns", "a,b", "--round", "5"), "got microdata or another option"),
                (("people.csv", "--sql", "people", "--columns", "a,b"), "got microdata or another option")):
            with self.subTest(arguments=arguments):
                done = self.run_drover("tables", *arguments)
                self.assertEqual((done.returncode, done.stdout), (3, ""))
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)

    def test_usage(self):
        self.write(p="a,b\nx,1\ny,2\n")
        for arguments in (["p.csv"], ["-o", "t"], ["p.csv", "-o", "t", "--order", "two"], ["p.csv", "-o", ""],
                          ["p.csv", "-o", "t", "--rounds", "5"]):
            with self.subTest(arguments=arguments):
                done = self.run_drover("tables", *arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn("usage: drover tables [OPTIONS] [MICRODATA]; ", done.stderr)


if __name__ == "__main__":
    support.PROGRAM = os.environ["DROVER_PROGRAM"]
    unittest.main()

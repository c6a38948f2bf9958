"""drover explain"""
import gzip
import json

from support import CliTest

AGE_SEX = "age,sex,count\nyoung,F,30\nyoung,M,20\nold,F,25\nold,M,25\n"
AGE = "age,count\nyoung,50\nold,50\n"
SEX_TOWN = "sex,town,count\nF,A,40\nF,B,15\nM,A,30\nM,B,15\n"

# Contents of t.csv, then the message.
BAD = [
    ("", "t.csv: expected a header line, got an empty file"),
    ("age,count\n", "t.csv: expected at least one cell, got the header only"),
    ("age,sex\ny,F\n", "t.csv: header: expected a column count or p, got neither"),
    ("age;count\ny;1\n", "t.csv: header: expected a column count or p, got neither"),
    ("age,p,count\ny,1,1\n", "t.csv: header: expected a column count or p, got both"),
    ("count\n1\n", 't.csv: header: expected a column for each variable besides "count", got none'),
    ("age,age,count\ny,y,1\n", 't.csv: header: expected each column once, got "age" twice'),
    ("age,,count\ny,y,1\n", "t.csv: header: expected a name for column 2, got nothing"),
    ("age,count\ny,1\no\n", "t.csv: row 2: expected 2 fields, got 1"),
    ("age,count\ny,1,2\n", "t.csv: row 1: expected 2 fields, got 3"),
    ("age,count\ny,1\ny,2\n", "t.csv: row 2: expected each cell once, got age=y again, first in row 1"),
    ("age,count\ny,-3\n", 't.csv: row 1, column "count": expected a count of at least 0, got "-3"; --noisy allows it'),
    ("age,p\ny,-0.5\n", 't.csv: row 1, column "p": expected a share of at least 0, got "-0.5"; --noisy allows it'),
    ("age,count\ny,NaN\n", 't.csv: row 1, column "count": expected a number, got "NaN"'),
    ("age,count\ny,inf\n", 't.csv: row 1, column "count": expected a number, got "inf"'),
    ("age,count\ny,many\n", 't.csv: row 1, column "count": expected a number, got "many"'),
    *[(f"age,count\ny,{mark}\n", f't.csv: row 1, column "count": expected a number, got "{mark}"; leave the count of a '
       f"suppressed cell blank, or name its mark: --suppressed '{mark}'") for mark in ("<5", "NA", "*", "-", "..")],
    ('age,count\ny,"1,000"\n', 't.csv: row 1, column "count": expected a number, got "1,000"'),
    ("age,count\ny,1e30\n", 't.csv: row 1, column "count": expected a number below 2^62 in magnitude, got "1e30"'),
    ("age,count\ny,0\no,0\n", "t.csv: expected counts with a total above 0, got 0"),
    ("age,count\ny,\no,\n", 't.csv: column "count": expected at least one number, got blanks only'),
    ("age,count,se\ny,1,-1\n", 't.csv: row 1, column "se": expected a standard error of at least 0, got "-1"'),
    ("age,count,se\ny,1,\n", 't.csv: row 1, column "se": expected a number, got ""'),
    ("age,count,se\ny,1,nan\n", 't.csv: row 1, column "se": expected a number, got "nan"'),
    ('age,count\n"y,1\n', "t.csv: line 2: expected a closing quote, got the end of the file"),
    (b"age,count\n\xff,1\n", "t.csv: line 2: expected UTF-8 text, got a byte that is not valid UTF-8"),
    (b"age,count\ny\x00,1\n", "t.csv: line 2: expected text, got a NUL byte"),
]


class Explain(CliTest):
    def text_of(self, *arguments):
        done = self.run_drover("explain", *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_tables_that_agree_take_one_line(self):
        self.write(age_sex=AGE_SEX, age=AGE)
        self.assertEqual(self.text_of("age_sex.csv", "age.csv"),
                         "2 tables agree: total 100, 2 columns, every shared sub-table equal.\n")

    def test_one_table_has_nobody_to_disagree_with(self):
        self.write(age=AGE)
        self.assertEqual(self.text_of("age.csv"), "1 table: total 100, 1 column.\n")

    def test_tables_without_shared_columns(self):
        self.write(age=AGE, sex="sex,count\nF,60\nM,40\n")
        self.assertEqual(self.text_of("age.csv", "sex.csv"),
                         "2 tables agree: total 100, 2 columns, none of them shared.\n")

    def test_a_contradiction_in_plain_words(self):
        self.write(age_sex=AGE_SEX, age=AGE, sex_town="sex,town,count\nF,A,45\nF,B,20\nM,A,20\nM,B,15\n")
        self.assertEqual(self.text_of("age_sex.csv", "age.csv", "sex_town.csv"), (
            "3 tables over 3 columns do not agree.\n"
            "\n"
            "Shared sub-tables differ, each table against what most say; the sums of the differences are:\n"
            "  tables             columns  in shares  in counts\n"
            "  age_sex, sex_town      sex        0.2         20\n"
            "\n"
            "synth takes zeros as soft (zeros: auto): a cell with count 0 may get a few rows.\n"
            "Whatever the rows, the mean total variation of the tables is at least 0.0333,\n"
            "the worst at least 0.05.\n"))

    def test_totals_that_differ_by_next_to_nothing_agree(self):
        self.write(t="x,count\na,62040.000000005\nb,1\n", u="x,count\na,62040\nb,1\n")
        self.assertIn("2 tables agree: total 62041, 1 column, every shared sub-table equal.\n",
                      self.text_of("t.csv", "u.csv"))
        self.assertIn("Totals differ: from 62041 to 62041.000000005.\n", self.text_of("t.csv", "u.csv", "--tolerance", 0))
        self.write(t="x,count\na,62040.001\nb,1\n")
        self.assertIn("Totals differ: from 62041 to 62041.001.\n", self.text_of("t.csv", "u.csv"))
        self.assertTrue(self.json_of("explain", "t.csv", "u.csv", "--tolerance", "1e-6")["consistent"])
        for bad in ("-1", "1"):
            self.assert_fails(3, f"--tolerance: expected 0 to below 1, got {bad}", "explain", "t.csv", "--tolerance", bad)

    def test_slips_are_named(self):
        self.write(t="a,sex,count\n1,F,60\n1,M,5\n2,F,4\n2,M,10\n1,Total,65\n2,Total,14\n",
                   f="sex,count\nf,64\nM,15\nX,3\n", p="a,p\n1,0.3\n2,0.69\n")
        self.assertEqual(self.json_of("explain", "t.csv", "f.csv", "p.csv")["notes"], [
            'Table t: "Total" looks like a row of totals of column "sex": its counts are the sums of the others. Leave it '
            'out.',
            'Column "sex": "F" in table t and "f" in table f look like one value in two spellings.',
            'Column "sex": "Total" has 79 in table t and nothing in table f.',
            'Column "sex": "X" has 3 in table f and nothing in table t.',
            'Table p: the shares sum to 0.99 and not to 1; they are taken as parts of that sum.'])

    def test_marks_of_suppressed_cells(self):
        self.write(t="a,count\nx,<5\ny,*\nz,7\n")
        result = self.json_of("explain", "t.csv", "--suppressed", "<5,*")
        self.assertEqual((result["suppressed_cells"], result["suppressed"]), (2, "<5,*"))

    def test_counts_of_another_name(self):
        self.write(t="taz,age,zahl\n1,a,3\n1,b,4\n2,a,5\n2,b,6\n", u="age,count\na,8\nb,10\n")
        self.assertIn("2 tables agree: total 18,", self.text_of("t.csv", "u.csv", "--count", "zahl"))
        self.assert_fails(3, '--count: expected a column of the tables, got "n"', "explain", "t.csv", "--count", "n")

    def test_wide_tables(self):
        self.write(w="TAZ,HH,S1,S2\n7,10,4,6\n8,3,3,0\n", u="size,count\n1,7\n2,6\n")
        (self.folder / "g.json").write_text('{"format":"drover.groups/1","groups":[{"variable":"size","columns":'
                                            '{"S1":"1","S2":"2"}},{"columns":"HH"}]}')
        self.assertEqual(self.text_of("u.csv", "w.csv", "--groups", "g.json", "--key", "TAZ=taz"),
                         "3 tables agree: total 13, 2 columns, every shared sub-table equal.\n")
        self.assert_fails(3, 'group "size": expected a key (--key), got none', "explain", "w.csv", "--groups", "g.json")
        self.assert_fails(3, "--key: expected --groups with it, got none", "explain", "w.csv", "--key", "TAZ")
        self.assert_fails(3, "--groups: expected a wide file, without a column count or p, got none", "explain", "u.csv",
                          "--groups", "g.json", "--key", "TAZ")

    def test_a_scaled_table_is_named_by_its_total(self):
        self.write(age_sex=AGE_SEX, age="age,count\nyoung,51.5\nold,51.5\n", sex_town=SEX_TOWN)
        text = self.text_of("age_sex.csv", "age.csv", "sex_town.csv")
        self.assertIn("Totals differ: from 100 to 103.\n  total of age is 103, all others have 100\n", text)
        self.assertIn("synth takes the shares of each table in its own total.\n", text)

    def test_the_ten_largest_conflicts_are_shown(self):
        names = []
        for k in range(13):
            self.write(**{f"t{k:02}": f"x,y{k},count\n0,0,{50 + k}\n1,0,{50 - k}\n"})
            names.append(f"t{k:02}.csv")
        text = self.text_of(*names)
        self.assertEqual(text.count("  t"), 10 + 1)
        self.assertIn("  and 2 more\n", text)

    def test_json(self):
        self.write(age_sex=AGE_SEX, age="age,count\nyoung,60\nold,50\n")
        result = self.json_of("explain", "age_sex.csv", "age.csv")
        self.assertEqual(result["format"], "drover.explain/1")
        self.assertIs(result["consistent"], False)
        self.assertEqual([(t["name"], t["total"]) for t in result["totals"]], [("age_sex", 100), ("age", 110)])
        self.assertEqual(len(result["conflicts"]), 1)
        conflict = result["conflicts"][0]
        self.assertEqual((conflict["tables"], conflict["columns"]), (["age_sex", "age"], ["age"]))
        self.assertAlmostEqual(conflict["l1"], 2 * (6 / 11 - .5), places=15)
        self.assertEqual(conflict["count_l1"], 10)
        self.assertAlmostEqual(result["lower_bound_tv"], (6 / 11 - .5) / 2, places=15)
        self.assertEqual(result["files"], ["age_sex.csv", "age.csv"])
        for key in ("absent", "noisy", "schema", "separator", "threads", "seed", "lower_bound_worst_tv"):
            self.assertIn(key, result)

    def test_json_of_tables_that_agree(self):
        self.write(age_sex=AGE_SEX, age=AGE)
        result = self.json_of("explain", "age_sex.csv", "age.csv")
        self.assertIs(result["consistent"], True)
        self.assertEqual((result["conflicts"], result["lower_bound_tv"], result["zeros"]), ([], 0, "hard"))

    def test_rounded_counts_are_noticed(self):
        rows = "".join(f"{i},{j},{5 * (i + j + 1)}\n" for i in range(5) for j in range(5))
        self.write(t="x,y,count\n" + rows)
        self.assertIn("The counts look rounded: all are multiples of 5.\n", self.text_of("t.csv"))
        self.assertEqual(self.json_of("explain", "t.csv")["rounded_base"], 5)

    def test_suppressed_and_absent_cells(self):
        self.write(t="x,y,count\n0,0,5\n0,1,\n1,1,7\n", x="x,count\n0,9\n1,7\n")
        self.assertEqual(self.text_of("t.csv", "x.csv", "--absent", "unknown"), (
            "2 tables agree: total 16, 2 columns, every shared sub-table equal where it is known.\n"
            "1 cell suppressed (blank).\n"
            "1 cell not listed and taken as unknown.\n"
            "1 shared sub-table with unknown cells could not be compared.\n"))

    def test_noisy_tables(self):
        self.write(t="x,count\n0,-1\n1,11\n")
        text = self.text_of("t.csv", "--noisy")
        self.assertIn("1 count below 0: no rows can have them.\n", text)
        self.assertIn("the worst at least 0.1.\n", text)

    def test_output_file_gzip_standard_input_and_separator(self):
        (self.folder / "age.csv.gz").write_bytes(gzip.compress(AGE.replace(",", ";").encode()))
        done = self.run_drover("explain", "age.csv.gz", "-", "--separator", ";", "-o", "out.json", "--json",
                               stdin="age;p\nyoung;.5\nold;1/2\n")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        result = json.loads((self.folder / "out.json").read_text())
        self.assertIs(result["consistent"], True)
        self.assertEqual([t["name"] for t in result["totals"]], ["age", "-"])

    def test_bad_tables(self):
        for contents, message in BAD:
            with self.subTest(contents=contents):
                self.write(t=contents)
                self.assert_fails(3, message, "explain", "t.csv")

    def test_bad_use(self):
        self.write(t=AGE)
        (self.folder / "other").mkdir()
        (self.folder / "other" / "t.csv").write_text(AGE)
        self.assert_fails(3, 't.csv and other/t.csv: expected tables of different names, got "t" twice',
                          "explain", "t.csv", "other/t.csv")
        self.assert_fails(4, "none.csv: cannot read: No such file or directory", "explain", "none.csv")
        self.assert_fails(3, '--separator: expected one ASCII character or tab, got ";;"', "explain", "t.csv",
                          "--separator", ";;")
        (self.folder / "cut.csv.gz").write_bytes(gzip.compress(AGE.encode())[:-9])
        done = self.run_drover("explain", "cut.csv.gz")
        self.assertEqual((done.returncode, done.stdout), (4, ""))
        self.assertEqual(self.run_drover("explain").returncode, 2)
        self.assertEqual(self.run_drover("explain", "t.csv", "--absent", "maybe").returncode, 2)

"""drover check"""
import gzip
import hashlib
import json

from support import CliTest

from certificate import sealed

TABLE = "sex,age,count\nf,young,2\nf,old,3\nm,young,4\nm,old,0\n"
AGES = "age,count\nyoung,6\nold,3\n"
ROWS = "id,sex,age\n1,f,young\n2,m,old\n3,x,old\n"


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


class Check(CliTest):
    def test_text_output_whole(self):
        self.write(t=TABLE, a=AGES, r=ROWS)
        done = self.run_drover("check", "r.csv", "t.csv", "a.csv")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, (
            "rows                   3\n"
            "tables                 2\n"
            "mean total variation   0.555556\n"
            "worst total variation  0.777778\n"
            "worst cell error       0.444444\n"
            "impossible rows        2\n"
            "  with unknown values  1\n"
            '  the first            r.csv: row 3, column "sex": "x"\n'
            "distinct rows          3\n"
            f"digest                 {digest(ROWS)}\n"
            "\n"
            "table     tv  l1 (rows)  mean error  % rmse  worst cell (rows)             where\n"
            "t      0.778      4.667       0.917     131               1.33  sex=m, age=young\n"
            "a      0.333          2           1    66.7                  1           age=old\n"))

    def test_json_has_the_keys_that_programs_rely_on(self):
        self.write(t=TABLE, r="sex,age\nf,young\nf,old\nm,young\n")
        result = self.json_of("check", "r.csv", "t.csv")
        self.assertEqual(result["format"], "drover.check/1")
        self.assertEqual((result["rows"], result["impossible_rows"], result["distinct_rows"]), (3, 0, 3))
        self.assertAlmostEqual(result["mean_tv"], 1 / 9)
        self.assertAlmostEqual(result["worst_tv"], 1 / 9)
        self.assertAlmostEqual(result["worst_cell_error"], 1 / 9)
        self.assertIsNone(result["share_in_data"])
        self.assertIsNone(result["certificate_holds"])
        self.assertEqual(result["digest"], digest("sex,age\nf,young\nf,old\nm,young\n"))
        self.assertGreaterEqual(result["seconds"], 0)
        [table] = result["tables"]
        self.assertEqual((table["name"], table["columns"], table["unknown_rows"]), ("t", ["sex", "age"], 0))
        self.assertEqual(table["worst_cell_values"], ["f", "young"])
        self.assertAlmostEqual(table["l1"], 2 / 3)
        self.assertAlmostEqual(table["worst_cell"], 1 / 3)
        for option in ("rows_file", "files", "absent", "noisy", "order", "max_cells", "against", "threads", "seed"):
            self.assertIn(option, result)

    def test_rows_that_meet_the_tables_have_no_error(self):
        self.write(a=AGES, r="age\n" + 6 * "young\n" + 3 * "old\n")
        result = self.json_of("check", "r.csv", "a.csv")
        self.assertEqual((result["mean_tv"], result["worst_cell_error"], result["impossible_rows"]), (0, 0, 0))

    def test_microdata_stand_for_their_tables(self):
        rows = "a,b,c\n" + "".join(f"{i % 2},{i % 3},{i % 5}\n" for i in range(30))
        self.write(m=rows, r=rows)
        pairs = self.json_of("check", "r.csv", "m.csv")
        self.assertEqual([t["columns"] for t in pairs["tables"]], [["a", "b"], ["a", "c"], ["b", "c"]])
        self.assertEqual(pairs["worst_tv"], 0)
        triples = self.json_of("check", "r.csv", "m.csv", "--order", 3)
        self.assertEqual([t["columns"] for t in triples["tables"]], [["a", "b", "c"]])
        small = self.json_of("check", "r.csv", "m.csv", "--max-cells", 10)
        self.assertEqual((len(small["tables"]), small["tables_left_out"]), (2, 1))
        also = self.json_of("check", "r.csv", "m.csv", "--order", 1, "--also", "a,b")
        self.assertEqual([t["columns"] for t in also["tables"]], [["a"], ["b"], ["c"], ["a", "b"]])

    def test_numbers_fall_into_the_bins_of_the_schema(self):
        people = "x,g\n" + "".join(f"{i / 4},{'ab'[i % 2]}\n" for i in range(400))
        self.write(p=people)
        self.assertEqual(self.run_drover("tables", "p.csv", "-o", "tables").returncode, 0)
        tables = sorted(str(p) for p in (self.folder / "tables").glob("*.csv"))
        result = self.json_of("check", "p.csv", *tables, "--schema", "tables/schema.json")
        self.assertEqual((result["worst_tv"], result["impossible_rows"]), (0, 0))
        self.write(p=people + "1000,a\n")
        beyond = self.json_of("check", "p.csv", *tables, "--schema", "tables/schema.json")
        self.assertEqual((beyond["impossible_rows"], beyond["unknown_value_rows"]), (1, 1))

    def test_every_cell_as_a_file(self):
        self.write(t="a,b,count\nx,1,4\nx,2,\ny,1,2\n", r="a,b\nx,1\nx,2\ny,2\n")
        result = self.json_of("check", "r.csv", "t.csv", "--total", 8, "--cells", "cells.csv")
        self.assertEqual((self.folder / "cells.csv").read_text(),
                         'table,cell,asked,got,difference\n"t","a=x, b=1",1.5,1,-0.5\nt,"a=x, b=2",,1,\n'
                         't,"a=y, b=1",0.75,0,-0.75\nt,"a=y, b=2",0,1,1\n'.replace('"t"', "t"))
        table = result["tables"][0]
        self.assertEqual((result["cells"], table["mean_error"]), ("cells.csv", 0.75))
        self.assertAlmostEqual(table["rmse_percent"], 100 * ((0.25 + 0.5625 + 1) / 3) ** 0.5 / 0.75)
        self.assert_fails(3, '--cells: expected a file that is not an input, got "r.csv"', "check", "r.csv", "t.csv", "--cells", "r.csv")

    def test_share_of_rows_in_the_data_is_on_shared_columns(self):
        self.write(t=TABLE, r="sex,age\nf,young\nf,old\nm,young\nq,old\n", d="age,town\nold,A\nold,B\n")
        self.assertEqual(self.json_of("check", "r.csv", "t.csv", "--against", "d.csv")["share_in_data"], 0.5)
        self.write(d="age,sex\nold,f\nold,q\n")
        self.assertEqual(self.json_of("check", "r.csv", "t.csv", "--against", "d.csv")["share_in_data"], 0.25)

    def test_unknown_cells_are_one_cell_with_what_is_left(self):
        self.write(t="a,count\nx,4\ny,\nz,\n", u="a,count\nx,4\ny,3\nz,3\n", r="a\n" + "x\n" * 2 + "y\n" * 3)
        result = self.json_of("check", "r.csv", "t.csv", "u.csv")
        table = {t["name"]: t for t in result["tables"]}
        self.assertAlmostEqual(table["t"]["tv"], 0)
        self.assertEqual(table["t"]["unknown_rows"], 3)
        self.assertAlmostEqual(table["u"]["tv"], 0.3)

    def test_gzip_standard_input_and_separators(self):
        rows = "age\nyoung\nold\n"
        self.write(a="age;count\nyoung;1\nold;1\n")
        (self.folder / "r.gz").write_bytes(gzip.compress(rows.encode()))
        for source, stdin in (("r.gz", ""), ("-", rows)):
            result = json.loads(self.run_drover("check", source, "a.csv", "--separator", ";", "--json",
                                                stdin=stdin).stdout)
            self.assertEqual((result["worst_tv"], result["digest"]), (0, digest(rows)))

    def test_report_is_one_page_and_the_same_again(self):
        names = ["a", "b<c>", "d&e"]
        rows = ",".join(names) + "\n" + "".join(f"{i % 2},{i % 3},{i % 5}\n" for i in range(30))
        self.write(m=rows, r=rows)
        self.json_of("check", "r.csv", "m.csv", "--report", "one.html", "--against", "m.csv")
        self.json_of("check", "r.csv", "m.csv", "--report", "two.html", "--against", "m.csv")
        page = (self.folder / "one.html").read_text()
        self.assertEqual(page, (self.folder / "two.html").read_text())
        for part in ("<!DOCTYPE html>", "<dt>rows</dt><dd>30</dd>", "b&lt;c&gt;", "d&amp;e", digest(rows), "<svg"):
            self.assertIn(part, page)
        for part in ("<script", "b<c>", "href=", "src="):
            self.assertNotIn(part, page)


class CertificateTest(CliTest):
    """Exact numbers by hand: of three rows, a cell with the count c of 9 should have c / 3."""

    FACTS = {"rows": "3", "unit": "9", "exact": "true", "rounding": "0", "zeros_are_hard": "false", "impossible_rows": "2"}
    FIT = {"name": "fit", "columns": ["table", "columns", "l1_rows", "worst_cell_rows"],
           "rows": [["t", "sex,age", "14/3", "4/3"], ["a", "age", "2", "1"]]}

    def certificate(self, **changes):
        return {"format": "drover.certificate/2", "product": "synth", "version": "0.1.0",
                "inputs": [{"role": "table", "file": "t.csv", "sha256": digest(TABLE)},
                           {"role": "table", "file": "a.csv", "sha256": digest(AGES)}],
                "outputs": [{"role": "rows", "file": "r.csv", "sha256": digest(ROWS)}],
                "options": {"absent": "zero", "zeros": "soft", "seed": "0"}, "facts": self.FACTS, "tables": [self.FIT]} | changes

    def setUp(self):
        super().setUp()
        self.write(t=TABLE, a=AGES, r=ROWS)
        self.write_certificate()

    def write_certificate(self, name="cert.json", **changes):
        (self.folder / name).parent.mkdir(exist_ok=True)
        (self.folder / name).write_text(json.dumps(sealed(self.certificate(**changes))))

    def verdict(self, *arguments):
        """The exit code, and what stands before the files that were accepted."""
        done = self.run_drover("check", *arguments)
        self.assertEqual(done.stderr, "")
        text, accepted = done.stdout.split("\n\n", 1)
        self.assertTrue(accepted.startswith("accepted  file "), accepted)
        return done.returncode, text + "\n"


class Certificates(CertificateTest):
    def test_the_verdict_names_files_digests_and_options(self):
        (self.folder / "sub").mkdir()
        (self.folder / "a.csv").rename(self.folder / "sub/a.csv")
        done = self.run_drover("check", "./r.csv", "sub/a.csv", "t.csv", "--cert", "cert.json")
        self.assertEqual((done.returncode, done.stdout), (0, (
            "certificate holds: 3 rows, 2 tables\n\n"
            f"accepted  file       sha256{' ' * 58}\n".rstrip(" \n") + "\n"
            f"rows      ./r.csv    {digest(ROWS)}\n"
            f"table     sub/a.csv  {digest(AGES)}\n"
            f"table     t.csv      {digest(TABLE)}\n"
            'options: absent "zero", zeros "soft", seed "0"\n')))
        result = self.json_of("check", "./r.csv", "sub/a.csv", "t.csv", "--cert", "cert.json")
        self.assertEqual(result["accepted_files"][1], {"option": "table", "file": "sub/a.csv", "sha256": digest(AGES)})
        self.assertEqual(result["accepted_options"][1], {"option": "zeros", "value": "soft"})

    def test_tables_are_known_by_their_names(self):
        (self.folder / "a.csv").rename(self.folder / "other.csv")
        self.assert_fails(3, 'cert.json: expected the table file "a.csv", got none of that name',
                          "check", "r.csv", "other.csv", "t.csv", "--cert", "cert.json")

    def test_two_tables_that_were_exchanged_are_found(self):
        """Tables of the same columns, each under the name of the other."""
        other = "age,count\nyoung,1\nold,8\n"
        self.write(b=other, r="age\nyoung\nyoung\nold\n")
        self.write_certificate(
            inputs=[{"role": "table", "file": "a.csv", "sha256": digest(AGES)},
                    {"role": "table", "file": "b.csv", "sha256": digest(other)}],
            outputs=[{"role": "rows", "file": "r.csv", "sha256": digest("age\nyoung\nyoung\nold\n")}],
            facts=self.FACTS | {"impossible_rows": "0"},
            tables=[self.FIT | {"rows": [["a", "age", "0", "0"], ["b", "age", "10/3", "5/3"]]}])
        self.assertEqual(self.verdict("--cert", "cert.json"), (0, "certificate holds: 3 rows, 2 tables\n"))
        self.write(a=other, b=AGES)
        for arguments in ([], ["r.csv", "a.csv", "b.csv"], ["r.csv", "b.csv", "a.csv"]):
            self.assertEqual(self.verdict(*arguments, "--cert", "cert.json"), (3, (
                "certificate does not hold:\n"
                f'  table "a.csv": sha256: recorded {digest(AGES)}, found {digest(other)}\n'
                f'  table "b.csv": sha256: recorded {digest(other)}, found {digest(AGES)}\n'
                '  fit: table "a": l1_rows: recorded 0, found 3.333 (exactly 10/3)\n'
                '  fit: table "a": worst_cell_rows: recorded 0, found 1.667 (exactly 5/3)\n'
                '  fit: table "b": l1_rows: recorded 3.333 (exactly 10/3), found 0\n'
                '  fit: table "b": worst_cell_rows: recorded 1.667 (exactly 5/3), found 0\n')))

    def test_an_edited_option_is_found(self):
        edited = sealed(self.certificate())
        edited["options"] = edited["options"] | {"seed": "7"}
        (self.folder / "cert.json").write_text(json.dumps(edited))
        self.assertEqual(self.verdict("--cert", "cert.json"), (3, (
            "certificate does not hold:\n"
            f"  sha256 of the certificate, which was edited: recorded {edited['sha256']}, found {sealed(edited)['sha256']}\n")))

    def test_a_folder_may_move_and_be_checked_from_anywhere(self):
        (self.folder / "sub").mkdir()
        for name in ("t.csv", "a.csv", "r.csv", "cert.json"):
            (self.folder / name).rename(self.folder / "sub" / name)
        (self.folder / "sub").rename(self.folder / "moved")
        self.assertEqual(self.verdict("--cert", "moved/cert.json"), (0, "certificate holds: 3 rows, 2 tables\n"))
        self.assertEqual(self.verdict("moved/r.csv", "./moved/a.csv", str(self.folder / "moved/t.csv"), "--cert", "moved/cert.json"),
                         (0, "certificate holds: 3 rows, 2 tables\n"))

    def test_rows_in_cells_of_0_are_counted(self):
        for zeros in ("hard", "auto"):
            with self.subTest(zeros=zeros):
                self.write_certificate(options={"zeros": zeros})
                self.assertEqual(self.verdict("--cert", "cert.json"), (3, (
                    "certificate does not hold:\n"
                    '  fact "zeros_are_hard": recorded false, found true\n'
                    "  rows in cells of count 0: expected 0, got 2\n")))
                self.write_certificate(options={"zeros": zeros}, facts=self.FACTS | {"zeros_are_hard": "true"})
                self.assertEqual(self.verdict("--cert", "cert.json"), (3, (
                    "certificate does not hold:\n"
                    "  rows in cells of count 0: expected 0, got 2\n")))
        self.write_certificate(facts=self.FACTS | {"impossible_rows": "0"})
        self.assertEqual(self.verdict("--cert", "cert.json"), (3, (
            "certificate does not hold:\n"
            '  fact "impossible_rows": recorded 0, found 2\n')))

    def test_forbidden_rows_are_counted(self):
        self.write_certificate(options={"zeros": "soft", "forbid": "sex=f,age=old\nage=old"})
        self.assertEqual(self.verdict("--cert", "cert.json"), (3, (
            "certificate does not hold:\n"
            "  rows with a forbidden combination: expected 0, got 2\n")))
        self.write_certificate(options={"zeros": "soft", "forbid": "sex=f,age=old"})
        self.assertEqual(self.verdict("--cert", "cert.json"), (0, "certificate holds: 3 rows, 2 tables\n"))

    def test_files_of_options_must_be_pinned(self):
        schema = ('{"format":"drover.schema/1","columns":[{"name":"sex","values":["f","m"]},'
                  '{"name":"age","values":["old","young"]}]}')
        (self.folder / "s.json").write_text(schema)
        inputs = self.certificate()["inputs"]
        options = self.certificate()["options"] | {"schema": "s.json"}
        self.write_certificate(options=options)
        self.assert_fails(3, 'cert.json: inputs: expected "s.json" for schema, as its options say, got 0', "check", "--cert",
                          "cert.json")
        pinned = [*inputs, {"role": "schema", "file": "s.json", "sha256": digest(schema)}]
        self.write_certificate(inputs=pinned)
        self.assert_fails(3, 'cert.json: inputs: expected no file for schema, as its options say, got "s.json"', "check", "--cert",
                          "cert.json")
        self.write_certificate(inputs=pinned, options=options)
        self.assertEqual(self.verdict("--cert", "cert.json"), (0, "certificate holds: 3 rows, 2 tables\n"))
        (self.folder / "s.json").write_text(schema + "\n")
        self.assertEqual(self.verdict("--cert", "cert.json"), (3, (
            "certificate does not hold:\n"
            f'  schema "s.json": sha256: recorded {digest(schema)}, found {digest(schema + chr(10))}\n')))

    def test_holds_with_and_without_the_files_named(self):
        holds = (0, "certificate holds: 3 rows, 2 tables\n")
        self.assertEqual(self.verdict("--cert", "cert.json"), holds)
        self.assertEqual(self.verdict("r.csv", "t.csv", "a.csv", "--cert", "cert.json"), holds)
        self.assertEqual(self.verdict("r.csv", "a.csv", "t.csv", "--cert", "cert.json"), holds)
        self.assertEqual(self.verdict("r.csv", "--cert", "cert.json"), holds)

    def test_files_are_found_beside_the_certificate(self):
        self.write_certificate("sub/cert.json", inputs=[
            {"role": "table", "file": "tables/t.csv", "sha256": digest(TABLE)},
            {"role": "table", "file": "/nowhere/a.csv", "sha256": digest(AGES)}])
        for name in ("t.csv", "a.csv", "r.csv"):
            (self.folder / name).rename(self.folder / "sub" / name)
        self.assertEqual(self.verdict("--cert", "sub/cert.json"), (0, "certificate holds: 3 rows, 2 tables\n"))

    def test_names_every_difference(self):
        changed = ROWS.replace("1,f,young", "1,f,old")
        self.write(r=changed)
        self.assertEqual(self.verdict("--cert", "cert.json"), (3, (
            "certificate does not hold:\n"
            f'  rows "r.csv": sha256: recorded {digest(ROWS)}, found {digest(changed)}\n'
            '  fit: table "t": l1_rows: recorded 4.667 (exactly 14/3), found 4\n'
            '  fit: table "a": l1_rows: recorded 2, found 4\n'
            '  fit: table "a": worst_cell_rows: recorded 1, found 2\n')))
        self.write(r=ROWS, a=AGES + "\n")
        self.assertEqual(self.verdict("--cert", "cert.json"), (3, (
            "certificate does not hold:\n"
            f'  table "a.csv": sha256: recorded {digest(AGES)}, found {digest(AGES + chr(10))}\n')))

    def test_every_number_is_recomputed(self):
        rows = self.FIT["rows"]
        for facts in ({"rows": "4"}, {"unit": "10"}, {"exact": "false"}, {"rounding": "0.5"}, {"more": "1"}):
            with self.subTest(facts=facts):
                self.write_certificate(facts=self.FACTS | facts)
                self.assert_does_not_hold()
        for fit in (rows[:1], [rows[0], rows[0]], rows[::-1], [["t", "sex,age", "13/3", "4/3"], rows[1]],
                    [["t", "age,sex", "14/3", "4/3"], rows[1]], [["t", "sex,age", "28/6", "4/3"], rows[1]]):
            with self.subTest(fit=fit):
                self.write_certificate(tables=[self.FIT | {"rows": fit}])
                self.assert_does_not_hold()
        self.write_certificate(tables=[])
        self.assert_does_not_hold()

    def assert_does_not_hold(self):
        code, text = self.verdict("--cert", "cert.json")
        self.assertEqual(code, 3)
        self.assertTrue(text.startswith("certificate does not hold:\n  "), text)

    def test_json_lists_the_differences(self):
        self.assertTrue(self.json_of("check", "--cert", "cert.json")["certificate_holds"])
        self.write_certificate(facts=self.FACTS | {"rows": "5"})
        done = self.run_drover("check", "--cert", "cert.json", "--json")
        self.assertEqual(done.returncode, 3)
        result = json.loads(done.stdout)
        self.assertEqual((result["certificate_holds"], result["differences"]), (False, ['fact "rows": recorded 5, found 3']))

    def test_options_that_change_the_targets_come_from_the_certificate(self):
        table = "sex,count\nf,1\nm,-1\nd,4\n"
        self.write(t=table, r="sex\nf\nd\nd\nd\n")
        self.write_certificate(
            inputs=[{"role": "table", "file": "t.csv", "sha256": digest(table)}], options={"noisy": "true"},
            outputs=[{"role": "rows", "file": "r.csv", "sha256": digest("sex\nf\nd\nd\nd\n")}],
            facts=self.FACTS | {"rows": "4", "unit": "4", "impossible_rows": "0"},
            tables=[self.FIT | {"rows": [["t", "sex", "2", "1"]]}])
        self.assertEqual(self.verdict("--cert", "cert.json"), (0, "certificate holds: 4 rows, 1 table\n"))


# Files beside the good ones, arguments, exit code, message.
BAD = [
    ({}, ["r.csv", "none.csv"], 4, "none.csv: cannot read: No such file or directory"),
    ({}, ["none.csv", "t.csv"], 4, "none.csv: cannot read: No such file or directory"),
    ({}, ["r.csv", "."], 4, ".: cannot read: Is a directory"),
    ({}, ["-", "-"], 3, "expected at most one input from standard input, got several"),
    ({}, ["r.csv", "t.csv", "--against", "none.csv"], 4, "none.csv: cannot read: No such file or directory"),
    ({}, ["r.csv", "t.csv", "--against", "-"], 3, "--against: expected a file, got - (standard input)"),
    ({"d": "town\nA\n"}, ["r.csv", "t.csv", "--against", "d.csv"], 3,
     "d.csv: header: expected at least one column of the tables, got none"),
    ({"d": "age,sex\nold\n"}, ["r.csv", "t.csv", "--against", "d.csv"], 3, "d.csv: row 1: expected 2 fields, got 1"),
    ({"r": ""}, ["r.csv", "t.csv"], 3, "r.csv: expected a header line, got an empty file"),
    ({"r": "sex,age\n"}, ["r.csv", "t.csv"], 3, "r.csv: expected at least one row, got none"),
    ({"r": "sex\nf\n"}, ["r.csv", "t.csv"], 3, 'r.csv: header: expected a column "age", got none'),
    ({"r": "sex,age,sex\nf,old,f\n"}, ["r.csv", "t.csv"], 3,
     'r.csv: header: expected each column once, got "sex" twice'),
    ({"r": "sex,age\nf,old\nf\n"}, ["r.csv", "t.csv"], 3, "r.csv: row 2: expected 2 fields, got 1"),
    ({"r": "sex,age\nf,old,1\n"}, ["r.csv", "t.csv"], 3, "r.csv: row 1: expected 2 fields, got 3"),
    ({"r": b"sex,age\nf,\xff\n"}, ["r.csv", "t.csv"], 3, "r.csv: line 2: expected UTF-8 text, got a byte that is not valid UTF-8"),
    ({"r": 'sex,age\nf,"old\n'}, ["r.csv", "t.csv"], 3,
     "r.csv: line 2: expected a closing quote, got the end of the file"),
    ({}, ["r.csv", "t.csv", "--total", "x"], 3, '--total: expected a number, got "x"'),
    ({}, ["r.csv", "t.csv", "--total", "0"], 3, "--total: expected a number above 0, got 0"),
    ({}, ["r.csv", "r.csv", "--order", "9"], 3, "--order: expected 0 to 3, the number of columns, got 9"),
    ({}, ["r.csv", "r.csv", "--max-cells", "0"], 3, "--max-cells: expected 1 to 10^12, got 0"),
    ({}, ["r.csv", "r.csv", "--max-cells", "1"], 3,
     "r.csv: expected at least one table to count, got none (see --order and --max-cells)"),
    ({}, ["r.csv", "t.csv", "--report", "x", "-o", "x"], 3, '--report and -o: expected two files, got "x" twice'),
    ({}, ["r.csv", "t.csv", "--report", "-"], 3, "--report and -o: expected one of them on standard output, got both"),
    ({}, ["r.csv", "t.csv", "--report", "no/where.html"], 4, "no/where.html: cannot write: No such file or directory"),
    ({}, ["r.csv", "t.csv", "-o", "no/where", "--report", "page.html"], 4, "no/where: cannot write: No such file or directory"),
    ({}, ["--cert", "none.json"], 4, "none.json: cannot read: No such file or directory"),
]

# What is changed in a good certificate (None: the whole text), then the message after its name.
BAD_CERTIFICATES = [
    (None, "", "expected a JSON object, got an empty file"),
    (None, "{", "line 1, character 2: expected JSON, got something else"),
    (None, "[" * 200_000, "expected JSON nested at most 64 deep, got deeper"),
    (None, '{"format": "drover.certificate/2", "facts": {}, "facts": {}}', 'expected each key once in an object, got "facts" twice'),
    (None, '{"outputs": [{"file": "r.csv\\u0000x"}]}', 'expected texts without a zero byte, got "r.csv" and more'),
    ("fact", {}, "expected only the keys format, product, version, inputs, outputs, options, facts, tables, sha256, "
                 'got "fact"; did you mean "facts"?'),
    ("inputs", [{"role": "table", "file": "t.csv", "sha256": "1", "x": 1}],
     'inputs 1: expected only the keys role, file, sha256, got "x"'),
    ("options", {"ordr": "2"}, 'options: expected those of the run, got "ordr"'),
    (None, "[]", "expected an object, got []"),
    ("format", "drover.certificate/1", 'format: expected "drover.certificate/2", got "drover.certificate/1"'),
    ("format", 7, "format: expected a text, got 7"),
    ("product", "rbm", 'product: expected synth or populate, got "rbm"'),
    ("inputs", {}, "inputs: expected a list, got {}"),
    ("inputs", [], "inputs: expected at least one table, got none"),
    ("inputs", [{"role": "table", "file": "t.csv"}], 'inputs 1: expected a key "sha256", got none'),
    ("inputs", [{"role": "table", "file": "t.csv", "sha256": 1}], "inputs 1: sha256: expected a text, got 1"),
    ("outputs", [], 'outputs: expected one file with the role "rows", got 0'),
    ("outputs", [{"role": "result", "file": "r.csv", "sha256": "1"}],
     'outputs: expected one file with the role "rows", got "result"'),
    ("options", {"order": 2}, "options: order: expected a text, got 2"),
    ("options", {"order": "two"}, 'options: order: expected an integer, got "two"'),
    ("options", {"absent": "maybe"}, 'options: absent: expected zero or unknown, got "maybe"'),
    ("facts", {"rows": 3}, "facts: rows: expected a text, got 3"),
    ("facts", {"rows": 2 ** 64}, "facts: rows: expected a text, got 1.8446744073709552e+19"),
    ("tables", [{"name": "fit", "columns": "a", "rows": []}], 'tables 1: columns: expected a list of texts, got "a"'),
    ("tables", [{"name": "fit", "columns": [], "rows": [[]]}], "tables 1: columns: expected at least one column, got []"),
    ("tables", [{"name": "fit", "columns": ["a"], "rows": [["1"], ["1", "2"]]}],
     'tables 1: rows 2: expected one text per column, got ["1","2"]'),
]


class BadCheck(CertificateTest):
    def test_bad_inputs(self):
        for files, arguments, code, message in BAD:
            with self.subTest(message=message):
                self.write(**({"t": TABLE, "r": ROWS} | files))
                self.assert_fails(code, message, "check", *arguments)

    def test_bad_certificates(self):
        for key, value, message in BAD_CERTIFICATES:
            with self.subTest(message=message):
                if key is None:
                    (self.folder / "cert.json").write_text(value)
                else:
                    self.write_certificate(**{key: value})
                self.assert_fails(3, "cert.json: " + message, "check", "--cert", "cert.json", "-o", "out.txt")

    def test_files_must_be_those_of_the_certificate(self):
        self.assert_fails(3, 'cert.json: expected the table file "a.csv", got none of that name',
                          "check", "r.csv", "t.csv", "--cert", "cert.json")
        self.assert_fails(3, 'cert.json: expected only the table files it names, got "r.csv"',
                          "check", "r.csv", "t.csv", "a.csv", "r.csv", "--cert", "cert.json")
        (self.folder / "a.csv").unlink()
        self.assert_fails(4, 'cert.json: cannot find "a.csv", neither at its recorded path nor beside the certificate',
                          "check", "--cert", "cert.json")

    def test_usage(self):
        for arguments in (["check"], ["check", "r.csv"], ["check", "r.csv", "t.csv", "--order", "x"],
                          ["check", "r.csv", "t.csv", "--absent", "some"], ["check", "", "t.csv"]):
            done = self.run_drover(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn("\nusage: drover check [OPTIONS] [ROWS] [TABLES...]; drover check --help says more\n", done.stderr)

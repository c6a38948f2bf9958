"""What drover synth refuses: each input gets its one line, its exit code, and no file is left behind."""
import gzip
import os
import signal
import subprocess
import unittest

import support
from support import CliTest

GOOD = "a,b,count\nx,1,30\nx,2,20\ny,1,25\ny,2,25\n"
OTHER = "b,c,count\n1,u,40\n1,v,15\n2,u,45\n2,v,0\n"
PEOPLE = "a,b,c\nx,1,u\ny,2,v\nx,2,u\n"

# Contents of t.csv, which comes beside a good table, then the message.
TABLES = [
    ("", "t.csv: expected a header line, got an empty file"),
    ("a,count\n", "t.csv: expected at least one cell, got the header only"),
    ("a,b\nx,1\n", "t.csv: header: expected a column count or p, got neither"),
    ("a;count\nx;1\n", "t.csv: header: expected a column count or p, got neither"),
    ("a,p,count\nx,1,1\n", "t.csv: header: expected a column count or p, got both"),
    ("count\n1\n", 't.csv: header: expected a column for each variable besides "count", got none'),
    ("a,a,count\nx,x,1\n", 't.csv: header: expected each column once, got "a" twice'),
    ("a,,count\nx,1,1\n", "t.csv: header: expected a name for column 2, got nothing"),
    ("a,count\nx,1\ny\n", "t.csv: row 2: expected 2 fields, got 1"),
    ("a,count\nx,1,2\n", "t.csv: row 1: expected 2 fields, got 3"),
    ("a,count\nx,1\nx,2\n", "t.csv: row 2: expected each cell once, got a=x again, first in row 1"),
    ("a,count\nx,-3\ny,5\n", 't.csv: row 1, column "count": expected a count of at least 0, got "-3"; --noisy allows it'),
    ("a,p\nx,-1/2\ny,3/2\n", 't.csv: row 1, column "p": expected a share of at least 0, got "-1/2"; --noisy allows it'),
    ("a,count\nx,NaN\n", 't.csv: row 1, column "count": expected a number, got "NaN"'),
    ("a,count\nx,inf\n", 't.csv: row 1, column "count": expected a number, got "inf"'),
    ("a,count\nx,*\n", 't.csv: row 1, column "count": expected a number, got "*"; leave the count of a suppressed cell blank, or name '
     "its mark: --suppressed '*'"),
    ("a,count\nx,1/0\n", 't.csv: row 1, column "count": expected a number, got "1/0"'),
    ("a,count\nx,1e30\n", 't.csv: row 1, column "count": expected a number below 2^62 in magnitude, got "1e30"'),
    (f"a,count\nx,1{30 * '0'}\n",
     f't.csv: row 1, column "count": expected a number below 2^62 in magnitude, got "1{30 * "0"}"'),
    ("a,count\nx,0\ny,0\n", "t.csv: expected counts with a total above 0, got 0"),
    ("a,count\nx,\ny,\n", 't.csv: column "count": expected at least one number, got blanks only'),
    ("a,count,se\nx,1,-1\n", 't.csv: row 1, column "se": expected a standard error of at least 0, got "-1"'),
    ("a,count,se\nx,1,\n", 't.csv: row 1, column "se": expected a number, got ""'),
    ('a,count\n"x,1\n', "t.csv: line 2: expected a closing quote, got the end of the file"),
    ('a,count\n"x"y,1\n', 't.csv: line 2: expected a comma or the line\'s end after a quoted field, got "y"'),
    (b"a,count\n\xc3,1\n", "t.csv: line 2: expected UTF-8 text, got a byte that is not valid UTF-8"),
    (b"a,count\nx\x00,1\n", "t.csv: line 2: expected text, got a NUL byte"),
]

# Contents of t.csv, the only input and no table, then the message.
MICRODATA = [
    ("a,b\n", "t.csv: expected at least one row, got none"),
    ("a,a\n1,2\n", 't.csv: header: expected each column once, got "a" twice'),
    ("a,b\n1,2\n3\n", "t.csv: row 2: expected 2 fields, got 1"),
    ("a\n1\n", 't.csv: expected columns separated by "," (--separator), got one column'),
    (b"a,b\n1,\xff\n", "t.csv: line 2: expected UTF-8 text, got a byte that is not valid UTF-8"),
    ("a,b\n1,2\n1,1e30\n", 't.csv: row 2, column "b": expected a number below 2^62 in magnitude, got "1e30"'),
    ("a,b\n" + "".join(f"x{i},y{i}\n" for i in range(1500)),
     "t.csv: expected at least one table to count, got none (see --order and --max-cells)"),
    ("a,b,c\n" + "".join(f"x{i},y{i},z\n" for i in range(1500)),
     "t.csv: expected tables of at most 1000000 cells, got 1 larger; --columns can leave columns out, "
     "--max-cells allows more"),
]

# Options beside the tables g.csv and o.csv, then the message.
OPTIONS = [
    (["-n", "0"], "-n: expected 1 to 10^9, got 0"),
    (["-n", "-5"], "-n: expected 1 to 10^9, got -5"),
    (["-n", "1000000001"], "-n: expected 1 to 10^9, got 1000000001"),
    (["--forbid", "a=x,z=1"], '--forbid: expected a column of the tables, "a", "b" or "c", got "z"'),
    (["--forbid", "a=z"], '--forbid: expected a value of column "a", "x" or "y", got "z"'),
    (["--forbid", "a"], '--forbid: expected COLUMN=VALUE, got "a"'),
    (["--forbid", ""], '--forbid: expected column names separated by commas, got ""'),
    (["--forbid", "a=x,a=y"], '--forbid: expected column "a" once, got it twice'),
    (["--where", "z=1"], '--where: expected a column of the tables, "a", "b" or "c", got "z"'),
    (["--where", "a=z"], '--where: expected a value of column "a", "x" or "y", got "z"'),
    (["--by", "z"], '--by: expected a column of the tables, got "z"'),
    (["--like", "g.csv", "--imply", "off"], "--like: expected no --imply off beside it, got both"),
    (["--columns", "a"], "--columns and --also: expected one file of microdata, got tables"),
    (["--also", "a,c"], "--columns and --also: expected one file of microdata, got tables"),
    (["--weight", "a"], "--weight: expected one file of microdata, got tables"),
    (["--trust", "g"], '--trust: expected TABLE=NUMBER, got "g"'),
    (["--trust", "g=0"], '--trust: expected an integer from 1 to 100 for "g", got "0"'),
    (["--trust", "g=1.5"], '--trust: expected an integer from 1 to 100 for "g", got "1.5"'),
    (["--trust", "g=101"], '--trust: expected an integer from 1 to 100 for "g", got "101"'),
    (["--trust", "g=x"], '--trust: expected a number, got "x"'),
    (["--trust", "z=2"], '--trust: expected the name of a table, got "z"'),
    (["--time", "soon"], '--time: expected a number, got "soon"'),
    (["--time", "0s"], '--time: expected more than 0, as 10s, 5m or 2h, got "0s"'),
    (["--time", "5d"], '--time: expected a number, got "5d"'),
    (["--until", "0.002"], '--until: expected tv<NUMBER, got "0.002"'),
    (["--until", "tv<0"], '--until: expected a number above 0, got "tv<0"'),
    (["--until", "tv<x"], '--until: expected a number, got "x"'),
    (["--total", "0"], "--total: expected a number above 0, got 0"),
    (["--total", "x"], '--total: expected a number, got "x"'),
    (["--burn-in", "-1"], "--burn-in: expected 0 to 10^9, got -1"),
    (["--burn-in", "1e10"], "--burn-in: expected 0 to 10^9, got 10000000000"),
    (["--checkpoint", "s", "--checkpoint-every", "0"], "--checkpoint-every: expected 1 to 10^12, got 0"),
    (["--separator", "ab"], '--separator: expected one ASCII character other than a quote or a line end, or tab, got "ab"'),
    (["--complete", "p.csv", "-n", "5"], "--complete and -n: expected one of them, got both"),
    (["--complete", "p.csv", "--where", "a=x"], "--where and --complete: expected one of them, got both"),
    (["--complete", "p.csv", "--search", "exact"], "--complete and --search exact: expected one of them, got both"),
    (["--report", "rows.csv"], '--report and -o: expected two files, got "rows.csv" twice'),
    (["--cert", "./rows.csv"], '--cert and -o: expected two files, got "rows.csv" twice'),
    (["--report", "x", "--cert", "x"], '--report and --cert: expected two files, got "x" twice'),
    (["--checkpoint", "x", "--cert", "x"], '--checkpoint and --cert: expected two files, got "x" twice'),
    (["--report", "g.csv"], '--report: expected a file that is not an input, got "g.csv"'),
    (["--checkpoint", "./o.csv"], '--checkpoint: expected a file that is not an input, got "./o.csv"'),
    (["--cert", "-"], "--cert: expected a file, got - (standard output)"),
    (["--report", "-"], "--report: expected a file, got - (standard output)"),
    (["--resume", "g.csv"], "g.csv: expected a checkpoint of drover (drover.job/1), got other data"),
    (["-o", "rows.parquet"], '-o: expected a file for CSV, which is what the program writes, got "rows.parquet"; pydrover, the '
                             "Python package, writes Parquet"),
]

# Contents of p.csv, to be completed, then the message.
PARTIAL = [
    ("", "p.csv: expected a header and partial rows, got an empty file"),
    ("a\n", "p.csv: expected partial rows below the header, got none"),
    ("z\n1\n", "p.csv: expected at least one column of the tables, got none"),
    ("a,a\nx,x\n", 'p.csv: header: expected names of columns, each once, got "a"'),
    ("a,b\nx\n", "p.csv: row 1: expected 2 fields, got 1"),
    ("a,b\nx,1\nx,7\n", 'p.csv: row 2, column "b": expected a value of the tables, "1" or "2", or nothing, got "7"'),
    ("b,c\n2,v\n", "p.csv: row 1: the values given: no row without an impossible combination was found; allow some "
                           "of them, or take soft zeros"),
    (b"a\n\xff\n", "p.csv: line 2: expected UTF-8 text, got a byte that is not valid UTF-8"),
    ('a\n"x\n', "p.csv: line 2: expected a closing quote, got the end of the file"),
]

# Contents of s.csv, a sample to be resembled, further options, and the message.
SAMPLES = [
    ("", [], "s.csv: expected a header, got nothing"),
    ("a,z\nx,1\n", [], "s.csv: header: expected at least two columns of the tables, got 1"),
    ("a,b\n", [], "s.csv: expected rows with a weight above 0, got none"),
    ("a,b\nx,1\ny,7\n", [], 's.csv: row 2, column "b": expected one of 1, 2, got "7"'),
    ("a,b\nx\n", [], "s.csv: row 1: expected 2 fields, got 1"),
    ("a,b\nx,1\n", ["--weight", "w"], 's.csv: header: expected the column "w" of the weights, got none'),
    ("a,b,w\nx,1,-2\n", ["--weight", "w"], 's.csv: row 1, column "w": expected a weight of at least 0, got "-2"'),
    ("a,b,w\nx,1,\n", ["--weight", "w"], 's.csv: row 1, column "w": expected a weight of at least 0, got ""'),
    ("a,b,w\nx,1,0\n", ["--weight", "w"], "s.csv: expected rows with a weight above 0, got none"),
]

# Options that name files, then the message; the exit code is 4.
FILES = [
    (["none.csv"], "none.csv: cannot read: No such file or directory"),
    (["."], ".: cannot read: Is a directory"),
    (["--complete", "none.csv"], "none.csv: cannot read: No such file or directory"),
    (["--like", "none.csv"], "none.csv: cannot read: No such file or directory"),
    (["--schema", "none.json"], "none.json: cannot read: No such file or directory"),
    (["--resume", "none.json"], "none.json: cannot read: No such file or directory"),
    (["-o", "no/rows.csv"], "no/rows.csv: cannot write: No such file or directory"),
    (["-o", "."], ".: cannot write: Is a directory"),
    (["-o", "/dev/full"], "/dev/full: cannot write: No space left on device"),
    (["--report", "no/page.html"], "no/page.html: cannot write: No such file or directory"),
    (["--report", "/dev/full"], "/dev/full: cannot write: No space left on device"),
    (["--report", "page.html", "--cert", "/dev/full"], "/dev/full: cannot write: No space left on device"),
    (["--report", "/dev/full", "--cert", "cert.json"], "/dev/full: cannot write: No space left on device"),
    (["--cert", "no/cert.json"], "no/cert.json: cannot write: No such file or directory"),
    (["--cert", "."], ".: cannot write: Is a directory"),
    (["-o", "no/rows.csv", "--checkpoint", "s"], "no/rows.csv: cannot write: No such file or directory"),
]

USAGE = [
    (["--rows", "many"], '--rows: expected an integer, got "many"'),
    (["-n", "1.5"], '--rows: expected an integer, got "1.5"'),
    (["-n", "nan"], '--rows: expected an integer, got "nan"'),
    (["-n", "99999999999999999999"], '--rows: expected an integer, got "99999999999999999999"'),
    (["--zeros", "maybe"], '--zeros: expected auto, hard or soft, got "maybe"'),
    (["--imply", "much"], '--imply: expected auto or off, got "much"'),
    (["--search", "luck"], '--search: expected auto, ascent or exact, got "luck"'),
    (["--start", "late"], '--start: expected fresh or previous, got "late"'),
    (["--absent", "maybe"], '--absent: expected zero or unknown, got "maybe"'),
    (["--order", "two"], '--order: expected an integer, got "two"'),
    (["-o", ""], "--output: expected a file name, got nothing"),
    (["--fast"], "unknown option --fast"),
    (["--serach", "exact"], 'unknown option --serach; did you mean "--search"?'),
    (["--search", "exat"], '--search: expected auto, ascent or exact, got "exat"; did you mean "exact"?'),
    (["--rows"], "--rows: expected N, got nothing"),
    (["--rows", "5", "--rows=6"], "--rows: expected one value, got 2"),
]


class BadSynth(CliTest):
    def setUp(self):
        super().setUp()
        self.write(g=GOOD, o=OTHER)

    def assert_refused(self, code, message, *arguments):
        output = [] if "-o" in arguments else ["-o", "rows.csv"]
        self.assert_fails(code, message, "synth", *arguments, *output)

    def test_bad_samples(self):
        for contents, options, message in SAMPLES:
            with self.subTest(message=message):
                self.write(s=contents)
                self.assert_refused(3, message, "g.csv", "o.csv", "--like", "s.csv", *options)

    def test_bad_tables(self):
        for contents, message in TABLES:
            with self.subTest(message=message):
                self.write(t=contents)
                self.assert_refused(3, message, "g.csv", "t.csv")

    def test_bad_microdata(self):
        for contents, message in MICRODATA:
            with self.subTest(message=message):
                self.write(t=contents)
                self.assert_refused(3, message, "t.csv")

    def test_bad_options(self):
        self.write(p="a\nx\n")
        for options, message in OPTIONS:
            with self.subTest(options=options):
                self.assert_refused(3, message, "g.csv", "o.csv", *options)

    def test_bad_partial_rows(self):
        for contents, message in PARTIAL:
            with self.subTest(message=message):
                self.write(p=contents)
                self.assert_refused(3, message, "g.csv", "o.csv", "--complete", "p.csv")

    def test_bad_files(self):
        for options, message in FILES:
            with self.subTest(options=options):
                self.assert_refused(4, message, "g.csv", "o.csv", *options)

    def test_usage_errors_are_two_lines(self):
        for options, message in USAGE:
            with self.subTest(options=options):
                before = sorted(self.folder.iterdir())
                done = self.run_drover("synth", "g.csv", *options)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertEqual(done.stderr, f"drover synth: {message}\nusage: drover synth [OPTIONS] INPUT...; drover synth "
                                              "--help says more\n")
                self.assertEqual(sorted(self.folder.iterdir()), before)

    def test_options_for_microdata(self):
        self.write(t=PEOPLE)
        for options, message in ((["--columns", "a,z"], 't.csv: header: expected a column "z", got none'),
                                 (["--also", "a,z"], '--also: expected columns of the microdata, got "z"'),
                                 (["--weight", "z"], 't.csv: header: expected a column "z", got none'),
                                 (["--weight", "a"], 't.csv: row 1, column "a": expected a number, got "x"'),
                                 (["--order", "4"], "--order: expected 0 to 3, the number of columns, got 4"),
                                 (["--order", "-1"], "--order: expected 0 to 100000, got -1"),
                                 (["--order", "0"], "--order: expected tables by --also for order 0, got none"),
                                 (["--max-cells", "0"], "--max-cells: expected 1 to 10^12, got 0"),
                                 (["--seed", "-1"], "--seed: expected 0 to 2^63-1, got -1"),
                                 (["--threads", "1025"], "--threads: expected 0 to 1024, got 1025"),
                                 (["--where", "a=z"], '--where: expected a value of column "a", "x" or "y", got "z"')):
            with self.subTest(options=options):
                self.assert_refused(3, message, "t.csv", *options)

    def test_two_tables_of_one_name(self):
        (self.folder / "other").mkdir()
        (self.folder / "other" / "g.csv").write_text(OTHER)
        self.assert_refused(3, 'g.csv and other/g.csv: expected tables of different names, got "g" twice',
                            "g.csv", "other/g.csv")

    def test_a_category_that_the_schema_does_not_have(self):
        (self.folder / "s.json").write_text('{"format":"drover.schema/1","columns":[{"name":"a","values":["x"]},'
                                            '{"name":"b","values":["1","2"]}]}')
        self.assert_refused(3, 'g.csv: row 3, column "a": expected a category of the schema, "x", got "y"',
                            "g.csv", "--schema", "s.json")
        self.assert_refused(3, 'o.csv: header: expected columns of the schema, got "c"', "o.csv", "g.csv", "--schema",
                            "s.json")

    def test_an_output_is_never_an_input(self):
        self.write(p="a\nx\n")
        (self.folder / "s.json").write_text('{"format":"drover.schema/1","columns":[{"name":"a","values":["x","y"]},'
                                            '{"name":"b","values":["1","2"]}]}')
        for output in ("g.csv", "./g.csv", str(self.folder / "g.csv"), "p.csv", "s.json"):
            with self.subTest(output=output):
                self.assert_refused(3, f'-o: expected a file that is not an input, got "{output}"', "g.csv", "--complete",
                                    "p.csv", "--schema", "s.json", "-o", output)
                self.assertEqual((self.folder / "g.csv").read_text(), GOOD)

    def test_nothing_is_left_to_be_possible(self):
        for search in ("exact", "ascent"):
            done = self.run_drover("synth", "g.csv", "o.csv", "--forbid", "a=x", "--forbid", "a=y", "--search", search,
                                   "-o", "rows.csv")
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (3, "", 1))
            self.assertIn("no row without an impossible combination", done.stderr)
            self.assertEqual([path.name for path in self.folder.iterdir() if "rows" in path.name], [])

    def test_shares_and_huge_totals_do_not_tell_how_many_rows(self):
        self.write(p="a,b,p\nx,1,.5\ny,2,.5\n", h="a,b,count\nx,1,4e18\ny,2,1\n")
        self.assert_refused(3, "-n: expected a number of rows, because shares do not give one, got none", "p.csv")
        self.assert_refused(3, "-n: expected a number of rows, because the total of the tables is above 10^9, got none",
                            "h.csv")

    def test_bad_gzip_files(self):
        whole = gzip.compress(GOOD.encode())
        for data, reason in ((whole[:-9], "cannot read: gzip data end too soon"),
                             (whole[:20], "cannot read: gzip data end too soon"),
                             (whole[:10] + b"\xff" * 30, "cannot read: gzip data are damaged")):
            (self.folder / "cut.csv.gz").write_bytes(data)
            done = self.run_drover("synth", "cut.csv.gz", "-o", "rows.csv")
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (4, "", 1), reason)
            self.assertTrue(done.stderr.startswith("drover: cut.csv.gz: cannot read: "), done.stderr)

    @unittest.skipIf(os.geteuid() == 0, "the root user may read everything")
    def test_files_without_permission(self):
        (self.folder / "g.csv").chmod(0)
        self.assert_refused(4, "g.csv: cannot read: Permission denied", "g.csv")
        (self.folder / "locked").mkdir(mode=0o500)
        self.assert_refused(4, "locked/rows.csv: cannot write: Permission denied", "o.csv", "-o", "locked/rows.csv")

    def test_standard_output_that_is_full_or_closed(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([support.PROGRAM, "synth", "g.csv"], cwd=self.folder, stdout=full, text=True,
                                  stderr=subprocess.PIPE, check=False)
        self.assertEqual((done.returncode, done.stderr),
                         (4, "drover: standard output: cannot write: No space left on device\n"))
        with subprocess.Popen([support.PROGRAM, "synth", "g.csv", "-n", "10000000"], cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdout.readline()
            process.stdout.close()
            self.assertEqual(process.stderr.read(), "")
        self.assertEqual(process.returncode, -signal.SIGPIPE)

    def test_rows_without_the_columns_of_the_tables(self):
        self.write(r="z\n1\n")
        self.assert_fails(3, 'r.csv: header: expected a column "a", got none', "check", "r.csv", "g.csv")

    def test_an_old_file_of_rows_survives_a_failure(self):
        self.write(rows="old\n", t="a,count\nx,NaN\n")
        self.assert_refused(3, 't.csv: row 1, column "count": expected a number, got "NaN"', "g.csv", "t.csv")
        self.assert_refused(4, "/dev/full: cannot write: No space left on device", "g.csv", "--cert", "/dev/full")
        self.assertEqual((self.folder / "rows.csv").read_text(), "old\n")

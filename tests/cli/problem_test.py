"""Problems as data: with --json one object on standard error, with the exit code of the text; and what was meant."""
import json

from support import CliTest

TABLE = "age,sex,count\nyoung,F,3\nyoung,M,2\nold,F,4\nold,M,1\n"


class Problems(CliTest):
    def problem_of(self, code, *arguments):
        """The object, which is all there is; its text is the line that is printed without --json."""
        done = self.run_drover(*arguments, "--json")
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (code, "", 1))
        problem = json.loads(done.stderr)
        self.assertEqual(problem["format"], "drover.problem/1")
        line = self.run_drover(*arguments).stderr.splitlines()[0]
        self.assertEqual(line.split(": ", 1)[1], problem["text"])
        return {key: value for key, value in problem.items() if value is not None and key not in ("format", "text")}

    def test_a_cell_of_a_table(self):
        self.write(t="age,sex,count\nyoung,F,3\nyoung,M,x\n")
        self.assertEqual(self.problem_of(3, "synth", "t.csv", "-n", 5),
                         {"fault": "type", "file": "t.csv", "row": 2, "column": "count", "expected": "a number", "got": '"x"',
                          "hint": "leave the count of a suppressed cell blank, or name its mark: suppressed 'x'"})

    def test_a_line_of_a_text(self):
        self.write(f='s,x\n"a,1\n')
        self.assertEqual(self.problem_of(3, "herd", "f.csv"),
                         {"fault": "syntax", "file": "f.csv", "line": 2, "expected": "a closing quote",
                          "got": "the end of the file"})

    def test_an_option_by_its_field_and_in_the_text_by_its_flag(self):
        self.write(m="a,b\n1,2\n2,1\n")
        self.assertEqual(self.problem_of(3, "tables", "m.csv", "-o", "out", "--order", 3),
                         {"fault": "range", "option": "order", "expected": "0 to 2, the number of columns", "got": "3"})
        self.assertIn("drover: --order: expected 0 to 2",
                      self.run_drover("tables", "m.csv", "-o", "out", "--order", 3).stderr)

    def test_a_file_that_is_missing(self):
        self.assertEqual(self.problem_of(4, "herd", "none.csv"), {"fault": "missing", "file": "none.csv"})

    def test_a_command_line_that_is_not_understood(self):
        problem = self.problem_of(2, "herd", "f.csv", "--stpes", 3)
        self.assertEqual(problem["fault"], "usage")
        self.assertEqual(self.problem_of(2, "hred")["fault"], "usage")


class DidYouMean(CliTest):
    def assert_hint(self, hint, *arguments):
        done = self.run_drover(*arguments)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(f'; did you mean "{hint}"?\n', done.stderr)

    def test_columns_and_categories(self):
        self.write(t=TABLE)
        self.assert_hint("age", "synth", "t.csv", "-n", 5, "--where", "aeg=old")
        self.assert_hint("young", "synth", "t.csv", "-n", 5, "--where", "age=yuong")

    def test_tables(self):
        self.write(t=TABLE, age_sex=TABLE)
        self.assert_hint("age_sex", "synth", "t.csv", "age_sex.csv", "-n", 5, "--trust", "age_sx=2")

    def test_columns_of_microdata(self):
        self.write(m="age,weight\n1,2\n2,1\n")
        self.assert_hint("weight", "tables", "m.csv", "-o", "out", "--weight", "wieght")

    def test_keys_and_names_of_a_schema(self):
        self.write(m="age,sex\n1,F\n2,M\n")
        (self.folder / "s.json").write_text('{"format":"drover.schema/1","colums":[]}')
        self.assert_hint("columns", "tables", "m.csv", "-o", "out", "--schema", "s.json")
        (self.folder / "s.json").write_text(
            '{"format":"drover.schema/1","columns":[{"name":"sex","values":["F","Male"]},{"name":"age","values":["1","2"]}]}')
        done = self.run_drover("tables", "m.csv", "-o", "out", "--schema", "s.json")
        self.assertIn('m.csv: row 2, column "sex": expected one of "F", "Male", got "M"', done.stderr)

    def test_nothing_where_nothing_is_near(self):
        self.write(t=TABLE)
        done = self.run_drover("synth", "t.csv", "-n", 5, "--where", "income=1")
        self.assertEqual(done.returncode, 3)
        self.assertNotIn("did you mean", done.stderr)

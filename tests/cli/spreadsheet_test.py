"""--safe-spreadsheet: texts that a spreadsheet would take for formulas"""
from synth_support import SynthTest

TABLE = "item,n,count\n=1+1,-5,30\n@x,-5,20\nplain,7,25\n=1+1,7,25\n"


class Spreadsheet(SynthTest):
    def setUp(self):
        super().setUp()
        self.write(t=TABLE)

    def values(self, name):
        return {row["item"] for row in self.rows_of(name)}

    def test_rows_are_as_the_table_has_them_unless_asked(self):
        self.synth("t.csv", "-n", 100)
        self.assertEqual(self.values("rows.csv"), {"=1+1", "@x", "plain"})
        self.synth("t.csv", "-n", 100, "--safe-spreadsheet", output="safe.csv")
        self.assertEqual(self.values("safe.csv"), {"'=1+1", "'@x", "plain"})
        self.assertEqual({row["n"] for row in self.rows_of("safe.csv")}, {"-5", "7"})

    def test_names_of_columns_too(self):
        self.write(f="=item,count\nx,1\ny,2\n")
        self.synth("f.csv", "-n", 3, "--safe-spreadsheet")
        self.assertEqual((self.folder / "rows.csv").read_text().splitlines()[0], "'=item")

    def test_safe_rows_are_checked_and_certified(self):
        self.synth("t.csv", "-n", 100, "--safe-spreadsheet", "--cert", "cert.json")
        self.assertEqual(self.json_of("check", "rows.csv", "t.csv", "--safe-spreadsheet")["impossible_rows"], 0)
        self.assertGreater(self.json_of("check", "rows.csv", "t.csv")["impossible_rows"], 0)
        self.assertTrue(self.json_of("check", "--cert", "cert.json")["certificate_holds"])

    def test_safe_rows_can_be_taken_up(self):
        options = ["t.csv", "-o", "rows.csv", "--safe-spreadsheet", "--checkpoint", "state.json"]
        self.json_of("synth", *options, "-n", 1000, "--checkpoint-every", 300)
        (self.folder / "rows.csv").rename(self.folder / "rows.csv.part")
        self.json_of("synth", *options, "-n", 2000, "--resume", "state.json")
        whole, _ = self.synth("t.csv", "-n", 2000, "--safe-spreadsheet", output="whole.csv")
        self.assertEqual(self.sha256_of("rows.csv"), whole["digest"])

    def test_values_are_named_as_in_the_table(self):
        self.synth("t.csv", "-n", 50, "--safe-spreadsheet", "--where", "item==1+1")
        self.assertEqual(self.values("rows.csv"), {"'=1+1"})
        self.synth("t.csv", "-n", 50, "--safe-spreadsheet", "--forbid", "item=@x")
        self.assertNotIn("'@x", self.values("rows.csv"))

    def test_tables_are_marked(self):
        self.write(people="item,n\n=1+1,-5\n@x,7\n=1+1,7\n")
        self.json_of("tables", "people.csv", "-o", "out", "--safe-spreadsheet")
        self.assertIn("'=1+1,-5,1\n", (self.folder / "out/item_x_n.csv").read_text())

    def test_what_it_cannot_be_combined_with_is_named(self):
        for option in ("--complete", "--like"):
            self.assert_fails(3, f"--safe-spreadsheet and {option}: expected one of them, got both", "synth", "t.csv",
                              option, "t.csv", "--safe-spreadsheet")
        self.assert_fails(3, "--safe-spreadsheet and --against: expected one of them, got both", "check", "t.csv", "t.csv",
                          "--against", "t.csv", "--safe-spreadsheet")

    def test_a_mark_that_is_there_already_is_refused_by_name(self):
        self.write(twice="a,count\n=x,1\n'=x,2\n")
        self.assert_fails(3, '--safe-spreadsheet: column "a": expected "\'=x" once, got it twice, with and without a leading quote',
                          "synth", "twice.csv", "--safe-spreadsheet")

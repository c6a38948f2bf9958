"""What people see on a terminal: progress in one line, reports and help laid out for its width."""
import re

import support
from process import OnTerminal, printed_on_terminal
from support import CliTest

FEATURES = "s,x\na,0\nb,1\nc,3\n"
LONG_RUN = ("herd", "f.csv", "--steps", "900000000", "-o", "out.txt")
BAR = r"herd \[#*-*\]  +\d+ %"
LEFT = r"(\d+:)?\d+:\d\d left"
RATE = r"[0-9.]+[kMG]?/s"


class Progress(CliTest):
    def setUp(self):
        super().setUp()
        self.write(f=FEATURES)

    def line(self, columns, *more):
        """A progress line with a time left, which comes as soon as the rate is known."""
        with OnTerminal([support.PROGRAM, *LONG_RUN, *more], self.folder, columns) as run:
            line = run.wait_for_line(lambda text: text.endswith(" left"), "a time left")
            self.assertTrue(all(len(each) < columns for each in run.lines()), run.lines())
            return line

    def test_a_bar_share_counts_rate_and_time_left(self):
        self.assertRegex(self.line(120), rf"^{BAR} +\d+ of 900000000 steps  {RATE}  {LEFT}$")

    def test_a_usual_terminal(self):
        self.assertRegex(self.line(80), rf"^{BAR} +\d+ of 900000000 steps  {RATE}  {LEFT}$")

    def test_a_narrow_terminal_shows_the_bar_the_share_and_the_time(self):
        self.assertRegex(self.line(40), rf"^{BAR}  {LEFT}$")

    def test_a_very_narrow_terminal_shows_the_share(self):
        with OnTerminal([support.PROGRAM, *LONG_RUN], self.folder, 12) as run:
            self.assertRegex(run.wait_for_line(bool, "a line"), r"^herd +\d+ %$")

    def test_the_bar_fills_the_line(self):
        for columns in (60, 80, 100):
            self.assertEqual(len(self.line(columns)), columns - 1)

    def test_the_line_follows_the_width_of_the_terminal(self):
        with OnTerminal([support.PROGRAM, *LONG_RUN], self.folder, 100) as run:
            run.wait_for_line(lambda text: len(text) == 99, "a line of 99 columns")
            run.resize(50)
            line = run.wait_for_line(lambda text: text.endswith(" left") and len(text) < 50, "a line of at most 49 columns")
            self.assertRegex(line, rf"^{BAR}  .*{LEFT}$")

    def test_a_terminal_without_a_size_has_that_of_the_environment(self):
        with OnTerminal(["env", "COLUMNS=66", support.PROGRAM, *LONG_RUN], self.folder) as run:
            run.wait_for_line(lambda text: len(text) == 65, "a line of 65 columns")

    def test_quiet_shows_nothing(self):
        with OnTerminal([support.PROGRAM, "herd", "f.csv", "--steps", "20000000", "--quiet", "-o", "out.txt"],
                        self.folder) as run:
            self.assertEqual(run.end(), (0, "", ""))
            self.assertEqual(run.lines(), [])

    def test_the_line_goes_when_the_work_is_done(self):
        with OnTerminal([support.PROGRAM, *LONG_RUN], self.folder, 80) as run:
            run.wait_for_line(lambda text: text.endswith(" left"), "a time left")
            self.assertEqual(run.interrupt(), (130, "", ""))
            self.assertEqual(run.lines()[-1], "")


def widest(text):
    return max(map(len, text.splitlines()))


class Width(CliTest):
    def printed(self, columns, *arguments):
        return printed_on_terminal([support.PROGRAM, *arguments], self.folder, columns)

    def setUp(self):
        super().setUp()
        rows = "".join(f"{age},{sex},{work},{home}\n" for k, (age, sex, work, home) in enumerate(
            (a, s, w, h) for a in ("16-24", "25-39", "40-64", "65 and over") for s in ("female", "male")
            for w in ("in work", "looking for work", "studying", "at home") for h in ("rented", "owned"))
            for _ in range(1 + k % 5))
        self.write(p="age group,sex,economic activity,tenure of the home\n" + rows)

    def test_the_report_of_rows_fits(self):
        plain = self.run_drover("synth", "p.csv", "-n", "50", "-o", "r.csv").stdout
        self.assertGreater(widest(plain), 100)
        for columns in (70, 80, 100):
            shown = self.printed(columns, "synth", "p.csv", "-n", "50", "-o", "r.csv", "--quiet")
            self.assertLessEqual(widest(shown), columns)
            self.assertEqual(re.findall(r"[0-9a-f]{64}", shown), re.findall(r"[0-9a-f]{64}", plain))

    def test_it_says_how_many_tables_there_are(self):
        plain = self.run_drover("synth", "p.csv", "-n", "50", "-o", "r.csv").stdout
        self.assertRegex(plain, r"\n5 worst of 6 tables +tv +l1 \(rows\)")

    def test_checks_fit(self):
        self.run_drover("synth", "p.csv", "-n", "50", "-o", "r.csv")
        for command in (("check", "r.csv", "p.csv"), ("tables", "p.csv", "-o", "t")):
            self.assertLessEqual(widest(self.printed(70, *command)), 70, command)

    def test_explanations_fit(self):
        self.write(a="sex,district,count\nf,1,5\nm,1,5\nf,2,6\nm,2,4\n", b="sex,age,count\nf,old,5\nm,old,5\nf,young,6\nm,young,5\n")
        plain = self.run_drover("explain", "a.csv", "b.csv").stdout
        shown = self.printed(50, "explain", "a.csv", "b.csv")
        self.assertLessEqual(widest(shown), 50)
        self.assertEqual(plain.split(), shown.split())

    def test_reports_of_models_fit(self):
        self.write(f=FEATURES)
        for command in (("herd", "f.csv"), ("dynamics", "period", "f.csv"), ("dynamics", "orbit", "f.csv")):
            plain = self.run_drover(*command).stdout
            self.assertLessEqual(widest(self.printed(60, *command)), max(60, len(max(plain.split(), key=len))), command)

    def test_a_wide_terminal_and_a_file_get_the_same(self):
        plain = self.run_drover("check", "p.csv", "p.csv").stdout
        self.assertEqual(self.printed(200, "check", "p.csv", "p.csv"), plain)

    def test_rows_and_json_are_never_folded(self):
        for command in (("neuron", "--rate", "1/2", "--json"), ("synth", "p.csv", "-n", "50", "--json", "-o", "/dev/null"),
                        ("tables", "--sql", "people", "--columns", "a,b", "-o", "-")):
            plain = self.run_drover(*command).stdout
            shown = self.printed(40, *command)
            self.assertEqual(re.sub("seconds.*", "", shown), re.sub("seconds.*", "", plain))

    def test_help_fits(self):
        for command in (("--help",), ("synth", "--help"), ("help", "dynamics", "survey"), ("help", "check")):
            self.assertGreater(widest(self.run_drover(*command).stdout), 78)
            shown = self.printed(78, *command).partition("\nExample: ")[0]  # commands are not broken
            self.assertLessEqual(widest(shown), 78, command)

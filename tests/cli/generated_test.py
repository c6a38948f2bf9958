"""Man pages and completions of the shells: drover --generate DIR, which the build calls and the package installs."""
import re
import shutil
import subprocess
import unittest

from support import ALL_COMMANDS, COMMANDS, HAS_BASELINES, NEEDS_BASELINES, CliTest, items_of

GROUPS = {"rbm": ("train", "sample", "energy", "features"),
          "dynamics": items_of("dynamics"),
          "paper": items_of("paper") if HAS_BASELINES else ("news-samples", "entropy", "ising")}


def needs(tool):
    return unittest.skipUnless(shutil.which(tool), f"no {tool} here")


class Generated(CliTest):
    def setUp(self):
        super().setUp()
        done = self.run_drover("--generate", "share")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.share = self.folder / "share"
        self.bash = self.share / "bash-completion/completions/drover"
        self.zsh = self.share / "zsh/site-functions/_drover"
        self.fish = self.share / "fish/vendor_completions.d/drover.fish"

    def output_of(self, *command):
        done = subprocess.run(command, cwd=self.folder, text=True, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def help_options(self, command):
        """The long options that a command's help lists, and the items."""
        text = self.run_drover(*command.split(), "--help").stdout
        return re.findall(r"^  (?:-\w,)?(--[\w-]+)", text, re.MULTILINE)

    def test_every_command_has_a_page_and_every_option_is_in_it(self):
        pages = sorted(path.name for path in (self.share / "man/man1").iterdir())
        self.assertEqual(pages, sorted(["drover.1"] + [f"drover-{command}.1" for command in ALL_COMMANDS]))
        for command in COMMANDS:
            page = (self.share / f"man/man1/drover-{command}.1").read_text().replace(r"\-", "-")
            paths = [f"{command} {item}" for item in GROUPS[command]] if command in GROUPS else [command]
            for path in paths:
                options = [name for name in self.help_options(path) if name != "--help"]
                self.assertIn("--json", options)
                for name in options:
                    self.assertIn(f"\\fB{name}\\fR", page)

    def test_a_page_as_a_reader_sees_it(self):
        page = (self.share / "man/man1/drover-neuron.1").read_text()
        self.assertIn(".SH NAME\ndrover\\-neuron \\- Herd a single neuron: spikes at an exact rate\n", page)
        self.assertIn("\\fBdrover neuron\\fR \\fB\\-\\-rate\\fR \\fIR\\fR [\\fIOPTIONS\\fR]\n", page)
        self.assertIn(".TP\n\\fB\\-\\-steps\\fR \\fIN\\fR\nNumber of steps; with \\-\\-weights at most 10\\(ha7 "
                      "(0 to 10\\(ha9). Default: 100.\n", page)
        self.assertIn(".TP\n\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIFILE\\fR\n", page)
        self.assertIn("\n    drover neuron \\-\\-rate 3/7 \\-\\-steps 14\n", page)

    def test_pages_know_help_and_version(self):
        page = (self.share / "man/man1/drover.1").read_text()
        self.assertIn("\\fBdrover\\-help\\fR(1)\n", page)
        self.assertIn("\\fBdrover\\-version\\fR(1)\n", page)
        page = (self.share / "man/man1/drover-help.1").read_text()
        self.assertIn("\\fBdrover help\\fR [\\fIOPTIONS\\fR] [\\fICOMMAND\\fR...]\n", page)

    @needs("groff")
    def test_pages_are_right_for_groff(self):
        for page in sorted((self.share / "man/man1").iterdir()):
            self.assertEqual(self.output_of("groff", "-man", "-Tutf8", "-ww", "-z", str(page)), "")

    def complete_in_bash(self, *words):
        script = (f'source "{self.bash}"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _drover; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        return self.output_of("bash", "-c", script, "bash", *words).split("\n")[:-1]

    @needs("bash")
    def test_bash_completes(self):
        self.write(dice="", loaded="")
        (self.folder / "empty").mkdir()
        self.assertEqual(self.complete_in_bash("drover", "ne"), ["neuron"])
        self.assertEqual(self.complete_in_bash("drover", ""), [*ALL_COMMANDS, "--help", "--version"])
        self.assertEqual(self.complete_in_bash("drover", "help", "sy"), ["synth"])
        self.assertEqual(self.complete_in_bash("drover", "help", "dynamics", "surv"), ["survey"])
        self.assertEqual(self.complete_in_bash("drover", "version", ""), ["--help"])
        self.assertEqual(self.complete_in_bash("drover", "paper", ""), [*GROUPS["paper"], "--help"])
        self.assertEqual(self.complete_in_bash("drover", "paper", "ising", "--s"),
                         ["--size", "--samples", "--svg", "--seed"])
        self.assertEqual(self.complete_in_bash("drover", "herd", "--rule", ""), ["herding", "greedy"])
        self.assertEqual(self.complete_in_bash("drover", "herd", "--rule", "=", "g"), ["greedy"])
        self.assertEqual(self.complete_in_bash("drover", "herd", "d"), ["dice.csv"])
        self.assertEqual(self.complete_in_bash("drover", "herd", "--start", "mo"), ["moments"])
        self.assertEqual(self.complete_in_bash("drover", "herd", "--steps", ""), [""])
        self.assertEqual(self.complete_in_bash("drover", "paper", "entropy", "--data", "em"), ["empty"])

    @needs("bash")
    @NEEDS_BASELINES
    def test_bash_completes_lists(self):
        self.assertEqual(self.complete_in_bash("drover", "paper", "table1", "--sets", "abalone,b"), ["abalone,bowling"])

    @needs("bash")
    def test_bash_knows_every_option(self):
        for command in COMMANDS:
            for path in [f"{command} {item}" for item in GROUPS[command]] if command in GROUPS else [command]:
                self.assertLessEqual(set(self.help_options(path)),
                                     set(self.complete_in_bash("drover", *path.split(), "--")))

    @needs("zsh")
    def test_zsh_reads_its_file(self):
        self.output_of("zsh", "-n", str(self.zsh))

    @needs("fish")
    def test_fish_completes(self):
        def complete(line):
            text = self.output_of("fish", "--no-config", "-c", f'source "{self.fish}"; complete -C "{line}"')
            return sorted(row.split("\t")[0] for row in text.splitlines())

        self.assertEqual(complete("drover "), sorted(ALL_COMMANDS))
        self.assertEqual(complete("drover help sy"), ["synth"])
        self.assertEqual(complete("drover paper "), sorted(GROUPS["paper"]))
        self.assertEqual(complete("drover herd --rule "), ["greedy", "herding"])
        self.assertEqual(complete("drover paper ising --s"), ["--samples", "--seed", "--size", "--svg"])

    def test_a_folder_that_cannot_be_made_is_an_error_of_files(self):
        self.write(file="")
        done = self.run_drover("--generate", "file.csv")
        self.assertEqual((done.returncode, done.stdout), (4, ""))
        self.assertRegex(done.stderr, "^drover: file.csv/man/man1: cannot make the folder: .*\n$")

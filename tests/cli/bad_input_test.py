"""The corpus of bad inputs: each gets its one line, its exit code, and nothing is written."""
import gzip

from support import ALL_COMMANDS, CliTest

GOOD = "s,x,y\na,0,1\nb,1,0\n"

# Contents of f.csv, then the message.
FEATURES = [
    ("", "f.csv: expected a header line, got an empty file"),
    ("\n\n", "f.csv: expected a header line, got an empty file"),
    ("s,x\n", "f.csv: expected at least one state, got none"),
    ("s\na\n", 'f.csv: header: expected the state\'s name and at least one feature, separated by commas, got "s"'),
    ("s;x\na;1\n", 'f.csv: header: expected the state\'s name and at least one feature, separated by commas, '
                   'got "s;x"'),
    ("s,x\n,1\n", 'f.csv: row 1, column "s": expected a name, got nothing'),
    ("s,x,x\na,1,2\n", 'f.csv: header: expected each column once, got "x" twice'),
    ("s,,x\na,1,2\n", "f.csv: header: expected a name for column 2, got nothing"),
    ("s,x\na,1\nb\n", "f.csv: row 2: expected 2 fields, got 1"),
    ("s,x\na,1\nb,2,3\n", "f.csv: row 2: expected 2 fields, got 3"),
    ("s,x\na,1\na,2\n", 'f.csv: row 2, column "s": expected each state once, got "a" twice'),
    ("s,x\na,one\n", 'f.csv: row 1, column "x": expected a number, got "one"'),
    ("s,x\na,\n", 'f.csv: row 1, column "x": expected a number, got ""'),
    ("s,x\na,NaN\n", 'f.csv: row 1, column "x": expected a number, got "NaN"'),
    ("s,x\na,-inf\n", 'f.csv: row 1, column "x": expected a number, got "-inf"'),
    ("s,x\na,1/0\n", 'f.csv: row 1, column "x": expected a number, got "1/0"'),
    ("s,x\na,1 2\n", 'f.csv: row 1, column "x": expected a number, got "1 2"'),
    ('s,x\na,"1,5"\n', 'f.csv: row 1, column "x": expected a number, got "1,5"'),
    ("s,x\na,0x10\n", 'f.csv: row 1, column "x": expected a number, got "0x10"'),
    ("s,x\na,1e999\n", 'f.csv: row 1, column "x": number too large or too long: expected at most 127 '
                       'bits (38 digits) above and below the line'),
    ("s,x\na,1e30\nb,0\n", 'f.csv: row 1, column "x": expected a number below 2^62 in magnitude, got "1e30"'),
    ("s,x\na,1e-25\nb,1e12\n", 'f.csv: row 2, column "x": number 1000000000000 is too large for a grid of 2^-32: '
                                'expected a magnitude below 2^30'),
    ('s,x\n"a,1\n', "f.csv: line 2: expected a closing quote, got the end of the file"),
    ('s,x\n"a"b,1\n', 'f.csv: line 2: expected a comma or the line\'s end after a quoted field, got "b"'),
    ('s,x\na"b,1\n', 'f.csv: line 2: expected quotes around the entire field, got a"b'),
    (b"s,x\na,1\n\xff,2\n", "f.csv: line 3: expected UTF-8 text, got a byte that is not valid UTF-8"),
    (b"s,x\na\x00,1\n", "f.csv: line 2: expected text, got a NUL byte"),
]

# Option, contents of n.csv, then the message.
NUMBERS = [
    ("--probabilities", "", "n.csv: expected a number for each state, got an empty file"),
    ("--probabilities", "s,p\na,.5\n", 'n.csv: expected a number for every state, got none for "b"'),
    ("--probabilities", "s,p\na,.5\nc,.5\n", 'n.csv: line 3: unknown state "c"'),
    ("--probabilities", "s,p\na,.5\na,.5\n", 'n.csv: line 3: expected each state once, got "a" twice'),
    ("--probabilities", "s,p\na,.5\nb,x\n", 'n.csv: line 3, state "b": expected a number, got "x"'),
    ("--probabilities", "s,p\na,nan\nb,1\n", 'n.csv: line 2, state "a": expected a number, got "nan"'),
    ("--probabilities", "s,p\na,.5,1\nb,.5,1\n", "n.csv: line 2: expected 2 fields, got 3"),
    ("--probabilities", "p\n.5\n.2\n.3\n", "n.csv: expected 2 numbers, one per state, got 3"),
    ("--probabilities", "a,b\n.5,y\n", 'n.csv: line 2, column "b": expected a number, got "y"'),
    ("--probabilities", "s,p\na,-.5\nb,1.5\n", 'n.csv: state "a": expected a probability of at least 0, got -1/2'),
    ("--probabilities", "s,p\na,0\nb,0\n", "n.csv: probabilities: expected at least one above 0, got none"),
    ("--moments", "f,m\nx,.5\n", 'n.csv: expected a number for every feature, got none for "y"'),
    ("--moments", "f,m\nx,.5\nz,.5\n", 'n.csv: line 3: unknown feature "z"'),
    ("--moments", "f,m\nx,.5\ny,inf\n", 'n.csv: line 3, feature "y": expected a number, got "inf"'),
    ("--moments", "f,m\nx,.5\ny,-1e20\n", 'n.csv: line 3, feature "y": expected a number below 2^62 in magnitude, got '
                                          '"-1e20"'),
    ("--rates", "f,r\nx,1\ny,0\n", 'n.csv: feature "y": expected a rate above 0, got 0'),
    ("--rates", "f,r\nx,1\ny,-2\n", 'n.csv: feature "y": expected a rate above 0, got -2'),
    ("--moments", "f,m\nx," + 42 * "3" + "\ny,1\n", 'n.csv: line 2, feature "x": number too large or too long: expected '
                                                    'at most 127 bits (38 digits) above and below the line'),
    ("--start", "f,w\nx,1\n", 'n.csv: expected a number for every feature, got none for "y"'),
]


class BadInput(CliTest):
    def test_feature_tables(self):
        for text, message in FEATURES:
            with self.subTest(message=message):
                self.write(f=text)
                self.assert_fails(3, message, "herd", "f.csv", "-o", "out.txt", "--states", "states.csv")

    def test_number_files(self):
        self.write(f=GOOD)
        for option, text, message in NUMBERS:
            with self.subTest(message=message):
                self.write(n=text)
                self.assert_fails(3, message, "herd", "f.csv", option, "n.csv", "-o", "out.txt", "--states", "s.csv")

    def test_options_of_herd(self):
        self.write(f=GOOD)
        cases = [
            ("--steps: expected 0 to 10^15, got -5", ["--steps", "-5"]),
            ("--steps: expected 0 to 10^15, got 9223372036854775807", ["--steps", "9223372036854775807"]),
            ("--burn-in: expected 0 to 10^15, got -1", ["--burn-in", "-1"]),
            ("--eta: expected a number above 0, got 0", ["--eta", "0"]),
            ('--eta: expected a number, got "fast"', ["--eta", "fast"]),
            ('--states and -o: expected two files, got "x" twice', ["--states", "x", "-o", "x"]),
            ("expected at most one input from standard input, got several", ["--moments", "-", "--rates", "-"]),
            ("--states and -o: expected one of them on standard output, got both", ["--states", "-"]),
        ]
        for message, arguments in cases:
            with self.subTest(message=message):
                self.assert_fails(3, message, "herd", "f.csv", *arguments)

    def test_files_that_cannot_be_read_or_written(self):
        self.write(f=GOOD)
        (self.folder / "folder").mkdir()
        (self.folder / "loop").symlink_to("loop")
        cases = [
            ("none.csv: cannot read: No such file or directory", ["none.csv"]),
            ("folder: cannot read: Is a directory", ["folder"]),
            ("loop: cannot read: Too many levels of symbolic links", ["loop"]),
            ("loop/x: cannot write: Too many levels of symbolic links", ["f.csv", "-o", "loop/x"]),
            (300 * "x" + ": cannot read: File name too long", [300 * "x"]),
            (300 * "x" + ": cannot write: File name too long", ["f.csv", "-o", 300 * "x"]),
            ("none.csv: cannot read: No such file or directory", ["f.csv", "--moments", "none.csv"]),
            ("folder: cannot write: Is a directory", ["f.csv", "-o", "folder"]),
            ("no/such/out: cannot write: No such file or directory", ["f.csv", "-o", "no/such/out"]),
            ("no/such/s: cannot write: No such file or directory", ["f.csv", "--states", "no/such/s"]),
        ]
        for message, arguments in cases:
            with self.subTest(message=message):
                self.assert_fails(4, message, "herd", *arguments)

    def test_bad_gzip_files(self):
        data = gzip.compress(GOOD.encode(), mtime=0)
        truncated = "f.csv.gz: cannot read: truncated gzip data"
        corrupt = "f.csv.gz: cannot read: corrupt gzip data"
        cases = [
            (truncated, data[:2]),
            (truncated, data[:12]),
            (truncated, data[:-1]),
            (truncated, data + data[:-1]),
            (corrupt, data[:-8] + bytes(8)),
            (corrupt, data[:2] + b"x" + data[3:]),
            (corrupt, data + b"s,x\n"),
        ]
        for message, contents in cases:
            with self.subTest(contents=contents):
                (self.folder / "f.csv.gz").write_bytes(contents)
                self.assert_fails(4, message, "herd", "f.csv.gz", "-o", "out.txt", "--states", "states.csv")

    def test_command_line_errors_are_two_lines_with_the_usage(self):
        program = ("drover", " COMMAND [OPTIONS]")
        neuron = ("drover neuron", " --rate R [OPTIONS]")
        herd = ("drover herd", " [OPTIONS] FEATURES")
        dynamics = ("drover dynamics", " ITEM [OPTIONS]")
        every = f'{", ".join(ALL_COMMANDS[:-1])} or {ALL_COMMANDS[-1]}'
        cases = [
            ([], "expected a command, got none", program),
            (["fly"], f'unknown command "fly"; expected {every}', program),
            (["synht", "x.csv", "--rows", "5"], 'unknown command "synht"; did you mean "synth"?', program),
            (["POPULATE"], 'unknown command "POPULATE"; did you mean "populate"?', program),
            (["--vresion"], 'unknown option --vresion; did you mean "--version"?', program),
            (["--quiet", "neuron", "--rate", "1/2"], "unknown option --quiet", program),
            (["dynamics"], "expected an item, got none", dynamics),
            (["dynamics", "orbt", "f.csv", "--steps", "5"], 'unknown item "orbt"; did you mean "orbit"?', dynamics),
            (["dynamics", "--steps", "5"], "unknown option --steps", dynamics),
            (["help", "synht"], 'unknown command "synht"; did you mean "synth"?', ("drover help", " [OPTIONS] [COMMAND...]")),
            (["help", "dynamics", "surve"], 'unknown item "surve"; did you mean "survey"?',
             ("drover help", " [OPTIONS] [COMMAND...]")),
            (["help", "synth", "x"], 'expected no item of drover synth, got "x"', ("drover help", " [OPTIONS] [COMMAND...]")),
            (["version", "x"], 'unexpected argument "x"', ("drover version", " [OPTIONS]")),
            (["herd", "f.csv", "--moments", ""], "--moments: expected a file name, got nothing", herd),
            (["neuron"], "--rate is required", neuron),
            (["neuron", "--rate", "1/2", "--steps", "x"], '--steps: expected an integer, got "x"', neuron),
            (["neuron", "--rate", "1/2", "--bogus"], "unknown option --bogus", neuron),
            (["neuron", "--step=5"], 'unknown option --step; did you mean "--steps"?', neuron),
            (["neuron", "--rate", "1/2", "-rate", "5"], 'unknown option -rate; did you mean "--rate"?', neuron),
            (["neuron", "--rate", "1/2", "-Z"], "unknown option -Z", neuron),
            (["neuron", "--rate"], "--rate: expected R, got nothing", neuron),
            (["neuron", "--rate", "1", "--rate", "0"], "--rate: expected one value, got 2", neuron),
            (["neuron", "--rate", "1", "--json=maybe"], '--json: expected no value, got "maybe"', neuron),
            (["neuron", "--rate", "1/2", "more", "and more"], 'unexpected argument "more"', neuron),
            (["herd"], "FEATURES is required", herd),
            (["herd", "f.csv", "--probabilities", "p", "--moments", "m"],
             "--probabilities and --moments: expected one of them, got both", herd),
            (["herd", "f.csv", "--rule", "luck"], '--rule: expected herding or greedy, got "luck"', herd),
            (["herd", "f.csv", "--rule", "gredy"], '--rule: expected herding or greedy, got "gredy"; did you mean "greedy"?', herd),
            (["herd", "f.csv", "--memory", "2X"], '--memory: expected 64M to 2^60 bytes, as 500M, 2G or 1e9, got "2X"', herd),
        ]
        for arguments, message, (command, usage) in cases:
            with self.subTest(arguments=arguments):
                done = self.run_drover(*arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertEqual(done.stderr, f"{command}: {message}\nusage: {command}{usage}; {command} --help says more\n")

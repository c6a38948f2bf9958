"""Files that are read and written, by every command: nothing is lost, and nothing but files is replaced"""
import hashlib
import os
import stat
import subprocess
import threading

import support
from process import HANG, is_locked, wait_until
from support import CliTest
from synth_support import SynthTest, townspeople, rows_text, table_text

A = "sex,age,count\nf,young,2\nf,old,3\nm,young,4\n"
B = "age,town,count\nyoung,X,5\nyoung,Y,1\nold,X,1\nold,Y,2\n"
FEATURES = "s,x\na,1\nb,2\nc,4\n"


class Output(SynthTest):
    """Of synth, which has all kinds of outputs."""

    def setUp(self):
        super().setUp()
        self.write(a=A, b=B)
        self.tables = ["a.csv", "b.csv"]
        done = self.run_drover("synth", *self.tables, "-n", 40, "-o", "good.csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.good = (self.folder / "good.csv").read_bytes()
        (self.folder / "good.csv").unlink()

    def make(self, *arguments, code=0):
        done = self.run_drover("synth", *self.tables, "-n", 40, *arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def assert_nothing_is_left(self, *names):
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), sorted(["a.csv", "b.csv", *names]))

    def test_a_link_stays_and_its_file_is_replaced(self):
        (self.folder / "real.csv").write_text("old")
        (self.folder / "link.csv").symlink_to("real.csv")
        for checkpoint in ([], ["--checkpoint", "state.json"]):
            (self.folder / "real.csv").write_text("old")
            self.make("-o", "link.csv", *checkpoint)
            self.assertTrue((self.folder / "link.csv").is_symlink())
            self.assertEqual((self.folder / "real.csv").read_bytes(), self.good)
        (self.folder / "real.csv").unlink()
        self.make("-o", "link.csv")
        self.assertTrue((self.folder / "link.csv").is_symlink())
        self.assertEqual((self.folder / "real.csv").read_bytes(), self.good)

    def read_pipe(self, path, texts):
        texts.append(path.read_bytes())

    def test_a_pipe_is_written_to_and_stays(self):
        pipe, texts = self.folder / "pipe", []
        os.mkfifo(pipe)
        reader = threading.Thread(target=self.read_pipe, args=(pipe, texts))
        reader.start()
        self.make("-o", "pipe")
        reader.join()
        self.assertEqual(texts, [self.good])
        self.assertTrue(stat.S_ISFIFO(pipe.stat().st_mode))

    def test_a_device_stays_with_a_checkpoint_too(self):
        (self.folder / "full").symlink_to("/dev/full")
        for name in ("/dev/full", "full"):
            self.assert_fails(4, f"{name}: cannot write: No space left on device", "synth", *self.tables, "-n", 40, "-o",
                              name)
            self.assert_fails(3, f'--checkpoint: expected -o FILE for the rows, got "{name}", which is not an ordinary file',
                              "synth", *self.tables, "-n", 40, "-o", name, "--checkpoint", "state.json")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))

    def test_standard_output_by_its_path_is_not_replaced(self):
        with open(self.folder / "log", "ab") as log:
            log.write(b"before\n")
            log.flush()
            subprocess.run([support.PROGRAM, "synth", *self.tables, "-n", "40", "-o", "/dev/stdout"], cwd=self.folder,
                           stdout=log, check=True)
        text = (self.folder / "log").read_bytes()
        self.assertTrue(text.startswith(b"before\n" + self.good), text)
        self.assertIn(b"mean total variation", text)

    def test_the_mode_of_a_file_that_is_replaced_stays(self):
        for mode in (0o600, 0o664, 0o755):
            for checkpoint in ([], ["--checkpoint", "state.json"]):
                (self.folder / "rows.csv").write_text("old")
                (self.folder / "rows.csv").chmod(mode)
                self.make("-o", "rows.csv", *checkpoint)
                self.assertEqual(stat.S_IMODE((self.folder / "rows.csv").stat().st_mode), mode)
                self.assertEqual((self.folder / "rows.csv").read_bytes(), self.good)

    def test_what_a_killed_run_has_left_is_used_again(self):
        (self.folder / "rows.csv.part~").write_text("half a row")
        self.make("-o", "rows.csv", "--cert", "c.json")
        self.assert_nothing_is_left("rows.csv", "c.json")
        self.assertEqual((self.folder / "rows.csv").read_bytes(), self.good)

    def test_the_rows_of_another_run_that_can_be_resumed_stay(self):
        (self.folder / "rows.csv.part").write_text("precious")
        self.make("-o", "rows.csv")
        self.assertEqual((self.folder / "rows.csv.part").read_text(), "precious")

    def test_a_run_that_is_whole_already_is_taken_up_too(self):
        """A kill after the rows have their name leaves them, the checkpoint, and no certificate."""
        saving = ["-o", "rows.csv", "--cert", "c.json", "--checkpoint", "state.json", "--checkpoint-every", "10"]
        self.make(*saving)
        certificate = (self.folder / "c.json").read_bytes()
        (self.folder / "c.json").unlink()
        for left in (None, "sex,age"):  # a kill while the rows are copied leaves some of them
            if left is not None:
                (self.folder / "rows.csv.part").write_text(left)
            done = self.make(*saving, "--resume", "state.json")
            self.assertEqual(done.stderr, "drover: rows.csv is complete already; its last rows are made again\n")
            self.assertEqual((self.folder / "rows.csv").read_bytes(), self.good)
            self.assertEqual((self.folder / "c.json").read_bytes(), certificate)
            self.assert_nothing_is_left("rows.csv", "c.json", "state.json")

    def test_other_rows_under_the_name_of_a_finished_run_stay(self):
        self.make("-o", "rows.csv", "--checkpoint", "state.json", "--checkpoint-every", "10")
        resume = ("synth", *self.tables, "-n", 40, "-o", "rows.csv", "--resume", "state.json")
        others = self.good.replace(b"f,", b"m,")
        for text, message in ((others, "rows.csv: expected the rows of the checkpoint, got others"),
                              (self.good[:9], "rows.csv: expected the 293 bytes of the checkpoint, got 9"),
                              (None, 'rows.csv.part: expected the rows of the checkpoint, got no such file, nor "rows.csv"')):
            (self.folder / "rows.csv").unlink()
            if text is not None:
                (self.folder / "rows.csv").write_bytes(text)
            self.assert_fails(3, message, *resume)
            self.assert_nothing_is_left(*["rows.csv"] * (text is not None), "state.json")
            if text is not None:
                self.assertEqual((self.folder / "rows.csv").read_bytes(), text)

    def test_outputs_and_their_temporary_names_are_apart(self):
        for name in ("rows.csv.part", "rows.csv.part~", "./rows.csv.part"):
            self.assert_fails(3, f'-o and --checkpoint: expected no other use of "rows.csv{name[name.rindex(".part"):]}", '
                              f'the temporary name for -o, got "{name}"',
                              "synth", *self.tables, "-o", "rows.csv", "--checkpoint", name)
        self.assert_fails(3, '-o: expected a file that is not an input, got "b.csv"', "synth", *self.tables, "-o", "b.csv")

    def test_inputs_under_temporary_names_stay(self):
        (self.folder / "rows.csv.part").write_text(A)
        for more in ([], ["--checkpoint", "s.json"]):
            self.assert_fails(3, '-o and INPUT: expected no other use of "rows.csv.part", the temporary name for -o, got '
                              '"rows.csv.part"', "synth", "rows.csv.part", "-o", "rows.csv", *more)
        self.assertEqual((self.folder / "rows.csv.part").read_text(), A)

    def test_a_hard_link_to_an_input_is_an_input(self):
        os.link(self.folder / "a.csv", self.folder / "same.csv")
        self.assert_fails(3, '-o: expected a file that is not an input, got "same.csv"', "synth", *self.tables, "-o", "same.csv")

    def test_two_runs_with_one_output(self):
        for checkpoint in ([], ["--checkpoint", "state.json"]):
            with subprocess.Popen([support.PROGRAM, "synth", *self.tables, "-n", "900000000", "-o", "rows.csv", *checkpoint],
                                  cwd=self.folder, stdout=subprocess.DEVNULL) as first:
                wait_until(lambda: any(map(is_locked, self.folder.glob("rows.csv.part*"))), "it has locked its output", first)
                message = "rows.csv: cannot write: another run is writing it"
                for more in ([], ["--checkpoint", "other.json"]):
                    done = self.run_drover("synth", *self.tables, "-n", 40, "-o", "./rows.csv", *more)
                    self.assertEqual((done.returncode, done.stderr), (4, f"drover: ./{message}\n"))
                first.kill()
            for name in ("rows.csv.part", "state.json", "state.json.part~"):  # killed: these may be left
                (self.folder / name).unlink(missing_ok=True)
            self.make("-o", "rows.csv")
            self.assertEqual((self.folder / "rows.csv").read_bytes(), self.good)
            (self.folder / "rows.csv").unlink()
            self.assert_nothing_is_left()

    def test_a_certificate_that_cannot_be_written_is_said(self):
        (self.folder / "sub").mkdir()
        self.assert_fails(4, "no/c.json: cannot write: No such file or directory", "synth", *self.tables, "-n", 40, "-o",
                          "rows.csv", "--cert", "no/c.json")
        self.assert_fails(4, "/dev/full: cannot write: No space left on device", "synth", *self.tables, "-n", 40, "-o",
                          "rows.csv", "--cert", "/dev/full")


class Inputs(SynthTest):
    def shell(self, command):
        done = subprocess.run(["bash", "-c", command.replace("drover", support.PROGRAM)], cwd=self.folder, text=True,
                              capture_output=True, timeout=HANG, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_pipes_are_read_once_and_certified(self):
        self.write(a=A, b=B)
        self.shell("drover synth <(cat a.csv) <(cat b.csv) -n 40 -o rows.csv --cert c.json")
        self.assertIn(hashlib.sha256(A.encode()).hexdigest(), (self.folder / "c.json").read_text())
        text = self.shell("drover check rows.csv b.csv a.csv --cert c.json")
        self.assertTrue(text.startswith("certificate holds: 40 rows, 2 tables\n"), text)
        self.assertTrue(self.shell("drover check <(cat rows.csv) <(cat a.csv) <(cat b.csv) --cert <(cat c.json)")
                        .startswith("certificate holds: 40 rows, 2 tables\n"))

    def test_the_order_of_pipes_is_nobodys(self):
        self.write(a=A, b=B)
        people = []
        for pipes in ("<(cat a.csv) <(cat b.csv)", "<(cat b.csv) <(cat a.csv)", "/proc/self/fd/5 <(cat b.csv) 5< a.csv"):
            self.shell(f"drover synth {pipes} -n 40 -o rows.csv")
            header, *rows = (line.split(",") for line in (self.folder / "rows.csv").read_text().splitlines())
            people.append([dict(zip(header, row)) for row in rows])
        self.assertEqual(people[0], people[1])
        self.assertEqual(people[0], people[2])
        text = self.shell("drover explain <(cat a.csv) <(cat b.csv) --json")
        digest = hashlib.sha256(A.encode()).hexdigest()
        self.assertIn(f'"name":"sex_x_age-{digest[:8]}"', text)

    def test_every_input_may_be_a_pipe(self):
        people = townspeople(200)
        self.write(people=rows_text(people), t=table_text(people, ["age", "work"]), p="age,work\nold,\n,full\n")
        self.shell("drover tables <(cat people.csv) -o t")
        self.shell("mkfifo f; cat people.csv > f & drover tables f --schema <(cat t/schema.json) -o t2; rm f")
        self.assertEqual((self.folder / "t2/schema.json").read_text(), (self.folder / "t/schema.json").read_text())
        schema = "--schema <(cat t/schema.json)"
        self.shell(f"drover synth <(cat people.csv) {schema} --complete <(cat p.csv) -o filled.csv")
        self.shell(f"drover synth <(cat t.csv) --like <(cat people.csv) -n 30 -o rows.csv {schema}")
        self.shell(f"drover check - <(cat t.csv) --against <(cat people.csv) {schema} --report >(cat > page.html) < rows.csv")
        self.shell("drover explain <(cat t.csv) - < t.csv")
        self.shell("cat t.csv | drover synth - -n 10 > r.csv")
        self.write(f=FEATURES, m="feature,moment\nx,2\n")
        self.shell("drover herd <(cat f.csv) --moments <(cat m.csv) --start moments --states >(cat > states.csv)")
        self.shell("drover dynamics period <(cat f.csv) --moments - < m.csv")

    def test_models_may_be_pipes(self):
        self.write(d="x,y\n" + "".join(f"{k % 7},{'ab'[k % 7 > 3]}\n" for k in range(60)))
        self.shell("drover fit <(cat d.csv) --label y --updates 300 --burn-in 100 --hidden 2 -o m")
        self.shell("drover predict <(cat m) <(cat d.csv); drover evaluate m - < d.csv")
        self.write(bits="a,b\n" + "0,1\n1,1\n" * 9)
        self.shell("drover rbm train <(cat bits.csv) --hidden 2 --steps 5 -o r; drover rbm sample <(cat r)")


class Models(CliTest):
    def test_a_second_run_with_one_model_is_refused(self):
        self.write(d="x,y\n" + "".join(f"{k * k % 17},{'ab'[k % 3 > 1]}\n" for k in range(200)))
        command = ["fit", "d.csv", "--label", "y", "--hidden", "20", "-o", "m"]
        with subprocess.Popen([support.PROGRAM, *command, "--updates", "900000000"], cwd=self.folder,
                              stderr=subprocess.DEVNULL) as first:
            wait_until(lambda: is_locked(self.folder / "m.part~"), "it has locked its output", first)
            self.assert_fails(4, "m: cannot write: another run is writing it", *command)
            first.kill()


class EveryCommand(CliTest):
    """An output never overwrites an input, by whatever name, in any command."""

    def commands(self):
        data = "x,y\n" + "".join(f"{k % 7},{'ab'[k % 7 > 3]}\n" for k in range(60))
        self.write(a=A, b=B, f=FEATURES, m="feature,moment\nx,2\n", r="sex,age,town\nf,old,X\n", d=data, bits="a,b\n0,1\n")
        yield from ((["explain", "a.csv"], ["-o"], ["a.csv"]),
                    (["check", "r.csv", "a.csv", "b.csv"], ["-o", "--report", "--cells"], ["r.csv", "a.csv"]),
                    (["herd", "f.csv", "--moments", "m.csv"], ["-o", "--states"], ["f.csv", "m.csv"]),
                    (["synth", "a.csv", "b.csv"], ["-o", "--report", "--cert", "--checkpoint"], ["a.csv"]),
                    (["rbm", "train", "bits.csv"], ["-o"], ["bits.csv"]))
        for item in ("period", "words", "partition", "orbit", "torus", "attractor", "tipi", "split", "autocorrelation",
                     "bifurcation"):
            yield ["dynamics", item, "f.csv", "--moments", "m.csv"], ["-o", "--svg"], ["f.csv", "m.csv"]
        yield ["fit", "d.csv", "--label", "y"], ["-o"], ["d.csv"]

    def test_no_output_is_an_input(self):
        for command, outputs, inputs in self.commands():
            for name in inputs:
                for output in outputs:
                    (self.folder / "link").unlink(missing_ok=True)
                    os.link(self.folder / name, self.folder / "link")
                    more = ["-o", "apart"] if output != "-o" else []
                    with self.subTest(command=command, output=output, input=name):
                        before = (self.folder / name).read_bytes()
                        self.assert_fails(3, f'{output}: expected a file that is not an input, got "link"', *command, output,
                                          "link", *more)
                        self.assertEqual((self.folder / name).read_bytes(), before)
                        self.assert_fails(3, f'{output} and {self.input_name(command, name)}: expected no other use of '
                                          f'"{name}.x.part~", the temporary name for {output}, got "{name}"',
                                          *self.linked(command, name), output, f"{name}.x", *more)

    def input_name(self, command, name):
        before = command[command.index(name) - 1]
        if before.startswith("--"):
            return before
        return {"explain": "TABLES", "check": "ROWS" if name == "r.csv" else "TABLES", "synth": "INPUT", "rbm": "DATA",
                "fit": "TRAIN"}.get(command[0], "FEATURES")

    def linked(self, command, name):
        """The temporary name of NAME.x is another name of the input."""
        link = self.folder / f"{name}.x.part~"
        link.unlink(missing_ok=True)
        os.link(self.folder / name, link)
        return command

    def test_tables_keep_the_microdata(self):
        people = "sex,age\nf,old\nm,young\n"
        (self.folder / "t").mkdir()
        for name in ("sex_x_age.csv", "schema.json"):
            (self.folder / "t" / name).write_text(people)
            self.assert_fails(3, f'-o: expected a file that is not an input, got "t/{name}"', "tables", f"t/{name}", "-o", "t")
            self.assertEqual((self.folder / "t" / name).read_text(), people)
            self.assertEqual(len(list((self.folder / "t").iterdir())), 1)
            (self.folder / "t" / name).unlink()

    def test_tables_are_replaced_all_or_none(self):
        self.write(p="sex,age,town\nf,old,X\nm,young,Y\n")
        self.run_drover("tables", "p.csv", "-o", "t")
        before = {path.name: path.read_text() for path in (self.folder / "t").iterdir()}
        self.assertEqual(len(before), 4)
        (self.folder / "t/sex_x_town.csv.part~").mkdir()
        self.write(p="sex,age,town\nf,old,X\nm,young,Z\n")
        done = self.run_drover("tables", "p.csv", "-o", "t")
        self.assertEqual(done.returncode, 4, done.stderr)
        (self.folder / "t/sex_x_town.csv.part~").rmdir()
        self.assertEqual({path.name: path.read_text() for path in (self.folder / "t").iterdir()}, before)

    def test_images_do_not_meet_other_outputs(self):
        self.assert_fails(3, '--svg and --images: expected two files, got "./herding.svg" twice', "ising", "--size", 4,
                          "--samples", 3, "--burn-in", 0, "--reference", 5, "--images", ".", "--svg", "herding.svg")

    def test_data_folders_keep_their_files(self):
        (self.folder / "sets").mkdir()
        (self.folder / "sets/x.txt").write_text("data")
        self.assert_fails(3, '--svg: expected no file of --data, got "sets/../sets/x.txt"', "paper", "entropy",
                          "--data", "sets", "--svg", "sets/../sets/x.txt")

"""What is killed: each job with its files, the command that starts or resumes it, and what must be there at the end."""
import hashlib
import random
import re

# kill -9 leaves a file that was being written under its temporary name.
TEMPORARY = re.compile(r".*\.part~")

AB = "a,b,count\nx,1,30\nx,2,20\ny,1,25\ny,2,25\n"
BC = "b,c,count\n1,u,40\n1,v,15\n2,u,45\n2,v,0\n"


def put_tables(folder):
    (folder / "ab.csv").write_text(AB)
    (folder / "bc.csv").write_text(BC)


def people(count):
    dice = random.Random(2)
    lines = [f"{dice.choice('xyz')},{dice.choice('12')},{dice.randrange(20, 80)},{dice.gauss(170, 9):.1f}" for _ in range(count)]
    return "a,b,age,height\n" + "\n".join(lines) + "\n"


def bits(count):
    dice = random.Random(3)
    rows = [",".join(dice.choice("01") for _ in range(12)) for _ in range(count)]
    return ",".join(f"v{j}" for j in range(12)) + "\n" + "\n".join(rows) + "\n"


def examples(count):
    dice = random.Random(4)
    rows = [f"{dice.gauss(0, 1):.3f},{dice.gauss(0, 1):.3f},{dice.choice('pq')}" for _ in range(count)]
    return "h,k,y\n" + "\n".join(rows) + "\n"


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Job:
    """`product` is complete or not there; `others` may be there at the end, beside the inputs."""
    name = ""
    product = ""
    others: tuple = ()
    seconds = 0.0
    whole = ""

    def prepare(self, folder):
        raise NotImplementedError

    def arguments(self, program, folder):
        raise NotImplementedError

    def is_open(self, folder):
        return not (folder / self.product).exists()

    def remember(self, folder):
        self.whole = digest(folder / self.product)
        self.inputs = self.files_in(folder) - {self.product, *self.others}

    def files_in(self, folder):
        return {path.name for path in folder.iterdir()}

    def expect(self, holds, what):
        if not holds:
            raise AssertionError(f"{self.name}: {what}")

    def check_between(self, folder):
        path = folder / self.product
        self.expect(not path.exists() or digest(path) == self.whole, f"{self.product} is half written")

    def check_end(self, folder):
        self.expect(digest(folder / self.product) == self.whole, f"other bytes in {self.product}")
        left = {name for name in self.files_in(folder) if not TEMPORARY.fullmatch(name)}
        left -= self.inputs | {self.product, *self.others}
        self.expect(not left, f"left {sorted(left)} behind")


class Rows(Job):
    """synth with a checkpoint. It is resumed after a kill between the rename of the rows and the end, too."""
    name = "synth --resume"
    product = "rows.csv"
    others = ("state.json", "cert.json")

    def prepare(self, folder):
        put_tables(folder)

    def arguments(self, program, folder):
        resume = ["--resume", "state.json"] if (folder / "state.json").exists() else []
        return ["synth", "ab.csv", "bc.csv", "-n", "300000", "-o", "rows.csv", "--checkpoint", "state.json",
                "--checkpoint-every", "9000", "--cert", "cert.json", *resume]

    def is_open(self, folder):
        return True

    def remember(self, folder):
        super().remember(folder)
        self.certificate = digest(folder / "cert.json")

    def check_end(self, folder):
        super().check_end(folder)
        self.expect(digest(folder / "cert.json") == self.certificate, "another certificate")


class Microdata(Rows):
    """The same with bins of numbers."""
    name = "synth of microdata"

    def prepare(self, folder):
        (folder / "people.csv").write_text(people(400))

    def arguments(self, program, folder):
        return ["synth", "people.csv", "-n", "60000", *super().arguments(program, folder)[5:]]


class PlainRows(Job):
    """synth without a checkpoint starts again. INT, TERM and HUP write what there is, so the rows before are in the way."""
    name = "synth"
    product = "rows.csv"
    others = ("cert.json",)

    def prepare(self, folder):
        put_tables(folder)

    def arguments(self, program, folder):
        (folder / "rows.csv").unlink(missing_ok=True)
        return ["synth", "ab.csv", "bc.csv", "-n", "200000", "-o", "rows.csv", "--cert", "cert.json"]

    def is_open(self, folder):
        return True

    def check_between(self, folder):
        path = folder / self.product
        if path.exists():  # complete lines
            self.expect(path.read_bytes().endswith(b"\n"), "a row is half written")


class Folder(Job):
    """tables: a folder of many files."""
    name = "tables"
    product = "out"

    def prepare(self, folder):
        (folder / "people.csv").write_text(people(4000))

    def arguments(self, program, folder):
        return ["tables", "people.csv", "--order", "3", "-o", "out"]

    def remember(self, folder):
        self.whole = {path.name: digest(path) for path in (folder / "out").iterdir()}
        self.inputs = {"people.csv"}

    def is_open(self, folder):
        return True

    def check_between(self, folder):
        if not (folder / "out").exists():
            return
        for path in (folder / "out").iterdir():
            if path.name in self.whole:
                self.expect(digest(path) == self.whole[path.name], f"{path.name} is half written")

    def check_end(self, folder):
        found = {path.name: digest(path) for path in (folder / "out").iterdir()}
        found = {name: what for name, what in found.items() if not TEMPORARY.fullmatch(name)}
        self.expect(found == self.whole, f"other files in {self.product}: {sorted(found)}")
        self.expect(self.files_in(folder) == {"people.csv", "out"}, "left something behind")


class Model(Job):
    """rbm train with a checkpoint. INT, TERM and HUP also write the model so far."""
    name = "rbm train --resume"
    product = "m.rbm"
    others = ("state.job",)

    def prepare(self, folder):
        (folder / "bits.csv").write_text(bits(60))

    def resume(self, folder):
        return ["--checkpoint", "state.job", *(["--resume", "state.job"] if (folder / "state.job").exists() else [])]

    def arguments(self, program, folder):
        return ["rbm", "train", "bits.csv", "--hidden", "20", "--steps", "3000", "--checkpoint-every", "100", "-o", "m.rbm",
                *self.resume(folder)]

    def is_open(self, folder):
        return not (folder / self.product).exists() or digest(folder / self.product) != self.whole

    def check_between(self, folder):
        path = folder / self.product  # sealed by 64 digits at its end
        if path.exists():
            data = path.read_bytes()
            self.expect(hashlib.sha256(data[:-64]).hexdigest().encode() == data[-64:], f"{self.product} is half written")


class Classifier(Model):
    """fit: the same."""
    name = "fit --resume"
    product = "m.fit"
    how: tuple = ("--updates", "6000", "--checkpoint-every", "200")

    def prepare(self, folder):
        (folder / "examples.csv").write_text(examples(120))

    def arguments(self, program, folder):
        return ["fit", "examples.csv", "--label", "y", "--hidden", "5", "--burn-in", "500", "--bias-halving", "50", *self.how,
                "-o", "m.fit", *self.resume(folder)]


class Tuned(Classifier):
    """fit in three stages: tune, train and compare."""
    name = "fit --tune --keep"
    how = ("--updates", "600", "--procedure", "ova", "--tune", "--keep", "10", "--checkpoint-every", "3000")


def all_jobs():
    return [Rows(), Microdata(), PlainRows(), Folder(), Model(), Classifier(), Tuned()]

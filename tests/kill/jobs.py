"""What is killed: each job with its files, the command that starts or resumes it, and what must be there at the end."""
import dataclasses
import hashlib
import pathlib
import random
import re

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
STATE = "state.job"
# A file that is being written; kill -9 leaves it, and the run that finishes takes its name again.
TEMPORARY = re.compile(r".*\.part~")
# Rows that wait for --resume.
WAITING = re.compile(r".*\.part")

AB = "a,b,count\nx,1,30\nx,2,20\ny,1,25\ny,2,25\n"
BC = "b,c,count\n1,u,40\n1,v,15\n2,u,45\n2,v,0\n"
TABLES = {"ab.csv": AB, "bc.csv": BC}


def people(count):
    dice = random.Random(2)
    lines = [f"{dice.choice('xyz')},{dice.choice('12')},{dice.randrange(20, 80)},{dice.gauss(170, 9):.1f}" for _ in range(count)]
    return {"people.csv": "a,b,age,height\n" + "\n".join(lines) + "\n"}


def partial_rows(count):
    dice = random.Random(5)
    lines = [f"{dice.choice(['x', 'y', ''])},{dice.choice(['1', '2', ''])}," for _ in range(count)]
    return {"partial.csv": "a,b,c\n" + "\n".join(lines) + "\n"}


def bits(count):
    dice = random.Random(3)
    rows = [",".join(dice.choice("01") for _ in range(12)) for _ in range(count)]
    return {"bits.csv": ",".join(f"v{j}" for j in range(12)) + "\n" + "\n".join(rows) + "\n"}


def examples(count):
    dice = random.Random(4)
    rows = [f"{dice.gauss(0, 1):.3f},{dice.gauss(0, 1):.3f},{dice.choice('pq')}" for _ in range(count)]
    return {"examples.csv": "h,k,y\n" + "\n".join(rows) + "\n"}


def example(folder, *names):
    return {name: (EXAMPLES / folder / name).read_text() for name in names}


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def digests(folder):
    """Of all files, by their paths in the folder."""
    return {str(path.relative_to(folder)): digest(path) for path in sorted(folder.rglob("*")) if path.is_file()}


def is_complete(data, kind):
    return data.endswith(b"\n") if kind == "lines" else hashlib.sha256(data[:-64]).hexdigest().encode() == data[-64:]


@dataclasses.dataclass
class Job:
    """A command on files. With `every` it saves a checkpoint after so many units, and is resumed from it."""
    name: str
    inputs: dict
    command: list
    every: int = 0
    keeps: str = ""  # INT, TERM and HUP write what there is: "lines", or "sealed" by 64 digits at its end
    seconds: float = 0.0
    whole: dict = dataclasses.field(default_factory=dict)  # digests of what it writes

    def prepare(self, folder):
        for name, text in self.inputs.items():
            (folder / name).write_text(text)

    def arguments(self, folder):
        if not self.every:
            return self.command
        resume = ["--resume", STATE] if (folder / STATE).exists() else []
        return [*self.command, "--checkpoint", STATE, "--checkpoint-every", str(self.every), *resume]

    def made_in(self, folder):
        return {name: what for name, what in digests(folder).items() if name not in self.inputs and name != STATE}

    def remember(self, folder):
        self.whole = self.made_in(folder)

    def expect(self, holds, what):
        if not holds:
            raise AssertionError(f"{self.name}: {what}")

    def check_between(self, folder, by_force):
        """Every file with a name of its own is complete. Only kill -9 leaves files that were being written."""
        for name, what in self.made_in(folder).items():
            if TEMPORARY.fullmatch(name):
                self.expect(by_force, f"left {name} behind")
            elif self.keeps:
                self.expect(is_complete((folder / name).read_bytes(), self.keeps), f"{name} is half written")
            elif not (self.every and WAITING.fullmatch(name)):
                self.expect(self.whole.get(name) == what, f"{name} is half written")

    def check_end(self, folder):
        made = self.made_in(folder)
        self.expect(sorted(made) == sorted(self.whole), f"left {sorted(set(made) ^ set(self.whole))}")
        for name, what in made.items():
            self.expect(what == self.whole[name], f"other bytes in {name}")
        self.expect({path.name for path in folder.iterdir() if path.is_dir()} == {pathlib.Path(name).parts[0]
                    for name in self.whole if "/" in name}, "left a folder behind")


HOUSEHOLDS = example("households", "survey_households.csv", "survey_persons.csv", "geography.csv", "controls.csv",
                     "totals_zone.csv", "totals_tract.csv", "totals_region.csv")
POPULATE = ["populate", "--households", "survey_households.csv", "--persons", "survey_persons.csv", "--id", "hh", "--weight",
            "weight", "--geography", "geography.csv", "--controls", "controls.csv", "--totals", "zone=totals_zone.csv",
            "--totals", "tract=totals_tract.csv", "--totals", "region=totals_region.csv", "-o", "out"]
ZONES = example("region", *sorted(path.name for path in (EXAMPLES / "region").glob("*_x_*.csv")))
SYNTH = ["synth", "ab.csv", "bc.csv", "-o", "rows.csv", "--cert", "cert.json"]

FIT = ["fit", "examples.csv", "--label", "y", "--hidden", "5", "--burn-in", "500", "--bias-halving", "50", "-o", "m.fit"]


def all_jobs():
    return [
        Job("synth", TABLES, [*SYNTH, "-n", "300000"], 9000),
        Job("synth of microdata", people(400), ["synth", "people.csv", "-n", "60000", "-o", "rows.csv", "--cert", "cert.json"],
            9000),
        Job("synth by zones", ZONES, ["synth", *sorted(ZONES), "--repair", "off", "-n", "60000", "-o", "rows.csv", "--cert",
                                      "cert.json"], 4000),
        Job("synth --complete", TABLES | partial_rows(60000), [*SYNTH, "--complete", "partial.csv"], 5000),
        Job("populate", HOUSEHOLDS, POPULATE, 100),
        Job("populate in the repair", HOUSEHOLDS, [*POPULATE, "--repair", "40"], 3000),
        Job("rbm train", bits(60), ["rbm", "train", "bits.csv", "--hidden", "20", "--steps", "3000", "-o", "m.rbm"], 100,
            keeps="sealed"),
        Job("fit", examples(120), [*FIT, "--updates", "6000"], 200, keeps="sealed"),
        Job("fit --tune", examples(120), [*FIT, "--updates", "600", "--procedure", "ova", "--tune", "--keep", "10"], 3000,
            keeps="sealed"),
        Job("dynamics survey", {}, ["dynamics", "survey", "--tables", "4", "--states", "3,4", "--features", "2", "--steps",
                                    "4000", "--lines", "s.jsonl", "--svg", "s.svg"], 1),
        Job("synth, no checkpoint", TABLES, [*SYNTH, "-n", "200000"], keeps="lines"),
        Job("tables, no checkpoint", people(4000), ["tables", "people.csv", "--order", "3", "-o", "out"]),
    ]

"""Options with invalid values. The options are those in the help of each command: a new one is included automatically."""
import re
import subprocess

from case import Case

ITEMS = {"rbm": ("train", "sample", "energy", "features"),
         "dynamics": ("words", "partition", "period", "orbit", "torus", "attractor", "tipi", "split", "autocorrelation",
                      "bifurcation", "survey", "map", "section", "animate"),
         "paper": ("table1", "table2", "news-samples", "entropy", "usps", "table3", "ising", "boundaries")}
COMMANDS = [(name,) for name in ("synth", "populate", "tables", "check", "explain", "herd", "neuron", "ising", "fit", "predict", "evaluate")]
COMMANDS += [(name, item) for name, items in ITEMS.items() for item in items]

# "  -n,--rows N [7]   Rows to make": the long name and the type.
OPTION = re.compile(r"^  (?:-\w,)?(--[\w-]+) ([^ =]+)", re.MULTILINE)

# What else is required.
ARGUMENTS = {("synth",): ("g.csv",), ("tables",): ("people.csv", "-o", "out"), ("check",): ("people.csv", "g.csv"),
             ("explain",): ("g.csv",), ("herd",): ("f.csv",), ("neuron",): ("--rate", "1/2"), ("populate",): ("-o", "out"),
             ("fit",): ("examples.csv", "-o", "out"), ("predict",): ("m.fit", "examples.csv"),
             ("evaluate",): ("m.fit", "examples.csv"), ("rbm", "train"): ("bits.csv", "-o", "out"),
             ("rbm", "sample"): ("m.rbm",), ("rbm", "energy"): ("m.rbm", "bits.csv"), ("rbm", "features"): ("m.rbm", "bits.csv"),
             **{("dynamics", item): ("f.csv",) for item in ITEMS["dynamics"] if item not in ("autocorrelation", "survey")},
             ("dynamics", "map"): ("f.csv", "--vary", "x=0:1", "--vary", "y=0:1")}

NO_COUNTS = ["x", "1.5", "nan", "1e999", "0x10", "", "99999999999999999999", "--", "1 2", "-"]


def help_of(program, command):
    return subprocess.run([program, *command, "--help"], capture_output=True, text=True, check=True).stdout


def number(text):
    """Of a limit: 10^9, 2*10^9, 2^63-1."""
    return int(eval(text.replace("^", "**"), {}))  # noqa: S307 - the help's own text


def limits_of(text):
    """Each numeric option of the help with the first numbers outside its limits. Every one has limits."""
    for part in re.split(r"^  (?=-)", text, flags=re.MULTILINE)[1:]:
        found = re.match(r"(?:-\w,)?(--[\w-]+) [NK](?:=\S*)?\s", part)
        if not found:
            continue
        if "above 0" in part:
            continue
        limits = re.search(r"\((\S+) to (\S+)\)", " ".join(part.split()))
        yield found[1], limits and (number(limits[1]), number(limits[2]))


def cases(program):
    for command in COMMANDS:
        place = " ".join(command)
        text = help_of(program, command)
        for name, limits in limits_of(text):
            if limits is None:
                raise AssertionError(f"drover {place} --help: {name} has no limits")
            for outside in (limits[0] - 1, limits[1] + 1):
                if outside < 1 << 63:
                    arguments = (*command, *ARGUMENTS.get(command, ()), f"{name}={outside}")
                    yield Case(f"{place} {name}: {outside}", arguments, 3, ("expected", f"got {outside}"))
        for name, kind in OPTION.findall(text):
            if kind == "N":
                for text in NO_COUNTS[:4] + NO_COUNTS[5:7]:
                    yield Case(f"{place} {name}: {text!r}", (*command, f"{name}={text}"), 2, (f"drover {place}: ",))
            elif kind in ("FILE", "DIR"):
                yield Case(f"{place} {name}: nothing", (*command, name, ""), 2, (name, "got nothing"))
            elif "|" in kind and kind == kind.lower():
                yield Case(f"{place} {name}: no such choice", (*command, name, "luck"), 2, (name, "expected", 'got "luck"'))
        yield Case(f"{place}: an option that is none", (*command, "--bogus"), 2, (f"drover {place}: ",))

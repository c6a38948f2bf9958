"""Options with texts that they do not take. The options are those that the help of each command shows: a new one is in
here without a word."""
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
OPTION = re.compile(r"^  (?:-\w,)?(--[\w-]+) ([^ ]+)", re.MULTILINE)

NO_COUNTS = ["x", "1.5", "nan", "1e999", "0x10", "", "99999999999999999999", "--", "1 2", "-"]


def options_of(program, command):
    text = subprocess.run([program, *command, "--help"], capture_output=True, text=True, check=True).stdout
    return OPTION.findall(text)


def cases(program):
    for command in COMMANDS:
        place = " ".join(command)
        for name, kind in options_of(program, command):
            if kind == "N":
                for text in NO_COUNTS[:4] + NO_COUNTS[5:7]:
                    yield Case(f"{place} {name}: {text!r}", (*command, f"{name}={text}"), 2, (f"drover {place}: ",))
            elif kind in ("FILE", "DIR"):
                yield Case(f"{place} {name}: nothing", (*command, name, ""), 2, (name, "got nothing"))
            elif kind.startswith("{") or kind == "TEXT":
                yield Case(f"{place} {name}: no such word", (*command, name, "luck"), 2, (name,))
        yield Case(f"{place}: an option that is none", (*command, "--bogus"), 2, (f"drover {place}: ",))

"""Outputs that are inputs under any name: rejected, and the input stays."""
import os

from case import Case
from places import WRITERS

# A name for a file, and what must exist for it.
NAMES = [
    ("by its name", "{}", lambda file: {}),
    ("by another spelling", "./{}", lambda file: {}),
    ("by a link", "link", lambda file: {"link": lambda path: path.symlink_to(file)}),
    ("by a second name", "twin", lambda file: {"twin": lambda path: os.link(path.parent / file, path)}),
]


def cases(_program):
    for place, line, inputs in WRITERS:
        for file in inputs.split():
            for how, name, files in NAMES:
                yield Case(f"{place}: over {file} {how}", tuple(line.format(name.format(file)).split()), 3,
                           ("drover: ", "expected"), files(file))
    part = "synth {} o.csv -n 50 -o out.csv --checkpoint state2.json"
    for name, line in (("the part of -o", part), ("the temporary of -o", "synth {} o.csv -n 50 -o out.csv")):
        yield Case(f"synth: input is {name}", tuple(line.format("out.csv.part").split()), 3, ("expected",),
                   {"out.csv.part": "a,b,count\nx,1,3\ny,2,4\n"})
    yield Case("synth: checkpoint is the part of -o",
               tuple("synth g.csv o.csv -n 50 -o out.csv --checkpoint out.csv.part".split()), 3, ("--checkpoint", "expected"))
    for one, other in (("-o", "--report"), ("-o", "--cert"), ("--report", "--cert"), ("-o", "--checkpoint")):
        arguments = ["synth", "g.csv", "o.csv", "-n", "50"] + (["-o", "out.csv"] if one != "-o" else [])
        for name in ("same", "./same"):
            yield Case(f"synth: {one} and {other} are one file, {name}", (*arguments, one, "same", other, name), 3,
                       ("expected two files",))

"""Files that drover writes itself, altered: checkpoints, models. The seal of a checkpoint and
of a model is recomputed, because anyone who forges one can do that too."""
import functools
import hashlib

from case import Case
from checkpoint import read_checkpoint


def resealed(path, world_file, change):
    """A model with other bytes between its format line and its seal, and with a valid seal for these."""
    data = (path.parent / world_file).read_bytes()
    line, body = data[:-64].split(b"\n", 1)
    body = line + b"\n" + change(body)
    path.write_bytes(body + hashlib.sha256(body).hexdigest().encode())


# What the state of synth begins with: how many rows there are, their bytes and SHA-256, the uses of bins, the unit of the
# weights, the rows again, and in how many cells they are.
STATE = {"rows": 0, "bytes": 8, "size of the digest": 16, "digest": 24, "bins": 88, "unit": 96, "rows of the tables": 104,
         "cells": 112, "first cell": 120}


def forged_state(path, change):
    """The world's checkpoint with another state, sealed."""
    checkpoint = read_checkpoint(path.parent / "state.json")
    path.write_bytes(checkpoint.with_state(change(checkpoint.state)))


def number_at(place, number):
    return lambda state: state[:place] + number.to_bytes(8, "little") + state[place + 8:]


CHECKPOINTS = [
    ("a state cut short", lambda state: state[:-9]), ("no state", lambda state: b""),
    ("more behind the state", lambda state: state + bytes(8)),
    *((f"{name} of {number:x}", number_at(place, number)) for name, place in STATE.items()
      for number in (7, 1 << 31, 1 << 62, (1 << 64) - 1)),
]

FLIPS = [0, 1, 7, 8, 15, 16, 23, 24, 31, 40, 48, 56, 64, 80]


def flip(place, body):
    place %= len(body)
    return body[:place] + bytes([body[place] ^ 0xFF]) + body[place + 1:]


def cases(_program):
    resume = tuple("synth g.csv o.csv -n 40 --resume forged.json -o waiting.csv".split())
    for kind, change in CHECKPOINTS:
        yield Case(f"checkpoint: {kind}", resume, 3, ("drover:",),
                   {"forged.json": functools.partial(forged_state, change=change)})
    for place in FLIPS:
        yield Case(f"checkpoint: byte {place} flipped", resume, 3, ("forged.json",),
                   {"forged.json": lambda path, place=place:
                    path.write_bytes(flip(place, (path.parent / "state.json").read_bytes()))})
    for model, line in (("m.rbm", "rbm sample forged -o out.csv"), ("m.fit", "predict forged examples.csv -o out.csv"),
                        ("rbm.job", "rbm train bits.csv --hidden 3 --steps 20 --resume forged -o out.rbm"),
                        ("fit.job", "fit examples.csv --label y --hidden 2 --updates 60 --burn-in 10 --bias-halving 2 --resume forged "
                                    "-o out.fit")):
        for place in FLIPS:
            yield Case(f"{model}: byte {place} of its body flipped", tuple(line.split()), 3, ("forged",),
                       {"forged": lambda path, place=place, model=model:
                        path.write_bytes(flip(14 + place, (path.parent / model).read_bytes()))})
        yield Case(f"{model}: a body cut short", tuple(line.split()), 3, ("forged",),
                   {"forged": lambda path, model=model: resealed(path, model, lambda body: body[:-9])})
        yield Case(f"{model}: a body with more behind it", tuple(line.split()), 3, ("forged",),
                   {"forged": lambda path, model=model: resealed(path, model, lambda body: body + bytes(8))})
        yield Case(f"{model}: counts without end", tuple(line.split()), 3, ("forged",),
                   {"forged": lambda path, model=model: resealed(path, model, lambda body: b"\xff" * 8 + body[8:])})
    for model, line in (("m.fit", "rbm sample m.fit -o out.csv"), ("m.rbm", "predict m.rbm examples.csv -o out.csv"),
                        ("rbm.job", "rbm sample rbm.job -o out.csv"), ("fit.job", "predict fit.job examples.csv -o out.csv")):
        yield Case(f"{model} given to another command", tuple(line.split()), 3, (model, "expected a model of drover"))

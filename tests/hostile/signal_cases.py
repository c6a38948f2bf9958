"""Signals to runs that would take hours: each ends after a few seconds of work at most, and leaves no incomplete file."""
import os
import signal

from case import SLOWNESS, Case
from places import ENDLESS

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
INTERRUPTED = 130
WITHIN = SLOWNESS  # seconds of work


def cases(_program):
    for how in SIGNALS:  # nobody reads the pipe
        yield Case(f"synth with a checkpoint in a pipe: {how.name}",
                   tuple("synth g.csv o.csv -n 1e9 -o out.csv --checkpoint pipe --checkpoint-every 10".split()), INTERRUPTED,
                   ("interrupted",), {"pipe": os.mkfifo}, signal=how, waits_with="out.csv.part", seconds=WITHIN,
                   leaves=("out.csv.part",))
    for place, line in ENDLESS:
        for how in SIGNALS[:2]:
            yield Case(f"{place}: {how.name} twice", tuple(line.split()), INTERRUPTED, (), signal=how, again=True,
                       seconds=WITHIN, leaves=("out.txt", "out.csv", "out.csv.part", "out.fit", "out.rbm", "go_on.json"))
        for how in SIGNALS:
            yield Case(f"{place}: {how.name}", tuple(line.split()), INTERRUPTED, (), signal=how, seconds=WITHIN,
                       leaves=("out.*", "go_on.json"))

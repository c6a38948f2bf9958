"""Signals to runs that would take hours: each ends within a second, and leaves nothing that is half there."""
import signal

from case import SLOWNESS, Case
from places import ENDLESS

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
INTERRUPTED = 130
WITHIN = 1.0 * SLOWNESS


def cases(_program):
    for place, line in ENDLESS:
        for how in SIGNALS[:2]:
            yield Case(f"{place}: {how.name} twice", tuple(line.split()), INTERRUPTED, (), signal=how, again=True,
                       seconds=WITHIN, leaves=("out.txt", "out.csv", "out.csv.part", "out.fit", "go_on.json"))
        for how in SIGNALS:
            yield Case(f"{place}: {how.name}", tuple(line.split()), INTERRUPTED, (), signal=how, seconds=WITHIN,
                       leaves=("out.*", "go_on.json"))

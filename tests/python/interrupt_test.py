"""Ctrl-C ends every long call."""
import signal
import threading
import time

import numpy as np
import pandas as pd
import pytest

import pydrover
from pydrover import _core, dynamics, ising

PLANE = [[1.03, 0.12], [0.41, 0.97], [-0.55, 0.84], [-0.98, -0.07], [-0.36, -0.91], [0.62, -0.79]]
MOMENTS = ["0.0618033988", "-0.0414213562"]


def synth(**options):
    table = pd.DataFrame({"age": ["0-29", "0-29", "30+"], "work": ["yes", "no", "yes"], "count": [45, 25, 80]})
    pydrover.synth({"age_work": table}, 1_000_000_000, **options)


def populate():
    zones = [f"z{k}" for k in range(2000)]
    size = np.arange(200) % 7 + 1
    homes = pd.DataFrame({"hh": np.arange(200), "size": size, "income": np.arange(200) * 37 % 101})
    controls = [("all", "size > 0"), ("small", "size < 3"), ("poor", "income < 40"), ("rich", "income > 80")]
    frame = pd.DataFrame([(name, "zone", "households", text) for name, text in controls],
                         columns=["target", "geography", "seed_table", "expression"])
    totals = pd.DataFrame({"zone": zones, "all": 50, "small": 11, "poor": 23, "rich": 9})
    pydrover.populate(homes, id="hh", geography=pd.DataFrame({"zone": zones}), controls=frame, totals={"zone": totals},
                      repair=100)


def classifier(name, **parameters):
    def fit():
        pytest.importorskip("sklearn")
        rng = np.random.default_rng(0)
        X, y = rng.normal(size=(2000, 10)), rng.integers(0, 2, 2000)
        getattr(pydrover, name)(**parameters).fit(X, y)
    return fit


CALLS = {
    "synth": synth, "populate": populate,
    "period": lambda: dynamics.period(PLANE, moments=MOMENTS, max_period=10**9),
    "lyapunov": lambda: dynamics.lyapunov(PLANE, 0.1, moments=MOMENTS, steps=10**9),
    "words": lambda: dynamics.words(PLANE, moments=MOMENTS, symbols=2 * 10**8),
    "split": lambda: dynamics.split(PLANE, moments=MOMENTS, pairs=100_001),
    "random_autocorrelation": lambda: dynamics.random_autocorrelation(10_000),
    "bifurcation": lambda: dynamics.bifurcation(PLANE, moments=MOMENTS, temperatures=20_000),
    "ising": lambda: ising.study(64, samples=10**7, edge_moment="exact", reference=0),
    "HerdingClassifier": classifier("HerdingClassifier", updates=10**7, threads=1),
    "VotedPerceptron": classifier("VotedPerceptron", passes=10**5, threads=1),
    "HerdedRBM": classifier("HerdedRBM", steps=500_000, threads=1)}


@pytest.fixture(autouse=True)
def ctrl_c():
    """Ctrl-C counts, though whoever started the tests in the background has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class Watch:
    """Seconds since it was made: by the clock or of work, whichever are fewer. The clock runs on while others have the
    processors, and work counts once per thread."""

    def __init__(self):
        self._clock, self._work = time.monotonic(), time.process_time()

    def seconds(self):
        return min(time.monotonic() - self._clock, time.process_time() - self._work)


@pytest.mark.parametrize("name", CALLS)
def test_ends_in_seconds(name):
    """Within 0.6 seconds on a quiet machine; the calls would take minutes and more."""
    sent = []
    ended = threading.Event()

    def interrupt():
        while _core.work_count() == 0 and not ended.wait(0.001):
            pass
        sent.append(Watch())
        signal.raise_signal(signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    with pytest.raises(KeyboardInterrupt):
        thread.start()
        try:
            CALLS[name]()
        finally:
            ended.set()
            thread.join()
    assert sent[0].seconds() < 5
    while _core.work_count() > 0 and sent[0].seconds() < 10:
        time.sleep(0.01)
    assert _core.work_count() == 0, "the work goes on after the call has ended"


def test_other_threads_go_on():
    """One of them stops the run, which would take many minutes."""
    ended = threading.Event()

    def tick():
        ticks = 0
        while ticks < 10 and not ended.wait(0.001):
            ticks += _core.work_count() > 0
        if ticks == 10:
            signal.raise_signal(signal.SIGINT)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            try:
                synth(time=600)
            finally:
                ended.set()
    finally:
        thread.join()

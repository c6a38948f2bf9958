"""Calls that run long: the keywords that all of them have."""
from __future__ import annotations

import contextlib
import numbers
import os
import re
from typing import Any, Callable, Iterator, TypeVar, Union

from . import _core
from ._arguments import described, wrong
from ._errors import InputError
from ._progress import Progress, reporting

Time = Union[float, str]
Memory = Union[int, str]
Documented = TypeVar("Documented", bound=Callable[..., Any])

_SECONDS = {"s": 1, "m": 60, "h": 3600, "": 1}
_BYTES = {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40, "": 1}
_LONGEST = 10 * 365 * 24 * 3600.0  # seconds; any longer time is no limit
_MEMORY = 2**26, 2**60  # the least, the most

_KEYWORDS = """progress : bool or callable, optional
        A bar in notebooks and on terminals (of tqdm, or a plain line without it): by default for runs of more than a
        second, with True at once, with False never. Or a function called as ``progress(done, total)``.
    time : number or str, optional
        End after this time, including reading and set-up: seconds, or ``"10s"``, ``"5m"``, ``"2h"``.
        <late>
    memory : int or str, optional
        Refuse work that needs more: bytes, or ``"500M"``, ``"2G"``.
    checkpoint : path, optional
        Save here, from time to time and when the run ends early, what is needed to resume.
    checkpoint_every : int, optional
        <unit> between two checkpoints.
    resume : path, optional
        Resume from this checkpoint, with the same input: the result is the same as without a stop.
    threads : int
        0 for as many as the machine has; the result never depends on it."""
_THREADS = _KEYWORDS.index("\n    threads")


def long_call(unit: str, late: str) -> Callable[[Documented], Documented]:
    """Puts the common keywords into the docstring of a call, for ``<run>``. `unit` is what is counted, and `late` what
    happens when the time is up."""

    def document(call: Documented) -> Documented:
        if call.__doc__ is not None:
            text = _KEYWORDS
            if call.__qualname__ != call.__name__:  # a method of an estimator, which has the threads
                text = text[:_THREADS].replace("\n    ", "\n        ")
            text = text.replace("<unit>", unit.capitalize()).replace("<late>", late)
            call.__doc__ = call.__doc__.replace("<run>", text)
        return call

    return document


def _quantity(value: str, units: dict[str, int]) -> float | None:
    found = re.fullmatch(r"\s*(\d+\.?\d*|\.\d+)(?:e([+-]?\d{1,2}))?\s*([A-Za-z]?)\s*", value)
    if found is None or found[3] not in units:
        return None
    return float(found[1]) * 10.0 ** int(found[2] or 0) * units[found[3]]


def _measured(name: str, value: Any, units: dict[str, int], expected: str) -> float:
    """A number, or a text with a unit; above 0."""
    if isinstance(value, str):
        number = _quantity(value, units)
    elif isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise wrong(name, "a number or a text", value)
    else:
        number = float(value)
    if number is None or not number > 0:
        raise InputError(f"{name}: expected {expected}, got {described(value)}")
    return number


def seconds(time: Time | None) -> float | None:
    """None for no limit."""
    if time is None:
        return None
    found = _measured("time", time, _SECONDS, 'more than 0 seconds, as 10, "10s", "5m" or "2h"')
    return None if found > _LONGEST else found


def byte_count(memory: Memory | None) -> int:
    """0 for no limit."""
    if memory is None:
        return 0
    expected = '64M to 2^60 bytes, as "500M", "2G" or 1e9'
    found = _measured("memory", memory, _BYTES, expected)
    if not _MEMORY[0] <= found <= _MEMORY[1]:
        raise InputError(f"memory: expected {expected}, got {described(memory)}")
    return int(found)


def _every(checkpoint: Any, checkpoint_every: int | None) -> int:
    if checkpoint_every is None:
        return 0
    if checkpoint is None:
        raise InputError("checkpoint_every: expected checkpoint with it, got none")
    if not 1 <= checkpoint_every <= 10**12:
        raise InputError(f"checkpoint_every: expected 1 to 10^12, got {checkpoint_every}")
    return checkpoint_every


def _file(name: str, path: Any) -> str:
    if path is None:
        return ""
    found = os.fspath(path)
    if found in ("", "-"):
        raise InputError(f'{name}: expected a file, got "{found}"')
    return found


@contextlib.contextmanager
def long_run(unit: str, *, progress: bool | Progress | None, time: Time | None, memory: Memory | None,
             checkpoint: str | os.PathLike | None, checkpoint_every: int | None, resume: str | os.PathLike | None,
             threads: int) -> Iterator[_core.LongRun]:
    """A run whose time begins now; what is read inside counts against it."""
    every = _every(checkpoint, checkpoint_every)
    with reporting(progress, unit) as tell:
        run = _core.long_run(tell, seconds(time), byte_count(memory), _file("checkpoint", checkpoint), every,
                             _file("resume", resume), threads)
        try:
            yield run
        finally:
            run.close()

"""Progress of long runs: told to a function of the user, or shown in notebooks and on terminals."""
from __future__ import annotations

import contextlib
import importlib.util
import sys
import threading
import time
import warnings
from typing import Any, Callable, Iterator

Progress = Callable[[int, "int | None"], Any]

_DELAY = 1.0  # seconds before a bar appears that nobody asked for
_PAUSE = 0.1  # between two changes of a plain line


@contextlib.contextmanager
def reporting(progress: bool | Progress | None, unit: str) -> Iterator[Progress | None]:
    """A function to call with what is done and the total (below 1: not known), or None."""
    if callable(progress):
        yield lambda done, total: progress(done, total if total > 0 else None)
    elif progress is False or not (_in_notebook() or _on_terminal()) or (progress is None and _is_worker()):
        yield None
    else:
        bar = _Bar(unit, 0 if progress else _DELAY)
        try:
            yield bar.tell
        finally:
            bar.close()


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    return ipython is not None and getattr(ipython.get_ipython(), "kernel", None) is not None


def _on_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _is_worker() -> bool:
    """One of many that work for a call, such as a cross-validation."""
    processes = sys.modules.get("multiprocessing")
    return (processes is not None and processes.current_process().name != "MainProcess") or \
        threading.current_thread() is not threading.main_thread()


class _Bar:
    """A bar of tqdm, or a plain line without it; it appears after a delay, and stays only if it had none."""

    def __init__(self, unit: str, delay: float):
        self._unit, self._stays, self._begin = unit, delay == 0, time.monotonic() + delay
        self._shown: Any = None

    def tell(self, done: int, total: int) -> None:
        if self._shown is None and time.monotonic() >= self._begin:
            self._shown = (_tqdm_bar() or _Line)(unit=f" {self._unit}", unit_scale=True, leave=self._stays)
        if self._shown is not None:
            self._shown.total = total if total > 0 else None
            self._shown.n = done
            self._shown.refresh()

    def close(self) -> None:
        if self._shown is not None:
            self._shown.close()


def _tqdm_bar() -> Any:
    if importlib.util.find_spec("tqdm") is None:
        return None
    with warnings.catch_warnings():  # of notebooks without widgets, in which tqdm writes a line
        warnings.simplefilter("ignore")
        from tqdm.auto import tqdm
    return tqdm


class _Line:
    """The part of tqdm that is used here, as one line of text."""

    def __init__(self, unit: str, unit_scale: bool, leave: bool):
        self.n: int = 0
        self.total: int | None = None
        self._unit, self._stays, self._width, self._last = unit, leave, 0, 0.0

    def refresh(self) -> None:
        now = time.monotonic()
        if now - self._last >= _PAUSE or self.n == self.total:
            self._last = now
            self._write(self._text())

    def close(self) -> None:
        if self._stays:
            self._write(self._text() + "\n")
        else:
            self._write("")
            self._write("")

    def _text(self) -> str:
        if not self.total:
            return f"{self.n:,}{self._unit}"
        return f"{100 * self.n // self.total} %: {self.n:,} of {self.total:,}{self._unit}"

    def _write(self, text: str) -> None:
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

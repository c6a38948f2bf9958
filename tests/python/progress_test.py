"""What is shown while a call runs."""
import io
import sys
import types

import pandas as pd
import pytest

import pydrover
from pydrover import _progress

TABLES = {"age": pd.DataFrame({"age": ["0-29", "30+"], "count": [70, 80]})}


class Terminal(io.StringIO):
    def isatty(self):
        return True


def on_terminal(monkeypatch):
    """Called by the test itself: before it begins, pytest sets the stream once more."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(sys, "stderr", Terminal())
    return sys.stderr


@pytest.fixture(params=["tqdm", "plain"])
def shown_by(request, monkeypatch):
    if request.param == "tqdm":
        pytest.importorskip("tqdm")
    else:
        monkeypatch.setattr(_progress, "_tqdm_bar", lambda: None)


def last_line(text):
    return text.rstrip("\n").split("\r")[-1].strip()


def test_a_terminal_shows_a_bar_that_stays(shown_by, monkeypatch):
    terminal = on_terminal(monkeypatch)
    pydrover.synth(TABLES, progress=True)
    assert last_line(terminal.getvalue()).startswith("100") and "150" in terminal.getvalue()
    assert terminal.getvalue().endswith("\n")


def test_a_bar_that_nobody_asked_for_appears_late_and_goes(shown_by, monkeypatch):
    terminal = on_terminal(monkeypatch)
    pydrover.synth(TABLES)
    assert terminal.getvalue() == ""
    monkeypatch.setattr(_progress, "_DELAY", 1e-9)
    pydrover.synth(TABLES)
    assert "150" in terminal.getvalue() and last_line(terminal.getvalue()) == ""


def test_nothing_is_shown_where_it_is_off_or_nobody_looks(monkeypatch):
    terminal = on_terminal(monkeypatch)
    pydrover.synth(TABLES, progress=False)
    assert terminal.getvalue() == ""
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    pydrover.synth(TABLES, progress=True)
    assert sys.stderr.getvalue() == ""


def test_a_notebook_shows_a_bar(monkeypatch):
    pytest.importorskip("tqdm")
    shell = types.SimpleNamespace(kernel=object(), config={})
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    pydrover.synth(TABLES, progress=True)
    assert "150" in sys.stderr.getvalue()


def test_a_function_is_told_none_for_a_total_that_is_not_known():
    told = []
    with _progress.reporting(lambda *numbers: told.append(numbers), "rows") as tell:
        tell(1, -1)
        tell(2, 0)
        tell(3, 4)
    assert told == [(1, None), (2, None), (3, 4)]

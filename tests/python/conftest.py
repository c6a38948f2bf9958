"""What the tests of the Python package share."""
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def program(tmp_path):
    """Runs the program in a folder of its own and returns what it printed."""
    path = os.environ.get("DROVER_PROGRAM")
    if not path or not pathlib.Path(path).exists():
        pytest.skip("DROVER_PROGRAM names no program")
    path = pathlib.Path(path).resolve()

    def run(*arguments):
        return subprocess.run([path, *map(str, arguments)], cwd=tmp_path, text=True, capture_output=True,
                              check=True).stdout

    return run


@pytest.fixture
def examples():
    return ROOT / "examples"

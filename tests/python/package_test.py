"""The package itself: its version, its documents, what it needs."""
import doctest
import importlib
import pathlib
import pkgutil
import re
import subprocess
import sys

import pytest

import pydrover

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = ["pydrover"] + [f"pydrover.{module.name}" for module in pkgutil.iter_modules(pydrover.__path__)
                          if module.name != "_core"]


def test_version_is_the_librarys():
    version = re.search(r"project\(drover VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
    assert pydrover.__version__ == version
    assert f'version = "{version}"' in (ROOT / "python/pyproject.toml").read_text()


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_tell_the_truth(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_every_public_name_has_a_docstring():
    for name in pydrover.__all__:
        assert getattr(pydrover, name).__doc__, name


def test_stubs_are_those_of_the_module(tmp_path):
    subprocess.run([sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "pydrover._core", "-o",
                    tmp_path / "_core.pyi"], check=True)
    assert (tmp_path / "_core.pyi").read_text() == (ROOT / "python/pydrover/_core.pyi").read_text()


def test_import_needs_numpy_alone_and_little_time():
    code = ("import sys, time, numpy; start = time.process_time(); import pydrover; "
            "print(time.process_time() - start, 'pandas' in sys.modules, 'sklearn' in sys.modules)")
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
            for _ in range(3)]
    assert {tuple(run[1:]) for run in runs} == {("False", "False")}
    assert min(float(run[0]) for run in runs) < 0.1


@pytest.mark.parametrize("document", ["README.md", "docs/python.md", "python/README.md"])
def test_documents_tell_the_truth(document, monkeypatch):
    monkeypatch.chdir(ROOT / "examples/region")
    done = doctest.testfile(str(ROOT / document), module_relative=False,
                            optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert done.attempted > 0 and done.failed == 0

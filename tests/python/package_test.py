"""The package itself: its version, its documents, what it needs."""
import doctest
import importlib
import importlib.metadata
import os
import pathlib
import pkgutil
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest

import pydrover

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = ["pydrover"] + [f"pydrover.{module.name}" for module in pkgutil.iter_modules(pydrover.__path__)
                          if module.name != "_core"]


def test_version_is_the_librarys():
    version = re.search(r"project\(drover VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
    assert pydrover.__version__ == version
    assert importlib.metadata.version("pydrover") == version


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


def test_wheel_is_small_and_typed():
    wheels = list(pathlib.Path(os.environ.get("DROVER_WHEELS", "absent")).glob("*.whl"))
    if not wheels:
        pytest.skip("DROVER_WHEELS names no folder of wheels")
    assert wheels[0].stat().st_size < 5_000_000
    names = zipfile.ZipFile(wheels[0]).namelist()
    assert {"pydrover/py.typed", "pydrover/_core.pyi"} <= set(names)


def test_source_distribution_has_all_that_is_built(tmp_path):
    subprocess.run([sys.executable, "-c", f"from scikit_build_core.build import build_sdist; build_sdist({str(tmp_path)!r})"],
                   cwd=ROOT / "python", check=True, capture_output=True)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
        readme = archive.extractfile(next(member for member in archive if member.name.endswith("/README.md"))).read()
    tracked = subprocess.run(["git", "ls-files", "src", "cmake", "python/src"], cwd=ROOT, capture_output=True, text=True,
                             check=True).stdout.split()
    assert {f"drover/{name}" for name in tracked} <= names
    assert {"drover/CMakeLists.txt", "drover/python/CMakeLists.txt", "LICENSE", "pyproject.toml"} <= names
    assert b"apt-get install" in readme and b"libhwy-dev" in readme


def test_pages_are_made_without_a_warning(tmp_path):
    subprocess.run([sys.executable, "-W", "error::UserWarning", "-m", "pdoc", "--docformat", "numpy", "--no-show-source", "-o",
                    tmp_path, "pydrover", "pydrover.estimators"], check=True)
    page = (tmp_path / "pydrover.html").read_text()
    for name in pydrover.__all__:
        assert f'id="{name}"' in page or (tmp_path / f"pydrover/{name}.html").exists(), name


def test_import_needs_numpy_alone_and_less_time_than_that():
    code = ("import sys, time; start = time.process_time(); import numpy; middle = time.process_time(); import pydrover; "
            "print(middle - start, time.process_time() - middle, 'pandas' in sys.modules, 'sklearn' in sys.modules)")
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
            for _ in range(3)]
    assert {tuple(run[2:]) for run in runs} == {("False", "False")}
    assert min(float(run[1]) for run in runs) < max(float(run[0]) for run in runs)


@pytest.mark.parametrize("document", ["README.md", "docs/python.md", "python/README.md"])
def test_documents_tell_the_truth(document, monkeypatch, tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")  # some write files
    monkeypatch.chdir(tmp_path / "examples/region")
    done = doctest.testfile(str(ROOT / document), module_relative=False,
                            optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert done.attempted > 0 and done.failed == 0

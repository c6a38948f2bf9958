"""Tells the build that the version of the package is the project's: CMakeLists.txt has it, and nothing else does."""
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent


def dynamic_metadata(settings, project):
    """Called by scikit-build-core. In a source distribution the C++ sources lie in this folder."""
    root = HERE / "drover" if (HERE / "PKG-INFO").exists() else HERE.parent
    text = (root / "CMakeLists.txt").read_text(encoding="utf-8")
    return {"version": re.search(r"project\(drover VERSION ([0-9.]+)", text)[1]}

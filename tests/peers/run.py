"""Compares drover with scikit-learn: runs the *_test.py of this folder with an interpreter that has it.

Takes the tools, the programs built from *_peer.cpp; all are in one folder, which the tests find in DROVER_PEERS.
Exits with 77, which CTest counts as skipped, where no interpreter has scikit-learn.
"""
import os
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent


def has_sklearn(interpreter):
    try:
        return subprocess.run([interpreter, "-c", "import sklearn"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def main(tools):
    candidates = [sys.executable, "/usr/bin/python3"]
    interpreter = next(filter(has_sklearn, candidates), None)
    if interpreter is None:
        print(f"skipped: scikit-learn (Debian: python3-sklearn) is not installed for {' or '.join(candidates)}")
        return 77
    environment = os.environ | {"DROVER_PEERS": str(pathlib.Path(tools[0]).resolve().parent)}
    command = [interpreter, "-m", "unittest", "discover", "-v", "-s", str(FOLDER), "-p", "*_test.py"]
    return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: run.py TOOL...")
    sys.exit(main(sys.argv[1:]))

"""Runs the program as a user does and compares what it prints, writes and returns: run.py PROGRAM [FILE]

Without FILE all files of tests, as many at a time as there are cores."""
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import unittest

import support

HERE = pathlib.Path(__file__).parent


def run_file(name):
    suite = unittest.defaultTestLoader.discover(HERE, pattern=name)
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    return result.wasSuccessful() and result.testsRun > 0


def run_apart(name):
    return subprocess.run([sys.executable, __file__, support.PROGRAM, name], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)


def run_all():
    names = sorted(path.name for path in HERE.glob("*_test.py"))
    passed = bool(names)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in pool.map(run_apart, names):
            print(done.stdout, flush=True)
            passed = passed and done.returncode == 0
    return passed


if __name__ == "__main__":
    support.PROGRAM = os.path.abspath(sys.argv[1])
    sys.exit(0 if (run_file(sys.argv[2]) if len(sys.argv) > 2 else run_all()) else 1)

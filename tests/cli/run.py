"""Runs the program as a user does and compares what it prints, writes and returns."""
import pathlib
import sys
import unittest

import support

if __name__ == "__main__":
    support.PROGRAM = sys.argv[1]
    suite = unittest.defaultTestLoader.discover(pathlib.Path(__file__).parent, pattern="*_test.py")
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    sys.exit(0 if result.wasSuccessful() and result.testsRun else 1)

"""What the tests of `drover paper` share."""
import os
import pathlib
import unittest.mock

from support import CliTest

BESIDE = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data"
DATA = pathlib.Path(os.environ.get("DROVER_DATA") or BESIDE)
NO_DATA = f"no data sets: DROVER_DATA is not set, or {DATA} does not exist"
ROW_KEYS = {"dataset", "method", "published", "ours", "spread", "seconds", "positive_margins"}


def without_times(value):
    """The same JSON without what differs from run to run."""
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items()
                if "seconds" not in k and k not in ("note", "threads")}
    return [without_times(v) for v in value] if isinstance(value, list) else value


class PaperTest(CliTest):
    """On substitutes, unless a test names the folder of data sets."""

    def setUp(self):
        super().setUp()
        self.enterContext(unittest.mock.patch.dict(os.environ))
        os.environ.pop("DROVER_DATA", None)

    def rows_of(self, *arguments):
        """The rows of an item's JSON by data set and method."""
        result = self.json_of("paper", *arguments)
        self.assertEqual((result["format"], result["item"]), ("drover.paper/1", arguments[0]))
        for row in result["rows"]:
            self.assertLessEqual(ROW_KEYS, set(row))
        return {(row["dataset"], row["method"]): row for row in result["rows"]}

"""Progress of long runs: reported to a function of the user, or shown by tqdm."""
from __future__ import annotations

import contextlib
import importlib.util
from typing import Any, Callable, Iterator

Progress = Callable[[int, "int | None"], Any]


@contextlib.contextmanager
def reporting(progress: bool | Progress | None, unit: str) -> Iterator[Progress | None]:
    """A function to call with what is done and the total, or None."""
    if progress is None or progress is False:
        yield None
    elif progress is not True:
        yield lambda done, total: progress(done, None if total < 0 else total)
    elif importlib.util.find_spec("tqdm") is None:
        yield None
    else:
        from tqdm.auto import tqdm
        with tqdm(unit=unit, unit_scale=True) as bar:
            def tell(done: int, total: int) -> None:
                bar.total = None if total < 0 else total
                bar.n = done
                bar.refresh()
            yield tell

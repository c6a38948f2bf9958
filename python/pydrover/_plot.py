"""Pictures: drawn by matplotlib if it is installed, otherwise as the library's own SVG."""
from __future__ import annotations

import importlib.util
import os
from typing import Any, NamedTuple, Sequence

import numpy as np

from . import _core
from ._report import write_files


class Picture:
    """A picture as SVG, displayed in a notebook; ``str(picture)`` is the SVG, ``save`` writes it."""

    def __init__(self, svg: str):
        self._svg = svg

    def __str__(self) -> str:
        return self._svg

    def __repr__(self) -> str:
        return f"<Picture: SVG of {len(self._svg)} characters; str() is the SVG, save(path) writes it>"

    def _repr_svg_(self) -> str:
        return self._svg

    def save(self, path: str | os.PathLike) -> None:
        """Write the SVG; an existing file is replaced when the new one is complete."""
        write_files({path: self._svg})


class Line(NamedTuple):
    """Numbers y over x, drawn as "line", "dashed" or "points"."""

    name: str
    x: Any
    y: Any
    mark: str = "line"


class Axis(NamedTuple):
    label: str
    is_log: bool = False


_MARKS = {"line": "-", "dashed": "--", "points": "."}


def axes(ax: Any) -> Any:
    """Axes of matplotlib to draw on, or None without it."""
    if ax is not None:
        return ax
    if importlib.util.find_spec("matplotlib") is None:
        return None
    import matplotlib.pyplot as plt
    return plt.subplots()[1]


def draw_lines(ax: Any, title: str, x: Axis, y: Axis, lines: Sequence[Line]) -> Any:
    """Lines and points on axes of matplotlib, which are returned, or a `Picture`."""
    ax = axes(ax)
    if ax is None:
        series = [(line.name, _numbers(line.x), _numbers(line.y), line.mark) for line in lines]
        return Picture(_core.chart_svg(title, tuple(x), tuple(y), series))
    for line in lines:
        ax.plot(line.x, line.y, _MARKS[line.mark], label=line.name or None, linewidth=0.8, markersize=3)
    ax.set(title=title, xlabel=x.label, ylabel=y.label, xscale="log" if x.is_log else "linear",
           yscale="log" if y.is_log else "linear")
    if sum(1 for line in lines if line.name) > 1:
        ax.legend()
    return ax


def draw_map(ax: Any, title: str, labels: tuple[str, str], x: np.ndarray, y: np.ndarray, values: np.ndarray) -> Any:
    """A matrix of numbers over a rectangle, the first row at the top."""
    ax = axes(ax)
    if ax is None:
        names = [[f"{number:.3g}" for number in numbers] for numbers in (x, y)]
        return Picture(_core.heat_map_svg(title, *labels, *names, _numbers(values)))
    shown = ax.imshow(values, extent=(x[0], x[-1], y[-1], y[0]), aspect="auto")
    ax.figure.colorbar(shown, ax=ax)
    ax.set(title=title, xlabel=labels[0], ylabel=labels[1])
    return ax


def draw_image(ax: Any, title: str, values: np.ndarray, white: float, black: float) -> Any:
    """A matrix of grey values."""
    ax = axes(ax)
    if ax is None:
        return Picture(_core.image_svg(title, values.shape[1], _numbers(values), white, black))
    ax.imshow(values, cmap="binary", vmin=white, vmax=black)
    ax.set(title=title, xticks=[], yticks=[])
    return ax


def _numbers(values: Any) -> list[float]:
    return np.asarray(values, dtype=float).ravel().tolist()

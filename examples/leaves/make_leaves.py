"""Makes leaves.csv and more_leaves.csv: invented leaves of three trees, which no straight line separates.

In length and width, birch and cherry form two arcs that face each other, and alder lies around them. The generator is
part of this script, so the files are the same with every version of Python.
"""
import math
import pathlib

TREES = ("alder", "birch", "cherry")
EDGES = {"alder": ("smooth", "toothed", "toothed"), "birch": ("toothed", "lobed", "toothed"),
         "cherry": ("toothed", "smooth", "lobed")}


def uniforms(state=2010):
    """A 64-bit linear congruential generator; its top 32 bits as numbers in [0, 1)."""
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield (state >> 32) / 2**32


def chosen(draw, values):
    return values[int(next(draw) * len(values))]


def noise(draw):
    """Approximately normal, with standard deviation 1."""
    return sum(next(draw) for _ in range(12)) - 6


def leaf(draw):
    tree = chosen(draw, TREES)
    angle = math.pi * next(draw)
    across, along = {"alder": (2.2 * math.cos(2 * angle) + 0.5, 2.2 * math.sin(2 * angle) + 0.25),
                     "birch": (math.cos(angle), math.sin(angle)),
                     "cherry": (1 - math.cos(angle), 0.5 - math.sin(angle))}[tree]
    length = 70 + 15 * along + 2 * noise(draw)
    width = 45 + 10 * across + 1.5 * noise(draw)
    stalk = (12 if tree == "cherry" else 9) + 4 * noise(draw)
    return [f"{length:.1f}", f"{width:.1f}", "" if next(draw) < 0.05 else f"{stalk:.1f}", chosen(draw, EDGES[tree]), tree]


def write(name, first, last, draw):
    lines = ["leaf,length,width,stalk,edge,tree"]
    lines += [",".join([str(number), *leaf(draw)]) for number in range(first, last + 1)]
    pathlib.Path(__file__).with_name(name).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    numbers = uniforms()
    write("leaves.csv", 1, 300, numbers)
    write("more_leaves.csv", 301, 500, numbers)

"""Makes pins.csv: 298 invented bowling throws, one column per pin, 1 where the pin fell.

Each throw has an aim and a strength; pins near the aim fall more easily, and a falling pin helps those behind
it. The generator is part of this script, so the file is the same with every version of Python.
"""
import pathlib

ROWS = 298
# Sideways position and distance of each pin, head pin first.
PINS = [(0, 0), (-1, 1), (1, 1), (-2, 2), (0, 2), (2, 2), (-3, 3), (-1, 3), (1, 3), (3, 3)]


def uniforms(state=2016):
    """A 64-bit linear congruential generator; its top 32 bits as numbers in [0, 1)."""
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield (state >> 32) / 2**32


def throw(draw):
    aim = 5 * next(draw) - 2.5
    strength = next(draw)
    fallen = []
    for i, (x, y) in enumerate(PINS):
        behind = any(fallen[j] and abs(PINS[j][0] - x) <= 1 and PINS[j][1] < y for j in range(i))
        chance = 0.15 + 0.45 * strength - 0.12 * abs(x - aim) + (0.35 if behind else 0)
        fallen.append(next(draw) < chance)
    return fallen


if __name__ == "__main__":
    draw = uniforms()
    lines = [",".join(f"pin{i + 1}" for i in range(len(PINS)))]
    lines += [",".join("1" if f else "0" for f in throw(draw)) for _ in range(ROWS)]
    pathlib.Path(__file__).with_name("pins.csv").write_text("\n".join(lines) + "\n")

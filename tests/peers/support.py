"""What the comparisons share: the tools, their output, and data that no library's generator decides."""
import os
import pathlib
import subprocess

TOOLS = pathlib.Path(os.environ.get("DROVER_PEERS", "."))


def results(tool, *arguments):
    """The lines `name value value ...` that a tool prints, as lists of numbers by name."""
    done = subprocess.run([TOOLS / tool, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{tool} ended with {done.returncode}: {done.stderr}")
    lines = (line.split() for line in done.stdout.splitlines())
    return {name: [float(value) for value in values] for name, *values in lines}


class Dice:
    """A multiplicative congruential sequence (MINSTD): the same everywhere."""

    def __init__(self, seed):
        self.state = seed

    def roll(self, sides):
        """An integer from 0 to sides - 1."""
        self.state = self.state * 48271 % (2**31 - 1)
        return self.state * sides // (2**31 - 1)


def write_bits(path, rows):
    """A CSV file of rows of 0 and 1 under the names x0, x1, ..."""
    lines = [",".join(f"x{i}" for i in range(len(rows[0])))]
    lines += [",".join(map(str, row)) for row in rows]
    path.write_text("\n".join(lines) + "\n")

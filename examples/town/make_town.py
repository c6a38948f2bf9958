"""Makes the tables of an invented town, as a statistical office would publish them.

Usage: make_town.py [FOLDER]   (default: the folder of this script)

Each of the 4,217 inhabitants gets a district, then an age that fits the district, and so on. All draws are
integers from the generator below, so that the files are the same with every version of Python. The people
themselves are not written, only five tables, with every cell rounded separately to a multiple of 5. So the
totals, and the margins that two tables share, differ slightly. A table lists all its cells, including those of 0;
it does not show whether such a cell is impossible or had one or two people in it.
"""
import itertools
import pathlib
import sys

PEOPLE = 4217
BASE = 5

VALUES = {
    "district": ["Harbour", "Old Town", "Station", "Hillside", "Mill Park"],
    "age": ["0-15", "16-24", "25-39", "40-64", "65-79", "80+"],
    "sex": ["female", "male"],
    "marital": ["single", "married", "divorced", "widowed"],
    "work": ["in work", "looking", "studying", "at home", "retired"],
    "housing": ["owned", "rented"],
}
TABLES = [("age", "marital"), ("age", "work"), ("district", "age", "sex"), ("district", "housing"), ("work", "sex")]

# Relative chances in the order of VALUES; a line may have any sum.
DISTRICTS = [21, 17, 24, 22, 16]
AGES = {  # Students live at the station, families in Mill Park, the old on the hill.
    "Harbour": [14, 13, 29, 31, 10, 3],
    "Old Town": [9, 11, 20, 32, 19, 9],
    "Station": [11, 29, 33, 20, 5, 2],
    "Hillside": [13, 7, 11, 38, 22, 9],
    "Mill Park": [51, 4, 27, 16, 2, 0],
}
SEXES = {"0-15": [49, 51], "16-24": [50, 50], "25-39": [50, 50], "40-64": [51, 49], "65-79": [55, 45], "80+": [67, 33]}
MARITAL = {
    ("0-15", "female"): [1, 0, 0, 0],
    ("0-15", "male"): [1, 0, 0, 0],
    ("16-24", "female"): [93, 7, 0, 0],
    ("16-24", "male"): [97, 3, 0, 0],
    ("25-39", "female"): [43, 48, 9, 0],
    ("25-39", "male"): [53, 41, 6, 0],
    ("40-64", "female"): [14, 62, 20, 4],
    ("40-64", "male"): [19, 64, 16, 1],
    ("65-79", "female"): [6, 52, 13, 29],
    ("65-79", "male"): [7, 73, 11, 9],
    ("80+", "female"): [5, 18, 6, 71],
    ("80+", "male"): [4, 58, 5, 33],
}
WORK = {  # The youngest are at school or still at home.
    ("0-15", "female"): [0, 0, 63, 37, 0],
    ("0-15", "male"): [0, 0, 63, 37, 0],
    ("16-24", "female"): [34, 6, 54, 6, 0],
    ("16-24", "male"): [41, 9, 48, 2, 0],
    ("25-39", "female"): [69, 6, 6, 19, 0],
    ("25-39", "male"): [86, 7, 5, 2, 0],
    ("40-64", "female"): [68, 4, 1, 20, 7],
    ("40-64", "male"): [81, 6, 0, 3, 10],
    ("65-79", "female"): [5, 0, 0, 9, 86],
    ("65-79", "male"): [9, 0, 0, 1, 90],
    ("80+", "female"): [0, 0, 0, 4, 96],
    ("80+", "male"): [0, 0, 0, 0, 1],
}
OWNED = {"Harbour": 24, "Old Town": 46, "Station": 9, "Hillside": 88, "Mill Park": 71}  # in percent


def numbers(state=2016):
    """A 64-bit linear congruential generator; its top 32 bits."""
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 32


def choose(draw, column, chances):
    """A value of the column, drawn by the chances."""
    left = next(draw) * sum(chances) >> 32
    for value, chance in zip(VALUES[column], chances):
        if left < chance:
            return value
        left -= chance
    raise AssertionError("the draw is below the sum of the chances")


def person(draw):
    district = choose(draw, "district", DISTRICTS)
    age = choose(draw, "age", AGES[district])
    sex = choose(draw, "sex", SEXES[age])
    owned = OWNED[district]
    return {
        "district": district,
        "age": age,
        "sex": sex,
        "marital": choose(draw, "marital", MARITAL[age, sex]),
        "work": choose(draw, "work", WORK[age, sex]),
        "housing": choose(draw, "housing", [owned, 100 - owned]),
    }


def table_text(people, columns):
    """The published table in long form, its last column fastest."""
    counts = dict.fromkeys(itertools.product(*(VALUES[column] for column in columns)), 0)
    for one in people:
        counts[tuple(one[column] for column in columns)] += 1
    lines = [",".join([*columns, "count"])]
    for values, count in counts.items():
        rounded = (count + BASE // 2) // BASE * BASE
        lines.append(",".join([*values, str(rounded)]))
    return "\n".join(lines) + "\n"


def main(folder):
    draw = numbers()
    people = [person(draw) for _ in range(PEOPLE)]
    for columns in TABLES:
        (folder / f"{'_x_'.join(columns)}.csv").write_bytes(table_text(people, columns).encode())


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent)

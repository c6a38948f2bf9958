"""What the tests of synth share: invented people, their tables, and how far rows are from them."""
import collections
import csv
import hashlib
import itertools
import random

from support import CliTest

COLUMNS = ["age", "work", "married", "town"]
PAIRS = list(itertools.combinations(COLUMNS, 2))


def townspeople(count, seed=1):
    """Invented people whose columns depend on each other; no child works or is married."""
    dice = random.Random(seed)
    people = []
    for _ in range(count):
        age = dice.choices(["child", "young", "middle", "old"], [2, 3, 4, 2])[0]
        work = "no" if age == "child" else dice.choices(["no", "part", "full"], [3, 1, 1 if age == "old" else 5])[0]
        married = "no" if age == "child" else dice.choice(["no", "yes"])
        town = dice.choices(["A", "B", "C"], [5, 2, 3 if work == "full" else 1])[0]
        people.append({"age": age, "work": work, "married": married, "town": town})
    return people


def count_values(rows, columns):
    """How many rows have each combination of values of the columns."""
    return collections.Counter(tuple(row[column] for column in columns) for row in rows)


def total_variation(rows, truth, columns):
    """Half the sum over the cells of |share of the rows - share of the truth|."""
    hits, counts = count_values(rows, columns), count_values(truth, columns)
    return sum(abs(hits[cell] / len(rows) - counts[cell] / len(truth)) for cell in hits | counts) / 2


def table_text(rows, columns):
    """The table of the rows over the columns, as a file that drover reads."""
    lines = [",".join([*values, str(count)]) for values, count in sorted(count_values(rows, columns).items())]
    return "\n".join([",".join([*columns, "count"]), *lines]) + "\n"


def rows_text(rows):
    return "\n".join([",".join(rows[0]), *(",".join(row.values()) for row in rows)]) + "\n"


def zone_tables(zone_count):
    """Texts of two tables: zone by a, and zone by b. Zones z10, z11, ...; from eight on they make a hub."""
    dice = random.Random(3)
    a, b = "zone,a,count\n", "zone,b,count\n"
    for zone in (f"z{10 + k}" for k in range(zone_count)):
        people, left, right = dice.randint(10, 40), dice.randint(1, 9), dice.randint(1, 9)
        a += f"{zone},x,{left}\n{zone},y,{people - left}\n"
        b += f"{zone},p,{right}\n{zone},q,{people - right}\n"
    return a, b


class SynthTest(CliTest):
    def rows_of(self, name, separator=","):
        with open(self.folder / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file, delimiter=separator))

    def sha256_of(self, name):
        return hashlib.sha256((self.folder / name).read_bytes()).hexdigest()

    def synth(self, *arguments, output="rows.csv"):
        """The report of a run, and its rows."""
        return self.json_of("synth", *arguments, "-o", output), self.rows_of(output)

    def write_pairs(self, people):
        """One file for each pair of columns; their names."""
        for pair in PAIRS:
            self.write(**{"_".join(pair): table_text(people, pair)})
        return ["_".join(pair) + ".csv" for pair in PAIRS]

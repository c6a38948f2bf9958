"""Makes the tables and the survey of this folder: an invented region, the same bytes everywhere."""
import pathlib
import random

HERE = pathlib.Path(__file__).resolve().parent
DICE = random.Random(20161)
TRACTS = ["Ashby", "Brook", "Castle", "Dunmore", "Easton", "Fairfield"]
ZONES = 48
SIZES = ["1", "2", "3", "4+"]
AGES = ["15-24", "25-54", "55-64", "65+"]
INCOMES = ["low", "middle", "high"]
WORKERS = ["0", "1", "2+"]
DWELLINGS = ["house", "flat", "mobile"]
SAMPLE = 240  # households of the survey


def pick(values, weights):
    """Uses random() only, which is the same in every version of Python."""
    point = DICE.random() * sum(weights)
    for value, weight in zip(values, weights):
        point -= weight
        if point < 0:
            return value
    return values[-1]


def household(zone):
    town = zone % 8 < 3  # a few zones of each tract are dense
    age = pick(AGES, [2, 10, 4, 6] if town else [1, 9, 5, 4])
    size = pick(SIZES, {"15-24": [5, 4, 1, 0.3], "25-54": [3, 4, 4, 5], "55-64": [4, 7, 2, 1], "65+": [7, 6, 0.5, 0.1]}[age])
    adults = 1 if size == "1" else 2
    workers = pick(WORKERS, [9, 1, 0.2 if adults > 1 else 0] if age == "65+" else [1.5, 6, 5 if adults > 1 else 0])
    income = pick(INCOMES, {"0": [6, 3, 0.7], "1": [3, 5, 2], "2+": [0.7, 4, 5]}[workers])
    dwelling = pick(DWELLINGS, [3, 6, 0.2] if town else [8, 1.5, 1 if income == "low" else 0.2])
    return {"zone": f"{zone + 101}", "tract": TRACTS[zone * len(TRACTS) // ZONES], "size": size, "age": age,
            "income": income, "workers": workers, "dwelling": dwelling}


def write_table(people, *columns):
    counts = {}
    for person in people:
        key = tuple(person[column] for column in columns)
        counts[key] = counts.get(key, 0) + 1
    lines = [",".join(columns) + ",count"] + [",".join(key) + f",{counts[key]}" for key in sorted(counts)]
    (HERE / ("_x_".join(columns) + ".csv")).write_text("\n".join(lines) + "\n")


def main():
    people = [household(zone) for zone in range(ZONES) for _ in range(12 + int(DICE.random() ** 2 * 70))]
    for column in ("size", "age", "income"):
        write_table(people, "zone", column)
    write_table(people, "zone", "tract")
    write_table(people, "tract", "workers")
    write_table(people, "tract", "dwelling")
    columns = ["size", "age", "income", "workers", "dwelling"]
    lines = [",".join(columns) + ",weight"]
    for _ in range(SAMPLE):
        person = people[int(DICE.random() * len(people))]
        lines.append(",".join(person[column] for column in columns) + f",{4 + int(DICE.random() * 9)}")
    (HERE / "survey.csv").write_text("\n".join(lines) + "\n")


main()

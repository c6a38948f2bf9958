"""Makes the files of this folder: an invented valley, its survey and its census totals.

python3 make_households.py
Households are invented one by one; the census counts all of them, and the survey has every ninth.
"""
import csv
import random

DICE = random.Random(17)
SIZES = [("size_1", "size=1", 1, 1), ("size_2", "size=2", 2, 2), ("size_3", "size=3", 3, 3), ("size_4_plus", "size>=4", 4, 99)]
INCOMES = [("income_low", "income<20", 0, 20), ("income_mid", "income=20..49", 20, 50), ("income_high", "income>=50", 50, 999)]
AGES = [("age_0_17", "age<=17", 0, 17), ("age_18_64", "age=18..64", 18, 64), ("age_65_plus", "age>=65", 65, 120)]


def household(tract):
    """An invented household: older and smaller in the hills, larger and poorer by the river."""
    old = DICE.random() < {"Hill": 0.45, "Mill": 0.2, "River": 0.12}[tract]
    size = 1 if DICE.random() < (0.5 if old else 0.22) else DICE.choices([2, 3, 4, 5, 6], [5, 3, 3, 1.2, 0.4])[0]
    if old:
        size = min(size, 2)
    people = []
    for k in range(size):
        adult = k == 0 or (k == 1 and DICE.random() < 0.85)
        age = DICE.randint(66, 92) if old else DICE.randint(20, 64) if adult else DICE.randint(0, 17)
        works = 18 <= age <= 66 and DICE.random() < 0.72
        people.append({"age": age, "sex": DICE.choice("FM"), "works": int(works)})
    earners = sum(p["works"] for p in people)
    base = {"Hill": 24, "Mill": 18, "River": 12}[tract]
    income = round(base * (0.6 + earners) * DICE.lognormvariate(0, 0.4))
    owner = DICE.random() < (0.75 if income > 40 or old else 0.35)
    return {"size": size, "income": income, "tenure": "owner" if owner else "renter", "people": people}


def write(name, header, rows):
    with open(name, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def main():
    zones = {f"Z{k:02d}": ("Hill" if k <= 7 else "Mill" if k <= 16 else "River") for k in range(1, 25)}
    valley = [(zone, household(tract)) for zone, tract in zones.items() for _ in range(DICE.randint(25, 90))]
    survey = [pair[1] for pair in valley[4::9]]
    write("survey_households.csv", ["hh", "weight", "size", "income", "tenure", "workers"],
          [[n, DICE.choice([8, 9, 9, 10]), h["size"], h["income"], h["tenure"], sum(p["works"] for p in h["people"])]
           for n, h in enumerate(survey, 1)])
    write("survey_persons.csv", ["hh", "age", "sex", "works"],
          [[n, p["age"], p["sex"], p["works"]] for n, h in enumerate(survey, 1) for p in h["people"]])
    write("geography.csv", ["zone", "tract", "region"], [[zone, tract, "Valley"] for zone, tract in zones.items()])
    controls = [("num_hh", "zone", "households", "weight>0")]
    controls += [(n, "zone", "households", c) for n, c, _, _ in SIZES + INCOMES]
    controls += [(n, "zone", "persons", c) for n, c, _, _ in AGES]
    controls += [("owners", "tract", "households", "tenure=owner"), ("renters", "tract", "households", "tenure=renter")]
    controls += [(f"workers_{k}", "tract", "households", f"workers={k}") for k in (0, 1)]
    controls += [("workers_2_plus", "tract", "households", "workers>=2")]
    controls += [("women_at_work", "region", "persons", "sex=F & works=1"), ("men_at_work", "region", "persons", "sex=M & works=1")]
    write("controls.csv", ["target", "geography", "seed_table", "expression"], controls)

    def rows(key, names):
        units = {}
        for zone, h in valley:
            units.setdefault(key(zone), []).append(h)
        return [[unit, *(counts[name](homes) for name in names)] for unit, homes in units.items()]

    counts = {"num_hh": len}
    for name, _, low, high in SIZES:
        counts[name] = lambda homes, low=low, high=high: sum(low <= h["size"] <= high for h in homes)
    for name, _, low, high in INCOMES:
        counts[name] = lambda homes, low=low, high=high: sum(low <= h["income"] < high for h in homes)
    for name, _, low, high in AGES:
        counts[name] = lambda homes, low=low, high=high: sum(low <= p["age"] <= high for h in homes for p in h["people"])
    for name in ("owner", "renter"):
        counts[name + "s"] = lambda homes, name=name: sum(h["tenure"] == name for h in homes)
    for name, low, high in (("workers_0", 0, 0), ("workers_1", 1, 1), ("workers_2_plus", 2, 9)):
        counts[name] = lambda homes, low=low, high=high: sum(low <= sum(p["works"] for p in h["people"]) <= high for h in homes)
    for name, sex in (("women_at_work", "F"), ("men_at_work", "M")):
        counts[name] = lambda homes, sex=sex: sum(p["sex"] == sex and p["works"] for h in homes for p in h["people"])
    for level, key in (("zone", lambda z: z), ("tract", lambda z: zones[z]), ("region", lambda z: "Valley")):
        names = [name for name, where, _, _ in controls if where == level]
        write(f"totals_{level}.csv", [level, *names], rows(key, names))


if __name__ == "__main__":
    main()

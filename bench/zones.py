"""Measures drover synth on the zones of real and made-up regions, checks the results, and compares them with humanleague's
qis and independent draws.

python3 bench/zones.py PROGRAM [--data FOLDER] [--python PYTHON] [--json]

CPU seconds are user time of the complete process with --threads 1, the best of --runs. A cell is off if its number of rows
differs from the table. chi2 / df is pooled over zones (one table of two columns against the sum over zones of
row total x column total / zone total) for the region, and summed over the groups for chains and the town; independent
draws have about 1. The calls of other packages are in zones_peers.py; a package that is missing is reported and skipped.
"""
import argparse
import collections
import csv
import gzip
import itertools
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

BESIDE = pathlib.Path(__file__).resolve().parents[2] / "shared" / "data"
TOWN = pathlib.Path(__file__).resolve().parents[1] / "examples" / "town"
PEERS = pathlib.Path(__file__).with_name("zones_peers.py")
FREE = ["size", "age", "income", "workers", "dwelling"]


class Results:
    """One line per fact: what was measured, the goal, and whether it is met."""

    def __init__(self):
        self.lines = []
        self.skipped = []

    def add(self, case, what, value, goal="", met=None):
        self.lines.append({"case": case, "what": what, "value": value, "goal": goal, "met": met})

    def skip(self, why):
        self.skipped.append(why)

    def print(self):
        heads = ["case", "what", "measured", "goal", ""]
        rows = [heads] + [[line["case"], line["what"], text(line["value"]), line["goal"],
                           {None: "", True: "met", False: "NOT met"}[line["met"]]] for line in self.lines]
        widths = [max(len(row[k]) for row in rows) for k in range(len(heads))]
        for row in rows:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
        for why in self.skipped:
            print(f"skipped: {why}")


def text(value):
    if isinstance(value, list):
        return " - ".join(map(text, value))
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def measured(command):
    """User seconds and peak memory in megabytes of the process, and what it printed."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        with subprocess.Popen([str(word) for word in command], stdout=out, stderr=err) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        if process.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))}\nfailed with exit code {process.returncode}:\n{err.read()}")
        return usage.ru_utime, usage.ru_maxrss * 1024 / 1e6, out.read()


def synth(options, tables, output, *more):
    seconds, megabytes, report = measured([options.program, "synth", *tables, "-o", output, "--threads", "1", "--json",
                                           "--quiet", *more])
    return seconds, megabytes, json.loads(report)


def table_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return rows[0][:-1], {tuple(row[:-1]): float(row[-1]) for row in rows[1:]}


def people_of(lines, counted=False):
    """The names of the columns, and how often each row occurs."""
    reader = csv.reader(lines)
    names = next(reader)
    people = collections.Counter()
    for row in reader:
        if counted:
            people[tuple(row[:-1])] += int(row[-1])
        else:
            people[tuple(row)] += 1
    return (names[:-1] if counted else names), people


def people_in(path):
    with open(path, newline="", encoding="utf-8") as file:
        return people_of(file)


def sums(names, people, columns):
    at = [names.index(column) for column in columns]
    result = collections.Counter()
    for row, count in people.items():
        result[tuple(row[k] for k in at)] += count
    return result


def region_cells_off(path, tables):
    """As cells_off, and the number of zones in the rows, without keeping the rows."""
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.reader(file)
        names = next(reader)
        wanted = [table_of(table) for table in tables]
        at = [[names.index(column) for column in columns] for columns, _ in wanted]
        found = [collections.Counter() for _ in tables]
        for row in reader:
            for got, (i, j) in zip(found, at):
                got[row[i], row[j]] += 1
    off = total = 0
    zones = set()
    for (columns, counts), got in zip(wanted, found):
        cells = set(counts) | set(got)
        total += len(cells)
        off += sum(counts.get(cell, 0) != got.get(cell, 0) for cell in cells)
        if columns[0] == "zone":
            zones.update(zone for zone, _ in got)
    return off, total, len(zones)


def cells_off(names, people, tables):
    """The number of cells whose number of rows differs from the tables, and the number of all cells."""
    off = total = 0
    for path in tables:
        columns, wanted = table_of(path)
        got = sums(names, people, columns)
        cells = set(wanted) | set(got)
        total += len(cells)
        off += sum(wanted.get(cell, 0) != got.get(cell, 0) for cell in cells)
    return off, total


def pooled_chi2(names, people, zone, a, b):
    """chi2 / df of two columns within zones, pooled over all zones (see above)."""
    zones = sums(names, people, [zone])
    by_zone = {}
    for column in (a, b):
        parts = by_zone[column] = collections.defaultdict(dict)
        for (z, value), count in sums(names, people, [zone, column]).items():
            parts[z][value] = count
    expected = collections.Counter()
    for (z,), count in zones.items():
        for x, left in by_zone[a][z].items():
            for y, right in by_zone[b][z].items():
                expected[x, y] += left * right / count
    found = sums(names, people, [a, b])
    chi2 = sum((found[cell] - e) ** 2 / e for cell, e in expected.items())
    return chi2 / ((len({x for x, _ in expected}) - 1) * (len({y for _, y in expected}) - 1))


def grouped_chi2(names, people, a, b, given):
    """chi2 / df of two columns in each group of rows, summed over groups."""
    groups = collections.defaultdict(collections.Counter)
    for (x, y, *group), count in sums(names, people, [a, b, *given]).items():
        groups[tuple(group)][x, y] += count
    chi2 = freedom = 0
    for pairs in groups.values():
        left, right = collections.Counter(), collections.Counter()
        for (x, y), count in pairs.items():
            left[x] += count
            right[y] += count
        rows = sum(left.values())
        chi2 += sum((pairs[x, y] - left[x] * right[y] / rows) ** 2 * rows / (left[x] * right[y])
                    for x in left for y in right)
        freedom += (len(left) - 1) * (len(right) - 1)
    return chi2 / freedom if freedom else 0.0


# A made-up region of zones in larger units: size, age and income by zone, dwellings and workers by unit.
def split(dice, count, parts):
    weights = [dice.gammavariate(2, 1) for _ in range(parts)]
    counts = [0] * parts
    for part in dice.choices(range(parts), weights, k=count):
        counts[part] += 1
    return counts


def write_region(folder, zone_count, unit_count, mean):
    dice = random.Random(7)
    by_zone = {"size": ["1", "2", "3", "4", "5+"], "age": ["15-24", "25-54", "55-64", "65+"],
               "income": ["-15k", "15-30k", "30-60k", "60-100k", "100k+"]}
    by_unit = {"dwelling": ["single", "duplex", "multi", "mobile"], "workers": ["0", "1", "2", "3+"]}
    lines = {name: [f"zone,{name},count\n"] for name in [*by_zone, "unit"]}
    units = collections.Counter()
    for zone in range(zone_count):
        count = int(dice.gammavariate(1.5, mean / 1.5))
        if count == 0:
            continue
        unit = f"U{zone * unit_count // zone_count}"
        units[unit] += count
        lines["unit"].append(f"{zone},{unit},{count}\n")
        for name, values in by_zone.items():
            lines[name] += [f"{zone},{v},{c}\n" for v, c in zip(values, split(dice, count, len(values))) if c]
    paths = [folder / f"zone_x_{name}.csv" for name in lines]
    for path, text_lines in zip(paths, lines.values()):
        path.write_text("".join(text_lines))
    for name, values in by_unit.items():
        paths.append(folder / f"unit_x_{name}.csv")
        paths[-1].write_text(f"unit,{name},count\n" + "".join(
            f"{unit},{v},{c}\n" for unit, count in units.items()
            for v, c in zip(values, split(dice, count, len(values))) if c))
    return paths


def made_up_region(options, folder, results):
    """Run first: the peak memory of a process counts what its parent held."""
    case = "made-up region"
    script = f"import sys; sys.path.insert(0, {str(pathlib.Path(__file__).parent)!r}); import pathlib, zones; " \
             f"zones.write_region(pathlib.Path({str(folder)!r}), {options.zones}, {options.units}, 70)"
    subprocess.run([sys.executable, "-c", script], check=True)
    tables = sorted(folder.glob("*_x_*.csv"))
    seconds, megabytes, report = synth(options, tables, folder / "rows.csv")
    off, cells, zones = region_cells_off(folder / "rows.csv", tables)
    results.add(case, f"zones with people, of {options.zones} in {options.units} units", zones)
    results.add(case, "rows", report["rows"])
    results.add(case, f"cells off, of {cells}", off, "0", off == 0)
    results.add(case, "CPU seconds, one run", seconds, "15", seconds <= 15)
    results.add(case, "peak memory, MB", megabytes, "1000", megabytes <= 1000)


def has_module(python, module):
    try:
        return subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def facts_of_region(case, names, people, tables, results, goals):
    off, cells = cells_off(names, people, tables)
    results.add(case, f"cells off, of {cells}", off, "0" if goals else "", off == 0 if goals else None)
    _, wanted = table_of(next(path for path in tables if path.name == "taz_x_tract.csv"))
    zones = collections.Counter()
    for (zone, _), count in wanted.items():
        zones[zone] += count
    got = sums(names, people, ["taz"])
    wrong = sum(got[zone,] != count for zone, count in zones.items())
    results.add(case, f"zones with a wrong total, of {len(zones)}", wrong, "0" if goals else "",
                wrong == 0 if goals else None)
    found = [pooled_chi2(names, people, "taz", a, b) for a, b in itertools.combinations(FREE, 2)]
    results.add(case, "chi2 / df within zones", [min(found), max(found)], "at most 1" if goals else "",
                max(found) <= 1 if goals else None)
    results.add(case, "chi2 / df, median of the pairs", statistics.median(found), "below 0.5" if goals else "",
                statistics.median(found) < 0.5 if goals else None)


def real_region(options, folder, results):
    tables = sorted((options.data / "calm" / "tables").glob("*.csv"))
    runs = [synth(options, tables, folder / "calm.csv")[0] for _ in range(options.runs)]
    names, people = people_in(folder / "calm.csv")
    facts_of_region("CALM", names, people, tables, results, True)
    results.add("CALM", f"CPU seconds, best of {options.runs}", min(runs), "0.2", min(runs) <= 0.2)
    if not has_module(options.python, "humanleague"):
        results.skip(f"{options.python} has no humanleague (pip install humanleague in an environment of its own; "
                     "--python names it)")
        return
    theirs = []
    for _ in range(options.peer_runs):
        _, _, out = measured([options.python, PEERS, "qis", *tables])
        head, _, rows = out.partition("\n")
        theirs.append(json.loads(head))
    peer = f"humanleague {theirs[0]['version']} qis".replace("  ", " ")
    names, people = people_of(rows.splitlines(), counted=True)
    facts_of_region(peer, names, people, tables, results, False)
    seconds = min(one["seconds"] for one in theirs)
    results.add(peer, f"CPU seconds of the call, best of {options.peer_runs}", seconds)
    results.add(peer, "peak memory, MB", theirs[0]["megabytes"])
    results.add("CALM", "times faster than qis", seconds / min(runs), "20", seconds >= 20 * min(runs))


def band(number, limits, names):
    return next((name for limit, name in zip(limits, names) if number <= limit), names[-1])


def write_sample(options, path):
    """The survey's households, in the categories of the tables."""
    with gzip.open(options.data / "calm" / "seed_households.csv.gz", "rt", newline="") as source, \
            open(path, "w", newline="", encoding="utf-8") as target:
        writer = csv.writer(target, lineterminator="\n")
        writer.writerow([*FREE, "weight"])
        for row in csv.DictReader(source):
            if int(row["NP"]) < 1 or float(row["WGTP"]) <= 0:
                continue
            counted = lambda key, names: band(float(row[key]), range(int(names[0]), 9), names)
            writer.writerow([counted("NP", ["1", "2", "3", "4+"]),
                             band(float(row["AGEHOH"]), [24, 54, 64], ["15-24", "25-54", "55-64", "65+"]),
                             band(float(row["HHINCADJ"]), [21297, 42593, 85185], ["-15k", "15-30k", "30-60k", "60k+"]),
                             counted("NWESR", ["0", "1", "2", "3+"]),
                             {"1": "single", "2": "multi", "3": "mobile", "4": "duplex"}[row["HTYPE"]], row["WGTP"]])


def total_variation(left, right):
    a, b = sum(left.values()), sum(right.values())
    return sum(abs(left.get(cell, 0) / a - right.get(cell, 0) / b) for cell in set(left) | set(right)) / 2


def like_sample(options, folder, results):
    case = "CALM --like"
    tables = sorted((options.data / "calm" / "tables").glob("*.csv"))
    sample = folder / "sample.csv"
    write_sample(options, sample)
    seconds, _, _ = synth(options, tables, folder / "like.csv", "--like", sample, "--weight", "weight")
    names, people = people_in(folder / "like.csv")
    off, cells = cells_off(names, people, tables)
    results.add(case, f"cells off, of {cells}", off, "0", off == 0)
    results.add(case, "CPU seconds, one run", seconds)
    if not has_module(options.python, "numpy"):
        results.skip(f"{options.python} has no numpy: the joint of --like is not compared with the fit")
        return
    _, _, out = measured([options.python, PEERS, "fit", sample, *tables])
    head, _, rows = out.partition("\n")
    lines = list(csv.reader(rows.splitlines()))
    fitted = {tuple(row[:-1]): float(row[-1]) for row in lines[1:]}
    results.add(case, "proportional fitting: worst cell off, rows", json.loads(head)["worst_cell"])
    row_count = sum(people.values())
    cells, weights = list(fitted), list(fitted.values())
    draws = [total_variation(collections.Counter(random.Random(seed).choices(cells, weights, k=row_count)), fitted)
             for seed in range(5)]
    ours = total_variation(sums(names, people, FREE), fitted)
    results.add(case, "TV of the joint of 5 columns to the fit", ours, "below draws", ours < statistics.mean(draws))
    results.add("independent draws", "TV of the joint of 5 columns to the fit", statistics.mean(draws))


def town(options, folder, results):
    tables = sorted(TOWN.glob("*_x_*.csv"))
    _, _, report = synth(options, tables, folder / "town.csv", "-n", "4217")
    names, people = people_in(folder / "town.csv")
    results.add("town", "mean TV", report["mean_tv"], "0.0027", report["mean_tv"] <= 0.0027)
    found = [grouped_chi2(names, people, a, b, given) for a, b, given in (
        ("marital", "work", ["age"]), ("marital", "sex", ["age"]), ("marital", "district", ["age"]),
        ("housing", "age", ["district"]), ("housing", "sex", ["district"]), ("housing", "work", ["district"]),
        ("housing", "marital", ["district"]), ("work", "district", ["age", "sex"]))]
    results.add("town", "chi2 / df of columns that share no table", [min(found), max(found)], "at most 1",
                max(found) <= 1)


# Chains a - b - c - d of three tables with a total of 100.
def write_chain(folder, seed):
    dice = random.Random(seed)
    steps = [5, 2, 1, 1]
    rows = []
    for _ in range(100):
        row = dice.choices(range(4), [4, 3, 2, 1])
        for _ in range(3):
            row.append((row[-1] + dice.choices(range(4), steps)[0]) % 4)
        rows.append(row)
    paths = []
    for k, pair in enumerate(("ab", "bc", "cd")):
        counts = collections.Counter((row[k], row[k + 1]) for row in rows)
        paths.append(folder / f"{pair[0]}_{pair[1]}_{seed}.csv")
        paths[-1].write_text(f"{pair[0]},{pair[1]},count\n" + "".join(
            f"{u},{v},{counts[u, v]}\n" for u in range(4) for v in range(4)))
    return paths


def drawn_chain(paths, row_count, dice):
    """Independent draws from what the tables imply: c given b, d given c."""
    (_, ab), (_, bc), (_, cd) = map(table_of, paths)
    following = [collections.defaultdict(lambda: ([], [])) for _ in range(2)]
    for after, table in zip(following, (bc, cd)):
        for (x, y), count in table.items():
            after[x][0].append(y)
            after[x][1].append(count)
    people = collections.Counter()
    for a, b in dice.choices(list(ab), list(ab.values()), k=row_count):
        c = dice.choices(*following[0][b])[0]
        people[a, b, c, dice.choices(*following[1][c])[0]] += 1
    return list("abcd"), people


def chain_chi2(names, people):
    return [grouped_chi2(names, people, "a", "c", ["b"]), grouped_chi2(names, people, "b", "d", ["c"])]


def chains(options, folder, results):
    ours, drawn, off = [], [], 0
    for seed in range(1, 7):
        paths = write_chain(folder, seed)
        _, _, report = synth(options, paths, folder / "chain.csv", "-n", "5000")
        off += sum(table["worst_cell"] > 1e-9 for table in report["tables"])
        ours += chain_chi2(*people_in(folder / "chain.csv"))
        drawn += chain_chi2(*drawn_chain(paths, 5000, random.Random(seed)))
    times = max(ours) / statistics.mean(drawn)
    results.add("six chains", "tables off, of 18", off)
    results.add("six chains", "chi2 / df within b and c", [min(ours), max(ours)])
    results.add("independent draws", "chi2 / df within b and c", [min(drawn), max(drawn)])
    results.add("six chains", "worst, times chance", times, "1.5", times <= 1.5)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", metavar="PROGRAM", help="the drover to run")
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path(os.environ.get("DROVER_DATA") or BESIDE),
                        help="the folder of data sets [default: %(default)s]")
    parser.add_argument("--python", default="/usr/bin/python3",
                        help="one that has humanleague and numpy [default: %(default)s]")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--peer-runs", type=int, default=2)
    parser.add_argument("--zones", type=int, default=40_000, help="of the made-up region [default: %(default)s]")
    parser.add_argument("--units", type=int, default=4_700, help="of the made-up region [default: %(default)s]")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    options.program = str(pathlib.Path(options.program).resolve())
    results = Results()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        made_up_region(options, folder, results)
        if (options.data / "calm" / "tables").is_dir():
            real_region(options, folder, results)
            like_sample(options, folder, results)
        else:
            results.skip(f"no calm/tables in {options.data} (--data, or DROVER_DATA): the real region")
        town(options, folder, results)
        chains(options, folder, results)
    if options.json:
        print(json.dumps({"format": "drover.bench_zones/1", "results": results.lines, "skipped": results.skipped}))
    else:
        results.print()
    sys.exit(any(line["goal"] == "0" and not line["met"] for line in results.lines))  # wrong answers


if __name__ == "__main__":
    main()

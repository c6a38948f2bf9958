"""Measures drover populate on a real region and on made-up ones, and checks the results.

python3 bench/populate.py PROGRAM [--data FOLDER] [--json] [--only calm,large,clusters,second]

calm      the example region of PopulationSim (DROVER_DATA/calm); the defaults were chosen on it
second    a made-up region that was not used for choosing; its people are one half of the sample of calm, its sample is the other
clusters  four zones of 7,000 households each: few large units
large     2.8 million households in 40,000 zones, made up from the sample of calm
CPU seconds are user and system time of the whole process; memory is its peak.
"""
import argparse
import collections
import csv
import gzip
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

try:
    import numpy
except ImportError:
    sys.exit("skipped: this Python has no numpy, which draws the made-up regions")

BESIDE = pathlib.Path(__file__).resolve().parents[2] / "shared" / "data"
GROUPS = [("size", "hh_size"), ("age", "hh_age"), ("income", "hh_inc"), ("students", "students"), ("tract", "hh_wrks"),
          ("tract", "hh_by_type"), ("region", "persons_occ")]
GOALS = {"size": 10, "age": 100, "income": 10, "students": 170, "tract": 60, "region": 65}


def memory_of(pid):
    """Peak megabytes so far; getrusage may give this process's own."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as status:
            return next(int(line.split()[1]) * 1024 / 1e6 for line in status if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        return 0.0


def measured(command, **more):
    """CPU and wall seconds, peak megabytes (sampled often) and the output of a process."""
    start, peak, ended = time.time(), 0.0, 0
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        with subprocess.Popen([str(word) for word in command], stdout=out, stderr=err, **more) as process:
            while ended == 0:
                peak = max(peak, memory_of(process.pid))
                time.sleep(0.005)
                ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        if process.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))}\nfailed with exit code {process.returncode}:\n{err.read()}")
        return {"cpu": usage.ru_utime + usage.ru_stime, "wall": time.time() - start, "megabytes": peak, "out": out.read()}


def populate(program, folder, output, *more):
    run = measured([program, "populate", *files_of(folder), "-o", output, "--json", "--quiet", *more])
    return run, json.loads(run["out"])


def files_of(folder):
    """The options that name the files of a region."""
    def found(name):
        return folder / (name if (folder / name).exists() else name + ".gz")
    options = ["--households", found("seed_households.csv"), "--persons", found("seed_persons.csv"), "--id", "hhnum",
               "--weight", "WGTP", "--geography", folder / "geo_cross_walk.csv", "--controls", folder / "controls.csv"]
    for level, name in (("TAZ", "control_totals_taz.csv"), ("TRACT", "control_totals_tract.csv"),
                        ("REGION", "scaled_control_totals_meta.csv")):
        if (folder / name).exists():
            options += ["--totals", f"{level}={folder / name}"]
    return options


def by_group(report):
    sums = collections.Counter()
    for control in report["controls"]:
        for group, start in GROUPS:
            if control["control"].startswith(start):
                sums[group] += control["absolute_error"]
    return sums


def rows_of(path):
    opened = gzip.open(path, "rt", newline="") if path.suffix == ".gz" else open(path, newline="", encoding="utf-8")
    with opened as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def write(path, header, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


# What the controls of calm count, for the households of its sample.
ZONE = {"HHBASE": lambda h: 1}
ZONE |= {f"HHSIZE{k}": (lambda h, k=k: min(h["NP"], 4) == k) for k in range(1, 5)}
for _k, (_low, _high) in enumerate([(15, 24), (24, 54), (54, 64), (64, 999)], 1):
    ZONE[f"HHAGE{_k}"] = lambda h, low=_low, high=_high: low < h["AGEHOH"] <= high
for _k, (_low, _high) in enumerate([(-1e9, 21297), (21297, 42593), (42593, 85185), (85185, 1e9)], 1):
    ZONE[f"HHINC{_k}"] = lambda h, low=_low, high=_high: low < h["HHINCADJ"] <= high
ZONE |= {"OSUFAM": lambda h: h["tags"][1], "OSUNFAM": lambda h: h["tags"][2]}
TRACT = {f"HHWORK{k}": (lambda h, k=k: min(h["NWESR"], 3) == k) for k in range(4)}
TRACT |= {name: (lambda h, k=k: h["HTYPE"] == k) for name, k in (("SF", 1), ("MF", 2), ("MH", 3), ("DUP", 4))}
REGION = {f"OCCP{k}": (lambda h, k=k: h["occupations"][k]) for k in range(1, 9)}


def sample_of(calm):
    homes = []
    people = collections.defaultdict(list)
    for row in rows_of(calm / "seed_persons.csv.gz"):
        people[row["hhnum"]].append(row)
    for row in rows_of(calm / "seed_households.csv.gz"):
        home = {"hhnum": row["hhnum"], "WGTP": int(row["WGTP"])}
        home |= {key: float(row[key]) for key in ("NP", "AGEHOH", "HHINCADJ", "NWESR", "HTYPE")}
        home["tags"] = collections.Counter(int(p["OSUTAG"]) for p in people[row["hhnum"]])
        home["occupations"] = collections.Counter(int(p["OCCP"]) for p in people[row["hhnum"]])
        home["zone_counts"] = [int(count(home)) for count in ZONE.values()]
        home["tract_counts"] = [int(count(home)) for count in TRACT.values()]
        home["region_counts"] = [int(count(home)) for count in REGION.values()]
        if home["WGTP"] > 0 and home["AGEHOH"] > 15:
            homes.append(home)
    return homes


def halve(calm, folder, homes):
    """Writes every other household, by its number, as the sample; returns the rest, who live in the region."""
    kept = {home["hhnum"] for home in homes if int(home["hhnum"]) % 2 == 0}
    columns = ["hhnum", "WGTP", "PUMA", "NP", "AGEHOH", "HHINCADJ", "NWESR", "HTYPE"]
    for name, wanted in (("seed_households.csv", columns), ("seed_persons.csv", None)):
        rows = [row for row in rows_of(calm / f"{name}.gz") if row["hhnum"] in kept]
        wanted = wanted or list(rows[0])
        write(folder / name, wanted, [[row[column] for column in wanted] for row in rows])
    return [home for home in homes if home["hhnum"] not in kept]


def made_up(calm, folder, zone_sizes, tract_of, seed, halves=False):
    """A region of households drawn from the sample, with its own preferences in every tract, so that the totals can be met
    exactly; except with `halves`, where no household of the region is in the sample."""
    folder.mkdir(parents=True, exist_ok=True)
    dice = numpy.random.default_rng(seed)
    homes = sample_of(calm)
    if halves:
        homes = halve(calm, folder, homes)
    counts = {key: numpy.array([home[key] for home in homes]) for key in ("zone_counts", "tract_counts", "region_counts")}
    column = {key: numpy.array([home[key] for home in homes]) for key in ("WGTP", "NP", "AGEHOH", "HHINCADJ")}
    zones, region = [], numpy.zeros(len(REGION), dtype=int)
    tracts, tastes = {}, {}
    for zone, size in enumerate(zone_sizes):
        tract = tract_of(zone)
        if tract not in tastes:
            a, b, c = dice.normal(0, 0.5, 3)
            taste = (a * (column["NP"] - 2.5) / 2 + b * (column["AGEHOH"] - 48) / 25 +
                     c * (numpy.minimum(column["HHINCADJ"], 2e5) - 55000) / 60000)
            tastes[tract] = numpy.cumsum(column["WGTP"] * numpy.exp(taste))
            tracts[tract] = numpy.zeros(len(TRACT), dtype=int)
        drawn = numpy.searchsorted(tastes[tract], dice.random(size) * tastes[tract][-1])
        zones.append([100 + zone, *counts["zone_counts"][drawn].sum(axis=0)])
        tracts[tract] += counts["tract_counts"][drawn].sum(axis=0)
        region += counts["region_counts"][drawn].sum(axis=0)
    write(folder / "control_totals_taz.csv", ["TAZ", *ZONE], zones)
    write(folder / "control_totals_tract.csv", ["TRACT", *TRACT], [[t, *c] for t, c in tracts.items()])
    write(folder / "scaled_control_totals_meta.csv", ["REGION", *REGION], [[1, *region]])
    write(folder / "geo_cross_walk.csv", ["TAZ", "TRACTCE", "PUMA", "REGION"],
          [[100 + zone, tract_of(zone), 600, 1] for zone in range(len(zone_sizes))])
    shutil.copy(calm / "controls.csv", folder)
    for name in ("seed_households.csv.gz", "seed_persons.csv.gz"):
        if not halves:
            (folder / name).symlink_to((calm / name).resolve())
    return folder


def line(results, case, what, value, goal=None, at_least=False):
    met = None if goal is None else (value >= goal if at_least else value <= goal)
    results.append({"case": case, "what": what, "value": value, "goal": goal, "met": met})
    shown = f"{value:.4g}" if isinstance(value, float) else value
    goal_text = "" if goal is None else f"  {'at least' if at_least else 'at most'} {goal}: {'met' if met else 'NOT met'}"
    print(f"{case:9} {what:34} {shown}{goal_text}", flush=True)


def measure_calm(program, calm, scratch, results):
    for passes in (0, 1, 5):
        run, report = populate(program, calm, scratch / f"calm{passes}", "--repair", passes)
        case = f"calm, {passes}"
        for group, error in by_group(report).items():
            line(results, case, "errors, " + group, error, GOALS[group] if passes == 1 else None)
        line(results, case, "mean % RMSE", report["mean_rmse_percent"], 0.55 if passes == 1 else None)
        line(results, case, "distinct households", report["distinct_households"], 4800 if passes == 1 else None, True)
        line(results, case, "worst unit", max(c["worst"] for c in report["controls"]))
        line(results, case, "CPU seconds", run["cpu"], 2 if passes == 1 else None)
        line(results, case, "megabytes", run["megabytes"], 200 if passes == 1 else None)


def measure_made_up(program, case, folder, output, results, *more):
    run, report = populate(program, folder, output, *more)
    for group, error in by_group(report).items():
        line(results, case, "errors, " + group, error)
    line(results, case, "mean % RMSE", report["mean_rmse_percent"])
    line(results, case, "households", report["households"])
    line(results, case, "distinct households", report["distinct_households"])
    for key in ("cpu", "wall", "megabytes"):
        line(results, case, {"cpu": "CPU seconds", "wall": "seconds"}.get(key, key), run[key])
    return report


def worst_share(folder, is_wanted):
    """The worst zone and control, in percent of the count asked for there."""
    return max(100 * abs(int(row["difference"])) / int(row["asked"]) for row in rows_of(folder / "controls_summary.csv")
               if row["level"] == "TAZ" and int(row["asked"]) > 0 and is_wanted(row["control"]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path(os.environ.get("DROVER_DATA", BESIDE)))
    parser.add_argument("--only", default="calm,second,clusters,large")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    calm = options.data / "calm"
    if not calm.exists():
        print(f"skipped: no {calm}")
        return
    results = []
    chosen = options.only.split(",")
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        if "calm" in chosen:
            measure_calm(options.program, calm, scratch, results)
        if "second" in chosen:
            region = second(calm, scratch / "second")
            measure_made_up(options.program, "second", region, scratch / "second_out", results)
        if "clusters" in chosen:
            region = made_up(calm, scratch / "four", [7000] * 4, lambda zone: 1 + zone, 5)
            measure_made_up(options.program, "clusters", region, scratch / "four_out", results)
            for what, start, goal in (("households", "hh_", 0.1), ("persons", "students", 0.6)):
                worst = worst_share(scratch / "four_out", lambda control, start=start: control.startswith(start))
                line(results, "clusters", f"worst of {what}, %", worst, goal)
        if "large" in chosen:
            dice = random.Random(3)
            sizes = [dice.randint(20, 120) for _ in range(40000)]
            region = made_up(calm, scratch / "large", sizes, lambda zone: 1 + zone // 20, 6)
            measure_made_up(options.program, "large", region, scratch / "large_out", results, "--expand", "no")
    if options.json:
        options.json.write_text(json.dumps(results))


def second(calm, folder):
    dice = random.Random(98)
    sizes = [dice.randint(10, 60) for _ in range(90)]
    return made_up(calm, folder, sizes, lambda zone: 1 + zone // 10, 99, halves=True)


if __name__ == "__main__":
    main()

"""Calls of other packages for bench/zones.py, run by a Python that has them:

zones_peers.py qis TABLE.csv...         humanleague's qis on the tables; the people as CSV lines with a count
zones_peers.py fit SAMPLE.csv TABLE.csv...  proportional fitting of a weighted sample in every zone; the fitted joint
The first line is a JSON object: user seconds of the call, the version, the peak memory, or the worst cell of the fit.
"""
import collections
import csv
import json
import resource
import sys

import numpy


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return rows[0][:-1], {tuple(row[:-1]): float(row[-1]) for row in rows[1:]}


def values_of(tables):
    """The values of each column, in the order in which columns and values are met."""
    values = collections.defaultdict(dict)
    for columns, counts in tables:
        for cell in counts:
            for column, value in zip(columns, cell):
                values[column].setdefault(value, len(values[column]))
    return values


def array_of(columns, counts, values):
    result = numpy.zeros([len(values[column]) for column in columns])
    for cell, count in counts.items():
        result[tuple(values[column][value] for column, value in zip(columns, cell))] = count
    return result


def peak_megabytes():
    """Of this process alone; getrusage may give its parent's. 0 where the system does not report it."""
    try:
        with open("/proc/self/status", encoding="utf-8") as status:
            return next(int(line.split()[1]) * 1024 / 1e6 for line in status if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        return 0.0


def qis(paths):
    import humanleague  # only this command needs it

    tables = [read(path) for path in paths]
    values = values_of(tables)
    names = list(values)
    arrays = [array_of(columns, counts, values).astype(numpy.int64) for columns, counts in tables]
    indices = [numpy.array([names.index(column) for column in columns]) for columns, _ in tables]
    start = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    people, stats = humanleague.qis(indices, arrays)
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime - start
    version = getattr(humanleague, "__version__", None) or getattr(humanleague, "version", lambda: "")()
    print(json.dumps({"seconds": seconds, "version": str(version), "megabytes": peak_megabytes(),
                      "converged": bool(stats["conv"])}))
    labels = [list(values[name]) for name in names]
    print(",".join([*names, "count"]))
    for cell in numpy.argwhere(people):
        print(",".join([*(labels[k][v] for k, v in enumerate(cell)), str(int(people[tuple(cell)]))]))


def fit(sample_path, paths):
    """Tables of zones (the first column of the first table) and of the units that contain them."""
    tables = [read(path) for path in paths]
    values = values_of(tables)
    zone = tables[0][0][0]
    unit_columns, unit_counts = next(table for table in tables if table[0][0] == zone and len(values[table[0][1]]) > 8)
    unit = unit_columns[1]
    unit_of = numpy.zeros(len(values[zone]), dtype=int)
    for (z, u), count in unit_counts.items():
        if count > 0:
            unit_of[values[zone][z]] = values[unit][u]
    with open(sample_path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    names = rows[0][:-1]
    start = numpy.full([len(values[name]) for name in names], 1e-3)
    for row in rows[1:]:
        start[tuple(values[name][value] for name, value in zip(names, row))] += float(row[-1])
    people = numpy.repeat(start[None], len(values[zone]), axis=0)
    targets = [(columns, array_of(columns, counts, values)) for columns, counts in tables if columns != unit_columns]
    for _ in range(200):
        worst = 0.0
        for columns, wanted in targets:
            axis = 1 + names.index(columns[1])
            rest = tuple(k for k in range(1, people.ndim) if k != axis)
            sums = people.sum(axis=rest)
            if columns[0] == unit:
                by_unit = numpy.zeros_like(wanted)
                numpy.add.at(by_unit, unit_of, sums)
                worst = max(worst, numpy.abs(by_unit - wanted).max())
                factor = numpy.divide(wanted, by_unit, out=numpy.zeros_like(wanted), where=by_unit > 0)[unit_of]
            else:
                worst = max(worst, numpy.abs(sums - wanted).max())
                factor = numpy.divide(wanted, sums, out=numpy.zeros_like(wanted), where=sums > 0)
            shape = [people.shape[0]] + [1] * (people.ndim - 1)
            shape[axis] = people.shape[axis]
            people *= factor.reshape(shape)
        if worst < 1e-4:
            break
    joint = people.sum(axis=0)
    print(json.dumps({"worst_cell": worst}))
    labels = [list(values[name]) for name in names]
    print(",".join([*names, "count"]))
    for cell in numpy.ndindex(joint.shape):
        print(",".join([*(labels[k][v] for k, v in enumerate(cell)), repr(float(joint[cell]))]))


if __name__ == "__main__":
    if sys.argv[1] == "qis":
        qis(sys.argv[2:])
    else:
        fit(sys.argv[2], sys.argv[3:])

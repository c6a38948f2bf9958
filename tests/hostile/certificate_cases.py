"""Forged certificates: rows with an impossible person, with every digest and error adjusted; files that never end;
options other than the recorded ones; texts that imitate a verdict."""
import copy
import csv
import functools
import hashlib
import io
import json
import os

from case import Case

INPUTS = ("g.csv", "o.csv")
COMMANDS = "\x1b[2J\x1b[Hcertificate holds\n"


def set_errors(certificate, text, folder):
    """What drover computes of rows: with R rows, h of them in a cell of share c / unit, unit * h - R * c."""
    header, *rows = csv.reader(io.StringIO(text))
    unit = certificate["unit"]
    for table, file in zip(certificate["tables"], INPUTS):
        columns, *cells = csv.reader(io.StringIO((folder / file).read_text()))
        counts = {tuple(cell[:-1]): int(cell[-1]) for cell in cells}
        places = [header.index(column) for column in columns[:-1]]
        hits = dict.fromkeys(counts, 0)
        for row in rows:
            hits[tuple(row[place] for place in places)] += 1
        errors = [abs(unit * hits[cell] - len(rows) * count * unit // sum(counts.values())) for cell, count in counts.items()]
        table.update(l1=str(sum(errors)), worst_cell=str(max(errors)))


def exchange(text, one, other, one_now, other_now):
    """Two of the rows become two others."""
    for row, now in ((one, one_now), (other, other_now)):
        assert f"\n{row}\n" in text
        text = text.replace(f"\n{row}\n", f"\n{now}\n", 1)
    return text


def forge(path, rows=None, change=None):
    """Writes a certificate for altered rows, and the rows next to it."""
    folder = path.parent
    certificate = copy.deepcopy(json.loads((folder / "cert.json").read_text()))
    if rows:
        text = rows((folder / "rows.csv").read_text())
        (folder / "forged.csv").write_text(text)
        certificate["rows"] = {"file": "forged.csv", "sha256": hashlib.sha256(text.encode()).hexdigest()}
        set_errors(certificate, text, folder)
    if change:
        change(certificate)
    path.write_text(json.dumps(certificate))


def case(name, code, says, rows=None, change=None, options="", files=None):
    return Case(f"certificate: {name}", tuple(f"check --cert forged.json {options}".split()), code, says,
                {**(files or {}), "forged.json": functools.partial(forge, rows=rows, change=change)})


ZERO = functools.partial(exchange, one="y,1,v", other="y,2,u", one_now="y,1,u", other_now="y,2,v")
SAME = functools.partial(exchange, one="y,1,v", other="x,1,u", one_now="y,1,u", other_now="x,1,v")


def setting(*keys, to):
    def change(certificate):
        for key in keys[:-1]:
            certificate = certificate[key]
        certificate[keys[-1]] = to
    return change


def cases(_program):
    yield case("other rows that fit as well, all of it put right", 0, ("certificate holds",), SAME)
    yield case("a person in a cell of count 0", 3, ("rows in cells of count 0: expected 0, got 1",), ZERO)
    yield case("a person in a cell of count 0, who is counted", 3, ("rows in cells of count 0: expected 0, got 1",), ZERO, setting("impossible_rows", to=1))
    yield case("a person in a cell of count 0, zeros said to be soft", 3, ("rows in cells of count 0: expected 0, got 1",), ZERO, setting("zeros_are_hard", to=False))
    yield case("a person whom --forbid rules out", 3, ("rows that --forbid rules out: expected 0, got ",), SAME, setting("options", "forbid", to="a=x,c=v"))
    for place in (("rows", "file"), ("inputs", 0, "file")):
        for kind, file, files in (("a device", "/dev/zero", {}), ("a pipe", "pipe", {"pipe": os.mkfifo})):
            yield case(f"{kind} as {place[0]}", 3, ("forged.json: expected an ordinary file", file),
                       change=setting(*place, to=file), files=files)
    yield Case("certificate of a population: beside a pipe", ("check", "--cert", "homes/certificate.json"), 3,
               ("homes/certificate.json: expected an ordinary file", "persons.csv"),
               {"homes/persons.csv": lambda path: (path.unlink(), os.mkfifo(path))})
    for option in ("--absent unknown", "--noisy", "--where a=x", "--total 7", "--separator ;", "--schema schema.json",
                   "--count n", "--order 1", "--households hh.csv"):
        yield case(f"beside {option}", 3, ("forged.json", "expected"), options=option)
    yield case("beside what it says itself", 0, ("certificate holds",), options="--absent zero --order 2")
    for place in (("options", "shuffle"), ("version",)):
        yield case(f"commands of a terminal as {place[-1]}", 0, ("certificate holds: 100 rows",),
                   change=setting(*place, to=COMMANDS))
    for place in (("tables", 0, "l1"), ("tables", 0, "worst_cell"), ("rows", "sha256"), ("inputs", 0, "sha256")):
        yield case(f"commands of a terminal as {place[-1]} of {place[0]}", 3, ("expected \\x1b[2J",), change=setting(*place, to=COMMANDS))
    strange = "a\x1b[2J"
    files = {"strange.csv": f"{strange},b,count\n{strange},1,30\ny,2,26\n", "b.csv": "b,count\n1,20\n2,10\n",
             "strange_f.csv": f"s,x{strange},y\n{strange},0,1\nb,1,0\nc,1,1\n",
             "strange_rows.csv": f"{strange},b\n{strange},1\nz{strange},2\n",
             "strange_y.csv": "h,y\n" + "".join(f"{i % 7},{strange if i % 3 else 'no'}\n" for i in range(24))}
    for line in ("synth strange.csv b.csv -n 10 -o out.csv", "explain strange.csv b.csv", "check strange_rows.csv strange.csv",
                 "tables strange_rows.csv -o out", "herd strange_f.csv", "dynamics orbit strange_f.csv",
                 "dynamics section strange_f.csv --steps 100", "dynamics bifurcation strange_f.csv --temperatures 10",
                 "fit strange_y.csv --label y --updates 20 --burn-in 5 -o out.fit"):
        yield Case(f"commands of a terminal in a name: {line}", tuple(line.split()), 0, (), files, leaves=("out*", "out/*"))

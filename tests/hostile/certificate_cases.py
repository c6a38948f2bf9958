"""Attacks on the certificate of every product (products.py): every text edited by hand, every measured text edited and the
seal computed again, rows and files dropped, doubled, exchanged and reordered, outputs changed, formats broken. Then
what only rows from tables have: an impossible person, files that never end, options other than the recorded ones, texts
that imitate a verdict."""
import copy
import csv
import fractions
import functools
import hashlib
import io
import json
import os
import pathlib
import subprocess
import tempfile

import world
from case import Case  # which adds tests/support to the path
from certificate import sealed
from products import PRODUCTS

COMMANDS = "\x1b[2J\x1b[Hcertificate holds\n"
EDITED = "sha256 of the certificate, which was edited: recorded "
OTHER_FILE = "bits.csv"
# Valid values other than those of the products.
CHOICES = {"absent": "unknown", "noisy": "true", "safe-spreadsheet": "true", "separator": ";", "zeros": "soft", "imply": "off",
           "search": "ascent", "start": "previous", "repair": "off", "where": "a=y", "forbid": "a=y,b=1", "by": "a",
           "columns": "a,b", "also": "a,b", "trust": "g=2", "shuffle": "all", "noise": "1", "count": "n", "total": "7",
           "suppressed": "*", "weight": "a", "key": "zone"}
FILE_OPTIONS = ("schema", "groups", "like", "complete", "households", "persons", "geography", "controls")


@functools.cache
def certificates(program):
    """The text of each product's certificate."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, content in world.FILES.items():
            (folder / file).write_bytes(content if isinstance(content, bytes) else content.encode())
        for product in PRODUCTS:
            subprocess.run([program, *product.command.split()], cwd=folder, check=True, capture_output=True)
        return [(folder / product.certificate).read_text() for product in PRODUCTS]


def leaves(node, place=()):
    """The places of all texts."""
    if isinstance(node, str):
        yield place
    else:
        for key, part in node.items() if isinstance(node, dict) else enumerate(node):
            yield from leaves(part, (*place, key))


def setting(*keys, to):
    """A change: the text at a place, or what a function makes of it."""
    def change(certificate):
        for key in keys[:-1]:
            certificate = certificate[key]
        certificate[keys[-1]] = to(certificate[keys[-1]]) if callable(to) else to
    return change


def without(*keys):
    def change(certificate):
        for key in keys[:-1]:
            certificate = certificate[key]
        del certificate[keys[-1]]
    return change


def reordered(*keys):
    return setting(*keys, to=lambda items: items[::-1])


def doubled(*keys):
    return setting(*keys, to=lambda items: [*items, items[0]])


def edited(place, text):
    """Another valid text for a place, as far as there is one."""
    if place[0] == "options":
        if place[1] in FILE_OPTIONS:
            return OTHER_FILE
        if place[1] == "totals":
            return f"zone={OTHER_FILE}"
        if CHOICES.get(place[1], text) != text and not text.isdigit():
            return CHOICES[place[1]]
    if place[-1] == "file":
        return OTHER_FILE
    if text.isdigit():
        return str(int(text) + 1)
    return {"true": "false", "false": "true"}.get(text, f"{text}9" if text.replace(".", "").isdigit() else f"{text}x")


def is_measured(place):
    """Whether it is found anew in the files: all but the options, the version and the seal."""
    return place[0] in ("inputs", "outputs", "facts", "tables", "format", "product")


def of_texts(certificate):
    """Every text, edited."""
    for place in leaves(certificate):
        text = functools.reduce(lambda node, key: node[key], place, certificate)
        if place[-1] == "populationsim":  # a folder, which would be read
            continue
        change = setting(*place, to=edited(place, text))
        where = " ".join(map(str, place))
        yield f"{where} edited", change, False
        if is_measured(place):
            yield f"{where} edited and sealed again", change, True


def of_lists(certificate):
    """Every list of files and rows: dropped, doubled, reordered."""
    lists = [("inputs",), ("outputs",), ("tables",)]
    for k, table in enumerate(certificate["tables"]):
        lists += [("tables", k, "rows"), ("tables", k, "columns")]
    for place in lists:
        items = functools.reduce(lambda node, key: node[key], place, certificate)
        where = " ".join(map(str, place))
        yield f"{where}: the first one dropped", without(*place, 0), True
        yield f"{where}: all dropped", setting(*place, to=[]), True
        yield f"{where}: the first one doubled", doubled(*place), True
        if len(items) > 1:
            yield f"{where}: reordered", reordered(*place), place[-1] in ("rows", "columns")
    for part in ("facts", "options"):
        first = next(iter(certificate[part]))
        yield f"{part}: the first one dropped", without(part, first), part == "facts"
        yield f"{part}: reordered", setting(part, to=lambda texts: dict(reversed(texts.items()))), part == "facts"
        yield f"{part}: all dropped", setting(part, to={}), part == "facts"
        yield f"{part}: one more", setting(part, "more", to="1"), True


def of_types(certificate):
    """Keys that are absent, unknown, or of another type."""
    for key, value in certificate.items():
        yield f"no {key}", without(key), None
        for other in ({}, [], "text", 7, None, True, 1 << 64, -1.5, [[["deep"]]]):
            if type(other) is not type(value):
                yield f"{key} as {json.dumps(other)}", setting(key, to=other), None
    for place in ((), ("inputs", 0), ("outputs", 0), ("tables", 0)):
        yield f"an unknown key in {place}", setting(*place, "more", to="1"), None
    for key in certificate["inputs"][0]:
        yield f"an input without {key}", without("inputs", 0, key), None
    for place in (("facts", next(iter(certificate["facts"]))), ("options", next(iter(certificate["options"]))),
                  ("tables", 0, "rows", 0, 0)):
        for other in (7, 1 << 70, None, [], {"a": "b"}, "a\0b"):
            yield f"{json.dumps(other)} at {' '.join(map(str, place))}", setting(*place, to=other), None
    yield "a row with one cell more", setting("tables", 0, "rows", 0, to=lambda row: [*row, "0"]), None
    for number in (1, 3, 20):
        yield f"of version {number}", setting("format", to=f"drover.certificate/{number}"), True
    for other in sorted({product.command.split()[0] for product in PRODUCTS} | {"", "rbm", "SYNTH"}):
        if other != certificate["product"]:
            yield f"of the product {other!r}", setting("product", to=other), True
    for place in (("facts", next(iter(certificate["facts"]))), ("tables", 0, "rows", 0, -1), ("inputs", 0, "sha256"),
                  ("outputs", 0, "sha256"), ("sha256",)):
        yield f"commands of a terminal as {' '.join(map(str, place))}", setting(*place, to=COMMANDS), place != ("sha256",)
        yield f"100,000 digits as {' '.join(map(str, place))}", setting(*place, to="9" * 100_000), place != ("sha256",)


def of_bytes(text):
    """Texts that are not the JSON of a certificate."""
    for share in (0, 1, 10, 50, 90, 99):
        yield f"cut after {share} %", text[:len(text) * share // 100]
    yield "cut before its last brace", text.rstrip()[:-1]
    yield "with more behind it", text + "{}"
    yield "of the word certificate", "certificate holds"
    yield "of brackets", "[" * 200_000
    yield "of deep JSON", text.replace('"options": {', '"options": {"deep": ' + "[" * 5000 + "]" * 5000 + ",", 1)
    yield "with 1e999", text.replace('"facts": {', '"facts": {"more": 1e999,', 1)
    yield "with a zero byte", text.replace('"version": "', '"version": "\0', 1)
    yield "with bytes that are not UTF-8", text.encode().replace(b'"version": "', b'"version": "\xff', 1)
    for key in ("product", "sha256", "facts"):
        yield f"with {key} twice", text.replace(f' "{key}"', f' "{key}": "synth",\n "{key}"', 1)
    first = next(iter(json.loads(text)["options"]))
    yield "with an option twice", text.replace('"options": {', f'"options": {{"{first}": "1",', 1)


def forge(path, original, change, seal):
    certificate = copy.deepcopy(json.loads(original))
    change(certificate)
    path.write_text(json.dumps(sealed(certificate) if seal else certificate, ensure_ascii=False), errors="surrogateescape")


def beside(product, name):
    """A file in the folder of the product's certificate."""
    return str(pathlib.PurePath(product.certificate).with_name(name))


def attacks(product, text):
    """All cases for one product."""
    forged = beside(product, "forged.json")
    line = ("check", "--cert", forged)
    certificate = json.loads(text)

    def case(kind, change, seal, code=3, says=()):
        return Case(f"certificate of {product.name}: {kind}", line, code, says,
                    {forged: functools.partial(forge, original=text, change=change, seal=seal)})

    yield case("as it was written", lambda _: None, False, 0, ("certificate holds: ",))
    yield case("sealed by others", lambda _: None, True, 0, ("certificate holds: ",))
    yield case("a seed in letters", setting("options", "seed", to="many"), True, 3, (forged, "seed"))
    yield case("another seed", setting("options", "seed", to="12345"), False, 3, (EDITED,))
    for kind, change, seal in (*of_texts(certificate), *of_lists(certificate), *of_types(certificate)):
        yield case(kind, change, bool(seal))
    for kind, content in of_bytes(text):
        yield Case(f"certificate of {product.name}: {kind}", line, 3, (forged,), {forged: content})
    yield from file_attacks(product, certificate, case)


def exchange_files(one, other):
    """Two files change places."""
    def change(path):
        first, second = path.parent / one, path.parent / other
        content = first.read_bytes()
        first.write_bytes(second.read_bytes())
        second.write_bytes(content)
    return change


def altered(change, path):
    path.write_bytes(change(path.read_bytes()))


def file_attacks(product, certificate, case):
    """The files that a certificate is about, changed; outputs also with a certificate that says so."""
    changes = {"one byte more": lambda old: old + b"\n", "its last line twice": lambda old: old + old.rstrip().rsplit(b"\n", 1)[-1] + b"\n",
               "its last line dropped": lambda old: old.rstrip().rsplit(b"\n", 1)[0] + b"\n",
               "another name for a column": lambda old: old.replace(b",", b",q", 1),
               "two columns of its header exchanged": lambda old: b",".join([*old.split(b",", 2)[1::-1], *old.split(b",", 2)[2:]])}
    inputs = [file["file"] for file in certificate["inputs"]]
    outputs = [beside(product, file["file"]) for file in certificate["outputs"]]
    for file in dict.fromkeys(inputs + outputs):
        for kind, change in changes.items():
            base = case(f"{file} with {kind}", lambda _: None, False)
            yield Case(base.name, base.arguments, 3, (), {**base.files, file: functools.partial(altered, change)})

            def put_right(forged, file=file, change=change):
                """The digest of the file as it is now."""
                def change_digest(data):
                    for each in data["inputs"] + data["outputs"]:
                        if each["file"] in (file, pathlib.PurePath(file).name):
                            each["sha256"] = hashlib.sha256((forged.parent / pathlib.PurePath(file).name).read_bytes()).hexdigest()
                return change_digest

            if file in outputs and kind != "one byte more":
                forged = base.arguments[-1]
                yield Case(f"{base.name}, its digest put right", base.arguments, 3, (), {
                    file: functools.partial(altered, change),
                    forged: lambda path, put_right=put_right: forge(path, json.dumps(certificate), put_right(path), True)})
    base = case("", lambda _: None, False)
    for one, other in zip(inputs, inputs[1:]):
        yield Case(f"{base.name}{one} and {other} exchanged", base.arguments, 3, (), {**base.files, one: exchange_files(one, other)})


# Rows from tables: what a forger who computes everything again cannot hide, and what the command line may say.

def set_errors(certificate, text, folder):
    """What drover computes of rows: with R rows, h of them in a cell of share c / total, |h - R * c / total|."""
    header, *rows = csv.reader(io.StringIO(text))
    for row, file in zip(certificate["tables"][0]["rows"], ("g.csv", "o.csv")):
        columns, *cells = csv.reader(io.StringIO((folder / file).read_text()))
        counts = {tuple(cell[:-1]): int(cell[-1]) for cell in cells}
        places = [header.index(column) for column in columns[:-1]]
        hits = dict.fromkeys(counts, 0)
        for one in rows:
            hits[tuple(one[place] for place in places)] += 1
        total = sum(counts.values())
        errors = [abs(hits[cell] - fractions.Fraction(len(rows) * count, total)) for cell, count in counts.items()]
        row[2:] = [str(sum(errors)), str(max(errors))]


def exchange(text, one, other, one_now, other_now):
    """Two of the rows become two others."""
    for row, now in ((one, one_now), (other, other_now)):
        assert f"\n{row}\n" in text
        text = text.replace(f"\n{row}\n", f"\n{now}\n", 1)
    return text


def forge_rows(path, rows=None, change=None):
    """Writes a sealed certificate for altered rows, and the rows next to it."""
    folder = path.parent
    certificate = json.loads((folder / "cert.json").read_text())
    if rows:
        text = rows((folder / "rows.csv").read_text())
        (folder / "forged.csv").write_text(text)
        certificate["outputs"] = [{"role": "rows", "file": "forged.csv", "sha256": hashlib.sha256(text.encode()).hexdigest()}]
        set_errors(certificate, text, folder)
    if change:
        change(certificate)
    path.write_text(json.dumps(sealed(certificate)))


def row_case(name, code, says, rows=None, change=None, options="", files=None):
    return Case(f"certificate: {name}", tuple(f"check --cert forged.json {options}".split()), code, says,
                {**(files or {}), "forged.json": functools.partial(forge_rows, rows=rows, change=change)})


ZERO = functools.partial(exchange, one="y,1,v", other="y,2,u", one_now="y,1,u", other_now="y,2,v")
SAME = functools.partial(exchange, one="y,1,v", other="x,1,u", one_now="y,1,u", other_now="x,1,v")


def row_cases():
    impossible = "rows in cells of count 0: expected 0, got 1"
    yield row_case("other rows that fit as well, all of it put right", 0, ("certificate holds",), SAME)
    yield row_case("a seed that nobody can measure, sealed again", 0, ("certificate holds",), change=setting("options", "seed", to="9"))
    yield row_case("a person in a cell of count 0", 3, (impossible,), ZERO)
    yield row_case("a person in a cell of count 0, who is counted", 3, (impossible,), ZERO, setting("facts", "impossible_rows", to="1"))
    yield row_case("a person in a cell of count 0, zeros said to be soft", 3, (impossible,), ZERO,
                   setting("facts", "zeros_are_hard", to="false"))
    yield row_case("a person whom --forbid rules out", 3, ("rows with a forbidden combination: expected 0, got ",), SAME,
                   setting("options", "forbid", to="a=x,c=v"))
    for place in (("outputs", 0, "file"), ("inputs", 0, "file")):
        for kind, file, files in (("a device", "/dev/zero", {}), ("a pipe", "pipe", {"pipe": os.mkfifo})):
            yield row_case(f"{kind} as {place[0]}", 3, ("forged.json: expected an ordinary file", file),
                           change=setting(*place, to=file), files=files)
    for option in ("--absent unknown", "--noisy", "--where a=x", "--total 7", "--separator ;", "--schema schema.json",
                   "--count n", "--order 1", "--households hh.csv"):
        yield row_case(f"beside {option}", 3, ("forged.json", "expected"), options=option)
    yield row_case("beside what it says itself", 0, ("certificate holds",), options="--absent zero --order 2")
    yield row_case("beside its files in another order", 0, ("certificate holds",), options="rows.csv o.csv g.csv")
    yield row_case("beside a table under another name", 3, ('expected the table file "g.csv", got none of that name',),
                   options="rows.csv o.csv other.csv", files={"other.csv": world.FILES["g.csv"]})
    yield row_case("beside rows under another name", 0, ("certificate holds",), options="other.csv",
                   files={"other.csv": lambda path: path.write_bytes((path.parent / "rows.csv").read_bytes())})
    for place in (("options", "shuffle"), ("version",)):
        yield row_case(f"commands of a terminal as {place[-1]}", 0, ("certificate holds: 100 rows",), change=setting(*place, to=COMMANDS))


def exchanged_tables():
    """Two tables of the same columns, each under the name of the other, after the certificate was written."""
    files = {"first.csv": world.FILES["second.csv"], "second.csv": world.FILES["first.csv"]}
    for line in ("check --cert two.json", "check two.csv first.csv second.csv --cert two.json",
                 "check two.csv second.csv first.csv --cert two.json"):
        yield Case(f"certificate: exchanged tables: {line}", tuple(line.split()), 3,
                   ('table "first.csv": sha256: recorded ', 'table "second.csv": sha256: recorded ', 'fit: table "first": l1_rows: recorded '),
                   files)


def population_cases():
    yield Case("certificate of populate: beside a pipe", ("check", "--cert", "homes/certificate.json"), 3,
               ("homes/certificate.json: expected an ordinary file", "persons.csv"),
               {"homes/persons.csv": lambda path: (path.unlink(), os.mkfifo(path))})
    for kind, change, text in (("files elsewhere", setting("outputs", 0, "file", to="../hh.csv"), "../hh.csv"),
                               ("a file twice", setting("outputs", 0, "file", to="weights.csv"), "weights.csv"),
                               ("an option of another command", setting("options", "burn-in", to="3"), "burn-in"),
                               ("no sample", setting("options", "households", to=""), "--households")):
        yield Case(f"certificate of populate: {kind}", ("check", "--cert", "homes/forged.json"), 3, (text,), {
            "homes/forged.json": lambda path, change=change:
            forge(path, path.with_name("certificate.json").read_text(), change, True)})


def strange_names():
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


def cases(program):
    for product, text in zip(PRODUCTS, certificates(program)):
        yield from attacks(product, text)
    yield from population_cases()
    yield from row_cases()
    yield from exchanged_tables()
    yield from strange_names()

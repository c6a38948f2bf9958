"""Faults that were found once, each as the case that showed it."""
import resource

from case import Case

DEEP = 200_000

SMALL = "s,p\na,1e-30\nb,2e-30\nc,3e-30\n"


def fault(name, line, code, says=(), files=None, **more):
    return Case(f"fault: {name}", tuple(line.split()), code, says, files or {}, **more)


def cases(_program):
    for item in ("herd", "dynamics period", "dynamics words --steps 100 --length 3", "dynamics orbit --steps 10"):
        yield fault(f"{item} with probabilities of e-30", f"{item} f.csv --probabilities n.csv", 0, files={"n.csv": SMALL})
        yield fault(f"{item} with probabilities of e-12", f"{item} f.csv --probabilities n.csv", 0,
                    files={"n.csv": "s,p\na,1e-12\nb,2e-12\nc,3e-12\n"})
    yield fault("counts of e-30", "synth n.csv -n 10 -o out.csv", 0, files={"n.csv": "a,count\nx,1e-30\ny,2e-30\n"},
                leaves=("out.csv",))
    yield fault("noisy counts that cancel", "synth n.csv --noisy -n 10 -o out.csv", 3, ('"n"', "expected a total"),
                {"n.csv": "a,count\nx,2305843009213693951\ny,-2305843009213693951\nz,1e-30\n"})
    yield fault("a link to itself as a checkpoint", "synth g.csv o.csv -n 50 -o out.csv --resume loop", 4,
                ("loop: cannot read: Too many levels",), {"loop": lambda path: path.symlink_to("loop")})
    yield fault("equal totals of 10^15", "synth n.csv -n 100000 -o out.csv", 0,
                files={"n.csv": "a,count\nx,400000000000001\ny,599999999999999\n"}, leaves=("out.csv",))
    yield fault("an octal seed", "synth g.csv o.csv -n 10 --seed 010 -o out.csv --json", 0, ('"seed":10,',),
                leaves=("out.csv",))
    for place, line in (("schema", "tables people.csv --schema bad.json -o out"),
                        ("groups", "tables --wide wide.csv --groups bad.json --key zone -o out"),
                        ("certificate", "check --cert bad.json -o out.txt"),
                        ("checkpoint", "synth g.csv o.csv -n 40 --resume bad.json -o waiting.csv")):
        for kind, text in (("brackets", "[" * DEEP + "]" * DEEP), ("braces", '{"a":' * DEEP + "1" + "}" * DEEP)):
            yield fault(f"{place} of {DEEP} {kind}", line, 3, ("bad.json",), {"bad.json": text})
    yield fault("a field of a megabyte", "herd bad.csv -o out.txt", 3, ("bad.csv: row 1",),
                {"bad.csv": "s,x\na," + "z" * 1_000_000 + "\n"})
    yield fault("a field that moves the cursor", "herd bad.csv -o out.txt", 3, ("bad.csv: row 1",),
                {"bad.csv": "s,x\na,\x1b[2Jx\n"})
    yield fault("a name that moves the cursor", "herd \x1b[2J.csv -o out.txt", 4, ("cannot read",))
    yield fault("a million columns", "explain bad.csv -o out.txt", 3, ("bad.csv",),
                {"bad.csv": ",".join(f"c{i}" for i in range(1_000_000)) + ",count\n" + "x," * 1_000_000 + "1\n"})
    yield fault("a schema's bin of 2^64 - 1", "tables people.csv --schema bad.json -o out", 3, ("bad.json", '"b"'),
                {"bad.json": '{"format":"drover.schema/1","columns":[{"name":"b","bins":[[1,18446744073709551615]],'
                             '"decimals":0}]}'})
    yield fault("1e999 in a certificate", "check --cert bad.json -o out.txt", 3, ("bad.json",), {
        "bad.json": lambda path: path.write_text((path.parent / "cert.json").read_text().replace('"100"', "1e999"))})
    yield fault("1,024 threads and little memory", "synth g.csv o.csv -n 100 --threads 1024 -o out.csv", 0,
                limits={resource.RLIMIT_AS: 1 << 30}, leaves=("out.csv",))
    yield fault("a small limit of the file's size", "synth g.csv o.csv -n 100000 -o out.csv", 4,
                ("out.csv: cannot write: File too large",), limits={resource.RLIMIT_FSIZE: 10_000})
    table = "a,b,count\nx,1,3\ny,2,4\n"
    for line in ("synth /dev/stdin -n 10 -o out.csv --cert new.json", "explain /dev/stdin", "check people.csv /dev/stdin"):
        yield fault(f"{line.split()[0]} of a pipe", line, 0, stdin=table.encode(), leaves=("out.csv", "new.json"))
    fine = "feature,number\nx,1/9007199254740993\ny,1/9007199254740997\n"
    for line in ("herd f.csv --rates n.csv", "herd f.csv --start n.csv", "dynamics period f.csv --start n.csv",
                 "dynamics orbit f.csv --start n.csv", "dynamics words f.csv --steps 10 --length 2 --start n.csv"):
        yield fault(f"{line} of long denominators", line, 3, ("f.csv", "n.csv", "denominator"), {"n.csv": fine})
    yield fault("attractor of 63 levels", "dynamics attractor w.csv --steps 1000 --levels 63", 3, ("w.csv", "63 levels"),
                {"w.csv": "s,x,y,z\na,0,0,1\nb,1,0,0\nc,0,1,0\n"})

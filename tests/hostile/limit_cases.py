"""More than there is room for: of nesting, memory, files, and of what a line may hold."""
import resource

from case import Case


def limit(name, line, code, says=(), files=None, **more):
    return Case(f"limit: {name}", tuple(line.split()), code, says, files or {}, **more)


def cases(_program):
    for place, line in (("schema", "tables people.csv --schema bad.json -o out"),
                        ("groups", "tables --wide wide.csv --groups bad.json --key zone -o out"),
                        ("certificate", "check --cert bad.json -o out.txt"),
                        ("checkpoint", "synth g.csv o.csv -n 40 --resume bad.json -o waiting.csv")):
        yield limit(f"{place} of open brackets", line, 3, ("bad.json",), {"bad.json": "[" * 200_000})
    yield limit("few open files", "synth g.csv o.csv -n 100 -o out.csv", 0, limits={resource.RLIMIT_NOFILE: 12},
                leaves=("out.csv",))
    for line in ("synth g.csv o.csv --complete bad.csv -o out.csv", "check bad.csv g.csv -o out.txt"):
        yield limit(f"{line.split()[0]}: one line without end", line, 3, ("bad.csv",), {"bad.csv": "a" * 3_000_000})

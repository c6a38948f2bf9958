"""Inputs beyond the limits of nesting, memory, files and line lengths."""
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
    wide = "a,b,count\n" + "".join(f"a{k},b{k},1\na{k},c,1\n" for k in range(1500))
    texts = ('table "big"', "cells", "(--memory)")
    for line in ("synth big.csv -n 10 -o out.csv --memory 64M", "explain big.csv --memory 64M --absent unknown",
                 "check people.csv big.csv --memory 64M --absent unknown"):
        yield limit(f"{line.split()[0]} of more cells than --memory", line, 3,
                    texts if line.startswith("synth") else ("big.csv", "cells", "(--memory)"), {"big.csv": wide})
    far = {f"{name}.csv": f"zone,{name},count\n" + "".join(f"z{k},{name}{k},1\n" for k in range(5000)) for name in ("u", "v")}
    yield limit("--by: more cells around the zones than --memory", "synth u.csv v.csv --by zone -n 10 -o out.csv --memory 64M", 3,
                ('table "u"', 'around "zone"', "50000000 cells", "(--memory)"), far)
    near = {f"{name}.csv": f"b,{name},count\n" + "".join(f"b{k % 2},{name}{k},1\n" for k in range(60_000)) for name in ("u", "v")}
    for by in ("b", "u"):
        yield limit(f"--by {by}: beside columns of many values", f"synth u.csv v.csv --by {by} -n 10 -o out.csv", 0, (), near,
                    leaves=("out.csv",))
    for columns in (63, 65, 800):
        many = ",".join(f"c{k}" for k in range(columns)) + ",count\n"
        many += "".join(",".join(str((r + k) % 2) for k in range(columns)) + ",1\n" for r in range(2))
        for line in ("explain many.csv -o out.txt", "synth many.csv -n 10 -o out.csv", "check people.csv many.csv -o out.txt"):
            yield limit(f"{line.split()[0]}: a table of {columns} columns", line, 3,
                        ("many.csv: expected a table of at most 2^62 cells", f"{columns} columns"), {"many.csv": many})
    people = "a,b\n" + "".join(f"a{k},b{k}\n" for k in range(3000))
    yield limit("tables of more cells than --memory", "tables big.csv -o out --memory 64M", 3, ("big.csv", "a_x_b", "(--memory)"),
                {"big.csv": people})
    yield limit("fit of more weights than --memory", "fit f.csv --label s --hidden 100000 --memory 64M -o out.fit", 3,
                ("--hidden: weights of 100000 units", "(--memory)"),
                {"f.csv": ",".join(f"x{k}" for k in range(50)) + ",s\n" + "".join(f"{','.join([str(r)] * 50)},{r % 2}\n" for r in range(9))})
    yield limit("rbm train of more weights than --memory", "rbm train b.csv --hidden 100000 --memory 64M -o out.rbm", 3,
                ("--hidden: weights of 100000 hidden units", "(--memory)"),
                {"b.csv": ",".join(f"x{k}" for k in range(90)) + "\n" + ",".join("01"[k % 2] for k in range(90)) + "\n"})
    yield limit("what nobody foresaw", "synth big.csv -n 10 -o out.csv --memory 4G", 4, ("out of memory", "big", "--memory"), {"big.csv": wide},
                limits={resource.RLIMIT_AS: 100 << 20})
    yield limit("words of more states than memory holds", "dynamics words f.csv --steps 1e9 -o out.txt --memory 64M", 4,
                ("out of memory: the words of 1000000000 states; fewer --steps need less", "--memory"), {"f.csv": "s,x\na,0\nb,1\n"})
    yield limit("few open files", "synth g.csv o.csv -n 100 -o out.csv", 0, limits={resource.RLIMIT_NOFILE: 12},
                leaves=("out.csv",))
    for line in ("synth g.csv o.csv --complete bad.csv -o out.csv", "check bad.csv g.csv -o out.txt"):
        yield limit(f"{line.split()[0]}: one line without end", line, 3, ("bad.csv",), {"bad.csv": "a" * 3_000_000})

"""Writes the seeds of the corpus: seeds.py PROGRAM. Run it again when a format changes.

A seed is named after what it is; other files of the corpus are inputs that once failed. 0x1e stands between the parts of
an input, a first letter chooses options (fuzz/*_targets.cpp)."""
import gzip
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests/support"))
from checkpoint import read_checkpoint

CORPUS = pathlib.Path(__file__).parent / "corpus"
PART = "\x1e"

AB = "a,b,count\nx,1,30\nx,2,20\ny,1,25\ny,2,25\n"
BC = "b,c,count\n1,u,40\n1,v,15\n2,u,45\n2,v,0\n"
ROWS = "a,b,c\nx,1,u\ny,2,u\nx,2,u\ny,1,v\n"
FEATURES = "s,x,y\na,0,1\nb,1,0\nc,1/3,0.5\n"
SCHEMA = json.dumps({"format": "drover.schema/1", "columns": [
    {"name": "a", "values": ["x", "y", ""]}, {"name": "n", "bins": [[1, 5], [6, 9]], "decimals": 1},
    {"name": "e", "edges": [0, 1.5, 20]}]})
GROUPS = json.dumps({"format": "drover.groups/1", "groups": [
    {"variable": "a", "columns": {"ax": "x", "ay": "y"}}, {"columns": ["all"]}]})


def idx(sizes, values):
    return struct.pack(">BBBB", 0, 0, 8, len(sizes)) + struct.pack(f">{len(sizes)}I", *sizes) + bytes(values)


TEXTS = {
    "csv": {"plain": "@a,b\n1,2\n\n3,4\n", "quoted": '@"a ""x""",b\r\n"1\n2",\r\n', "semicolons": "Aa;b\n1;2",
            "mark": "@\ufeffa,b\n\u00e9,\u20ac\n"},
    "bits": {"plain": "@u,v\n0,1\n1,0\n", "unknown": "@u,v\n?,1\n,0\n", "threshold": "Eu,v\n0.3,.9\n1e-3,2\n"},
    "numbers": {"whole": "3\n-12\n+7\n007", "decimals": "0.25\n.5\n1e-3\n12e3", "fractions": "1/3\n2/7\n0.5/1.5",
                "large": "170141183460469231731687303715884105727\n9223372036854775807\n1e37",
                "small": "4.123456789012345e-10\n8.765432109876543e-10"},
    "condition": {"short": "NP>=4, AGEP=25..54 & SEX=F" + PART + "30", "list": "OCCP in 1,2,3 | ~(SEX=F)" + PART + "2",
                  "dotted": "(households.AGE > 24) & (households.AGE <= np.inf)", "isin": "~households.OCC.isin([1, 2])"},
    "settings": {"plain": "trace_hh_weights: False\nhousehold_id_col: hh\ninput_table_list:\n"
                          "  - tablename: households\n    filename: h.csv\n    index_col: hh\n    rename_columns:\n      a: b\n",
                 "names": "a: &x [1, 2]\nb: *x\nc: {d: *x}\n"},
    "population": {"valley": PART.join(["hh,w,size\n1,9,1\n2,10,2\n", "hh,age\n1,30\n2,7\n2,40\n", "zone,region\nz1,V\nz2,V\n",
                                        "target,geography,seed_table,expression\nnum_hh,zone,households,w>0\n"
                                        "young,zone,persons,age<18\n", "zone,num_hh,young\nz1,3,1\nz2,2,1\n"])},
    "conditions": {"names": "a,b", "values": "a=x,b=1", "quoted": '"c,d==",a=', "renamed": "a=zone,b"},
    "features": {"long": FEATURES + PART + "s,p\nb,1\na,2\nc,0.5\n", "wide": FEATURES + PART + "a,b,c\n1,2,3\n",
                 "bare": FEATURES + PART + "1\n2\n3\n"},
    "herd": {"probabilities": "@" + FEATURES + PART + "1\n2\n3\n", "moments": "A" + FEATURES + PART + "x,y\n.4,1/2\n",
             "small": "@" + FEATURES + PART + "1e-30\n2e-30\n0\n", "grid": "@s,x\na,1e-9\nb,1000\n" + PART + "1/3\n1/7\n"},
    "schema": {"all": SCHEMA},
    "groups": {"wide": GROUPS + PART + "zone,ax,ay,all\nz1,3,4,7\nz2,1,*,\n"},
    "tables": {"two": "@" + AB + PART + BC, "shares": "@a,p\nx,1/3\ny,2/3\n", "errors": "Ba,count,se\nx,-3,1\ny,5,0.5\n",
               "marks": "Da,b,count\nx,1,*\ny,1,<5\ny,2,7\n", "named": "Ha,N\nx,1\ny,2\n", "microdata": "@" + ROWS},
    "synth": {"two": "@" + AB + PART + BC, "noisy": "Ba,count\nx,-3\ny,5\nz,7\n", "unknown": "Aa,b,count\nx,1,\ny,2,7\nx,2,9\n",
              "contradiction": "@a,count\nx,1\ny,2\n" + PART + "a,b,count\nx,1,5\ny,2,5\n", "microdata": "@" + ROWS},
    "microdata": {"categories": "@" + ROWS, "numbers": "@n,a\n1.5,x\n2,y\n3.25,x\n4,y\n,x\n5,y\n6,y\n7,x\n",
                  "weights": "`a,w\nx,1.5\ny,1/3\n", "schema": "@a,n\nx,0.3\ny,0.7\n" + PART + SCHEMA},
    "stream": {"categories": "#\x02" + ROWS, "numbers": "#\x08n,a\n1.5,x\n2,y\n3.25,x\n4,y\n,x\n5,y\n6,y\n7,x\n",
               "weights": "&\x05a,w\nx,1.5\ny,1/3\nx,0.25\n", "columns": ")\x07a,b,n\nx,1,2\ny,,3\n",
               "semicolons": "b\x04\ufeffa;b\r\n1;\"2\n;\"\r\n\"\"\"\";2"},
    "rows": {"whole": ROWS, "blanks": "name,a,b\nAnn,x,\nBob,,2\n", "unknown": "a,b,c\nq,1,u\n"},
    "libsvm": {"plain": "1 1:0.5 3:-2\n0 2:1\n# comment\n1 1:1e-3\n"},
    "words": {"plain": "D1 1 2\n1 2 1\n2 3 1\n2 1 4\n" + PART + "yes\nno\n"},
    "examples": {"plain": "@a,b,y\n1,p,no\n2.5,q,yes\n,p,no\n?,q,yes\n", "categorical": "Aa,b,y\n1,p,no\n2,q,yes\n"},
    "population_state": {"begun": struct.pack("<10Q", 0, 0, 0, 0, 0, 0, 1, 0, 1, 0),
                         "placed": struct.pack("<10Q", 5, 0, 1, 2, 0, 0, 1, 0, 1, 0),
                         "course": struct.pack("<4QQQd5Q", 3, 0, 0, 0, 1, 2, 0.5, 0, 1, 1, 0, 0)},
    "idx": {"images": idx((2, 2, 2), range(8)), "labels": idx((3,), (0, 1, 2))},
    "images": {"both": bytes([len(idx((2,), (0, 1)))]) + idx((2,), (0, 1)) + idx((2, 2, 2), range(0, 160, 20))},
    "gzip": {"one": gzip.compress(AB.encode(), mtime=0), "two": gzip.compress(b"a", mtime=0) + gzip.compress(b"b", mtime=0),
             "stored": gzip.compress(b"abc", 0, mtime=0) + bytes(5)},
    "command_line": {"synth": "synth\nt.csv\n-n\n1e3\n--where\na=x\n--zeros\nhard\n-o\nout.csv", "help": "herd\n--help",
                     "dynamics": "dynamics\nwords\nf.csv\n--steps=10\n--json", "fit": "fit\nf.csv\n--label\ny\n--hidden\n3",
                     "paper": "paper\ntable3\n--rows\npendigits,news\n--seed\n010", "version": "--version"},
}


def body_of(path):
    """Of a sealed file: without the line of its format and without its seal."""
    return path.read_bytes()[:-64].split(b"\n", 1)[1]


def made_by(program):
    """Files that the program writes."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)

        def run(command):
            subprocess.run([program, *command.split()], cwd=folder, check=True, capture_output=True)

        (folder / "ab.csv").write_text(AB)
        (folder / "bc.csv").write_text(BC)
        (folder / "bits.csv").write_text("u,v\n0,1\n1,\n1,1\n")
        (folder / "e.csv").write_text("a,b,y\n" + "".join(f"{i % 5},{'pq'[i % 2]},{('no', 'yes')[i % 3 == 0]}\n" for i in range(9)))
        run("synth ab.csv bc.csv -n 40 -o rows.csv --cert cert.json --checkpoint state.json --checkpoint-every 10")
        for name, text in zip(("hh", "persons", "zones", "controls", "totals"), TEXTS["population"]["valley"].split(PART)):
            (folder / f"{name}.csv").write_text(text)
        run("populate --households hh.csv --persons persons.csv --id hh --weight w --geography zones.csv "
            "--controls controls.csv --totals zone=totals.csv -o homes")
        run("rbm train bits.csv --hidden 2 --steps 4 -o m.rbm")
        run("fit e.csv --label y --hidden 2 --batch 3 --updates 6 --burn-in 2 --bias-halving 1 -o m.fit")
        run("fit e.csv --label y --hidden 0 --batch 3 --updates 6 --burn-in 2 --keep 2 -o kept.fit")
        run("fit e.csv --label y --hidden 1 --procedure ova --batch 3 --updates 4 --burn-in 1 -o ova.fit")
        coding = {}
        fits = {}
        for file in ("m", "kept", "ova"):
            body = body_of(folder / f"{file}.fit")
            size = struct.unpack("<Q", body[:8])[0]
            coding["table"] = body[8:8 + size - 64].split(b"\n", 1)[1]
            fits[file] = body[8 + size:]
        return {"certificate": {"rows": (folder / "cert.json").read_bytes(), "homes": (folder / "homes/certificate.json").read_bytes()},
                "checkpoint": {"rows": read_checkpoint(folder / "state.json").state},
                "rbm": {"small": body_of(folder / "m.rbm")}, "coding": coding, "fit": fits}


def main(program):
    for target, seeds in {**TEXTS, **made_by(program)}.items():
        (CORPUS / target).mkdir(parents=True, exist_ok=True)
        for name, content in seeds.items():
            (CORPUS / target / name).write_bytes(content if isinstance(content, bytes) else content.encode())


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())

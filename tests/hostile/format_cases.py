"""Texts that break the rules of their format, each with parts of the expected message."""
import json
import struct

from case import Case

# What is wrong, contents of t.csv, parts of the message.
TABLES = [
    ("header alone", "a,count\n", "expected at least one cell"),
    ("counts twice", "a,p,count\nx,1,1\n", "expected a column count or p, got both"),
    ("no column", "count\n1\n", "expected a column for each variable"),
    ("column twice", "a,a,count\nx,x,1\n", 'expected each column once, got "a" twice'),
    ("nameless column", "a,,count\nx,1,1\n", "expected a name for column 2"),
    ("short row", "a,count\nx,1\ny\n", "row 2: expected 2 fields, got 1"),
    ("long row", "a,count\nx,1,2\n", "row 1: expected 2 fields, got 3"),
    ("cell twice", "a,count\nx,1\nx,2\n", "expected each cell once, got a=x again"),
    ("below zero", "a,count\nx,-3\ny,5\n", 'got "-3"; --noisy allows it'),
    ("no number", "a,count\nx,many\n", 'expected a number, got "many"'),
    ("infinite", "a,count\nx,inf\n", 'expected a number, got "inf"'),
    ("nan", "a,count\nx,nan\n", 'expected a number, got "nan"'),
    ("hexadecimal", "a,count\nx,0x1F\n", 'expected a number, got "0x1F"'),
    ("over nothing", "a,count\nx,1/0\n", 'expected a number, got "1/0"'),
    ("too large", "a,count\nx,1e19\n", "below 2^62"),
    ("too long", f"a,count\nx,{'7' * 60}\n", "t.csv: row 1"),
    ("exponent without end", "a,count\nx,1e99999999999999999999\n", "t.csv: row 1"),
    ("all zero", "a,count\nx,0\ny,0\n", "expected counts with a total above 0, got 0"),
    ("all blank", "a,count\nx,\ny,\n", "expected at least one number, got blanks only"),
    ("error below zero", "a,count,se\nx,1,-1\n", "expected a standard error of at least 0"),
    ("open quote", 'a,count\n"x,1\n', "line 2: expected a closing quote"),
    ("text behind a quote", 'a,count\n"x"y,1\n', "after a quoted field"),
    ("quote inside", 'a,count\nx"y,1\n', "expected quotes around the entire field"),
    ("half a letter", b"a,count\n\xc3,1\n", "line 2: expected UTF-8 text"),
    ("surrogate", b"a,count\n\xed\xa0\x80,1\n", "line 2: expected UTF-8 text"),
    ("overlong letter", b"a,count\n\xc0\xaf,1\n", "line 2: expected UTF-8 text"),
    ("letter beyond the last", b"a,count\n\xf4\x90\x80\x80,1\n", "line 2: expected UTF-8 text"),
    ("NUL", b"a,count\nx\x00,1\n", "line 2: expected text, got a NUL byte"),
    ("grouped by nothing", "grouping,a,count\na,x,1\nb,x,1\n", 'row 2, column "grouping": expected columns of the file'),
    ("grouped, another value", "grouping,a,b,count\na,x,y,1\n", 'row 1, column "b": expected a blank field'),
    ("grouped, short row", "grouping,a,count\na,x,1\na,1\n", "row 2: expected 3 fields, got 2"),
    ("grouped, cell twice", "grouping,a,count\na,x,1\na,x,2\n", "expected each cell once, got a=x again"),
]

# What is wrong, contents of f.csv, parts of the message.
FEATURES = [
    ("header alone", "s,x\n", "expected at least one state"),
    ("no features", "s\na\n", "at least one feature"),
    ("state twice", "s,x\na,1\na,2\n", 'expected each state once, got "a" twice'),
    ("nameless state", "s,x\n,1\n", "expected a name, got nothing"),
    ("word", "s,x\na,one\n", 'expected a number, got "one"'),
    ("blank", "s,x\na,\n", 'expected a number, got ""'),
    ("two numbers", "s,x\na,1 2\n", 'expected a number, got "1 2"'),
    ("too large", "s,x\na,1e30\nb,0\n", "below 2^62"),
    ("far too large", "s,x\na,1e999\n", "number too large or too long"),
    ("too wide a range", "s,x\na,1e-25\nb,1e12\n", "too large for a grid"),
]

# Option of herd, contents of n.csv, parts of the message.
NUMBERS = [
    ("--probabilities", "s,p\na,.5\nb,.5\n", 'got none for "c"'),
    ("--probabilities", "s,p\na,.5\nd,.5\n", 'unknown state "d"'),
    ("--probabilities", "s,p\na,.5\na,.5\n", 'expected each state once, got "a" twice'),
    ("--probabilities", "s,p\na,-1\nb,1\nc,1\n", "expected a probability of at least 0"),
    ("--probabilities", "s,p\na,0\nb,0\nc,0\n", "expected at least one above 0"),
    ("--probabilities", "p\n.5\n.5\n", "expected 3 numbers, one per state, got 2"),
    ("--moments", "f,m\nx,.5\n", 'got none for "y"'),
    ("--moments", "f,m\nx,.5\ny,1e20\n", "below 2^62"),
    ("--moments", f"f,m\nx,{'3' * 42}\ny,1\n", "number too large or too long"),
    ("--moments", "f,m\nx,goldfish\ny,1\n", 'expected a number, got "goldfish"'),
    ("--moments", "f,m\nx,golden\ny,golden)\n", 'expected a number, got "golden)"'),
    ("--moments", "f,m\nx,sqrt(2)\ny,sqrt(3)\n", "expected numbers with one square root, got sqrt(2) and sqrt(3)"),
    ("--moments", "f,m\nx,sqrt(2)+sqrt(3)\ny,1\n", "expected numbers with one square root"),
    ("--moments", "f,m\nx,sqrt(-2)\ny,1\n", 'expected sqrt of an integer from 0 to 10^9, got sqrt(-2)'),
    ("--moments", "f,m\nx,sqrt(1e10)\ny,1\n", "expected sqrt of an integer from 0 to 10^9"),
    ("--moments", "f,m\nx,sqrt(1/2)\ny,1\n", "expected a number"),
    ("--moments", "f,m\nx,sqrt(2)/0\ny,1\n", 'expected a number, got "sqrt(2)/0"'),
    ("--moments", f"f,m\nx,{'(' * 300}sqrt(2)\ny,1\n", "expected a number"),
    ("--moments", f"f,m\nx,{'-' * 190}golden\ny,1\n", "expected a number"),
    ("--moments", f"f,m\nx,sqrt(2)*1{'0' * 18}*1{'0' * 18}\ny,1\n", "below 2^62"),
    ("--moments", "f,m\nx,sqrt(2)\ny,golden/7\n", "one square root"),
    ("--probabilities", "s,p\na,1-sqrt(2)\nb,1\nc,1\n", "expected a probability of at least 0, got 1-sqrt(2)"),
    ("--rates", "f,r\nx,1\ny,1-sqrt(3)\n", "expected a rate above 0, got 1-sqrt(3)"),
    ("--start", "f,w\nx,golden\ny,2*\n", 'expected a number, got "2*"'),
    ("--rates", "f,r\nx,1\ny,0\n", "expected a rate above 0, got 0"),
    ("--rates", "f,r\nx,1\ny,-2\n", "expected a rate above 0, got -2"),
    ("--start", "f,w\nx,1\n", 'got none for "y"'),
]


def schema(*columns, **others):
    return json.dumps({"format": "drover.schema/1", "columns": list(columns), **others})


# What is wrong, contents of s.json, parts of the message.
SCHEMAS = [
    ("no JSON", "{", "s.json"),
    ("a list", "[]", "s.json"),
    ("no format", json.dumps({"columns": []}), "format"),
    ("another format", json.dumps({"format": "drover.schema/9", "columns": []}), "drover.schema/1"),
    ("unknown key", schema(colour=1), "colour"),
    ("column without a name", schema({"values": ["x"]}), "name"),
    ("column without anything", schema({"name": "a"}), '"a"'),
    ("value twice", schema({"name": "a", "values": ["x", "x"]}), '"x"'),
    ("number as value", schema({"name": "a", "values": [1]}), '"a"'),
    ("column twice", schema({"name": "a", "values": ["x", "y"]}, {"name": "a", "values": ["x", "y"]}), '"a"'),
    ("bins that fall", schema({"name": "a", "bins": [[5, 9], [1, 4]], "decimals": 0}), '"a"'),
    ("bin turned round", schema({"name": "a", "bins": [[9, 1]], "decimals": 0}), '"a"'),
    ("bin of letters", schema({"name": "a", "bins": [["x", "y"]], "decimals": 0}), '"a"'),
    ("decimals without end", schema({"name": "a", "bins": [[1, 2]], "decimals": 99}), '"a"'),
    ("edges that fall", schema({"name": "a", "edges": [3, 2]}), '"a"'),
    ("one edge", schema({"name": "a", "edges": [3]}), '"a"'),
    ("edges of letters", schema({"name": "a", "edges": ["u", "v"]}), '"a"'),
    ("columns as a word", json.dumps({"format": "drover.schema/1", "columns": "a"}), "columns"),
]

# What is wrong, contents of w.json, parts of the message.
GROUPS = [
    ("no JSON", "nonsense", "w.json"),
    ("no groups", json.dumps({"format": "drover.groups/1", "groups": []}), "groups"),
    ("another format", json.dumps({"format": "drover.groups/2", "groups": [1]}), "drover.groups/1"),
    ("group as a number", json.dumps({"format": "drover.groups/1", "groups": [7]}), "expected an object"),
    ("no columns", json.dumps({"format": "drover.groups/1", "groups": [{"variable": "a"}]}), "columns"),
    ("unknown column", json.dumps({"format": "drover.groups/1", "groups": [{"variable": "a", "columns": ["qq"]}]}), "qq"),
    ("variable as a number", json.dumps({"format": "drover.groups/1", "groups": [{"variable": 1, "columns": ["ax"]}]}),
     "variable"),
]

# What is wrong, contents of b.csv, parts of the message.
BITS = [
    ("a two", "u,v\n0,2\n", 'row 1, column "v"'),
    ("no rows", "u,v\n", "b.csv"),
    ("word", "u,v\n0,x\n", 'got "x"'),
    ("short row", "u,v\n0\n", "expected 2 fields, got 1"),
]

# What is wrong, contents of e.csv (fit --label y), parts of the message.
EXAMPLES = [
    ("no label", "h,k\n1,p\n", '"y"'),
    ("one class", "h,y\n1,no\n2,no\n", "e.csv"),
    ("no rows", "h,y\n", "e.csv"),
    ("blank label", "h,y\n1,no\n2,\n", "row 2"),
    ("short row", "h,y\n1,no\n2\n", "row 2"),
]

LIBSVM = [
    ("no index", "1 x\n", "line 1"),
    ("index 0", "1 0:1\n0 1:2\n", "line 1"),
    ("indices that fall", "1 2:1 1:1\n0 1:1\n", "line 1"),
    ("index twice", "1 2:1 2:1\n0 1:1\n", "line 1"),
    ("index without end", "1 99999999999999999999:1\n0 1:1\n", "line 1"),
    ("value without end", "1 1:1e999\n0 1:1\n", "line 1"),
    ("no value", "1 1:\n0 1:1\n", "line 1"),
    ("one class", "1 1:1\n1 1:2\n", "s.svm"),
]

WORDS = [
    ("two numbers", "1 1\n", "line 1"),
    ("document 0", "0 1 1\n", "line 1"),
    ("word 0", "1 0 1\n", "line 1"),
    ("below zero", "1 1 -1\n", "line 1"),
    ("letters", "1 one 1\n", "line 1"),
    ("document without a label", "99 1 1\n", "f.label: expected a label for each of 99 documents"),
    ("number without end", "1 99999999999999999999 1\n", "line 1"),
]


def idx(sizes, values, kind=8):
    return struct.pack(">BBBB", 0, 0, kind, len(sizes)) + struct.pack(f">{len(sizes)}I", *sizes) + bytes(values)


IMAGES = [
    ("sizes alone", idx((6, 2, 2), []), "expected 24 bytes"),
    ("one byte short", idx((6, 2, 2), range(23)), "expected 24 bytes"),
    ("one byte more", idx((6, 2, 2), range(25)), "expected 24 bytes"),
    ("real numbers", idx((6, 2, 2), range(24), kind=13), "another type of numbers"),
    ("sizes that overflow", idx((65536, 65536, 65536, 65536), range(24)), "more bytes"),
    ("a size without end", idx((4294967295, 4294967295), range(24)), "more bytes"),
    ("no dimension", struct.pack(">BBBB", 0, 0, 8, 0) + bytes(8), "dimensions"),
    ("255 dimensions", struct.pack(">BBBB", 0, 0, 8, 255) + bytes(40), "dimensions"),
    ("cut sizes", struct.pack(">BBBBI", 0, 0, 8, 3, 6), "truncated"),
    ("other labels", idx((5, 2, 2), range(20)), "l.idx"),
    ("no images", idx((0, 2, 2), []), "i.bad"),
]


def each(what, entries, file, line):
    for kind, content, text in entries:
        yield Case(f"{what}: {kind}", tuple(line.split()), 3, ("drover: ", text), {file: content})


def cases(_program):
    for command in ("synth t.csv o.csv -o out.csv", "explain o.csv t.csv -o out.txt", "check people.csv t.csv -o out.txt"):
        yield from each(command.split()[0] + " table", TABLES, "t.csv", command)
    yield from each("herd features", FEATURES, "t.csv", "herd t.csv -o out.txt")
    yield from each("dynamics features", FEATURES, "t.csv", "dynamics period t.csv -o out.txt")
    for option, content, text in NUMBERS:
        yield Case(f"herd {option}: {text}", ("herd", "f.csv", option, "n.csv", "-o", "out.txt"), 3, ("n.csv", text),
                   {"n.csv": content})
    for command in ("tables people.csv --schema s.json -o out", "synth g.csv --schema s.json -o out.csv",
                    "explain g.csv --schema s.json -o out.txt"):
        yield from each(command.split()[0] + " schema", SCHEMAS, "s.json", command)
    for command in ("tables --wide wide.csv --groups w.json --key zone -o out",
                    "synth wide.csv --groups w.json --key zone -o out.csv"):
        yield from each(command.split()[0] + " groups", GROUPS, "w.json", command)
    yield from each("rbm train", BITS, "b.csv", "rbm train b.csv -o out.rbm")
    yield from each("rbm energy", BITS, "b.csv", "rbm energy m.rbm b.csv -o out.csv")
    yield from each("fit table", EXAMPLES, "e.csv", "fit e.csv --label y -o out.fit")
    yield from each("fit libsvm", LIBSVM, "s.svm", "fit s.svm --format libsvm -o out.fit")
    yield from each("fit words", WORDS, "t.data",
                    "fit t.data --format words --labels f.label --skip-top 0 -o out.fit")
    yield from each("fit images", IMAGES, "i.bad", "fit i.bad --format idx --labels l.idx -o out.fit")

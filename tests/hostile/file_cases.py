"""Files that are not what they should be, at every place where a command reads or writes."""
import gzip
import os
import random

from case import Case
from places import CHECKPOINTS, READERS, WRITERS

NOISE = bytes(random.Random(5).randrange(256) for _ in range(300))
PACKED = gzip.compress(b"a,b,count\nx,1,3\ny,2,4\n", mtime=0)

# Kind, what is put under the name, exit code, parts of the message.
UNREADABLE = [
    ("no file", None, 4, "cannot read: No such file or directory"),
    ("folder", os.mkdir, 4, "cannot read: Is a directory"),
    ("link to itself", lambda path: path.symlink_to(path.name), 4, "cannot read: Too many levels of symbolic links"),
    ("link to nothing", lambda path: path.symlink_to("nowhere"), 4, "cannot read: No such file or directory"),
    ("cut gzip", PACKED[:-9], 4, "cannot read: truncated gzip data"),
    ("gzip with a wrong checksum", PACKED[:-8] + bytes(8), 4, "cannot read: corrupt gzip data"),
    ("gzip of nothing known", b"\x1f\x8b\x07" + bytes(20), 4, "cannot read: corrupt gzip data"),
]
CONTENTS = [
    ("nothing", b"", 3, ""),
    ("noise", NOISE, 3, ""),
    ("zeros", bytes(64), 3, ""),
    ("a byte that is no text", b"a,b,count\n\xff,1,2\n", 3, ""),
    ("gzip of nothing", gzip.compress(b"", mtime=0), 3, ""),
]

# Kind, the name to be written, what is put there, parts of the message.
UNWRITABLE = [
    ("no folder", "no/such/out", {}, "no/such/out: cannot write: No such file or directory"),
    ("a folder", "folder", {"folder": os.mkdir}, "folder: cannot write: Is a directory"),
    ("a full device", "/dev/full", {}, "/dev/full: cannot write: No space left on device"),
    ("through a link to itself", "loop/x", {"loop": lambda path: path.symlink_to("loop")},
     "loop/x: cannot write: Too many levels of symbolic links"),
    ("a long name", 300 * "x", {}, "cannot write: File name too long"),
    ("a very long name", 5000 * "x", {}, "cannot write: File name too long"),
    ("below a file", "file/x", {"file": "x"}, "file/x: cannot write: Not a directory"),
]


def reading():
    for place, line, what in READERS:
        for kind, content, code, text in UNREADABLE + CONTENTS:
            files = {} if content is None else {"bad": content}
            yield Case(f"{place}: {kind}", tuple(line.format("bad").split()), code, ("drover: ", "bad", text), files)


def writing():
    for place, line, _ in WRITERS:
        for kind, name, files, text in UNWRITABLE:
            yield Case(f"{place}: {kind}", tuple(line.format(name).split()), 4, (text,), files)
    for place, line in CHECKPOINTS:
        for kind, name, files, text in UNWRITABLE:
            if name != "/dev/full":  # is only full once it is written
                yield Case(f"{place}: {kind}", tuple(line.format(name).split()), 4, (text,), files)


def leftovers():
    """A temporary file that kill -9 has left is reused, and is gone afterwards."""
    for place, line, _ in WRITERS:
        yield Case(f"{place}: over what a kill has left", tuple(line.format("made").split()), 0, (),
                   {"made.part~": "half a row"}, leaves=("made", "out.*"), takes=("made.part~",))


def cases(_program):
    yield from reading()
    yield from writing()
    yield from leftovers()

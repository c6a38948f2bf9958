"""A hostile case: the files, the command line, how it must end. And what holds for every case:
no signal, no internal error, no hang, no input changed, no file left behind by a refusal, one line that names what is
wrong and holds no control characters."""
import contextlib
import dataclasses
import functools
import os
import pathlib
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))

from process import HANG, EndedEarly, wait_for_work, wait_until, wait_until_delivered

MEMORY = 4 << 30  # bytes of address space
QUICK = bool(os.environ.get("DROVER_QUICK_TESTS"))  # a build with sanitizers
SLOWNESS = 30 if QUICK else 10  # how many seconds of work a slow machine may take for one
SECONDS = 2 * SLOWNESS  # of work, for what should take milliseconds
LONGEST_LINE = 1000  # bytes of a message
# Names of the source at the front of a message: "Herder: ", "ExactMoments: ", "count_boxes: ". Those with one word are
# listed; texts in quotes are the user's.
INTERNAL_NAME = re.compile(rb"^drover: (?:[A-Z][a-z]+(?:[A-Z][a-z]*)+|[a-z]+(?:_[a-z]+)+|Herder|Chart|Image|measure|rake): ",
                           re.MULTILINE)
QUOTED = re.compile(rb'"[^"]*"')


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    arguments: tuple  # of the command line
    code: int
    says: tuple = ()  # texts that standard error has; of a success, standard output
    files: dict = dataclasses.field(default_factory=dict)  # beside the world's: bytes, text, or what makes it of a path
    stdin: bytes = b""
    limits: dict = dataclasses.field(default_factory=dict)  # of resources
    signal: int = 0  # is sent once it works
    again: bool = False  # and once more, right behind it
    waits_with: str = ""  # the file that is there when it works no more but waits for another process
    seconds: int = SECONDS  # of work, on all processors, before the signal and after it
    leaves: tuple = ()  # new files that it may leave
    takes: tuple = ()  # files that must be gone afterwards


@dataclasses.dataclass(frozen=True)
class End:
    code: int
    out: bytes
    err: bytes
    hangs: bool


def put(folder, files):
    for name, content in files.items():
        path = folder / name
        if callable(content):
            content(path)
        else:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())


def look(folder):
    """Every file by its name: its kind, its identity, and when it was last written."""
    seen = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        is_file = stat.S_ISREG(status.st_mode)
        seen[str(path.relative_to(folder))] = (stat.S_IFMT(status.st_mode), (status.st_ino, status.st_size, status.st_mtime_ns)
                                               if is_file else ())
    return seen


def limit(limits):
    for what, most in limits.items():
        resource.setrlimit(what, (most, most))


def send_signals(case, process, folder):
    if case.waits_with:
        wait_until((folder / case.waits_with).exists, f"{case.waits_with} is there", process)
    else:
        wait_for_work(process)
    process.send_signal(case.signal)
    if case.again:
        wait_until_delivered(process, case.signal)
        process.send_signal(case.signal)


def run(program, case, folder):
    with subprocess.Popen([program, *case.arguments], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, preexec_fn=functools.partial(limit, case.limits) if case.limits else None
                          ) as process:
        with contextlib.suppress(ProcessLookupError):  # it may have ended already
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (case.seconds, case.seconds))
        try:
            if case.signal:
                send_signals(case, process, folder)
            out, err = process.communicate(case.stdin, timeout=HANG)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            return End(process.returncode, out, err, True)
        except EndedEarly:
            out, err = process.communicate()
    # A process that runs longer than the limit is killed by the system.
    return End(process.returncode, out, err, process.returncode in (-signal.SIGXCPU, -signal.SIGKILL))


def is_verdict(end):
    """A certificate that does not hold is a result, not a message."""
    return end.code == 3 and end.out.startswith(b"certificate does not hold:") and not end.err


def line_problems(case, end):
    """The message of an error: one line, two for a usage error, without control characters."""
    lines = end.err.decode(errors="replace").splitlines()
    if end.code in (2, 3, 4) and len(lines) != (2 if end.code == 2 else 1) and not is_verdict(end):
        yield f"{len(lines)} lines on standard error"
    for place, text in (("error", end.err), ("output", end.out)):
        if any(byte < 32 and byte != 10 or byte == 127 for byte in text):
            yield f"control characters on standard {place}"
    if any(len(line) > LONGEST_LINE for line in lines):
        yield f"a line of {max(map(len, lines))} bytes"
    if end.code in (2, 3, 4) and end.out and not case.arguments[0] == "check":
        yield "something on standard output"


def problems(case, end, before, after):
    if end.code < 0:
        yield "hangs" if end.hangs else f"ended by {signal.Signals(-end.code).name}"
    elif end.code != case.code:
        yield f"exit code {end.code}, expected {case.code}"
    if b"internal error" in end.err:
        yield "internal error"
    if INTERNAL_NAME.search(QUOTED.sub(b'""', end.err)):
        yield "a name of the source in the message"
    said = (end.out if end.code == 0 or is_verdict(end) else end.err).decode(errors="replace")
    for text in case.says:
        if text not in said:
            yield f"does not say {text!r}"
    yield from line_problems(case, end)
    for name, seen in before.items():
        if name in case.takes:
            if name in after:
                yield f"{name} is still there"
        elif after.get(name) != seen:
            yield f"{name} was {'removed' if name not in after else 'changed'}"
    for name in sorted(set(after) - set(before)):
        if not any(pathlib.PurePath(name).match(pattern) for pattern in case.leaves):
            yield f"left {name} behind"


class Room:
    """A folder with the world in it, for one case after the other. It is rebuilt after a case that has changed it."""

    def __init__(self, program, world, within):
        self.program = program
        self.world = world
        self.folder = pathlib.Path(within) / "room"
        self.empty = None  # what is there before a case

    def tidy(self, left):
        """Removes the files that a case has left, if it changed nothing else."""
        for name in sorted(set(left) - set(self.empty), reverse=True):
            path = self.folder / name
            path.rmdir() if left[name][0] == stat.S_IFDIR else path.unlink()
        if any(left.get(name) != seen for name, seen in self.empty.items()):
            shutil.rmtree(self.folder)
            self.empty = None

    def judge(self, case):
        """What is wrong with the end of the case; empty if nothing."""
        if self.empty is None:
            shutil.copytree(self.world, self.folder)
            self.empty = look(self.folder)
        put(self.folder, case.files)
        before = look(self.folder)
        end = run(self.program, case, self.folder)
        after = look(self.folder)
        found = list(problems(case, end, before, after))
        self.tidy(after)
        if not found:
            return ""
        said = end.err.decode(errors="replace")[:400] or end.out.decode(errors="replace")[:200]
        return f"{case.name}: {'; '.join(found)}\n    drover {' '.join(case.arguments)[:300]}\n    {said.strip()}"

"""Kills the program at random moments and resumes it: run.py PROGRAM [KILLS [JOB]]

Whatever it was doing, by kill -9, TERM, INT or HUP, on a disk that fills up or into a pipe that closes: no file is ever
half written, the resumed run ends with the bytes of one that was never stopped, and nothing else is left, neither in its
folder nor in that of temporary files.
A signal comes after some seconds of the program's own work, or after some checkpoints; both are drawn from a seed. 500
kills of jobs with a checkpoint if not told otherwise, and the others on top, two at a time; with JOB only those jobs whose
name contains it."""
import collections
import concurrent.futures
import contextlib
import itertools
import multiprocessing
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))

import jobs
from process import HANG, EndedEarly, processor_time, wait_until

SIGNALS = [signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
PROCESSES = 2


def expect(holds, what):
    if not holds:
        raise AssertionError(what)


@contextlib.contextmanager
def room():
    """An empty folder to work in, and one for temporary files, which must be empty at the end."""
    with tempfile.TemporaryDirectory() as name:
        folder, temporary = pathlib.Path(name, "work"), pathlib.Path(name, "tmp")
        folder.mkdir()
        temporary.mkdir()
        yield folder
        expect(not any(temporary.iterdir()), f"left {sorted(temporary.iterdir())}")


def start(program, arguments, folder):
    return subprocess.Popen([program, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env={**os.environ, "TMPDIR": str(folder.parent / "tmp")})


def finish(program, arguments, folder):
    """Runs it to its end, which must be a good one. The seconds that it worked."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with start(program, arguments, folder) as process:
        _, err = process.communicate(timeout=HANG)
    expect(process.returncode == 0, f"{' '.join(arguments)}: exit code {process.returncode}: {err.decode()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def checkpoints_seen(path):
    """A function that counts how often the file was replaced since the last call."""
    seen = set()

    def count():
        with contextlib.suppress(FileNotFoundError):
            seen.add(path.stat().st_mtime_ns)
        return len(seen)
    return count


def moment(job, folder, dice, process):
    """When the signal is sent: a condition, and what it is called."""
    if job.every and dice.random() < 0.4:
        wanted, count = 1 + dice.randrange(5), checkpoints_seen(folder / jobs.STATE)
        return lambda: count() >= wanted, f"{wanted} checkpoints"
    seconds = dice.uniform(0, job.seconds)
    return lambda: processor_time(process) >= seconds, f"{seconds} seconds of work"


def kill(program, job, folder, how, dice):
    """Whether the signal came before the end."""
    with start(program, job.arguments(folder), folder) as process:
        with contextlib.suppress(EndedEarly):
            wait_until(*moment(job, folder, dice, process), process)
            process.send_signal(how)
        _, err = process.communicate(timeout=HANG)
    expect(process.returncode in (0, 130, -how), f"{job.name}: {how.name}: exit code {process.returncode}: {err.decode()}")
    return process.returncode != 0


def survive(program, job, dice):
    """Kills the job up to four times, then lets it end. The signals that came in time."""
    killed = []
    with room() as folder:
        job.prepare(folder)
        for _ in range(1 + dice.randrange(4)):
            how = dice.choice(SIGNALS)
            if not kill(program, job, folder, how, dice):
                break
            killed.append(how.name)
            job.check_between(folder, signal.SIGKILL.name in killed)
        finish(program, job.arguments(folder), folder)
        job.check_end(folder)
    return killed


def measure(program, job):
    """The bytes of a run that nobody stops, and the seconds that it works."""
    with room() as folder:
        job.prepare(folder)
        job.seconds = finish(program, job.arguments(folder), folder)
        job.remember(folder)


def close_pipe(program, dice):
    """The reader of the rows goes away in the middle."""
    with room() as folder:
        for name, text in jobs.TABLES.items():
            (folder / name).write_text(text)
        with start(program, ["synth", *jobs.TABLES, "-n", "10000000"], folder) as process:
            process.stdout.read(dice.randrange(1, 200_000))
            process.stdout.close()
            err = process.stderr.read().decode()
            process.wait(timeout=HANG)
        expect(process.returncode == CLOSED_PIPE[0] and err == CLOSED_PIPE[1],
               f"closed pipe: exit code {process.returncode}: {err}")
        expect(set(jobs.digests(folder)) == set(jobs.TABLES), f"closed pipe: left {sorted(jobs.digests(folder))}")
    return ["closed pipe"]


CLOSED_PIPE = (-signal.SIGPIPE, "")


def mount(folder, kilobytes):
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", folder], capture_output=True,
                          check=False)
    return done.returncode == 0


def fill_disk(program, job, dice):
    """The disk is full before the run is finished. Nothing on it is half written; with more room the run is resumed."""
    with room() as folder:
        if not mount(folder, 4 * dice.randrange(6, 40)):
            return []
        try:
            job.prepare(folder)
            with start(program, job.arguments(folder), folder) as process:
                _, err = process.communicate(timeout=HANG)
            expect(process.returncode in (0, 4), f"full disk: exit code {process.returncode}: {err.decode()}")
            expect(process.returncode == 0 or b"No space left on device" in err, f"full disk: {err.decode()}")
            job.check_between(folder, by_force=False)
            subprocess.run(["mount", "-o", "remount,size=64m", folder], check=True)
            finish(program, job.arguments(folder), folder)
            job.check_end(folder)
            return ["full disk"] * (process.returncode // 4)
        finally:
            subprocess.run(["umount", folder], check=True)


def trial(task):
    """The name of a job, and what happened to it; or why it failed."""
    program, job, number, kind = task
    dice = random.Random(number)
    try:
        if kind == "closed pipe":
            return kind, close_pipe(program, dice), None
        if kind == "full disk":
            return kind, fill_disk(program, job, dice), None
        return job.name, survive(program, job, dice), None
    except AssertionError as failure:
        return kind or job.name, [], f"trial {number}: {failure}"


def tasks_of(program, work):
    """Without end: the jobs in turn, and now and then a pipe or a disk."""
    for number in itertools.count():
        yield program, work[number % len(work)], number, ""
        if number % 8 == 7:
            yield program, work[0], number, "closed pipe"
            yield program, work[0], number, "full disk"


class Tally:
    """What happened to each job, and what went wrong."""

    def __init__(self, work):
        self.resumed = {job.name for job in work if job.every}
        self.kills = {name: collections.Counter() for name in [*(job.name for job in work), "closed pipe", "full disk"]}
        self.trials = 0
        self.failures = 0

    def add(self, name, happened, failure):
        self.trials += 1
        self.kills[name].update(happened)
        if failure:
            self.failures += 1
            print(f"{name}: {failure}", flush=True)

    def total(self):
        """Of jobs that are resumed from a checkpoint; the others come on top."""
        return sum(sum(counter.values()) for name, counter in self.kills.items() if name in self.resumed)

    def show(self, seconds):
        for name, counter in self.kills.items():
            print(f"{name:24} {sum(counter.values()):4}  " + ", ".join(f"{how} {n}" for how, n in sorted(counter.items())))
        print(f"{self.total()} kills of jobs that are resumed, in {self.trials} trials and {seconds:.0f} s" +
              (f", {self.failures} failures" if self.failures else ": same bytes, nothing left behind"))


def main(program, wanted=500, name=""):
    work = [job for job in jobs.all_jobs() if name in job.name]
    for job in work:
        measure(program, job)
    tally = Tally(work)
    began = time.monotonic()
    tasks = itertools.islice(tasks_of(program, work), 20 * wanted)
    with concurrent.futures.ProcessPoolExecutor(PROCESSES, multiprocessing.get_context("fork")) as pool:
        running = {pool.submit(trial, task) for task in itertools.islice(tasks, PROCESSES)}
        while running:
            done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for one in done:
                tally.add(*one.result())
                if tally.total() < wanted and tally.failures < 20:
                    running |= {pool.submit(trial, task) for task in itertools.islice(tasks, 1)}
    tally.show(time.monotonic() - began)
    return tally.total() >= wanted and not tally.failures


if __name__ == "__main__":
    sys.exit(0 if main(os.path.abspath(sys.argv[1]), *map(int, sys.argv[2:3]), *sys.argv[3:4]) else 1)

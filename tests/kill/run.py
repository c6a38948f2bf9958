"""Kills the program at random moments and resumes it: run.py PROGRAM [KILLS]

Whatever it was doing, by kill -9, TERM, INT or HUP, on a disk that fills up or into a pipe that closes: no file is ever
half written, the resumed run ends with the bytes of one that was never stopped, and nothing else is left in its folder
(but for temporary files of kill -9).
The moments, in seconds that the program has worked, come from a seed. 500 kills if not told otherwise."""
import contextlib
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


class Failed(Exception):
    pass


def expect(holds, what):
    if not holds:
        raise Failed(what)


def start(program, arguments, folder, **streams):
    return subprocess.Popen([program, *arguments], cwd=folder, **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams})


def finish(program, arguments, folder):
    """Runs it to its end, which must be a good one. The seconds that it worked."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with start(program, arguments, folder) as process:
        _, err = process.communicate(timeout=HANG)
    expect(process.returncode == 0, f"{' '.join(arguments)}: exit code {process.returncode}: {err.decode()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def kill(program, arguments, folder, how, seconds):
    """Sends the signal once the program has worked for so long. Whether it came before the end."""
    with start(program, arguments, folder) as process:
        with contextlib.suppress(EndedEarly):
            wait_until(lambda: processor_time(process) >= seconds, f"{seconds} seconds of work", process)
            process.send_signal(how)
        _, err = process.communicate(timeout=HANG)
    expect(process.returncode in (0, 130, -how), f"{how.name}: exit code {process.returncode}: {err.decode()}")
    return process.returncode != 0


def files_in(folder):
    return {path.name for path in folder.iterdir()}


def survive(program, job, dice, most):
    """Kills the job up to `most` times, then lets it end. How many signals came in time."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        job.prepare(folder)
        killed = 0
        for _ in range(most):
            if not kill(program, job.arguments(program, folder), folder, dice.choice(SIGNALS), dice.uniform(0, job.seconds)):
                break
            killed += 1
            job.check_between(folder)
            if not job.is_open(folder):  # the last file had its name already
                break
        if job.is_open(folder):
            finish(program, job.arguments(program, folder), folder)
        job.check_end(folder)
        return killed


def measure(program, job):
    """The bytes of a run that nobody stops, and the seconds that it works."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        job.prepare(folder)
        job.seconds = finish(program, job.arguments(program, folder), folder)
        job.remember(folder)


def close_pipe(program, dice):
    """The reader of the rows goes away in the middle."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        jobs.put_tables(folder)
        before = files_in(folder)
        with start(program, ["synth", "ab.csv", "bc.csv", "-n", "10000000"], folder) as process:
            process.stdout.read(dice.randrange(1, 200_000))
            process.stdout.close()
            err = process.stderr.read().decode()
            process.wait(timeout=HANG)
        expect((process.returncode, err) == (4, "drover: standard output: cannot write: Broken pipe\n"),
               f"closed pipe: exit code {process.returncode}: {err}")
        expect(files_in(folder) == before, f"closed pipe: left {files_in(folder) - before}")
    return 1


def mount(folder, kilobytes):
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", folder], capture_output=True,
                          check=False)
    return done.returncode == 0


def fill_disk(program, dice, job):
    """The disk is full before the run is finished. Nothing on it is half written; with more room the run is resumed."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if not mount(folder, 4 * dice.randrange(6, 40)):
            return 0
        try:
            job.prepare(folder)
            with start(program, job.arguments(program, folder), folder) as process:
                _, err = process.communicate(timeout=HANG)
            expect(process.returncode in (0, 4), f"full disk: exit code {process.returncode}: {err.decode()}")
            expect(process.returncode == 0 or b"No space left on device" in err, f"full disk: {err.decode()}")
            job.check_between(folder)
            subprocess.run(["mount", "-o", "remount,size=64m", folder], check=True)
            if job.is_open(folder):
                finish(program, job.arguments(program, folder), folder)
            job.check_end(folder)
            return process.returncode // 4
        finally:
            subprocess.run(["umount", folder], check=True)


def main(program, wanted=500):
    dice = random.Random(1)
    work = jobs.all_jobs()
    for job in work:
        measure(program, job)
    kills = dict.fromkeys([*(job.name for job in work), "closed pipe", "full disk"], 0)
    began = time.monotonic()
    tries = 0
    while sum(kills.values()) < wanted and tries < 20 * wanted:
        tries += 1
        job = work[tries % len(work)]
        kills[job.name] += survive(program, job, dice, 1 + dice.randrange(4))
        if tries % 4 == 0:
            kills["closed pipe"] += close_pipe(program, dice)
            kills["full disk"] += fill_disk(program, dice, work[0])
    for name, count in kills.items():
        print(f"{name:20} {count}" + ("  (no small disk may be mounted here)" if name == "full disk" and not count else ""))
    print(f"{sum(kills.values())} kills in {time.monotonic() - began:.0f} s: same bytes, nothing left behind")
    return sum(kills.values()) >= wanted


if __name__ == "__main__":
    try:
        sys.exit(0 if main(os.path.abspath(sys.argv[1]), *map(int, sys.argv[2:])) else 1)
    except (Failed, AssertionError) as failure:
        print(failure)
        sys.exit(1)

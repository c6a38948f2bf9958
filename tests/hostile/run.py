"""Runs every hostile case, two at a time: run.py PROGRAM [TEXT]

With TEXT those cases whose name has it. Under a limit of memory, but not in a build with sanitizers
(DROVER_QUICK_TESTS), which take any amount of address space: there it is every fifth case. Ends with 1 if a case ended
otherwise than it must."""
import functools
import importlib
import multiprocessing
import os
import pathlib
import resource
import sys
import tempfile
import time

import case
import world

FEWEST = 400
PROCESSES = 2


def all_cases(program):
    """Of all files *_cases.py here."""
    for path in sorted(pathlib.Path(__file__).parent.glob("*_cases.py")):
        yield from importlib.import_module(path.stem).cases(program)


def forked(work):
    """work(0), work(1), ... each in a process of its own."""
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    processes = [context.Process(target=lambda k=k: results.put(work(k))) for k in range(PROCESSES)]
    for process in processes:
        process.start()
    found = [results.get() for _ in processes]
    for process in processes:
        process.join()
    return found


def judge_share(share, wanted, program, folder):
    """The names of those that failed, of every other case. Forked, so that cases need not be sent."""
    case.limit({resource.RLIMIT_CORE: 0} if case.QUICK else {resource.RLIMIT_CORE: 0, resource.RLIMIT_AS: case.MEMORY})
    failed = []
    with tempfile.TemporaryDirectory() as name:
        room = case.Room(program, folder, name)
        for one in wanted[share::PROCESSES]:
            wrong = room.judge(one)
            if wrong:
                print(wrong, flush=True)
                failed.append(one.name)
    return failed


def main(program, text=""):
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        world.make(program, folder)
        every = list(all_cases(program))
        wanted = [one for one in every if text in one.name][::5 if case.QUICK and not text else 1]
        judge = functools.partial(judge_share, wanted=wanted, program=program, folder=folder)
        failed = sum(forked(judge), [])
    print(f"{len(wanted)} hostile cases in {time.monotonic() - start:.0f} s, {len(failed)} ended otherwise than they must")
    return not failed and len(every) >= FEWEST


if __name__ == "__main__":
    sys.exit(0 if main(os.path.abspath(sys.argv[1]), *sys.argv[2:]) else 1)

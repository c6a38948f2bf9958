"""Runs clang-tidy over the library, the program, the examples and the benchmarks; fails on any warning: tidy.py BUILD

The tests, the analyzer that follows paths through the code, and the checks that are about style alone or come again
under another name, take too long for every run; `cmake --workflow --preset tidy` has them all.

Sources that are compiled in batches (cmake/batches.cmake) are looked at in batches, as most of the time goes into headers.
What was clean once is not looked at again, in this checkout or another, until the file, what it includes, its flags,
the settings or the tool change: an empty file a clean batch or source lies in $XDG_CACHE_HOME/drover/tidy.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

from sources import sources

CHECKS = "--checks=-clang-analyzer-*,-cert-*,-modernize-*"
FOLDERS = ("src/*.cpp", "apps/*.cpp", "examples/*.cpp", "bench/*.cpp")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
STAMPS_KEPT = 10_000


def included(path, folders):
    """`path` and every file of the project that it includes, directly or through others, in a fixed order."""
    seen, waiting = set(), [path.resolve()]
    while waiting:
        file = waiting.pop()
        if file not in seen:
            seen.add(file)
            for name in INCLUDE.findall(file.read_text()):
                found = (folder / name for folder in [file.parent, *folders] if (folder / name).is_file())
                waiting += [header.resolve() for header in found]
    return sorted(seen)


def stamp_name(path, arguments, common, root):
    """A name that changes with the file, what it includes of the project below `root`, its flags and `common`; it does
    not depend on the location of the checkout."""
    folders = [pathlib.Path(a[2:]) for a in arguments if a.startswith("-I")]
    key = hashlib.sha256(common)
    key.update("\0".join(arguments).replace(str(root), ".").encode())
    for file in included(path, folders):
        key.update(f"\0{os.path.relpath(file, root)}\0".encode() + file.read_bytes())
    return key.hexdigest()


def compiler_arguments(build):
    """Include paths and definitions of each file, without the flags that only g++ knows."""
    keep = ("-I", "-D", "-std", "-isystem")
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        if "-mx32" in words:  # tests/small_sizes.cmake compiles again what is compiled
            continue
        found[os.path.relpath(entry["file"])] = [
            w for i, w in enumerate(words) if w.startswith(keep) or words[i - 1] == "-isystem"
        ]
    return found


def check(name, arguments, stamp):
    if stamp.exists():
        stamp.touch()
        return "unchanged"
    command = ["clang-tidy", "--quiet", CHECKS, name, "--", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(done.stdout, flush=True)
        return "with warnings"
    stamp.touch()
    return "clean"


def forget_the_oldest(folder):
    stamps = sorted(folder.iterdir(), key=lambda stamp: stamp.stat().st_mtime, reverse=True)
    for stamp in stamps[STAMPS_KEPT:]:
        stamp.unlink(missing_ok=True)


def main(build):
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "drover" / "tidy"
    cache.mkdir(parents=True, exist_ok=True)
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    common = version + CHECKS.encode() + pathlib.Path(".clang-tidy").read_bytes()
    wanted = set(sources(*FOLDERS))
    batches = tuple(os.path.relpath(build / "batches" / name) + os.sep for name in ("library", "program"))
    jobs = [job for job in compiler_arguments(build).items() if job[0] in wanted or job[0].startswith(batches)]

    def judge(job):
        name, arguments = job
        return check(name, arguments, cache / stamp_name(pathlib.Path(name), arguments, common, pathlib.Path.cwd()))

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(judge, jobs))
    forget_the_oldest(cache)
    counts = ", ".join(f"{results.count(r)} {r}" for r in ("unchanged", "clean", "with warnings"))
    print(f"clang-tidy, {len(jobs)} batches and files: {counts}")
    return 0 if jobs and "with warnings" not in results else 1


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))

"""Runs clang-tidy over the library, the program and the examples, on all cores; fails on any warning.

The tests, the analyzer that follows paths through the code, and the checks that are about style alone or come again under
another name, take too long for every run; `cmake --workflow --preset tidy` has them all.

What was clean once is not looked at again while the file, every header, the settings and the tool stay the same.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys

from sources import sources

build = pathlib.Path(sys.argv[1])


def common_key():
    """Changes whenever a header, the settings or the tool do."""
    key = hashlib.sha256(subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout)
    for name in [".clang-tidy", *sources("*.hpp")]:
        key.update(pathlib.Path(name).read_bytes())
    return key.hexdigest()


def compiler_arguments():
    """Include paths and definitions of each file, without the flags that only g++ knows."""
    entries = json.loads((build / "compile_commands.json").read_text())
    keep = ("-I", "-D", "-std", "-isystem")
    found = {}
    for entry in entries:
        words = entry["command"].split()
        found[os.path.relpath(entry["file"])] = [
            w for i, w in enumerate(words) if w.startswith(keep) or words[i - 1] == "-isystem"
        ]
    return found


def check(name, arguments, key):
    text = pathlib.Path(name).read_bytes()
    mark = build / "tidy" / hashlib.sha256(key.encode() + text + name.encode()).hexdigest()
    if mark.exists():
        return 0, ""
    command = ["clang-tidy", "--quiet", "--checks=-clang-analyzer-*,-cert-*,-modernize-*", name, "--", *(a.replace('\\"', '"') for a in arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        mark.parent.mkdir(exist_ok=True)
        mark.touch()
    return done.returncode, done.stdout


key = common_key()
wanted = set(sources("src/*.cpp", "apps/*.cpp", "examples/*.cpp"))
jobs = {name: arguments for name, arguments in compiler_arguments().items() if name in wanted}
failed = 0
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for code, text in pool.map(lambda job: check(*job, key), jobs.items()):
        failed += code != 0
        if code != 0:
            print(text)
print(f"{len(jobs)} files analysed, {failed} with warnings")
sys.exit(1 if failed or not jobs else 0)

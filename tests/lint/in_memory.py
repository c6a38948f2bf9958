"""Fails where calls in memory would need files or threads.

No public header brings in the standard headers of threads or files, itself or through another, but for the ones that are
about files; and only these parts use them. Only baselines/ is built with Eigen and LBFGSpp.
"""
import pathlib
import re
import sys

FORBIDDEN = {"barrier", "condition_variable", "cstdio", "filesystem", "fstream", "future", "iostream", "latch", "mutex",
             "semaphore", "shared_mutex", "stop_token", "thread"}
ABOUT_FILES = {"files/file", "files/uses", "files/gzip", "files/output", "files/read", "files/scratch", "files/writable",
               "job/row_file"}
FILE_HEADERS = {f"drover/{part}.hpp" for part in ABOUT_FILES}
OF_BASELINES = ("Eigen/", "LBFGS")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def includes(path):
    return INCLUDE.findall(path.read_text())


def reached(root, name, seen):
    """What the file includes, itself or through headers of drover."""
    for target in includes(root / name):
        if target in seen:
            continue
        seen.add(target)
        inner = target.removeprefix("drover/")
        if inner != target and (root / inner).exists():
            reached(root, inner, seen)
    return seen


def problems(root):
    found = []
    for path in sorted(root.rglob("*.[ch]pp")):
        name = path.relative_to(root).as_posix()
        direct = includes(path)
        if not name.startswith("baselines/"):
            found += [f"{path}: includes {target}, which is for baselines/ alone"
                      for target in direct if target.startswith(OF_BASELINES)]
        if name.rsplit(".", 1)[0] in ABOUT_FILES:
            continue
        found += [f"{path}: includes {target}, which is about files" for target in direct if target in FILE_HEADERS]
        if name.endswith(".hpp") and "/impl/" not in name:
            found += [f"{path}: brings in <{target}>" for target in sorted(reached(root, name, set()) & FORBIDDEN)]
    return found


if __name__ == "__main__":
    result = problems(pathlib.Path(sys.argv[1]))
    print("\n".join(result) if result else "calls in memory need neither files nor threads")
    sys.exit(1 if result else 0)

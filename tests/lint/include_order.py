"""Fails on an include that points down the folder order: a file includes its own folder and those above it."""
import pathlib
import re
import sys

ORDER = ["core", "data", "model", "moments", "maximize", "herd", "record", "dynamics", "learn", "report", "synth"]
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def problems(root):
    """Lines `file:line: message` for every include against the order below `root`."""
    found = []
    for path in sorted(root.rglob("*.[ch]pp")):
        folder = path.relative_to(root).parts[0]
        if folder not in ORDER:
            found.append(f"{path}: folder {folder!r} is not in the order {' '.join(ORDER)}")
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if match:
                found += [f"{path}:{number}: {m}" for m in judge(folder, match.group(1))]
    return found


def judge(folder, target):
    if target.startswith(("apps/", "python/", ".")):
        return [f"includes {target}: the library knows neither programs nor relative paths"]
    if not target.startswith("drover/") or target == "drover/version.hpp":
        return []
    other = target.split("/")[1]
    if other not in ORDER:
        return [f"includes {target}: no such folder in the order"]
    if ORDER.index(other) > ORDER.index(folder):
        return [f"{folder}/ includes {target}, which is below it"]
    return []


if __name__ == "__main__":
    result = problems(pathlib.Path(sys.argv[1]))
    print("\n".join(result) if result else "every include points up the folder order")
    sys.exit(1 if result else 0)

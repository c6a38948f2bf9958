"""Fails if library code writes to the terminal or ends the process."""
import pathlib
import re
import sys

FORBIDDEN = re.compile(
    r"std::(cout|cerr|clog|puts|printf|exit|abort|quick_exit|terminate)\b|\b(printf|fprintf|puts|perror)\s*\("
)
COMMENT = re.compile(r"//.*$")


def problems(root):
    found = []
    for path in sorted(root.rglob("*.[ch]pp")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = FORBIDDEN.search(COMMENT.sub("", line))
            if match:
                found.append(f"{path}:{number}: the library never prints, exits or aborts: {match.group(0)}")
    return found


if __name__ == "__main__":
    result = problems(pathlib.Path(sys.argv[1]))
    print("\n".join(result) if result else "nothing under the library prints, exits or aborts")
    sys.exit(1 if result else 0)

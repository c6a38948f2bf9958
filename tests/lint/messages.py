"""Fails if a text of the library names a command-line flag, or if code looks into the text of an error.

Errors are data (core/problem.hpp): texts name options by their fields, `{burn_in}`, and each face writes them in its own
way; code branches on the fault.
"""
import pathlib
import re
import sys

LITERAL = re.compile(r'R"\((?:.|\n)*?\)"|"(?:[^"\\\n]|\\.)*"|//[^\n]*|\'(?:[^\'\\\n]|\\.)\'')
FLAG = re.compile(r"(?<![\w-])(?:--[a-z][a-z-]*|-[no](?![\w-]))")
WHAT = r"what\(\)\s*[)}]*\s*"
LOOKS = re.compile(WHAT + r"(?:==|!=|\.\s*(?:find|rfind|starts_with|ends_with|contains|substr|compare)\b)"
                   r"|\b(?:strcmp|strncmp|strstr)\s*\([^;]*what\(\)")


def flags(root):
    """Texts under the library that contain a flag."""
    found = []
    for path in sorted(root.rglob("*.[ch]pp")):
        text = path.read_text()
        for literal in LITERAL.finditer(text):
            flag = None if literal.group().startswith(("//", "'")) else FLAG.search(literal.group())
            if flag:
                line = text.count("\n", 0, literal.start()) + 1
                found.append(f"{path}:{line}: texts name options by their fields, got the flag {flag.group()}")
    return found


def looks(root):
    """Sources that compare or search the text of an error."""
    found = []
    for path in sorted(root.rglob("*.[ch]pp")):
        text = path.read_text()
        for match in LOOKS.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            found.append(f"{path}:{line}: code branches on the fault of a problem, not on its text")
    return found


def problems(root):
    return flags(root / "src/drover") + [problem for folder in ("src", "apps", "python/src")
                                         for problem in looks(root / folder)]


if __name__ == "__main__":
    result = problems(pathlib.Path(sys.argv[1]))
    print("\n".join(result) if result else "no text of the library names a flag, and nothing looks into messages")
    sys.exit(1 if result else 0)

"""Fails on a C++ file that the formatter would change. `make format` fixes it."""
import subprocess
import sys

from sources import sources

files = sources("*.cpp", "*.hpp")
done = subprocess.run(["clang-format", "--dry-run", "--Werror", *files], check=False)
print(f"{len(files)} files looked at")
sys.exit(done.returncode)

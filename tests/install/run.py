"""Installs a build of drover into a new folder, then builds and runs a project that finds it there: run.py CMAKE BUILD"""
import pathlib
import subprocess
import sys
import tempfile

cmake, build = sys.argv[1:]
root = pathlib.Path.cwd()


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}")
    return done.stdout


with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    run(cmake, "--install", build, "--prefix", work / "prefix")
    if (work / "prefix/bin/drover").exists():
        version = run(work / "prefix/bin/drover", "--version").split()[1]
        if version not in (work / "prefix/share/man/man1/drover.1").read_text(encoding="utf-8"):
            sys.exit("the installed man page is of another version than the program")
        for name in ("man/man1/drover-synth.1", "bash-completion/completions/drover", "zsh/site-functions/_drover",
                     "fish/vendor_completions.d/drover.fish"):
            if not (work / "prefix/share" / name).is_file():
                sys.exit(f"share/{name} was not installed")
    run(cmake, "-S", root / "tests/install/consumer", "-B", work / "consumer", "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={work / 'prefix'}", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
    run(cmake, "--build", work / "consumer")
    states = run(work / "consumer" / "consumer").strip()
    if states != "0101010":
        sys.exit(f"the consumer printed {states!r}, expected '0101010'")
    run(cmake, "-S", root / "examples/people", "-B", work / "people", "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={work / 'prefix'}", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
    run(cmake, "--build", work / "people")
    people = run(work / "people" / "people")
    page = (root / "docs/library.md").read_text(encoding="utf-8")
    if people not in page or (root / "examples/people/main.cpp").read_text(encoding="utf-8") not in page:
        sys.exit(f"docs/library.md shows another program, or not what it prints:\n{people}")
    print("a project that finds the installed package builds, runs and gives the right states")

"""Installs a build of drover into a new folder, then builds and runs projects that find it there, and the pieces of C++
in the documents: run.py CMAKE BUILD"""
import pathlib
import subprocess
import sys
import tempfile

import document_code

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
    page = (root / "docs/library.md").read_text(encoding="utf-8")
    for program, source in (("people", "main.cpp"), ("stream", "stream.cpp")):
        printed = run(work / "people" / program)
        if printed not in page or (root / "examples/people" / source).read_text(encoding="utf-8") not in page:
            sys.exit(f"docs/library.md shows another program, or not what it prints:\n{printed}")
    pieces = work / "pieces"
    pieces.mkdir()
    (pieces / "pieces.cpp").write_text(
        document_code.source(root / "docs", lambda name: (work / "prefix/include" / name).is_file() or "/" not in name),
        encoding="utf-8")
    (pieces / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(pieces LANGUAGES CXX)\nfind_package(drover CONFIG REQUIRED)\n"
        "add_library(pieces OBJECT pieces.cpp)\ntarget_link_libraries(pieces PRIVATE drover::drover)\n", encoding="utf-8")
    run(cmake, "-S", pieces, "-B", pieces / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={work / 'prefix'}",
        "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror -Wno-unused")
    run(cmake, "--build", pieces / "build")
    print("projects that find the installed package build, run and give what the documents say")

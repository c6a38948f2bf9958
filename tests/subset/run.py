"""Builds the program with the product synth alone, beside a build with all of them, and compares the two:
run.py CMAKE BUILD PROGRAM

The folder of the new build is BUILD-synth: as deep as BUILD, so that the compiler cache has most of it."""
import glob
import pathlib
import re
import subprocess
import sys
import tempfile

cmake, build, program = sys.argv[1:]
root = pathlib.Path.cwd()
same_settings = ("CMAKE_BUILD_TYPE", "CMAKE_CXX_COMPILER", "CMAKE_CXX_FLAGS", "CMAKE_CXX_FLAGS_DEBUG",
                 "CMAKE_CXX_FLAGS_RELEASE", "CMAKE_COMPILE_WARNING_AS_ERROR", "DROVER_BATCH")


def run(*command, code=0):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != code:
        sys.exit(f"failed: {' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}")
    return done.stdout + done.stderr


def listed(*command):
    """The commands, or items, that the help lists."""
    return re.findall(r"^  (\S+) +\S", run(*command, "--help").split("Subcommands:\n")[1], re.MULTILINE)


def expect(what, got, expected):
    if got != expected:
        sys.exit(f"{what}: expected {expected}, got {got}")


settings = dict(re.findall(r"^(\w+):\w+=(.*)$", (pathlib.Path(build) / "CMakeCache.txt").read_text(), re.MULTILINE))
run(cmake, "-S", root, "-B", f"{build}-synth", "-G", "Ninja", "-DDROVER_PRODUCTS=synth", "-DDROVER_TESTS=unit",
    *(f"-D{name}={settings[name]}" for name in same_settings if name in settings))
run(cmake, "--build", f"{build}-synth", "--target", "drover_program", "walk")
alone = f"{build}-synth/drover"

expect("commands of synth alone", listed(alone), ["synth", "tables", "check", "explain", "herd", "paper"])
expect("items of paper", listed(alone, "paper"), ["news-samples", "entropy"])
expect("commands of all", listed(program),
       ["synth", "populate", "tables", "check", "explain", "herd", "neuron", "ising", "rbm", "fit", "predict", "evaluate",
        "dynamics", "paper"])
expect("populations in check", ["--controls" in run(each, "check", "--help") for each in (program, alone)], [True, False])
if 'unknown command "fit"' not in run(alone, "fit", "train.csv", code=2):
    sys.exit("drover fit of synth alone: expected an unknown command")
with tempfile.TemporaryDirectory() as folder:
    rows = []
    for each in (program, alone):
        output = pathlib.Path(folder) / f"{len(rows)}.csv"
        run(each, "synth", *sorted(glob.glob("examples/town/*.csv")), "-o", output)
        rows.append(output.read_bytes())
    if rows[0] != rows[1]:
        sys.exit("drover synth of synth alone: expected the rows of the whole program, got others")
print("the program with synth alone lists what it has, and makes the same rows")

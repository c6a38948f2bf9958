"""Fails if the commands of the main job, or an example of it, use headers below its public calls."""
import pathlib
import re
import sys

FILES = ["apps/drover/synth/*", "apps/drover/tables/*", "apps/drover/populate/*", "apps/drover/cli/output_folder.*",
         "examples/people/*.cpp", "python/src/bindings.hpp", "python/src/follow.*", "python/src/inputs.cpp",
         "python/src/module.cpp", "python/src/populate.cpp", "python/src/synth.cpp", "python/src/synth_check.cpp"]
FOLDERS = {"job", "populate", "report", "synth", "tables"}
BASICS = {"core/check.hpp", "core/error.hpp", "core/number_text.hpp", "number/rational.hpp", "core/run_control.hpp",
          "core/sha256.hpp", "core/thread_pool.hpp", "files/file.hpp", "files/uses.hpp", "files/output.hpp",
          "files/scratch.hpp", "core/sealed_bytes.hpp", "core/choice.hpp", "built_products.def", "drover.hpp", "version.hpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]drover/([^>"]+)[>"]')


def problems(root):
    """Lines `file:line: message` for every include below the public calls."""
    found = []
    for path in sorted(path for pattern in FILES for path in root.glob(pattern)):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if match and match.group(1) not in BASICS and match.group(1).split("/")[0] not in FOLDERS:
                found.append(f"{path}:{number}: includes drover/{match.group(1)}: expected the calls of drover/synth/, "
                             "drover/populate/, drover/tables/, drover/job/, drover/report/ and the basics")
    return found


if __name__ == "__main__":
    result = problems(pathlib.Path(sys.argv[1]))
    print("\n".join(result) if result else "the commands of the main job call its slices and nothing beneath them")
    sys.exit(1 if result else 0)

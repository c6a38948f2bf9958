"""Fails if the commands of the main job, or an example of it, reach beneath the calls of drover/synth/."""
import pathlib
import re
import sys

FILES = ["apps/drover/cmd_synth.cpp", "apps/drover/cmd_tables.cpp", "apps/drover/cmd_check.cpp",
         "apps/drover/cmd_explain.cpp", "apps/drover/synth_files.*", "apps/drover/reference.*",
         "apps/drover/table_options.*", "apps/drover/certified_files.*", "apps/drover/row_output.*",
         "apps/drover/output_folder.*", "examples/people/*.cpp", "python/src/bindings.hpp", "python/src/checks.cpp",
         "python/src/follow.*", "python/src/inputs.cpp", "python/src/module.cpp", "python/src/population.cpp",
         "python/src/synthesis.cpp"]
FOLDERS = {"synth", "report"}
BASICS = {"core/check.hpp", "core/error.hpp", "core/number_text.hpp", "core/rational.hpp", "core/run_control.hpp",
          "core/sha256.hpp", "core/thread_pool.hpp", "data/file.hpp", "data/file_uses.hpp", "data/output_file.hpp",
          "data/scratch_file.hpp", "version.hpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]drover/([^>"]+)[>"]')


def problems(root):
    """Lines `file:line: message` for every include beneath the calls."""
    found = []
    for path in sorted(path for pattern in FILES for path in root.glob(pattern)):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if match and match.group(1) not in BASICS and match.group(1).split("/")[0] not in FOLDERS:
                found.append(f"{path}:{number}: includes drover/{match.group(1)}: expected the calls of drover/synth/, "
                             "drover/report/ and the basics")
    return found


if __name__ == "__main__":
    result = problems(pathlib.Path(sys.argv[1]))
    print("\n".join(result) if result else "the commands of the main job call drover/synth/ and nothing beneath it")
    sys.exit(1 if result else 0)

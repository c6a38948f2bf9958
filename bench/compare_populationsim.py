"""Compares drover populate with PopulationSim on the same files, all figures side by side.

python3 bench/compare_populationsim.py PROGRAM --python PYTHON [--data FOLDER] [--only calm,second]

PYTHON is the Python of an environment with populationsim (0.10.0 from the package index): python3 -m venv env;
env/bin/pip install populationsim==0.10.0 'numpy==1.26.*' 'pandas==3.0.*', versions that are known to work. This script
needs numpy too: env/bin/python bench/compare_populationsim.py ... Without it, or without the data, it says so and
measures nothing. The results of PopulationSim are measured by drover check, like drover's own.
"""
import argparse
import gzip
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import populate as bench

SETTINGS = """
INTEGERIZE_WITH_BACKSTOPPED_CONTROLS: True
SUB_BALANCE_WITH_FLOAT_SEED_WEIGHTS: False
GROUP_BY_INCIDENCE_SIGNATURE: True
USE_SIMUL_INTEGERIZER: True
USE_CVXPY: False
max_expansion_factor: 30
geographies: [REGION, PUMA, TRACT, TAZ]
seed_geography: PUMA
data_dir: data
input_table_list:
  - tablename: households
    filename: seed_households.csv
    index_col: hh_id
    rename_columns:
      hhnum: hh_id
  - tablename: persons
    filename: seed_persons.csv
    rename_columns:
      hhnum: hh_id
      SPORDER: per_num
  - tablename: geo_cross_walk
    filename: geo_cross_walk.csv
    rename_columns:
      TRACTCE: TRACT
  - tablename: TAZ_control_data
    filename: control_totals_taz.csv
  - tablename: TRACT_control_data
    filename: control_totals_tract.csv
  - tablename: REGION_control_data
    filename: scaled_control_totals_meta.csv
household_weight_col: WGTP
household_id_col: hh_id
total_hh_control: num_hh
control_file_name: controls.csv
output_tables:
  action: include
  tables:
    - expanded_household_ids
models:
    - input_pre_processor
    - setup_data_structures
    - initial_seed_balancing
    - meta_control_factoring
    - final_seed_balancing
    - integerize_final_seed_weights
    - sub_balancing.geography=TRACT
    - sub_balancing.geography=TAZ
    - expand_households
    - write_tables
resume_after:
"""


def folder_of(region, folder):
    """The region in the files that PopulationSim expects."""
    for name in ("configs", "data", "output"):
        (folder / name).mkdir(parents=True)
    (folder / "configs/settings.yaml").write_text(SETTINGS)
    shutil.copy(region / "controls.csv", folder / "configs")
    for name in ("geo_cross_walk.csv", "control_totals_taz.csv", "control_totals_tract.csv", "scaled_control_totals_meta.csv"):
        shutil.copy(region / name, folder / "data")
    for name in ("seed_households.csv", "seed_persons.csv"):
        if (region / name).exists():
            shutil.copy(region / name, folder / "data")
        else:
            (folder / "data" / name).write_bytes(gzip.decompress((region / f"{name}.gz").read_bytes()))
    return folder


def run_peer(python, folder):
    return bench.measured([pathlib.Path(python).with_name("populationsim"), "-w", folder], cwd=folder)


def figures(run, report):
    sums = dict(bench.by_group(report))
    return {**{f"errors, {group}": sums.get(group, 0) for group in bench.GOALS},
            "worst unit": max(c["worst"] for c in report["controls"]), "mean % RMSE": report["mean_rmse_percent"],
            "distinct households": report["distinct_households"], "CPU seconds": run["cpu"], "megabytes": run["megabytes"]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--python", default="python3")
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path(os.environ.get("DROVER_DATA", bench.BESIDE)))
    parser.add_argument("--only", default="calm,second")
    options = parser.parse_args()
    calm = options.data / "calm"
    found = subprocess.run([options.python, "-c", "from importlib.metadata import version; print(version('populationsim'))"],
                           capture_output=True, text=True, check=False)
    if found.returncode != 0 or not calm.exists():
        print("skipped: no populationsim in " + options.python if calm.exists() else f"skipped: no {calm}")
        return
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        for case in options.only.split(","):
            region = calm if case == "calm" else bench.second(calm, scratch / "second")
            folder = folder_of(region, scratch / f"{case}_sim")
            ours = {}
            for passes in (0, 1, 5):
                run, report = bench.populate(options.program, region, scratch / f"{case}{passes}", "--repair", passes)
                ours[f"drover, {passes} repair passes"] = figures(run, report)
            run = run_peer(options.python, folder)
            check = bench.measured([options.program, "check", folder / "output/final_expanded_household_ids.csv", "--populationsim",
                                    folder, "--json"])
            ours[f"PopulationSim {found.stdout.strip()}"] = figures(run, json.loads(check["out"]))
            print(f"\n{case}")
            names = list(ours)
            print(" " * 20 + "".join(f"{column:>22}" for column in names))
            for row in ours[names[0]]:
                print(f"{row:20}" + "".join(f"{ours[column][row]:>22.4g}" for column in names), flush=True)


if __name__ == "__main__":
    sys.exit(main())

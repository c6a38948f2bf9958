#!/bin/sh
# Runs every benchmark of a build and prints the tables, then the ratios: sh bench/run.sh build/bench
set -eu
build=${1:?usage: bench/run.sh BUILD_DIR}
here=$(dirname "$0")
results=
for program in "$build"/bench/bench_*; do
    [ -x "$program" ] && [ -f "$program" ] || continue
    "$program" --benchmark_repetitions="${REPETITIONS:-5}" --benchmark_enable_random_interleaving=true \
        --benchmark_min_time="${MIN_TIME:-0.1}" --benchmark_report_aggregates_only=true \
        --benchmark_out="$program.json" --benchmark_out_format=json
    results="$results $program.json"
done
cat "$build/bench/build.txt"
# shellcheck disable=SC2086 # one argument for each file
python3 "$here/ratios.py" $results

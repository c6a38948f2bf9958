#!/bin/sh
# Runs every benchmark of a build and prints the tables, then the ratios, then complete commands compared with pandas,
# scikit-learn and humanleague: sh bench/run.sh build/bench
set -eu
build=${1:?usage: bench/run.sh BUILD_DIR}
here=$(dirname "$0")
# The data sets: $DROVER_DATA, or the folder shared/data beside the project.
if [ -z "${DROVER_DATA:-}" ] && [ -d "$here/../../shared/data" ]; then
    DROVER_DATA=$here/../../shared/data
fi
if [ -n "${DROVER_DATA:-}" ] && [ -f "$DROVER_DATA/adult/adult_discrete.csv.gz" ]; then
    export DROVER_DATA
else
    echo "no adult/adult_discrete.csv.gz in DROVER_DATA: made-up data of the same shape are timed, the command is not"
    unset DROVER_DATA
fi
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
if [ -n "${DROVER_DATA:-}" ]; then
    python3 "$here/compare_pandas.py" "$build/drover" "$DROVER_DATA/adult/adult_discrete.csv.gz"
    python3 "$here/compare_sklearn.py" "$build/drover" "$DROVER_DATA/usps/usps_all-images-idx3-ubyte.gz" \
        "$DROVER_DATA/usps/usps_all-labels-idx1-ubyte.gz"
fi
# Zones, compared with humanleague if $PEER_PYTHON (or the system's Python) has it.
python3 "$here/zones.py" "$build/drover" --python "${PEER_PYTHON:-/usr/bin/python3}"

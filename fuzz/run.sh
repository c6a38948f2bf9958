#!/bin/sh
# Fuzzes the targets, one after the other: sh fuzz/run.sh BUILD MINUTES [TARGET...]
# MINUTES is the time for all of them together. New inputs go to BUILD/corpus, failures to BUILD/found; exits with 1
# if there are failures. The last lines give the number of executions of each target.
set -eu
build=$1
minutes=$2
shift 2
here=$(dirname "$0")
fuzz=$build/fuzz/drover_fuzz
readers=$("${fuzz}_readers" --targets)
[ $# -gt 0 ] || set -- $("$fuzz" --targets)
seconds=$((minutes * 60 / $#))
[ "$seconds" -gt 0 ] || seconds=1
mkdir -p "$build/found" "$build/logs"
failed=0
all=0
# Shorter stacks of allocations and a smaller quarantine of freed memory: more runs in the same time.
export ASAN_OPTIONS="malloc_context_size=4:quarantine_size_mb=16:${ASAN_OPTIONS:-}"

for target in "$@"; do
    case $target in
        checkpoint | certificate | rbm | fit | coding) length=2048 ;;
        numbers | conditions | idx) length=96 ;;
        *) length=320 ;;
    esac
    dictionary=$here/dictionaries/$target.dict
    [ -e "$dictionary" ] || dictionary=$here/dictionaries/text.dict
    mkdir -p "$build/corpus/$target"
    program=$fuzz
    for reader in $readers; do [ "$reader" != "$target" ] || program=${fuzz}_readers; done
    "$program" --target="$target" -max_total_time="$seconds" -max_len="$length" -dict="$dictionary" -timeout=20 \
        -rss_limit_mb=3000 -artifact_prefix="$build/found/$target-" -print_final_stats=1 -verbosity=0 \
        "$build/corpus/$target" "$here/corpus/$target" >"$build/logs/$target" 2>&1 || failed=1
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/logs/$target")
    echo "$target ${runs:-0}"
    all=$((all + ${runs:-0}))
done
echo "all $all"
ls "$build/found"
exit $failed

#!/bin/sh
# Runs every product on the examples and compares the SHA-256 of the data that it writes with tests/golden.sha256:
#   sh tests/golden.sh PROGRAM            says which files differ, and ends with 1 if any does
#   sh tests/golden.sh PROGRAM --update   keeps the new sums
# Data are rows, tables, certificates, models, JSON and SVG. Reports for people, help and HTML are not compared, so that
# better wording changes no sum; nor are times, the number of threads and the version, on which the seal of a certificate depends.
set -eu
[ $# -eq 1 ] || { [ $# -eq 2 ] && [ "$2" = --update ]; } || { echo "usage: golden.sh PROGRAM [--update]" >&2; exit 2; }
program=$(realpath "$1")
root=$(realpath "$(dirname "$0")/..")
expected=$root/tests/golden.sha256
LC_ALL=C
export LC_ALL
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/data"
cd "$work/data"
ln -s "$root/examples" "$work/examples"
examples=../examples

# run NAME COMMAND...: the output for people is dropped. json NAME COMMAND...: NAME.json is kept.
run() {
    name=$1
    shift
    "$program" "$@" > "$work/said" 2>&1 || { echo "golden.sh: $name: exit code $?" >&2; cat "$work/said" >&2; exit 1; }
}
json() {
    run "$@" --json
    mv "$work/said" "$1.json"
}

run town synth $examples/town/*.csv -o town.csv --cert town_certificate.json
run region synth $examples/region/zone_x_*.csv $examples/region/tract_x_*.csv -n 3000 -o region.csv
json check check town.csv $examples/town/*.csv
json explain explain $examples/town/*.csv
run tables tables town.csv -o tables
run populate populate --households $examples/households/survey_households.csv \
    --persons $examples/households/survey_persons.csv --id hh --weight weight \
    --geography $examples/households/geography.csv --controls $examples/households/controls.csv \
    --totals zone=$examples/households/totals_zone.csv --totals tract=$examples/households/totals_tract.csv \
    --totals region=$examples/households/totals_region.csv -o valley
run rbm rbm train $examples/pins/pins.csv --hidden 10 --steps 300 -o pins.rbm
run fit fit $examples/leaves/leaves.csv --label tree --updates 1500 -o leaves.model
run predict predict leaves.model $examples/leaves/more_leaves.csv -o leaves.csv
json herd herd $examples/plane/six.csv --moments $examples/plane/six_moments.csv --states states.csv
json neuron neuron --rate 3/7
json ising ising --size 16 --samples 500 --reference 500
json bifurcation dynamics bifurcation $examples/plane/six.csv --moments $examples/plane/six_moments.csv \
    --temperatures 60 --svg bifurcation.svg
json survey dynamics survey --tables 1 --steps 2000

find . -name '*.html' -delete
find . -name '*.json' -exec sed -i -E \
    -e 's/"(seconds|threads)": ?[0-9.e+-]+/"\1":0/g' -e 's/"version": ?"[^"]*"/"version":""/' -e 's/^ "sha256": "[^"]*"$/ "sha256": ""/' {} +
find . -type f | sort | xargs sha256sum > "$work/sums"

if [ $# -eq 2 ]; then
    cp "$work/sums" "$expected"
    echo "$(wc -l < "$expected") sums are kept in tests/golden.sha256"
elif ! diff -U 0 "$expected" "$work/sums" > "$work/difference"; then
    echo "these differ from tests/golden.sha256 (- expected, + found):" >&2
    grep '^[-+][0-9a-f]' "$work/difference" >&2
    exit 1
else
    echo "$(wc -l < "$expected") files are as expected"
fi

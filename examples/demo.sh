#!/bin/sh
# The demonstration of `make demo`: a town of individuals from five published tables. Everything goes to build/demo/.
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/build/release:$PATH"
rm -rf build/demo
mkdir -p build/demo
cp examples/town/*_x_*.csv build/demo
cd build/demo

say() { printf '\n== %s\n' "$*"; }
show() {
    printf '\n$ %s\n' "$*"
    sh -c "$*"
}

say "Five tables of a town, each cell rounded to a multiple of 5. One of them:"
show "head -5 age_x_marital.csv"
say "Do they agree? Not quite: rounding makes them contradict one another."
show "drover explain *_x_*.csv"
say "4,217 individuals whose tables come as close as possible. Cells with a count of 0 stay empty."
show "drover synth *_x_*.csv -n 4217 --zeros hard -o people.csv --report report.html --cert cert.json"
say "Some of them:"
show "head -8 people.csv"
say "Anyone can measure the rows again, and verify the certificate."
show "drover check people.csv *_x_*.csv | head -6"
show "drover check --cert cert.json"
say "The smallest example of herding: a neuron that fires 3 times in 7."
show "drover neuron --rate 3/7 --steps 14 | grep states"

printf '\nA page about the rows, for your browser:  %s\n' "$PWD/report.html"
printf 'The rows themselves:                      %s\n' "$PWD/people.csv"
printf 'The program:                              build/release/drover --help\n'

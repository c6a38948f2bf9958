#!/bin/sh
# What `make demo` shows: a shipped table of 298 bowling throws, herded through all its pairs.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/demo
echo
echo "drover herds examples/pins/pins.csv: 298 throws at 10 pins, 1 where a pin fell."
build/release/examples/walk examples/pins/pins.csv build/demo/samples.csv
echo "The program itself is build/release/drover; try: build/release/drover neuron --rate 3/7"

#!/bin/sh
# Builds the wheel of the Python package and runs its tests: sh tests/python/run.sh FOLDER PROGRAM
# All of it is in FOLDER. The wheel is tried with Python 3.10 and 3.13 too, where they are (DROVER_PYTHONS names others).
set -eu
folder=$1
DROVER_PROGRAM=$2
export DROVER_PROGRAM
. tests/python/environment.sh
DROVER_WHEELS=$folder/wheels "$venv/bin/python" -m pytest -q -p no:cacheprovider tests/python

# The same wheel on another Python, with few packages: what depends on the interpreter, and nothing that takes long.
try_with() {
    other=$folder/venv-$1
    [ -x "$other/bin/python" ] || "$2" -m venv "$other" >/dev/null 2>&1 || return 0
    if ! "$other/bin/pip" install -q --disable-pip-version-check --retries 1 --timeout 20 --only-binary :all: \
        numpy pandas pytest pyyaml "nanobind-backend>=1.0,<2" >/dev/null 2>&1; then
        echo "drover: packages for Python $1 cannot be had: SKIPPED" >&2
        return 0
    fi
    "$other/bin/pip" install -q --disable-pip-version-check --no-deps --force-reinstall "$folder"/wheels/*.whl
    echo "Python $1:"
    "$other/bin/python" -m pytest -q -p no:cacheprovider tests/python/synth_test.py tests/python/checks_test.py \
        tests/python/population_test.py tests/python/dynamics_test.py
}

main=$("$venv/bin/python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
for version in 3.10 3.13; do
    [ "$version" != "$main" ] || continue
    for python in ${DROVER_PYTHONS:-"$HOME"/.pyenv/versions/"$version".*/bin/python /usr/bin/python"$version"}; do
        if [ -x "$python" ] && [ "$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')" = "$version" ]; then
            try_with "$version" "$python"
            break
        fi
    done
done

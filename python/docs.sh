#!/bin/sh
# Pages of the Python package, from its docstrings: sh python/docs.sh FOLDER OUTPUT
# FOLDER is that of tests/python/run.sh. A warning is an error.
set -eu
folder=$1
. tests/python/environment.sh
"$venv/bin/python" -W error::UserWarning -m pdoc --docformat numpy --no-show-source -o "$2" pydrover pydrover.estimators
echo "$2/index.html"

# Sourced with `folder` set: the virtual environment $folder/venv with what the Python package is built and tested with, from
# the package index, and the wheel in it. PYTHON names the interpreter. Where the package index is out of reach it says so,
# and exits.
requirements=tests/python/requirements.txt
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
venv=$folder/venv
pip="$venv/bin/pip --disable-pip-version-check"

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
    if ! $pip download -q --no-deps --retries 1 --timeout 10 -d "$folder/reached" pytest >/dev/null 2>&1; then
        echo "drover: the package index is out of reach: the Python package is SKIPPED" >&2
        exit 0
    fi
    $pip install -q -r "$requirements"
    cp "$requirements" "$installed"
fi

rm -rf "$folder/wheels"
PATH="$venv/bin:$PATH" $pip wheel -q --no-build-isolation --no-deps ./python -w "$folder/wheels" \
    -C build-dir="$folder/../wheel" -C cmake.define.CMAKE_CXX_COMPILER="${CXX:-g++}" \
    -C cmake.define.CMAKE_COMPILE_WARNING_AS_ERROR=ON
$pip install -q --no-deps --force-reinstall "$folder"/wheels/*.whl

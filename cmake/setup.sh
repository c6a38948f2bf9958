#!/bin/sh
# Installs the missing Debian packages of the given lists, as root or through sudo: sh cmake/setup.sh LIST...
# If neither is possible, it prints the command to run, and stops.
set -eu
[ $# -gt 0 ] || { echo "usage: sh cmake/setup.sh LIST..." >&2; exit 2; }

if ! command -v dpkg-query >/dev/null; then
    echo "drover: not a Debian system; the packages in $* are assumed to be installed" >&2
    exit 0
fi
missing=""
for package in $(cat "$@" | grep -v '^#'); do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

install="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive $install
elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
    sudo apt-get update -qq
    sudo DEBIAN_FRONTEND=noninteractive $install
else
    echo "drover needs these packages; as root run:" >&2
    echo "    apt-get update && $install" >&2
    exit 1
fi

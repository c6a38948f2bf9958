#!/bin/sh
# Unpacks Debian's libraries for another architecture, which a cross build needs besides the compiler, into a folder.
# Installs nothing and adds no architecture to the system: sh cmake/foreign.sh ARCHITECTURE FOLDER PACKAGE...
set -eu
architecture=$1
folder=$2
shift 2
[ ! -e "$folder/done" ] || exit 0
mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial" "$folder/packages" "$folder/root"
cd "$folder"
options="-o Dir::State::lists=$PWD/lists -o Dir::State::status=/dev/null -o Dir::Cache=$PWD/cache
    -o APT::Architecture=$architecture -o APT::Architectures=$architecture -o APT::Sandbox::User= -o Debug::NoLocking=1"
apt-get $options update -qq
(cd packages && apt-get $options download -qq "$@")
for package in packages/*.deb; do dpkg-deb -x "$package" root; done
touch done

#!/bin/sh
# What a build for another machine needs beside the compiler: Debian's libraries for it, unpacked into the given folder.
# Nothing is installed for it, and no architecture is added: sh cmake/foreign.sh ARCHITECTURE FOLDER PACKAGE...
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

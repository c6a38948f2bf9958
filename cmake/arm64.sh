#!/bin/sh
# What a build for arm64 needs beside the compiler: Debian's libraries for it, unpacked into the given folder.
# Nothing is installed for it, and no architecture is added.
set -eu
[ ! -e "$1/done" ] || exit 0
mkdir -p "$1/lists/partial" "$1/cache/archives/partial" "$1/packages" "$1/root"
cd "$1"
options="-o Dir::State::lists=$PWD/lists -o Dir::State::status=/dev/null -o Dir::Cache=$PWD/cache
    -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User= -o Debug::NoLocking=1"
apt-get $options update -qq
# The last has the 128-bit products with a check that clang calls, and libgcc lacks.
clang=$(clang++ -dumpversion | cut -d. -f1)
(cd packages && apt-get $options download -qq libhwy1 libhwy-dev zlib1g zlib1g-dev libgtest-dev libfmt9 libfmt-dev \
    libyaml-cpp0.7 libyaml-cpp-dev \
    "libclang-rt-$clang-dev")
for package in packages/*.deb; do dpkg-deb -x "$package" root; done
touch done

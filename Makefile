# The front door of drover. Each target does its own set-up; `make` alone lists them.
.PHONY: help setup setup-build setup-test build demo test check lint bench docs python-docs wheel coverage arm64 s390x fuzz format clean

help:
	@echo "make demo      set up what it needs, build, and make a town from its tables"
	@echo "make build     set up what it needs and build the program: build/release/drover"
	@echo "make test      set up, build as it ships, and run the tests of the library, the program and the Python package"
	@echo "make check     what a change must pass besides: sanitizers, bad input, kills, the installed package, make lint"
	@echo "make lint      clang-tidy over what changed since it was last clean, Doxygen over the public headers"
	@echo "make setup     install the packages that are missing, for everything above and below"
	@echo "make bench     build and run the benchmarks"
	@echo "make docs      pages of the public headers: build/release/docs/html/index.html"
	@echo "make wheel     source distribution and wheel of the Python package, to be uploaded: build/dist"
	@echo "make python-docs  pages of the Python package: build/python-docs/index.html"
	@echo "make coverage  which lines the tests reach: build/coverage/lines/index.html"
	@echo "make arm64     build for arm64 by clang, run the unit tests and compare the digests under qemu"
	@echo "make s390x     build the readers of binary files for a machine whose highest byte comes first, and test them under qemu"
	@echo "make fuzz      give every reader arbitrary bytes for MINUTES=10, by clang's libFuzzer"
	@echo "make format    format every source file"
	@echo "make clean     remove build/"

setup:
	@sh cmake/setup.sh packages-build.txt packages-test.txt packages-check.txt

setup-build:
	@sh cmake/setup.sh packages-build.txt

setup-test:
	@sh cmake/setup.sh packages-build.txt packages-test.txt

build: setup-build
	cmake --preset release --compile-no-warning-as-error -DDROVER_BUILD_TESTS=OFF -DDROVER_BUILD_BENCH=OFF
	cmake --build --preset release --target drover drover_program walk

demo: build
	@sh examples/demo.sh

test: setup-test
	cmake --workflow --preset release
	@sh tests/python/run.sh build/python build/release/drover

check: setup
	cmake --workflow --preset check
	cmake --workflow --preset dev
	@$(MAKE) --no-print-directory lint

docs: setup
	cmake --preset release
	cmake --build --preset release --target docs

python-docs: setup-build
	@sh python/docs.sh build/python build/python-docs

wheel: setup-build
	@sh python/wheel.sh build/dist

lint: setup
	cmake --preset check
	cmake --build --preset check --target docs
	python3 tests/lint/tidy.py build/release

bench: setup
	cmake --preset bench
	cmake --build --preset bench
	@sh bench/run.sh build/bench

coverage: setup
	@[ ! -d build/coverage ] || find build/coverage -name '*.gcda' -delete
	cmake --workflow --preset coverage
	@mkdir -p build/coverage/lines
	gcovr -j 2 --root . --filter src/ --filter apps/ --print-summary --html-details build/coverage/lines/index.html \
	    build/coverage

arm64: setup
	@sh cmake/setup.sh packages-arm64.txt
	@# The last has the 128-bit products with a check that clang calls, and libgcc lacks.
	@sh cmake/foreign.sh arm64 build/arm64-packages libhwy1 libhwy-dev zlib1g zlib1g-dev libgtest-dev libfmt9 libfmt-dev \
	    libyaml-cpp0.7 libyaml-cpp-dev "libclang-rt-$$(clang++ -dumpversion | cut -d. -f1)-dev"
	cmake --workflow --preset arm64

s390x: setup
	@sh cmake/setup.sh packages-s390x.txt
	@sh cmake/foreign.sh s390x build/s390x-packages libhwy1 libhwy-dev zlib1g zlib1g-dev libgtest-dev
	cmake --workflow --preset s390x

MINUTES = 10
fuzz: setup
	cmake --preset fuzz
	cmake --build --preset fuzz
	@sh fuzz/run.sh build/fuzz $(MINUTES)

format: setup-test
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

clean:
	rm -rf build

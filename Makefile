# The front door of drover. Each target does its own set-up; `make` alone lists them.
.PHONY: help setup build demo test bench format clean

help:
	@echo "make demo     set up, build, and make a town from its tables"
	@echo "make test     set up, build with sanitizers, run every test and check"
	@echo "make build    set up and build the program: build/release/drover"
	@echo "make setup    install the packages of packages.txt that are missing"
	@echo "make bench    set up, build and run the benchmarks"
	@echo "make format   format every source file"
	@echo "make clean    remove build/"

setup:
	@sh cmake/setup.sh

build: setup
	cmake --preset release
	cmake --build --preset release --target drover drover_program walk

demo: build
	@sh examples/demo.sh

test: setup
	cmake --workflow --preset dev

bench: setup
	cmake --preset bench
	cmake --build --preset bench
	@sh bench/run.sh build/bench

format: setup
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

clean:
	rm -rf build

# The front door. Every target installs the Debian packages it lacks, so each works alone on a fresh machine.
.PHONY: help build test demo bench format tidy results packages clean
.DEFAULT_GOAL := help

PRESET ?= release
JOBS ?= $(shell nproc)
BUILD := build/$(PRESET)

# Packages are named by a file that each one brings.
BUILD_FILES := /usr/bin/cmake /usr/bin/ninja /usr/bin/g++ /usr/include/hwy/highway.h /usr/include/toml++/toml.h \
  /usr/include/CLI/CLI.hpp /usr/include/nlohmann/json.hpp /usr/include/fmt/format.h /usr/include/sqlite3.h \
  /usr/include/benchmark/benchmark.h /usr/include/gtest/gtest.h /usr/include/gmock/gmock.h \
  /usr/include/eigen3/Eigen/Dense
BUILD_PACKAGES := cmake ninja-build g++ libhwy-dev libtomlplusplus-dev libcli11-dev nlohmann-json3-dev libfmt-dev libsqlite3-dev \
  libbenchmark-dev libgtest-dev libgmock-dev libeigen3-dev
NPM_PACKAGES := nodejs npm
PLOT_PACKAGES := gnuplot-nox
BROWSER_PACKAGES := chromium
FORMAT_PACKAGES := clang-format clang-tidy

SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
install = $(SUDO) apt-get update -q && $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends

help: ## what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

packages:
	@for file in $(BUILD_FILES); do [ -e $$file ] || { $(install) $(BUILD_PACKAGES) || exit 1; break; }; done

build: packages ## build the library, the gvfn command and the tests
	@command -v npm > /dev/null || { $(install) $(NPM_PACKAGES); }
	@cmake --preset $(PRESET) > /dev/null
	@cmake --build --preset $(PRESET) -j $(JOBS)

test: build ## build, and run all tests
	@command -v gnuplot > /dev/null || { $(install) $(PLOT_PACKAGES); }
	@command -v chromium > /dev/null || { $(install) $(BROWSER_PACKAGES); }
	@ctest --preset $(PRESET) -j $(JOBS)

demo: packages ## a GVFN and an RNN learn: a table, and a picture in build/demo
	@command -v gnuplot > /dev/null || { $(install) $(PLOT_PACKAGES); }
	@cmake --preset $(PRESET) > /dev/null
	@cmake --build --preset $(PRESET) -j $(JOBS) --target demo
	@$(BUILD)/demo build/demo
	@gnuplot -e "folder='build/demo'" examples/learning_curves.gp
	@echo "The learning curves are in build/demo/learning-curves.svg"

bench: build ## time a step of the standard cases
	@$(BUILD)/gvfn bench

results: build ## make the numbers and figures of docs/results.md again (hours)
	@command -v chromium > /dev/null || { $(install) $(BROWSER_PACKAGES); }
	@command -v python3 > /dev/null || { $(install) python3; }
	@$(BUILD)/gvfn reproduce all --store build/reproduce.db
	@$(BUILD)/gvfn report build/reproduce.db -o build/results.md
	@$(BUILD)/gvfn report build/reproduce.db -o build/reproduce.html
	@web/save_figures.sh build/reproduce.html build/figures

format: ## lay out the code
	@command -v clang-format > /dev/null || { $(install) $(FORMAT_PACKAGES); }
	@git ls-files '*.hpp' '*.cpp' | xargs clang-format -i

tidy: packages ## clang-tidy over the sources
	@command -v clang-tidy > /dev/null || { $(install) $(FORMAT_PACKAGES); }
	@cmake --preset dev > /dev/null
	@git ls-files 'src/*.cpp' 'cli/*.cpp' | xargs -P $(JOBS) -n 1 clang-tidy --quiet -p build/dev

clean: ## remove everything that was built
	@rm -rf build

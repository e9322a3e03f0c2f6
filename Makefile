# Everything needed lives in .venv and build/; a second run rebuilds only what changed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE := $(shell find cpp libhex supervisor -name '*.[ch]' -o -name '*.hpp' -o -name '*.cpp')
PAGES := src/crownbridge/web/static/index.html src/crownbridge/reports/static/report.js
UI := $(shell find ui -name node_modules -prune -o -type f -print)
CMAKE_FLAGS := -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DCROWNBRIDGE_PYTHON=OFF -DCROWNBRIDGE_TESTS=ON -DCROWNBRIDGE_WERROR=ON

.PHONY: help run setup system ui test check lint native sanitize bench docs stubs lock clean

help:  ## Show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: setup  ## Set everything up and play in the browser
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/crownbridge

setup: $(VENV)/.installed $(PAGES)  ## Make .venv with crownbridge and all tools

$(VENV)/.dependencies: requirements-dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Crownbridge needs Python 3.11 or newer; try: make PYTHON=python3.12")'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python has no venv; on Debian: apt-get install python3-venv"; exit 1; }
	@$(PYTHON) -c 'import os, sys, sysconfig as s; sys.exit(not os.path.exists(s.get_path("include") + "/Python.h"))' \
	  || { echo "Python's headers are missing; on Debian: apt-get install python3-dev"; exit 1; }
	@command -v c++ > /dev/null || { echo "There is no C++ compiler; on Debian: apt-get install g++"; exit 1; }
	@echo "Setting up .venv: about a minute, the first time only"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

$(VENV)/.installed: $(VENV)/.dependencies pyproject.toml CMakeLists.txt src/crownbridge/__init__.py $(NATIVE)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

ui: $(PAGES)  ## Build the pages of the app and of reports

ui/node_modules/.installed: ui/package-lock.json ui/.npmrc
	@cd ui && npm ci --loglevel=error
	@touch $@

$(PAGES) &: $(UI)
	@if command -v npm > /dev/null; then $(MAKE) --no-print-directory ui/node_modules/.installed && cd ui && npm run --silent build -- --logLevel warn \
	  && npm run --silent build:report -- --logLevel warn; \
	else echo "npm is missing, so the pages are not built; on Debian: apt-get install nodejs npm"; fi

# Debian packages that some tests need: installed when missing and when that is allowed.
system:
	@command -v bwrap > /dev/null \
	  || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq bubblewrap; } > /dev/null 2>&1 \
	  || echo "bubblewrap is missing, so the sandbox is not tested; as root: apt-get install bubblewrap"
	@command -v chromium > /dev/null \
	  || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium; } > /dev/null 2>&1 \
	  || echo "chromium is missing, so the pages are not tested; as root: apt-get install chromium"

test: system lint native  ## Run all tests, style and types included
	$(BIN)/python -m pytest -n auto

native: $(VENV)/.dependencies  ## Build the core without Python and run its tests
	@$(BIN)/cmake -S . -B build/native $(CMAKE_FLAGS) > /dev/null
	@$(BIN)/cmake --build build/native > build/native.log || { cat build/native.log; exit 1; }
	$(BIN)/ctest --test-dir build/native --output-on-failure

sanitize: $(VENV)/.dependencies  ## Run the core's tests under the address and undefined-behaviour sanitizers
	@$(BIN)/cmake -S . -B build/sanitize $(CMAKE_FLAGS) -DCROWNBRIDGE_SANITIZE=ON > /dev/null
	@$(BIN)/cmake --build build/sanitize > build/sanitize.log || { cat build/sanitize.log; exit 1; }
	$(BIN)/ctest --test-dir build/sanitize --output-on-failure

lint: setup  ## Check style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	@if command -v npm > /dev/null; then $(MAKE) --no-print-directory ui/node_modules/.installed && cd ui && npm run --silent check && npm test --silent; fi

check: test sanitize docs  ## All of the above

bench: setup  ## Measure, beside other libraries
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python benchmarks/referee.py
	$(BIN)/python benchmarks/verdicts.py
	$(BIN)/python benchmarks/tables.py
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/records.py
	$(BIN)/python benchmarks/store.py
	$(BIN)/python benchmarks/tournament.py
	$(BIN)/python benchmarks/watchers.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/hex_search.py
	$(BIN)/python benchmarks/hex_network.py
	$(BIN)/crownbridge bench
	$(BIN)/crownbridge bench hex

docs: setup  ## Build the documentation into site/
	$(BIN)/mkdocs build --strict --quiet

stubs: setup  ## Regenerate the native module's stub
	$(BIN)/python -m nanobind.stubgen -m crownbridge._core -o src/crownbridge/_core.pyi

lock:  ## Pin the newest versions of all development packages
	rm -rf build/lock && $(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet .[dev]
	build/lock/bin/python -m pip freeze --exclude crownbridge | sed 's/+cpu$$//' > requirements-dev.txt

clean:  ## Remove everything that was built
	rm -rf $(VENV) build site ui/node_modules src/crownbridge/web/static src/crownbridge/reports/static

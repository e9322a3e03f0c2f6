# The packages that run live in .venv, all else that is built in build/; a second run does only what has changed.
PYTHON ?= python3
BIN := .venv/bin
TOOLS := build/tools/bin
SETUP := @$(PYTHON) build_backend/environment.py
NPM := @$(TOOLS)/python build_backend/pages.py
CMAKE_FLAGS := -G Ninja -DCMAKE_MAKE_PROGRAM="$(CURDIR)/$(TOOLS)/ninja" -DCROWNBRIDGE_PYTHON=OFF -DCROWNBRIDGE_TESTS=ON -DCROWNBRIDGE_WERROR=ON

.PHONY: help run setup develop train system test pytest test-training fresh check lint native sanitize bench docs stubs schema lock clean

help:  ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: setup  ## Set everything up and play in the browser
	@trap : INT; PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/crownbridge

setup:  ## Make .venv with what Crownbridge needs to run
	$(SETUP)

develop:  ## The same with what tests, linters and documentation need
	$(SETUP) develop

train:  ## The same with what training needs
	$(SETUP) develop train

# Debian packages that some tests need: installed when missing and when that is allowed.
SYSTEM := chromium tclsh:tcl-dev Xvfb:xvfb
system:
	@missing=; for item in $(SYSTEM); do command -v $${item%:*} > /dev/null || missing="$$missing $${item#*:}"; done; [ -z "$$missing" ] \
	  || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq $$missing; } > /dev/null 2>&1 \
	  || echo "Some tests are left out, which need more of the system; as root: apt-get install$$missing"

test: system develop  ## Run all tests but those of the training, style and types included
	@$(MAKE) --no-print-directory --jobs=3 --output-sync=target lint native pytest

# Most tests wait for programs half of their time, so that there are two to a core. The + shows their output as it comes.
pytest: develop
	+$(BIN)/python -m pytest -n $$((2 * $$(nproc))) --dist=worksteal --ignore=tests/training

test-training: train  ## Run the tests of the training, types included
	$(BIN)/mypy training/hex tests/training/*.py benchmarks/rival_network.py
	$(BIN)/python -m pytest -n auto tests/training

fresh: develop  ## Run the two README commands on bare Debian systems, and the steps of the Dockerfile (as root)
	tests/fresh/debian.py
	$(BIN)/python tests/fresh/container.py

native: develop  ## Build the core without Python and run its tests
	@$(TOOLS)/cmake -S . -B build/native $(CMAKE_FLAGS) > /dev/null
	@$(TOOLS)/cmake --build build/native > build/native.log || { cat build/native.log; exit 1; }
	$(TOOLS)/ctest --test-dir build/native --output-on-failure

sanitize: develop  ## Run the core's tests under the address and undefined-behaviour sanitizers
	@$(TOOLS)/cmake -S . -B build/sanitize $(CMAKE_FLAGS) -DCROWNBRIDGE_SANITIZE=ON > /dev/null
	@$(TOOLS)/cmake --build build/sanitize > build/sanitize.log || { cat build/sanitize.log; exit 1; }
	$(TOOLS)/ctest --test-dir build/sanitize --output-on-failure

lint: develop  ## Check style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(NPM) run --silent check
	$(NPM) test --silent

check: test test-training sanitize docs  ## Run everything that a change must pass

bench: train  ## Measure, beside other libraries
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python benchmarks/referee.py
	$(BIN)/python benchmarks/verdicts.py
	$(BIN)/python benchmarks/tables.py
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/sandbox.py
	$(BIN)/python benchmarks/records.py
	$(BIN)/python benchmarks/store.py
	$(BIN)/python benchmarks/explorer.py
	$(BIN)/python benchmarks/tournament.py
	$(BIN)/python benchmarks/watchers.py
	$(BIN)/python benchmarks/server_load.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/hex_search.py
	$(BIN)/python benchmarks/hex_network.py
	$(BIN)/python benchmarks/hex_calibration.py
	$(BIN)/python benchmarks/endings.py
	$(BIN)/crownbridge bench
	$(BIN)/crownbridge bench hex

docs: develop  ## Build the documentation into site/
	$(BIN)/mkdocs build --strict --quiet

stubs: develop  ## Regenerate the native module's stub
	$(BIN)/python -m nanobind.stubgen -m crownbridge._core -o src/crownbridge/_core.pyi

schema: develop  ## Regenerate the schema of the API, from which the pages' types are made
	$(BIN)/python ui/scripts/schema.py

LOCK := build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --no-annotate --no-header --upgrade

lock:  ## Pin the newest versions of all packages that install on every Python that we claim
	test -x build/lock/bin/uv || { $(PYTHON) -m venv build/lock && build/lock/bin/python -m pip install --quiet uv; }
	$(LOCK) pyproject.toml -o requirements/run.txt > /dev/null
	$(LOCK) --group build -c requirements/run.txt -o requirements/build.txt > /dev/null
	$(LOCK) --group develop -c requirements/run.txt -c requirements/build.txt -o requirements/develop.txt > /dev/null
	$(LOCK) --group train -c requirements/run.txt -c requirements/develop.txt -o requirements/train.txt > /dev/null
	sed -i -E '/^(cuda|nvidia|triton)/d' requirements/train.txt # a build of torch without CUDA does not need them
	for version in 3.11.0 3.12.0 3.13.0 3.14.0; do \
	  build/lock/bin/uv pip install --quiet --dry-run --target build/lock/none --only-binary :all: --python-version $$version \
	    -r requirements/run.txt -r requirements/develop.txt || exit 1; \
	done

clean:  ## Remove everything that was built
	rm -rf .venv build site ui/node_modules src/crownbridge/web/static src/crownbridge/reports/static

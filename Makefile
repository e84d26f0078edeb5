# make play   set up and open the studio             make test       set up and run every check
# make bench  measure against the peers              make test-deep  the thorough suite (an hour; it can be interrupted)
# make docs   build the documentation in docs/_build

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
DEV := .venv/.dev
NODE := .venv/.node
BROWSER := .venv/.browser
INSTALL := $(BIN)/pip install -q --disable-pip-version-check --no-compile
PEERS := g++ stockfish gnuchess toga2 glaurung phalanx
PARTS ?=
SPREAD := -n 3 --dist worksteal  # one more than cores: the browser and time-outs keep tests waiting
DEALT := -n 2 --dist load --maxschedchunk 1
SLOWEST := 1800
COMMIT ?= $(shell git rev-parse HEAD 2>/dev/null)

# Images often forbid bytecode. The tests start hundreds of processes, and each would parse all of our files again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test test-deep test-part oracles bench figures docs lint clean

# In the browser where there is a display, and otherwise in the terminal; make play TERMINAL=--terminal asks for that.
play: $(READY)
	$(BIN)/halfmove $(TERMINAL)

# What is installed first comes from three places, all at the same time.
test:
	$(MAKE) -j3 $(DEV) $(NODE) $(BROWSER)
	$(MAKE) lint
	$(BIN)/pytest $(SPREAD) -q
	HALFMOVE_JIT=0 $(BIN)/pytest $(SPREAD) -q -m "not one_lane and not both_lanes"

test-deep: lint oracles $(BROWSER)
	HALFMOVE_DEEP=1 $(BIN)/pytest $(DEALT) -q --only-deep --resume --timeout $(SLOWEST)

# A part of the thorough suite, which another commit has another of: until UNTIL, in seconds since 1970.
test-part: $(DEV) $(BROWSER)
	HALFMOVE_DEEP=1 $(BIN)/pytest $(DEALT) -q -rfE --timeout $(SLOWEST) --only-deep -m "not timing" --rotate "$(COMMIT)" --until $(UNTIL)

# make bench PARTS="perft engine" measures those parts alone; make figures publishes what was measured.
bench: .venv/.bench
	$(BIN)/python -m bench $(PARTS)

figures: $(DEV)
	$(BIN)/python -m bench.figures

# Warnings are errors; the examples on the pages run too.
docs: $(DEV)
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html
	HALFMOVE_JIT=0 $(BIN)/pytest -q tests/test_docs.py -k examples
	@echo "docs/_build/html/index.html"

oracles: $(DEV)
	tests/oracles/install $(BIN)/pip

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

# A machine with Python but without its venv module gets it from apt.
$(BIN)/pip:
	$(PYTHON) -m venv .venv || { apt-get update && apt-get install -y python3-venv && $(PYTHON) -m venv .venv; }

$(READY): pyproject.toml | $(BIN)/pip
	$(INSTALL) -e '.[web]'
	touch $@

# Torch is for the tests that train networks. It is left out where it would bring the libraries of an accelerator.
TORCH := torch==2.13.0
$(DEV): pyproject.toml | $(BIN)/pip
	$(INSTALL) -e '.[dev]'
	$(INSTALL) --dry-run --report - $(TORCH) 2>/dev/null | grep -q '"name": "nvidia' || $(INSTALL) $(TORCH) || echo "without torch"
	touch $(READY) $@

$(BROWSER): | $(BIN)/pip
	command -v chromium >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } || echo "without chromium: the tests in a browser are skipped"
	touch $@

# What builds the studio's page, so that a test can compare what is committed with it; it lies apart from the sources.
PAGE := src/halfmove/web/app
$(NODE): $(PAGE)/package-lock.json | $(BIN)/pip
	mkdir -p .venv/studio && cp $(PAGE)/package.json $(PAGE)/package-lock.json .venv/studio
	{ command -v npm && cd .venv/studio && npm ci --silent --no-audit --no-fund; } >/dev/null || echo "without Node: the page is not built again"
	touch $@

# The programs to measure against come from PyPI and from Debian; a row whose peer is missing says so.
.venv/.bench: $(DEV)
	$(INSTALL) -e '.[bench]'
	apt-get update -qq && apt-get install -y -qq --no-install-recommends $(PEERS) || echo "without $(PEERS)"
	touch $@

clean:
	rm -rf .venv build dist docs/_build bench/build bench/results

# `make play` and `make test` do all of their set-up: they need Python 3.11 or newer, nothing else.
VENV := .venv
BIN := $(VENV)/bin
CORES ?= 2
LAB ?=

ifndef PYTHON
PYTHON := $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
endif

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore
# Jupyter refuses to start for root unless told that this is meant.
ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)

.PHONY: play app test lint bench bench-ui pictures kill load fuzz soak oracle mutate clean help
.DEFAULT_GOAL := help

help:  ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /make \1\t/' | expand -t 14

play: $(VENV)/.installed  ## the game in JupyterLab
	$(BIN)/jupyter lab $(ROOT) --config=notebooks/play_config.py $(LAB)

app: $(VENV)/.app  ## the same as a page without code
	$(BIN)/voila $(LAB) notebooks/00-play.ipynb

test: lint  ## everything that must hold: style, types, tests, doctests, notebooks
	$(BIN)/python -m pytest -n $(CORES) --dist loadgroup --doctest-modules \
		--doctest-glob=README.md --nbval-lax --nbval-current-env risknb tests README.md notebooks

lint: $(VENV)/.dev  ## style and types
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/.installed  ## how fast it is, as a table
	$(BIN)/python tests/bench/run.py

bench-ui: $(VENV)/.dev  ## how fast the screen answers, in a real browser
	$(BIN)/python -m tests.browser.bench

pictures: $(VENV)/.dev  ## the pictures of the README, taken from the running game
	$(BIN)/python -m tests.browser.pictures

kill: $(VENV)/.dev  ## kill 200 players in the middle of their games: nothing shown may be lost
	$(BIN)/python -m tests.kill

load: $(VENV)/.dev  ## 30 kernels at play: how soon clicks are answered, memory, messages
	$(BIN)/python -m tests.load

fuzz: $(VENV)/.hard  ## a million damaged files and texts: only documented errors
	$(BIN)/python -m tests.fuzz

soak: $(VENV)/.dev  ## 20,000 games with all invariants on, and the same seeds in two processes
	$(BIN)/python tests/soak.py --games 20000 --cores $(CORES)
	$(BIN)/python tests/digests.py --games 2000

oracle: $(VENV)/.dev  ## 100,000 moves judged by the rules and by a naive umpire
	PYTHONPATH=tests $(BIN)/python -m oracle

mutate: $(VENV)/.hard  ## break the rules in thousands of places: the tests must notice
	$(BIN)/python -m tests.mutate

clean:  ## back to a fresh checkout (saved games stay)
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find risknb tests data notebooks \( -name __pycache__ -o -name .ipynb_checkpoints \) -prune -exec rm -rf {} +

# -- set-up: once, and again when pyproject.toml changes ------------------------------------------
$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo "risknb needs Python 3.11 or newer, and found none."; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -m venv --clear $(VENV) || \
		{ echo "Python cannot make virtual environments here (Debian: apt-get install python3-venv)."; exit 1; }
	@touch $@

$(VENV)/.installed: pyproject.toml $(VENV)/.made
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.app: pyproject.toml $(VENV)/.made
	$(BIN)/python -m pip install --quiet --editable '.[app]'
	@touch $(VENV)/.installed $@

$(VENV)/.dev: pyproject.toml $(VENV)/.made
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $(VENV)/.installed $(VENV)/.app $@

$(VENV)/.hard: pyproject.toml $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --editable '.[dev,hard]'
	@touch $(VENV)/.installed $(VENV)/.app $(VENV)/.dev $@

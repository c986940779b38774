# Everything a person types: `make run`, `make test`. Both set themselves up in .venv, and do
# nothing twice: .venv/ready is newer than pyproject.toml and this file, or it is made again.
# Written for the old GNU Make that macOS ships as well.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.14; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test lint types contracts check bench soak golden catalogs clean help

help:
	@echo "make run       a game of Daybreak, counted before your eyes"
	@echo "make test      every check: ruff, mypy, import-linter, pytest"
	@echo "make bench     speed, as counts and ratios"
	@echo "make soak      ten times as many power cuts and kills as make test has"
	@echo "make golden    print the golden games anew; read the diff before you commit it"
	@echo "make catalogs  collect what is said, and compile the translations"

run: $(VENV)/ready
	@$(BIN)/companion demo

test: $(VENV)/ready-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto --cov --cov-report=term

bench: $(VENV)/ready
	@$(BIN)/companion bench

soak: $(VENV)/ready-dev
	SOAK=10 $(BIN)/pytest -n 0 tests/table/test_power_cuts.py

golden: $(VENV)/ready-dev
	$(BIN)/pytest -n 0 tests/test_golden_games.py --regenerate

catalogs: $(VENV)/ready-dev
	$(BIN)/python tests/catalogs.py

$(VENV)/python: Makefile
	@if [ -z "$(PYTHON)" ]; then \
		echo "Table Companion needs Python 3.11 or newer, and none was found."; \
		echo "Debian, Raspberry Pi OS: apt install python3 python3-venv.  macOS: install Python from python.org."; \
		exit 1; fi
	@if ! $(PYTHON) -c 'import ensurepip' 2>/dev/null; then \
		if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq python3-venv; \
		elif sudo -n true 2>/dev/null; then sudo apt-get update -qq && sudo apt-get install -y -qq python3-venv; \
		else echo "Python's venv module is missing. Please run: sudo apt install python3-venv"; exit 1; fi; fi
	@echo "Setting up $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/ready: $(VENV)/python pyproject.toml
	@echo "Installing Table Companion and what it needs"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps mfrc522==0.0.7
	@touch $@

$(VENV)/ready-dev: $(VENV)/ready
	@echo "Installing what the tests need"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage

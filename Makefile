# Everything a person types: `make run`, `make check`. All set themselves up in .venv, and do
# nothing twice: .venv/ready is newer than pyproject.toml and this file, or it is made again.
# Written for the old GNU Make that macOS ships as well.

# Looked for once, and only where it is asked for: `eval` keeps what was found.
PYTHON ?= $(eval PYTHON := $(shell for p in python3 python3.13 python3.12 python3.11 python3.14; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$p; break; }; done))$(PYTHON)
VENV := .venv
BIN := $(VENV)/bin

# On a Raspberry Pi the pins and buses are reached through packages of the system: for lgpio and
# spidev there is nothing that pip could take on every Python of these systems.
ON_A_PI := $(shell grep -qs "^Raspberry Pi" /proc/device-tree/model && echo yes)
PI_PACKAGES := python3-lgpio python3-spidev
NO_LGPIO := The pins need lgpio: where apt does not offer python3-lgpio, put Raspberry Pi OS on the card, or play \
	on the virtual table with COMPANION_PROFILE=simulator.
VENV_OPTIONS := $(if $(ON_A_PI),--system-site-packages)
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)
APT := apt-get install -y -qq --no-install-recommends
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Nothing is installed that is not, byte for byte, what was locked.
LOCKED := $(PIP) --require-hashes -r

.PHONY: run update check look-over most-tests test matrix surroundings hardware-test kernel-test release cases bench soak mutants lock audit golden frozen pictures screens \
	screenshots looks frames hardware catalogs type clean help

help:
	@echo "make run       the companion, on the virtual table where there is no board"
	@echo "make update    the newest version: of this folder, and of what is installed on a Pi"
	@echo "make check     what needs nothing but Python: ruff, mypy, import-linter, most tests"
	@echo "make test      every check, also in browsers, brokers and OpenSCAD"
	@echo "make matrix    make check on every Python that this machine has or uv can give"
	@echo "make surroundings  the tests of make check as other people's machines would run them"
	@echo "make hardware-test  on a Pi: the tests of a real board, and a report to send"
	@echo "make kernel-test  the companion on a real kernel's device files, in a virtual machine"
	@echo "make release   wheel, source and offline bundle for a Pi, with hashes, in dist"
	@echo "make cases     every part of every case as an STL file, in dist/cases"
	@echo "make bench     speed, as counts and ratios"
	@echo "make soak      the long runs: ten times the power cuts, damages and stages, 100,000 requests"
	@echo "make mutants   make small mistakes in the program, one by one: do the tests notice?"
	@echo "make lock      the newest packages that fit, with their checksums; test before you commit it"
	@echo "make audit     asks the package index whether anything locked has a known hole"
	@echo "make golden    print the golden games anew; read the diff before you commit it"
	@echo "make frozen    keep games of this version, which later ones must be able to read"
	@echo "make pictures  every picture anew: small screen, phone page, wiring, case; look at them"
	@echo "make looks BEFORE=<commit>  the pages of that commit and of now side by side, in dist/looks"
	@echo "make frames    late frames of the walls on a slowed processor"
	@echo "make catalogs  collect what is said, and compile the translations"
	@echo "make type      draw the typefaces of the pages anew"

run: $(VENV)/ready
	@$(BIN)/companion run

# The installer builds the new version beside the old one, and keeps the old one if it is not healthy.
INSTALLED ?= /opt/table-companion/current
update:
	git pull --ff-only
	@if [ -e $(INSTALLED) ]; then $(SUDO) firmware_config/install.py; else $(MAKE_COMMAND) $(VENV)/ready; fi

# What tests write lies in memory where that can be had: thousands of small journals wait for no disk.
IN_MEMORY := $(if $(shell test -w /dev/shm && echo yes),TMPDIR=/dev/shm)

# make check does without a browser, a broker, OpenSCAD, systemd and umockdev, and leaves out what
# takes seconds: whole games at random, kills, power cuts, benchmarks.
ONLY_PYTHON := -m "not hardware and not programs and not slow"

# There is no SlipCover for Python 3.11 on ARM: there the tests run as well, and nobody counts lines.
COVERED := $$($(BIN)/python -c 'import slipcover' 2>/dev/null && echo '-p tests.support.line_coverage')

define look_over
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
endef
PYTEST := $(IN_MEMORY) PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist worksteal

# mypy has use for one core only, so the tests run beside it.
check: $(VENV)/ready-check
	@$(MAKE) --no-print-directory -j2 look-over most-tests

look-over:
	$(look_over)

most-tests:
	$(PYTEST) $(ONLY_PYTHON)

test: $(VENV)/ready-dev
	$(look_over)
	$(PYTEST) $(COVERED)

# Each Python with an environment of its own below .venv, which the next time is there already.
matrix: $(VENV)/uv
	@$(BIN)/python -m tests.surroundings.matrix

surroundings: $(VENV)/ready-check
	@$(BIN)/python -m tests.surroundings.run $(SURROUNDINGS)

# On a Pi, with a person who lays cards and presses buttons; COMPANION_PROFILE names the board.
hardware-test: $(VENV)/ready-check
	$(BIN)/pytest -n 0 -s -m hardware -o faulthandler_timeout=0

# A Debian 13 in QEMU, built once below .venv; tests/kernel/README.md says what it shows.
kernel-test: $(VENV)/ready-check $(VENV)/kernel-tools
	@$(BIN)/python -m tests.kernel.run

release: $(VENV)/ready-dev
	$(BIN)/python -m firmware_config.release dist

cases: $(VENV)/ready-dev
	PYTHONPATH=. $(BIN)/python hardware/draw.py --cases dist/cases

bench: $(VENV)/ready
	@$(BIN)/companion bench

soak: $(VENV)/ready-dev $(VENV)/kernel-tools
	$(IN_MEMORY) SOAK=10 $(BIN)/pytest -n auto --dist worksteal -o faulthandler_timeout=3600 \
		$$(grep -rlE --include='test_*.py' 'from tests.support.effort import|"SOAK"' tests)
	@$(BIN)/python -m tests.kernel.run --where-possible

mutants: $(VENV)/ready-dev
	$(BIN)/python -m tests.mutation.run

# One file for every Python and every machine: uv writes down the checksums of all that is offered.
lock: $(VENV)/uv
	@for kind in "" dev; do \
		printf 'hatchling\neditables\n' | $(VENV)/uv/bin/uv pip compile --quiet --upgrade --universal \
		--python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url \
		$${kind:+--extra $$kind} --output-file requirements$${kind:+-$$kind}.lock pyproject.toml - || exit 1; done

audit: $(VENV)/uv
	@$(VENV)/uv/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	$(VENV)/uv/bin/pip-audit --disable-pip --require-hashes -r requirements-dev.lock

golden: $(VENV)/ready-dev
	$(BIN)/pytest -n 0 tests/games/test_golden_games.py --regenerate

frozen: $(VENV)/ready-dev
	$(BIN)/pytest -n 0 tests/storage/test_frozen_games.py -k of_this_version --regenerate

pictures: screens screenshots hardware

screens: $(VENV)/ready-dev
	$(BIN)/pytest -n 0 tests/devices/drawing/test_drawing_pictures.py tests/games -k picture --regenerate

hardware: $(VENV)/ready-dev
	PYTHONPATH=. $(BIN)/python hardware/draw.py

screenshots: $(VENV)/ready-dev
	$(BIN)/python -m tests.support.browser.screenshots
	$(BIN)/python -m tests.support.browser.hall_screenshots

# Two minutes for all; VIEWS=wall takes those with it in their name.
BEFORE ?= HEAD
looks: $(VENV)/ready-dev
	@$(IN_MEMORY) $(BIN)/python -m tests.support.browser.looks $(BEFORE) $(VIEWS)

# Half a minute; late frames of the walls while numbers count on them.
frames: $(VENV)/ready-dev
	@$(IN_MEMORY) $(BIN)/python -m tests.support.browser.frames

catalogs: $(VENV)/ready-dev
	$(BIN)/python tests/support/catalogs.py

type: $(VENV)/ready-check
	@$(BIN)/python -m tests.support.lettering.draw

# Packages of the system, all that are missing at once; who may not install them is told the command.
define get_packages
	if [ -z "$$missing" ]; then :; \
	elif ! command -v apt-get >/dev/null 2>&1; then \
		echo "$(1) needs more programs. Please install: $$missing"; exit 1; \
	elif [ -z "$(SUDO)" ] || sudo -n true 2>/dev/null; then \
		echo "Installing packages of the system: $$missing"; \
		$(SUDO) apt-get update -qq && $(SUDO) $(APT) $$missing; \
	else echo "$(1) needs packages of the system. Please run: sudo $(APT) $$missing"; exit 1; fi
endef

$(VENV)/python: Makefile
	@if [ -z "$(PYTHON)" ]; then \
		echo "Table Companion needs Python 3.11 or newer, and none was found."; \
		echo "Debian, Raspberry Pi OS: apt install python3 python3-venv.  macOS: install Python from python.org."; \
		exit 1; fi
	@missing=""; \
	$(PYTHON) -c 'import ensurepip' 2>/dev/null || missing="python3-venv"; \
	$(call get_packages,The companion)
	@if [ -n "$(ON_A_PI)" ] && ! $(PYTHON) -c 'import lgpio, spidev' 2>/dev/null; then \
		missing="$(PI_PACKAGES)"; ( $(call get_packages,A board) ) || echo "$(NO_LGPIO)"; fi
	@echo "Setting up $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV_OPTIONS) $(VENV)
	@touch $@

$(VENV)/uv: $(VENV)/python
	@$(BIN)/python -m venv $@
	@$@/bin/python -m pip install --quiet --disable-pip-version-check uv

$(VENV)/ready: $(VENV)/python pyproject.toml requirements.lock
	@echo "Installing Table Companion and what it needs"
	@$(LOCKED) requirements.lock
	@$(PIP) --no-deps --no-build-isolation --editable .
	@$(PIP) --no-deps --require-hashes -r firmware_config/drivers.txt
	@touch $@

# What the tests run beside Python: OpenSCAD compiles the case, systemd-analyze judges the service
# unit, mosquitto is the broker of a hall, Chromium shows the pages, npm fetches axe-core, which looks
# for barriers on them, espeak-ng speaks, and umockdev makes device nodes behind which the simulated chips are. A Chromium
# without windows takes two thirds of the work, and a whole one will do as well. Firefox
# shows the pages once more; where a system does not offer it, one test is left out.
$(VENV)/tools: $(VENV)/python
	@missing=""; \
	for tool in openscad=openscad systemd-analyze=systemd npm=npm umockdev-run=umockdev mosquitto=mosquitto openssl=openssl \
			espeak-ng=espeak-ng; do \
		PATH="$$PATH:/usr/sbin" command -v $${tool%%=*} >/dev/null 2>&1 || missing="$$missing $${tool##*=}"; done; \
	for module in gi=python3-gi spidev=python3-spidev; do \
		/usr/bin/python3 -c "import $${module%%=*}" >/dev/null 2>&1 || missing="$$missing $${module##*=}"; done; \
	ls /usr/lib/*/girepository-1.0/UMockdev-1.0.typelib >/dev/null 2>&1 || missing="$$missing gir1.2-umockdev-1.0"; \
	if ! { command -v chromium-headless-shell || command -v chromium || command -v google-chrome; } >/dev/null 2>&1; then \
		shell=$$(apt-cache search --names-only '^chromium-headless-shell$$' 2>/dev/null | cut -d' ' -f1); \
		missing="$$missing $${shell:-chromium}"; fi; \
	$(call get_packages,The tests)
	@command -v firefox-esr >/dev/null 2>&1 || command -v firefox >/dev/null 2>&1 \
		|| { $(SUDO:sudo=sudo -n) apt-get update -qq && $(SUDO:sudo=sudo -n) $(APT) firefox-esr; } >/dev/null 2>&1 \
		|| echo "Without Firefox, its test is left out."
	@npm install --loglevel=error --no-audit --no-fund --prefix $(VENV)/axe axe-core@4
	@touch $@

# The kernel's test says itself what is missing where these cannot be had.
$(VENV)/kernel-tools: $(VENV)/python
	@for tool in qemu-system-x86_64=qemu-system-x86 mmdebstrap=mmdebstrap; do \
		command -v $${tool%%=*} >/dev/null 2>&1 || { $(SUDO:sudo=sudo -n) apt-get update -qq \
			&& $(SUDO:sudo=sudo -n) $(APT) $${tool##*=}; } >/dev/null 2>&1 || exit 0; done
	@touch $@

# Without what only the tests of pages and cases want: a Pi has little room for Chromium.
$(VENV)/ready-check: $(VENV)/ready requirements-dev.lock
	@echo "Installing what the tests need"
	@$(LOCKED) requirements-dev.lock
	@touch $@

$(VENV)/ready-dev: $(VENV)/ready-check $(VENV)/tools
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage

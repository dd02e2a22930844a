# make kits   print-ready PDFs of all games into output/: A4 and Letter, in full and in low ink
# make web    the wheel prancha-web into dist/, which export --to web needs; it takes npm, node and the network
# make test   everything that must hold, in minutes; test-all adds the slow suites
# Both start from nothing but Python 3.11+ and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Builds and tests start Python hundreds of times: what is compiled is kept, whatever the shell says.
export PYTHONDONTWRITEBYTECODE :=
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c .ci/constraints.txt

.PHONY: kits web test test-all lint pictures conformance reference bench programs test-bare clean

# What A4 has been checked for, Letter need not be.  Covers of two games name a version for board.
kits: $(VENV)/kits.stamp
	for ink in full low; do \
		$(BIN)/prancha build --jobs 2 --ink $$ink \
		&& $(BIN)/prancha build --jobs 2 --ink $$ink --paper letter --no-check || exit 1; \
	done
	for paper in a4 letter; do \
		$(BIN)/prancha build aperiodik ceramus --jobs 2 --paper $$paper --duplex board --no-check || exit 1; \
	done

# Once with the network; the wheel is the same for the same pins, and goes into this environment too.
# tests/slow/test_pyodide.py builds with what it loads.
web: $(VENV)/kits.stamp
	$(BIN)/python generator/web/pack.py
	$(BIN)/python -m pip install --quiet --force-reinstall --no-deps dist/prancha_web-*.whl

test: lint programs
	$(BIN)/python -m pytest -n 2

test-all: lint programs
	$(BIN)/python -m pytest -n 2 -m "slow or not slow"
	$(MAKE) test-bare

lint: $(VENV)/test.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

pictures: $(VENV)/test.stamp kits
	$(BIN)/python docs/pictures/readme.py
	$(BIN)/python docs/pictures/gallery.py
	$(BIN)/python docs/pictures/examples.py
	$(BIN)/python docs/pictures/layouts.py
	$(BIN)/python docs/pictures/contact.py
	$(BIN)/python docs/pictures/sheets.py
	$(BIN)/python docs/pictures/scripts.py
	$(BIN)/python docs/pictures/printing.py
	$(BIN)/python docs/pictures/changes.py
	$(BIN)/python docs/pictures/studio.py
	$(BIN)/python docs/pictures/first_hour.py

conformance: $(VENV)/test.stamp
	$(BIN)/python -m tests.conformance.record

reference: $(VENV)/test.stamp
	$(BIN)/python docs/reference/make.py

bench: $(VENV)/test.stamp
	$(BIN)/python tests/benchmarks/kits.py

$(VENV)/python.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "prancha needs Python 3.11 or newer: make PYTHON=python3.12 kits"; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
		|| { echo "this Python cannot make environments; on Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }
	@touch $@

$(VENV)/kits.stamp: $(VENV)/python.stamp pyproject.toml .ci/constraints.txt
	$(PIP) -e .
	@touch $@

$(VENV)/test.stamp: $(VENV)/kits.stamp
	$(PIP) -e '.[dev]'
	@touch $@

# Some tests call programs from outside: installed where no password is asked, else those tests are skipped.
programs: $(VENV)/test.stamp
	@$(BIN)/python tests/programs.py

# The suite as a new machine runs it: no program on PATH but git, make and the basic commands of Debian.
test-bare: $(VENV)/test.stamp
	@rm -rf $(VENV)/bare && $(BIN)/python tests/programs.py bare $(VENV)/bare
	PRANCHA_TEST_BARE=1 PATH=$(abspath $(VENV)/bare) $(BIN)/python -m pytest -n 2

clean:
	rm -rf $(VENV) output/* .pytest_cache .mypy_cache .ruff_cache

# Every target sets up its own virtual environment in .venv first, and again when pyproject.toml
# changes. PYTHON names the interpreter to build it from.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
FUZZ_COUNT ?= 200000
LAWS_COUNT ?= 10000
SCREENSHOTS ?= build/screenshots
PROGRAMS ?= 200
SHUFFLES ?= 20
TRUTH_COUNT ?= 6
PAIRS ?= 40
MUTANTS ?= 200
RUBY ?= ruby
DIRS ?= /usr/share/puppet/modules

.PHONY: help demo test lint agents framework bench performance browser conformance faults fuzz laws determinism truth ruby-survey spec-compare spec-mutants diff-compare clean

help:
	@echo "make demo         what duckrow can do, on the bundled examples"
	@echo "make test         ruff, mypy and pytest"
	@echo "make lint         ruff and mypy only"
	@echo "make agents       real Puppet agents against duckrow serve, as recorded with puppetserver"
	@echo "make framework    CFEngine's masterfiles as policy server and client, in boxes; MASTERFILES=DIR"
	@echo "make bench        every benchmark, beside the reference where it is installed"
	@echo "make performance  measure the table of docs/performance.md again"
	@echo "make conformance  compare with the installed reference implementation"
	@echo "make browser      the page in chromium; pictures of it go to SCREENSHOTS=$(SCREENSHOTS)"
	@echo "make faults       kill, fill, starve and mislead it; as root where a test needs that"
	@echo "make fuzz         FUZZ_COUNT=$(FUZZ_COUNT) mutated and random inputs"
	@echo "make laws         LAWS_COUNT=$(LAWS_COUNT) generated examples for each law of the types"
	@echo "make determinism  PROGRAMS=$(PROGRAMS) programs, each in SHUFFLES=$(SHUFFLES) orders: equal catalogs"
	@echo "make truth        remove what TRUTH_COUNT=$(TRUTH_COUNT) answers per scenario name: does the effect go, too?"
	@echo "make ruby-survey  which Ruby files of modules below DIRS=$(DIRS) load"
	@echo "make spec-compare examples of modules DIRS=$(DIRS) in duckrow and in RSPEC=$(RSPEC)"
	@echo "make spec-mutants MUTANTS=$(MUTANTS) mutants of modules CASES= in duckrow and in rspec-puppet"
	@echo "make diff-compare commits of REPOSITORY= with FACTS= in duckrow and in octocatalog-diff"
	@echo "make clean        remove what the other targets made"

$(READY): pyproject.toml $(wildcard bin/*)
	@command -v $(PYTHON) >/dev/null || \
	  { echo "duckrow needs Python 3.11 or later: apt-get install python3 python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "duckrow needs Python 3.11 or later; $(PYTHON) is older (set PYTHON=...)" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "$(PYTHON) cannot make virtual environments: apt-get install python3-venv" >&2; exit 1; }
	@echo "setting up $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@$(BIN)/python -m compileall -q $(CURDIR)/src  # as any other install does
	@touch $@

demo: $(READY)
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# Two at a time: most of it waits for processes that it starts.
test: lint
	@command -v chromium >/dev/null && command -v chromedriver >/dev/null || \
	  echo "tests/browser is skipped: apt-get install chromium chromium-driver"
	$(BIN)/python -m pytest -q -n 2 --dist worksteal

agents: $(READY)
	$(BIN)/python -m pytest -q -rs tests/fleet --agents

# As root, with the package cfengine3; the day needs the package faketime as well.
framework: $(READY)
	$(BIN)/python -m pytest -q -rs tests/framework --reference
	$(BIN)/python -m tests.framework.day

bench: $(READY)
	@for file in $$(grep -l __main__ benchmarks/*.py | grep -v performance_page); do echo "== $$file"; $(BIN)/python $$file || exit 1; done

performance: $(READY)
	$(BIN)/python benchmarks/performance_page.py

conformance: $(READY)
	$(BIN)/python -m pytest -q -s tests/conformance --reference

browser: $(READY)
	$(BIN)/python -m pytest -q -rs tests/browser --screenshots $(SCREENSHOTS)

faults: $(READY)
	$(BIN)/python -m pytest -q -rs tests/faults --faults

fuzz: $(READY)
	$(BIN)/python tests/fuzz/fuzz_syntax.py --count $(FUZZ_COUNT)
	$(BIN)/python tests/fuzz/fuzz_requests.py --count $(FUZZ_COUNT)
	$(BIN)/python tests/fuzz/fuzz_frames.py --count $(FUZZ_COUNT)
	$(BIN)/python -m tests.fuzz.fuzz_queries --count $(FUZZ_COUNT)

laws: $(READY)
	DUCKROW_LAWS=$(LAWS_COUNT) $(BIN)/python -m pytest -q tests/property/test_type_laws.py

determinism: $(READY)
	DUCKROW_PROGRAMS=$(PROGRAMS) DUCKROW_SHUFFLES=$(SHUFFLES) \
	  $(BIN)/python -m pytest -q tests/property/test_deterministic_catalogs.py

truth: $(READY)
	$(BIN)/python -m tests.truth.measure --count $(TRUTH_COUNT)
	$(BIN)/python -m tests.truth.runs

ruby-survey: $(READY)
	$(BIN)/python tests/survey/ruby_files.py $(DIRS)

spec-compare: $(READY)
	$(BIN)/python tests/spec_compare.py --rspec "$(RSPEC)" $(if $(FACTERDB),--facterdb $(FACTERDB)) $(DIRS)

# CASES="MODULE:SPEC,SPEC ...", RUBY: a command that runs Ruby with rspec-puppet on its load path
spec-mutants: $(READY)
	$(BIN)/python tests/spec_mutants.py --ruby "$(RUBY)" $(if $(FACTERDB),--facterdb $(FACTERDB)) --count $(MUTANTS) $(CASES)

# Options for octocatalog-diff: MORE="--hiera-config hiera.yaml --hiera-path data"
diff-compare: $(READY)
	$(BIN)/python tests/conformance/diff_compare.py --repository "$(REPOSITORY)" --facts "$(FACTS)" --pairs $(PAIRS) -- $(MORE)

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache src/*.egg-info
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

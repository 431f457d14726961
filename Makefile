# make serve: the web chat on http://127.0.0.1:7860
# make test: every check and the whole test suite    make quick: the fast tests, in about a minute
# make figures: our figures as Markdown, over the edition in use; SPLIT=dev for the questions to tune on
# make bench: times and memory beside their limits, as Markdown, in some three minutes
# make models: everything in index/models, learned anew
# make fuzz: damaged and hostile files and requests, some thousands    make chaos: 200 crashes, then parts of a deployment killed
# make soak: 32 users for an hour; the last results of the three are in docs/reliability.md
# Each sets up .venv first, which happens only once.

PYTHON ?= python3
PORT ?= 7860
SPLIT ?= test
READY := .venv/.ready
READY_DEV := .venv/.ready-dev
BIN := .venv/bin

.PHONY: serve test check quick lint setup setup-dev figures bench models fuzz chaos soak

serve: $(READY)
	$(BIN)/judge serve --port $(PORT)

test: $(READY_DEV)
	scripts/check

check: test

quick: $(READY_DEV)
	scripts/test quick

lint: $(READY_DEV)
	scripts/lint

bench: $(READY_DEV)
	@$(BIN)/python scripts/bench.py

fuzz: $(READY_DEV)
	FUZZ_EXAMPLES=2000 scripts/test tests/faults/test_fuzz_readers.py tests/faults/test_fuzz_server.py

chaos: $(READY_DEV)
	CRASHES=200 DAMAGES=1 scripts/test tests/faults/test_crash.py tests/faults/test_damage.py
	$(BIN)/python scripts/chaos.py --write docs/reliability.md

soak: $(READY_DEV)
	$(BIN)/python scripts/soak.py --write docs/reliability.md

figures: $(READY)
	@$(BIN)/judge eval shipped --split $(SPLIT) --markdown

# What is learned from the plain rulebook and the dev halves, in order; two cores take an hour. The edition in use should be
# an official one, with cards. `python -m index.make.fingerprint FILE` and `... card_words FILE...` need official files.
models: $(READY_DEV)
	$(BIN)/python -m index.make.train
	$(BIN)/python -m index.make.graph
	$(BIN)/python -m index.make.encode
	$(BIN)/python -m eval.fit cross-encoder
	$(BIN)/python -m eval.fit
	$(BIN)/python -m eval.fit rulings

setup: $(READY)

setup-dev: $(READY_DEV)

$(READY): pyproject.toml constraints.txt scripts/left-out.txt
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'found Python ' + sys.version.split()[0] + ', expected 3.11 or newer; run: make PYTHON=python3.11 serve')"
	@echo 'Installing into .venv (once; takes some minutes) ...'
	$(PYTHON) -m venv .venv
	scripts/install
	touch $@

$(READY_DEV): $(READY)
	scripts/install-system & scripts/install '[dev]' && wait $$!
	touch $@

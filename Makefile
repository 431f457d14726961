# make serve: the web chat on http://127.0.0.1:7860    make test: the whole test suite
# make figures: our own figures as Markdown, over the edition in use; SPLIT=dev for the questions to tune on
# Each sets up .venv first and does so once.

PYTHON ?= python3
PORT ?= 7860
SPLIT ?= test
READY := .venv/.ready
BIN := .venv/bin

.PHONY: serve test check setup figures

serve: $(READY)
	$(BIN)/judge serve --port $(PORT)

test: $(READY) .venv/.ready-dev
	scripts/check

check: test

figures: $(READY)
	@$(BIN)/judge eval shipped --split $(SPLIT) --markdown

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'found Python ' + sys.version.split()[0] + ', expected 3.11 or newer; run: make PYTHON=python3.11 serve')"
	@echo 'Installing into .venv (once; some minutes) ...'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e .
	touch $@

.venv/.ready-dev: $(READY)
	$(BIN)/pip install -q -c constraints.txt -e '.[dev]'
	scripts/install-browser
	touch $@

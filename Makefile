# Everything a newcomer needs: `make run` and `make test`. Python 3.11 or newer, make and git suffice.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { command -v $$p; break; }; done)
BIN := .venv/bin
RUNNING := $(BIN)/python -m config.running
TESTS := $(BIN)/python -m tests.runner

ifdef PORT
export AMPARO_PORT = $(PORT)
endif
export PYTHONUNBUFFERED = 1

.PHONY: help install run empty dev test test-long test-changed test-merge coverage check style types settings demo pictures replay bench schema backup restore release

help:
	@echo "make run       start Amparo: database, broker, web, worker, beat; Ctrl+C stops it all"
	@echo "make empty     the same without anybody in it, in a folder of its own: the first start of an office"
	@echo "make dev       the same, with a web server that follows changes of the code"
	@echo "make test      run the quick tests on servers of their own: every rule, each page of a kind twice"
	@echo "make test-long run the long ones: every page of every role, a migration from empty; docs say when"
	@echo "make test-changed  run the tests whose code changed since they last passed"
	@echo "make coverage  the same, and which lines no test runs"
	@echo "make check     linters, types, migrations, translations, deployment check"
	@echo "make demo      the main job without a browser, step by step"
	@echo "make pictures  how it looks, full and empty, into var/pictures, and the README's into docs/screenshots"
	@echo "make replay    play the spring of 2019 through the pages, and write docs/replay.md"
	@echo "make bench     measure with 1,000, 10,000 and 100,000 people"
	@echo "make schema    after a migration changed: make the dump anew that fills empty databases"
	@echo "make backup    write an encrypted backup into var/backups"
	@echo "make release   two steps of docs/releasing.md: write down migrations, keep a backup"
	@echo "make restore FILE=...   bring one back into an empty database"

install:
	@test -n "$(PYTHON)" || { echo "Amparo needs Python 3.11 or newer; none was found on the PATH."; exit 1; }
	@$(PYTHON) config/running/install.py

run: install
	@$(RUNNING) run

empty: install
	@AMPARO_EMPTY=yes AMPARO_VAR=$(CURDIR)/var/empty $(RUNNING) run

dev: install
	@$(RUNNING) dev

test: install
	@$(TESTS) quick $(ARGS)

test-long: install
	@$(TESTS) long $(ARGS)

test-changed: install
	@$(TESTS) quick --testmon --testmon-forceselect $(ARGS)

test-merge: install
	@$(TESTS) merge $(ARGS)

coverage: install
	@mkdir -p var/coverage && rm -f var/coverage/data*
	@COVERAGE_FILE=$(CURDIR)/var/coverage/data $(TESTS) quick --cov --cov-report=term \
		--cov-report=html:var/coverage/html $(ARGS)
	@echo "Every file, line by line: var/coverage/html/index.html"

check: install
	@$(MAKE) --no-print-directory --jobs=2 style types settings

style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/bandit -q -r . -x ./.venv,./tests,./var -lll
	$(BIN)/oxlint
	$(BIN)/oxfmt --check '**/*.css' '**/*.js'
	$(BIN)/djlint templates --check --quiet

types:
	@# The types of models need settings that load; nothing is opened with these.
	DATABASE_URL=postgresql://a@localhost/a DATABASE_OWNER_URL=postgresql://a@localhost/a REDIS_URL=redis://localhost \
		AMPARO_SECRET_KEY=types AMPARO_MASTER_KEY=dHlwZXN0eXBlc3R5cGVzdHlwZXN0eXBlc3R5cGVzMTI= $(BIN)/mypy

settings:
	@$(RUNNING) check

demo: install
	@$(RUNNING) manage prepare
	@$(RUNNING) manage demo

pictures: install
	@$(BIN)/python -m tests.pictures $(ARGS)

replay: install
	@AMPARO_REPLAY=write $(TESTS) long -s tests/replay/test_replay.py

bench: install
	@$(RUNNING) python -m tests.bench $(ARGS)

backup: install
	@$(RUNNING) manage backup

schema: install
	@$(RUNNING) manage keep_schema

release: install
	@$(RUNNING) manage record_migrations
	@$(BIN)/python -m tests.running.house

restore: install
	@test -n "$(FILE)" || { echo "Say which backup: make restore FILE=var/backups/amparo-....age"; exit 1; }
	@$(RUNNING) manage restore "$(FILE)" $(ARGS)

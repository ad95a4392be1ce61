# Everything needs only git, make, and Python 3.11 or newer with venv (Debian: python3-venv).
# What the programs need is installed into .venv from the locks in requirements/, by hash.

PYTHON ?= python3
VENV := .venv/bin/python
export PROFILE ?= development
unexport MAKEFLAGS MAKELEVEL

.PHONY: help run test demo bench lint types texts lock

help: ## say what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/'

run: ## run a whole host on this machine: make run PORT=8000 SMTP_PORT=8025
	@$(PYTHON) tools/venv.py host
	@exec $(VENV) -m hosting.supervising

test: ## run every check and every test, on SQLite and on PostgreSQL
	@$(PYTHON) tools/venv.py dev
	@exec $(VENV) tools/test.py

demo: ## watch the host play
	@$(PYTHON) tools/venv.py host
	@exec $(VENV) manage.py demo

bench: ## measure the host on this machine
	@$(PYTHON) tools/venv.py dev
	@exec $(VENV) -m tests.bench

lint: ## find what reads badly
	@$(PYTHON) tools/venv.py dev
	@$(VENV) -m ruff check .
	@$(VENV) -m ruff format --check .
	@.venv/bin/lint-imports

types: ## check the types
	@$(PYTHON) tools/venv.py dev
	@exec $(VENV) -m mypy

texts: ## gather the texts of pages and mails for translation, and compile what is translated
	@$(PYTHON) tools/venv.py dev
	@exec $(VENV) tools/texts.py

lock: ## write the locks anew from pyproject.toml (needs uv)
	$(LOCK) -o requirements/host.lock
	$(LOCK) -c requirements/host.lock --extra postgres -o requirements/server.lock
	$(LOCK) -c requirements/host.lock --extra postgres --group dev -o requirements/dev.lock

LOCK = uv pip compile --quiet --upgrade --universal --generate-hashes --no-emit-index-url --no-header pyproject.toml

# Relative paths only: the checkout may lie under a path with a space.

# Makes .venv, once; remove .venv to change it. 3.11 to 3.14.
PYTHON ?= python3
VENV = .venv/bin/python
# For the command behind a target, as in: make test ARGS="-k invoices"
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run test guards test-slow coverage test-reliability test-deployment lint migrate migrate-status openapi examples axe typescript requirements proof fuzz browser bench bench-scale bench-versions bench-webhooks service-venv test-venv proof-venv

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1|\2/p' Makefile | awk -F '|' '{ printf "  make %-16s %s\n", $$1, $$2 }'

# exec: signals reach the service itself.
run: service-venv ## Serve on HOST:PORT (127.0.0.1:8000), on the embedded PostgreSQL unless DATABASE_URL is set
	@exec $(VENV) -m app serve $(ARGS)

# Three workers for two processors: PostgreSQL and the waits of the tests leave room for one more. A file stays with one,
# so that what its tests share is made once. Compiled tests are kept, also where containers forbid it: to compile them
# anew takes each worker as long as a twentieth of all tests.
TEST = env PYTHONDONTWRITEBYTECODE= $(VENV) -m pytest -n 3 --dist loadfile

test: test-venv ## Run the tests, on an embedded PostgreSQL of their own unless TEST_DATABASE_URL is set
	@exec $(TEST) -m "not slow" $(ARGS)

guards: test-venv ## Tell what is missing: statements, tables, routes, document, lists, scopes, samples, sizes (half a minute)
	@exec $(VENV) -m pytest -q -n 2 tests/guards $(ARGS)

# Apart from `test`, which is for every few minutes: a quarter of the tests, and three quarters of the time.
test-slow: test-venv ## Run the tests that take seconds: races, prints, processes, demonstrations, random cases, dangerous inputs
	@exec $(TEST) -m slow $(ARGS)

# Apart from `test`: tracing every branch makes the run half as long again.
coverage: test-venv ## Run the tests and tell which branches they miss
	@exec $(VENV) -m pytest -n 2 --cov --cov-branch $(ARGS)

# One after the other: they measure, and want the machine for themselves.
test-reliability: test-venv ## Run the tests of races, crashes, failover, crossings, books, attacks and plans in full size (an hour)
	@env HYPOTHESIS_PROFILE=nightly $(VENV) -m pytest -m hypothesis tests/unit
	@env RELIABILITY=full DEPLOYMENT=on $(VENV) -m pytest tests/deployment/test_failover.py
	@exec env RELIABILITY=full $(VENV) -m pytest tests/reliability tests/attacks tests/api/test_dangerous_inputs.py \
		tests/api/test_dangerous_queries.py tests/api/test_list_filters.py tests/api/test_invoice_pdf.py tests/operators/test_backups.py tests/sql/test_plans.py \
		tests/sql/test_ledger_plans.py tests/sql/test_sales_cost.py $(ARGS)

# Apart from `test`: it takes packages that nothing else needs, and a minute.
proof: proof-venv typescript ## Let other people's tools use the service: generated clients, OAuth clients, traces, schemathesis
	@exec env FUZZ=short $(VENV) -m pytest tests/proof $(ARGS)

fuzz: proof-venv ## The same, with more than 20,000 requests of schemathesis (minutes)
	@exec env FUZZ=full $(VENV) -m pytest tests/proof $(ARGS)

# Apart from `test`: it takes programs of the system. Where one is missing its tests say so and are skipped.
test-deployment: test-venv ## Run the service behind nginx and PgBouncer, on a primary that dies, and the API on every PostgreSQL that is there (many minutes)
	@exec env DEPLOYMENT=on $(VENV) -m pytest tests/deployment $(ARGS)

# Skipped, with the reason, where there is no browser.
browser: test-venv axe ## Go through the pages in Chromium (Debian's chromium and chromium-driver)
	@exec env BROWSER=on $(VENV) -m pytest tests/browser $(ARGS)

bench: service-venv ## Measure what a request costs beside PostgreSQL and Falcon alone (3 minutes; ARGS=--peers: other servers too)
	@exec $(VENV) -m bench $(ARGS)

bench-scale: service-venv ## Measure how that grows with 1000, 100000 and 1000000 invoices (ARGS="1000 100000" for others)
	@exec $(VENV) -m bench.scale $(ARGS)

bench-versions: service-venv ## Measure what requests cost of several PostgreSQL servers by turns (ARGS="15=URL 18=URL")
	@exec $(VENV) -m bench.versions $(ARGS)

bench-webhooks: service-venv ## Measure how many webhooks a second a deliverer sends to one receiver (ARGS="--events 50000")
	@exec $(VENV) -m bench.deliveries $(ARGS)

lint: test-venv ## Check style, types, the direction of imports, and known faults of packages
	@$(VENV) -m ruff check .
	@$(VENV) -m ruff format --check .
	@$(VENV) -m mypy
	@$(VENV) -c "from importlinter.cli import lint_imports_command; lint_imports_command()"
	@$(VENV) requirements/audit.py

migrate: service-venv ## Apply the migrations that the database lacks
	@exec $(VENV) -m app migrate $(ARGS)

migrate-status: service-venv ## List the migrations and whether the database has them
	@exec $(VENV) -m app migrate-status $(ARGS)

openapi: service-venv ## Write docs/openapi.json anew
	@$(VENV) -m app openapi $(ARGS) > var/openapi.json
	@mv var/openapi.json docs/openapi.json

# On a demonstration of its own, by the tests that send every example to it.
examples: test-venv ## Write examples of answers and events anew where their fields are others (then make openapi)
	@exec env EXAMPLES=write $(VENV) -m pytest -q -n 0 tests/operators/test_examples.py tests/api/test_event_examples.py $(ARGS)

# uv, because it resolves for every Python and system at once; ARGS=--upgrade takes newer versions.
COMPILE = var/uv/bin/python -m uv pip compile --quiet setup.cfg --universal --python-version 3.11 \
	--generate-hashes --no-annotate --custom-compile-command "make requirements" --cache-dir var/uv/cache $(ARGS)

requirements: ## Pin the dependencies of setup.cfg anew (ARGS=--upgrade for newer versions)
	@$(PYTHON) -m venv var/uv
	@var/uv/bin/python -m pip install --quiet --disable-pip-version-check uv
	@$(COMPILE) -o requirements/service.txt
	@$(COMPILE) --extra test -o requirements/test.txt
	@$(COMPILE) --extra test --extra tracing --extra proof --constraint requirements/test.txt -o requirements/proof.txt
	@$(COMPILE) --extra tracing --constraint requirements/proof.txt -o requirements/tracing.txt
	@$(subst setup.cfg,requirements/audit.in,$(COMPILE)) -o requirements/audit.txt
	@$(subst setup.cfg,requirements/peers.in,$(COMPILE)) --constraint requirements/service.txt -o requirements/peers.txt
	@rm -rf var/uv

service-venv:
	@$(PYTHON) requirements/install.py service

test-venv:
	@$(PYTHON) requirements/install.py test

# Of npm, for tests alone. Where npm is not to be had they say so and are skipped.
NPM = npm install --no-save --no-package-lock --ignore-scripts --silent --prefix
AXE = axe-core@4.14.1
axe:
	@test -d var/axe/node_modules || $(NPM) var/axe $(AXE) >/dev/null 2>&1 || true

TYPESCRIPT = openapi-typescript@7.13.0 openapi-fetch@0.17.0 @hey-api/openapi-ts@0.99.0 typescript@5.9.3 \
	@types/node@20.19.25 openapi-to-postmanv2@6.3.3 @usebruno/converters@0.23.0
typescript:
	@test -d var/typescript/node_modules/@hey-api || $(NPM) var/typescript $(TYPESCRIPT) >/dev/null 2>&1 || true

proof-venv:
	@$(PYTHON) requirements/install.py proof

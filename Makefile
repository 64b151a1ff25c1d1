# make eval   set up, then run the embedded demo: retrieve, answer, measure, print, write the report
# make test   set up, then run the tests
# make check  everything CI runs: lint, types, import contracts, docs, tests
# make gate   measure the embedded demo, and hold it against baseline.json by the rules of ragauge.toml
# make benchmark  sweep chunkers, sizes and lanes on the demo, and lanes on SciFact where RAGAUGE_DATA has it
# make docs   write the generated pages anew

PYTHON ?= python3
BIN := .venv/bin
UV := $(shell command -v uv 2>/dev/null)

NAMES := recall@5 mrr ndcg@10 empty_rate

.PHONY: browser frameworks eval gate benchmark test check lint types imports docs docs-check setup bench bench-smoke clean
.DEFAULT_GOAL := test

ifdef UV
    VENV := uv venv -q --python $(PYTHON) .venv
    INSTALL := uv pip install -q --python $(BIN)/python
else
    VENV := $(PYTHON) -m venv .venv
    INSTALL := $(BIN)/python -m pip install -q --disable-pip-version-check
endif

.venv/ready-run: pyproject.toml
	@test -x $(BIN)/python || $(VENV)
	$(INSTALL) -e .
	@touch $@

.venv/ready-dev: pyproject.toml
	@test -x $(BIN)/python || $(VENV)
	$(INSTALL) -e '.[dev,oracle]'
	@touch .venv/ready-run $@

setup: .venv/ready-dev

eval: .venv/ready-run
	@mkdir -p out
	@$(BIN)/ragauge demo --html out/report.html

gate: .venv/ready-run
	@$(BIN)/ragauge demo --save out/demo --force --markdown - > /dev/null
	@$(BIN)/ragauge eval out/demo/golden.jsonl out/demo/run.trec --corpus out/demo/corpus $(NAMES:%=-m %) \
		--json out/demo/scores.json > /dev/null
	@$(BIN)/ragauge gate

benchmark: .venv/ready-run
	@$(BIN)/ragauge demo --save out/demo --force --markdown - > /dev/null
	@$(BIN)/ragauge sweep out/demo/corpus out/demo/golden.jsonl --set chunker=document,fixed,recursive,markdown \
		--set size=100,200 --set lane=bm25,lsa,bm25+lsa --set reranker=none,lexical --k 3,5,10 --cache out/sweep
	@test -z "$(RAGAUGE_DATA)" || $(BIN)/ragauge sweep $(RAGAUGE_DATA)/scifact $(RAGAUGE_DATA)/scifact \
		--set lane=bm25,lsa,bm25+lsa --k 5,10 --cache out/sweep

test: .venv/ready-dev
	@OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest $(or $(ARGS),-n 2 --dist worksteal)

lint: .venv/ready-dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: .venv/ready-dev
	@$(BIN)/mypy

imports: .venv/ready-dev
	@$(BIN)/lint-imports

docs: .venv/ready-dev
	@$(BIN)/python scripts/docs.py

docs-check: .venv/ready-dev
	@$(BIN)/python scripts/docs.py --check

check: lint types imports docs-check test

# The examples with LangChain, LlamaIndex and Haystack themselves, in an environment of their own.
frameworks:
	@$(PYTHON) scripts/frameworks.py

# The report in a real browser, in an environment of its own.
browser:
	@$(PYTHON) scripts/browser.py

bench: .venv/ready-dev
	@$(BIN)/python bench/ranking.py

bench-smoke: .venv/ready-dev
	@$(BIN)/python bench/ranking.py --peers ragauge --scale 0.02 --runs 1

clean:
	rm -rf .venv .venv-browser .venv-frameworks .mypy_cache .ruff_cache .pytest_cache .import_linter_cache build dist

# The front door. `make` alone lists what can be done; everything works from a bare Debian 12 with
# make and git.
#
#   JOBS=N         compile and test jobs at once (default: cores, bounded by free memory)
#   SKIP_SETUP=1   do not look at Debian or npm packages
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

BUILD := build
JOBS ?= $(shell tools/ci/jobs.sh)
# Set-up and build talk on stderr: the stdout of `make scan` is the report alone.
NINJA := cmake --build $(BUILD) --parallel $(JOBS)
SETUP_STAMP := $(BUILD)/setup.stamp
SETUP_INPUTS := packaging/debian-packages.txt packaging/grammars/package-lock.json web/package-lock.json tools/setup.sh
TESTS_STAMP := $(BUILD)/setup-tests.stamp

# Tests and measurements leave the history of whoever runs them alone.
all test test-long quality golden bench bench-live bench-guard bench-source bench-store bench-fleet bench-serve: export MCPJURY_STORE := none

.PHONY: help
help: ## list the targets
	@echo 'mcpjury: grades MCP servers by five published methodologies'
	@echo
	@echo '  make scan TARGET=examples/FILE.json            set up, build, scan'
	@echo '  make scan TARGET=FILE ARGS="-o json"           the same with options'
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-12s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

.PHONY: setup
setup: $(SETUP_STAMP) $(TESTS_STAMP) ## install the Debian and npm packages that are missing, once

ifdef SKIP_SETUP
.PHONY: $(SETUP_STAMP) $(TESTS_STAMP)
$(SETUP_STAMP) $(TESTS_STAMP):
	@mkdir -p $(BUILD)
else
$(SETUP_STAMP): $(SETUP_INPUTS)
	@tools/setup.sh >&2
	@mkdir -p $(BUILD) && touch $@
$(TESTS_STAMP): $(SETUP_STAMP) tests/package-lock.json packaging/debian-packages-test.txt
	@tools/setup.sh --tests >&2
	@mkdir -p $(BUILD) && touch $@
endif

# Ninja configures again by itself when a CMake file changes; only the presets need this rule.
$(BUILD)/build.ninja: CMakePresets.json | $(SETUP_STAMP)
	@cmake --preset release >&2
	@touch $@

.PHONY: build
build: $(SETUP_STAMP) $(BUILD)/build.ninja ## build the program: build/mcpjury
	@$(NINJA) --target mcpjury >&2

.PHONY: all
all: $(SETUP_STAMP) $(BUILD)/build.ninja ## build everything, tests and benchmarks included
	@$(NINJA) >&2

.PHONY: scan
ifeq ($(strip $(TARGET)),)
scan: ## scan TARGET=…, with options in ARGS="…"
	@echo 'make scan: TARGET is missing. TARGET is a saved tools/list reply (or several), for example:' >&2
	@echo '  make scan TARGET=tools.json' >&2
	@echo '  make scan TARGET=tools.json ARGS="--fail-on high -o sarif=out.sarif"' >&2
	@exit 2
else
scan: build
	@$(BUILD)/mcpjury scan $(ARGS) $(TARGET) || { code=$$?; echo "mcpjury: exit code $$code" >&2; exit $$code; }
endif

.PHONY: serve
serve: build ## run the service on http://127.0.0.1:8383, with options in ARGS="…"
	@$(BUILD)/mcpjury serve $(ARGS)

.PHONY: test
test: all $(TESTS_STAMP) ## build everything and run every test
	@ctest --test-dir $(BUILD) --output-on-failure --no-tests=error --parallel $$((2 * $(JOBS)))

.PHONY: test-long
test-long: all $(TESTS_STAMP) ## sanitizers, both compilers to the same bytes, 60 s a fuzz target
	@JOBS=$(JOBS) tools/ci/test_long.sh

.PHONY: lint
lint: all ## formatting, clang-tidy, scripts, text, freshness of generated docs
	@JOBS=$(JOBS) tools/ci/lint.sh

.PHONY: format
format: $(SETUP_STAMP) ## run clang-format over all C++ files
	@tools/ci/cpp_files.sh | xargs -r clang-format-14 -i

.PHONY: quality
quality: all ## precision and recall on the labelled corpora
	@tools/ci/quality.sh

.PHONY: train-judges
train-judges: $(SETUP_STAMP) $(BUILD)/build.ninja ## learn the weights of the embedded judges again, to the same bytes
	@$(NINJA) --target judge_trainer >&2
	@python3 tools/judge_training/train.py $(BUILD)/tools/judge_training/judge_trainer

.PHONY: bench-judges
bench-judges: $(SETUP_STAMP) $(BUILD)/build.ninja ## tools a second of the five embedded judges on one core
	@$(NINJA) --target bench_judges >&2
	@$(BUILD)/bench/bench_judges $${MCPJURY_DATA:-../shared/data}/corpus/benign-tools.ndjson

.PHONY: bench
bench: $(SETUP_STAMP) $(BUILD)/build.ninja ## measure speed; writes build/bench.json
	@$(NINJA) --target mcpjury mcpjury_bench mcpjury_floor mcpjury_nothing >&2
	@$(BUILD)/bench/mcpjury_bench $(BUILD)/mcpjury $(BUILD)/bench/mcpjury_floor $(BUILD)/bench/mcpjury_nothing \
	  $(BUILD)/bench $${MCPJURY_DATA:-../shared/data}

.PHONY: bench-live
bench-live: $(SETUP_STAMP) $(BUILD)/build.ninja ## measure scans of live servers; writes build/bench-live.json
	@$(NINJA) --target mcpjury latency_server curl_handshakes client_handshakes >&2
	@python3 bench/live/bench_live.py $(BUILD)/mcpjury $(BUILD)/bench

.PHONY: bench-guard
bench-guard: $(SETUP_STAMP) $(BUILD)/build.ninja ## measure what the gateway adds to a call; writes build/bench-guard.json
	@$(NINJA) --target mcpjury >&2
	@python3 bench/guard/bench_guard.py $(BUILD)/mcpjury $(BUILD)/bench-guard.json

.PHONY: bench-source
bench-source: $(SETUP_STAMP) $(BUILD)/build.ninja ## measure looking at source and advisories; writes build/bench-source.json
	@$(NINJA) --target mcpjury parse_only bench_feeds >&2
	@python3 bench/source/bench_source.py $(BUILD)/mcpjury $(BUILD)/bench

.PHONY: bench-serve
bench-serve: $(SETUP_STAMP) $(BUILD)/build.ninja ## measure the service beside nginx, 100,000 kept scans; writes build/bench-serve.json
	@$(NINJA) --target mcpjury fill_store >&2
	@python3 bench/serve/bench_serve.py $(BUILD)/mcpjury $(BUILD)/bench

.PHONY: bench-fleet
bench-fleet: $(SETUP_STAMP) $(BUILD)/build.ninja ## measure a fleet: 25,000 mock servers (SERVERS=N for fewer); writes build/bench-fleet.json
	@$(NINJA) --target mcpjury population >&2
	@python3 bench/fleet/bench_fleet.py $(BUILD)/mcpjury $(BUILD)/bench/population $(BUILD)/bench-fleet.json

.PHONY: bench-store
bench-store: $(SETUP_STAMP) $(BUILD)/build.ninja ## measure history: 100,000 kept scans; writes build/bench-store.json
	@$(NINJA) --target mcpjury fill_store bench_neighbours >&2
	@python3 bench/store/bench_store.py $(BUILD)/mcpjury $(BUILD)/bench

.PHONY: docs
docs: $(SETUP_STAMP) $(BUILD)/build.ninja ## write the generated pages of docs/ and methodology/ again
	@$(NINJA) --target mcpjury_docs >&2
	@$(BUILD)/mcpjury_docs docs
	@$(BUILD)/mcpjury_docs --published methodology

.PHONY: man
man: $(SETUP_STAMP) $(BUILD)/build.ninja ## write the man page: build/package/mcpjury.1
	@$(NINJA) --target man >&2

.PHONY: package
package: $(SETUP_STAMP) $(BUILD)/build.ninja ## a .deb and a tarball in build/package
	@$(NINJA) --target mcpjury package_files >&2
	@cd $(BUILD) && cpack --config CPackConfig.cmake >&2
	@ls $(BUILD)/package/*.deb $(BUILD)/package/*.tar.gz

.PHONY: install
install: $(SETUP_STAMP) $(BUILD)/build.ninja ## install the program into PREFIX (/usr/local), with man page and completion
	@$(NINJA) --target mcpjury package_files >&2
	@cmake --install $(BUILD) --prefix "$(or $(PREFIX),/usr/local)"

.PHONY: golden
golden: all ## write the golden files again; read the difference before you commit it
	@MCPJURY_UPDATE_GOLDEN=1 ctest --test-dir $(BUILD) --output-on-failure --no-tests=error
	@git status --short -- tests || true

.PHONY: clean
clean: ## remove build/ and every build-*/
	@rm -rf $(BUILD) build-*/

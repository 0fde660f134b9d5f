# Everything a developer of iapkit runs. `make demo` and `make test` set up what they need.

SWIFT ?= swift
RELEASE := .build/release/iapkit

ifeq ($(shell uname -s),Darwin)
# Homebrew keeps these apart from the system's own, so pkg-config must be told.
export PKG_CONFIG_PATH := $(shell for f in libxml2 libarchive zlib; do \
	printf '%s/lib/pkgconfig:' "$$(brew --prefix $$f 2>/dev/null)"; done)$(PKG_CONFIG_PATH)
SETTLE := true
else
# The program holds all its libraries, those of C and their own too: so it starts in a millisecond, and runs on any Linux
# with its kind of processor. Where they can't all be had for that it holds the Swift runtime alone; .ci/static-link says
# so. Swift's own linker minds the order of libraries, lld does not. Symbols stay, for whoever has to read a crash.
HELD := archive xml2 crypto deflate nettle lzma lz4 bz2 zstd z
STATIC := -Xswiftc -static-executable -Xcc -DIAPKIT_STATIC $(addprefix -Xlinker -l,$(HELD)) -Xlinker --strip-debug
# Asked when it is used, for setup comes first.
RELEASE_FLAGS = -Xswiftc -use-ld=lld $(if $(shell .ci/static-link $(HELD)),$(STATIC),--static-swift-stdlib)
# The linker writes its output page by page, and so Linux keeps it in memory and maps it. Of a copy it takes larger pieces,
# which saves a quarter of the start. SwiftPM looks at the time, which stays.
SETTLE = cp -p $(RELEASE) $(RELEASE).new && mv -f $(RELEASE).new $(RELEASE)
endif

# Where `make install` puts things, and which program: all three may hold spaces.
PREFIX ?= /usr/local
DESTDIR ?=
PROGRAM ?= $(RELEASE)

.PHONY: help build install uninstall demo test fuzz bench lint format docs clean setup setup-test setup-bench

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: setup ## build the release program, .build/release/iapkit
	$(SWIFT) build -c release --product iapkit $(RELEASE_FLAGS)
	@$(SETTLE)

# Building is not part of it, so that root need not build.
install uninstall: export PREFIX := $(PREFIX)
install uninstall: export DESTDIR := $(DESTDIR)
install uninstall: export PROGRAM := $(PROGRAM)

install: ## put what was built, its man page and completions below PREFIX=/usr/local
	@.ci/install install

uninstall: ## remove what make install put below PREFIX
	@.ci/install uninstall

demo: export HELD := $(HELD)
demo: build ## do the main job on the content folders in Fixtures
	@.ci/demo "$(abspath $(RELEASE))"

test: setup-test ## run every test
	$(SWIFT) test --parallel

# The seconds are for each kind of input. FUZZ_SEED=N starts from a seed, FUZZ_KIND=NAME runs one kind only.
fuzz: export FUZZ_SECONDS ?= 60
fuzz: setup-test ## damage inputs of each kind for FUZZ_SECONDS=60, with new seeds, and read them
	$(SWIFT) test -c release -Xswiftc -enable-testing --scratch-path .build/fuzz --filter FuzzTests

# BENCH_ONLY=levels,mixed measures these rows only, BENCH_JSON=FILE also writes every figure there, BENCH_QUICK=1 shows
# on small corpora that it works, BENCH_STRICT=1 fails where a floor is missed. BENCH_BIG=4608 is the size of the big
# file in MiB, BENCH_MINUTES=60 leaves more time, BENCH_SEED=N gives other corpora.
bench: export SWIFT := $(SWIFT)
bench: build setup-bench ## measure beside zip, 7-Zip and others, in a quarter of an hour
	@.ci/bench/start "$(abspath $(RELEASE))" --only "$(BENCH_ONLY)" --json "$(BENCH_JSON)" \
		$(if $(BENCH_QUICK),--quick) $(if $(BENCH_STRICT),--strict) $(if $(BENCH_BIG),--big "$(BENCH_BIG)") \
		$(if $(BENCH_MINUTES),--minutes "$(BENCH_MINUTES)") $(if $(BENCH_SEED),--seed "$(BENCH_SEED)")

lint: ## check the style of the code
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Package.swift

format: ## mend the style of the code
	$(SWIFT) format --in-place --recursive --parallel Sources Tests Package.swift

docs: setup-test ## write the table of findings and the help into README.md again
	-RECORD_DOCS=1 $(SWIFT) test --filter ReadmeTests
	$(SWIFT) test --filter ReadmeTests

clean: ## remove what was built
	rm -rf .build

setup:
	@.ci/setup build

setup-test:
	@.ci/setup test

setup-bench:
	@.ci/setup bench

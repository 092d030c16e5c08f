# SPDX-License-Identifier: BSD-3-Clause
# The short way in; CMakePresets.json and scripts/ do the work.
PREFIX ?= /usr/local
# Debian's, which sees Debian's matplotlib, where there is one.
PYTHON ?= $(firstword $(wildcard /usr/bin/python3) python3)

.PHONY: run test test-all test-clients bench picture prediction study build install deb release docs clean

run: build
	build/numapack topo
	build/numapack gemm -n 2048 --peer openblas --peer blis --check

# What a change is tested with, twenty minutes on two cores; ends with what it did not look at.
test:
	@scripts/packages.sh build peers complete test style lab clients report python docs shells aarch64
	@scripts/test.sh

# All there is, in hours.
test-all:
	@scripts/packages.sh build peers complete test style compilers lab clients clients-heavy report browser python docs shells aarch64 debian deb
	@scripts/test.sh --all

test-clients:
	@scripts/packages.sh build complete test clients clients-heavy python debian
	@scripts/test-clients.sh

# QUICK=1: fewer cells and rounds, under thirteen minutes. RESUME=1: goes on where the last run ended.
# RANDOM=N: N random shapes and nothing else. SEED=S: of the random shapes, in place of a new one.
# BEFORE=LIBRARY: this build beside another libnumapack.so, and no peer.
bench: build
	@scripts/packages.sh bench
	@$(PYTHON) -B bench/compare/$(if $(BEFORE),before_after.py --before='$(BEFORE)',run.py) $(if $(QUICK),--quick) \
	  $(if $(RESUME),--resume) $(if $(RANDOM),--random='$(RANDOM)') $(if $(SEED),--seed='$(SEED)')

# The README's picture, docs/four-nodes.svg: a study in the lab, some five minutes, and plans.
picture: build
	@scripts/packages.sh build peers lab
	build/numapack lab study -n 1024 --json build/four-nodes.json
	@$(PYTHON) -B scripts/docs/four_nodes.py build/numapack build/four-nodes.json docs/four-nodes.svg

# docs/explanation/prediction.md and its pictures; CHECK="FILE ...": of numapack predict --check 400 --json FILE, a row each.
prediction: build
	@scripts/packages.sh report
	@$(PYTHON) -B scripts/docs/prediction.py build/numapack docs/explanation/prediction.md $(CHECK)

# The published studies' figures from data/machines/, beside this machine's profile: build/study/study.html, and PNG,
# SVG and CSV in folders there.
study: build
	@scripts/packages.sh report
	@build/numapack report --study build/study

build:
	@scripts/packages.sh build peers
	@scripts/build.sh

install:
	@scripts/packages.sh build
	@scripts/build.sh
	@cmake --install build --prefix "$(PREFIX)" > build/install.log || { cat build/install.log; exit 1; }
	@echo "installed into $(PREFIX); build/install_manifest.txt lists the files"
	@echo "for a shell that does not look there:  . $(PREFIX)/share/numapack/env.sh"

# Debian packages of this tree, into build-deb/.
deb:
	@scripts/packages.sh build complete deb
	@scripts/build-deb.sh

# Source archive, wheel and Debian packages of TAG=vX.Y.Z, each tested from outside this tree, into build-release/.
release:
	@scripts/packages.sh build complete deb python
	@scripts/release.sh '$(or $(TAG),$(error say which tag: make release TAG=vX.Y.Z))'

# These pages as a site, into build/docs-site/.
docs: build
	@scripts/packages.sh docs
	@scripts/build-docs.sh

clean:
	rm -rf build build-*

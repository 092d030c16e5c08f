# SPDX-License-Identifier: BSD-3-Clause
"""The parts of the report, in the order of the page. Each is a pure function of what there is to show."""

from __future__ import annotations

from . import (advice, bandwidth, barriers, benchmark, coherence, conditions, gaps, lab, linpack, loaded, machine, memory,
               pages, plan, predict, products, published, runs, sizes, stream, structure)

ALL = (machine.section, memory.section, coherence.section, structure.section, sizes.section, bandwidth.section, loaded.section,
       stream.section, barriers.section, products.section, linpack.section, benchmark.section, plan.section, predict.section,
       published.section, pages.section, lab.section, runs.section, advice.section, gaps.section, conditions.section)

// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include "doctor/checks.hpp"

namespace numapack {

void check_huge_pages(const SystemFacts& facts, Examination& found) {
  if (!facts.huge_pages) return skip(found, "transparent huge pages", facts.huge_pages.why_not);
  if (*facts.huge_pages == "never") {
    found.findings.push_back(
        {.id = "huge-pages",
         .severity = Severity::matters,
         .is = "transparent huge pages are off (never): all memory is in small pages",
         // 161 or 162 ns against 111 or 115 for a load; a product whose C is in small pages.
         .cost = "a load from memory 1.4 to 1.5 times as long, large products 6 to 7 % slower",
         .slowdown = Slowdown{1.06, 1.5},
         .source = "a Cascade Lake guest: docs/reference/measure/latency.md, CL-033",
         .mend = "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled",
         .root = true});
    return;
  }
  fine(found, "huge-pages", "transparent huge pages: " + *facts.huge_pages);
  if (!facts.huge_pages_defrag) {
    return skip(found, "defragmentation for huge pages", facts.huge_pages_defrag.why_not);
  }
  if (*facts.huge_pages_defrag != "never") {
    return fine(found, "huge-pages-defrag", "defragmentation for them: " + *facts.huge_pages_defrag);
  }
  found.findings.push_back(
      {.id = "huge-pages-defrag",
       .severity = Severity::worth_knowing,
       .is = "memory is never defragmented for huge pages",
       .cost =
           "not known: on a machine that has run for long, programs that ask for huge pages get small ones",
       .source = "Linux: admin-guide/mm/transhuge",
       .mend = "echo madvise > /sys/kernel/mm/transparent_hugepage/defrag",
       .root = true});
}

}  // namespace numapack

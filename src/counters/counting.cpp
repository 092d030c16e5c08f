// SPDX-License-Identifier: BSD-3-Clause
#include "counters/counting.hpp"

namespace numapack {

Counting::Counting(const Machine& machine, CountedProcess whose)
    : machine_(machine),
      system_(read_perf_system()),
      plan_(choose_events(machine_, system_)),
      namer_(make_pfm_namer()),
      calls_(make_perf_calls()),
      set_(plan_, system_, *namer_, *calls_, whose) {}

}  // namespace numapack

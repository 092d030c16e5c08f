// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/rows/generic_neon.hpp"

// Neoverse N1 (Altra, Graviton 2): two FMA units of 16 bytes, 4 cycles, 64 KiB L1, 1 MiB L2. Never measured
// here.
namespace numapack::rows {

constexpr CpuRow neoverse_n1_row() {
  CpuRow row = generic_neon_row();
  row.name = "neoverse-n1";
  row.title = "Neoverse N1";
  row.assumed_from = "generic-neon, which has its number of FMA units and their latency";
  row.cycles = with_fma_units(row.cycles, 2, 4);
  return row;
}

}  // namespace numapack::rows

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/rows/generic_neon.hpp"

// Neoverse V2 (Grace, Graviton 4): four FMA units of 16 bytes, 4 cycles, 64 KiB L1, 1 or 2 MiB L2. Its SVE
// vectors have 16 bytes, so NEON's kernels are as wide. Never measured here.
namespace numapack::rows {

constexpr CpuRow neoverse_v2_row() {
  CpuRow row = generic_neon_row();
  row.name = "neoverse-v2";
  row.title = "Neoverse V2";
  row.assumed_from = "generic-neon; cycles by its four FMA units";
  row.cycles = with_fma_units(row.cycles, 4, 4);
  return row;
}

}  // namespace numapack::rows

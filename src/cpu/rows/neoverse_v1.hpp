// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/rows/generic_sve.hpp"

// Neoverse V1 (Graviton 3): two FMA units of 32 bytes or four of 16, 4 cycles, 64 KiB L1, 1 MiB L2. Never
// measured here.
namespace numapack::rows {

constexpr CpuRow neoverse_v1_row() {
  CpuRow row = generic_sve256_row();
  row.name = "neoverse-v1";
  row.title = "Neoverse V1";
  row.assumed_from = "generic-sve256; cycles by its four FMA units of 16 bytes";
  row.cycles = with_fma_units(row.cycles, 4, 4);
  return row;
}

}  // namespace numapack::rows

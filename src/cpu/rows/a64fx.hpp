// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/rows/generic_sve.hpp"

// A64FX: two FMA units of 64 bytes, 9 cycles, 64 KiB L1, 8 MiB L2 for twelve cores. Never measured here.
namespace numapack::rows {

constexpr CpuRow a64fx_row() {
  CpuRow row = generic_sve512_row();
  row.name = "a64fx";
  row.title = "A64FX";
  row.assumed_from = "generic-sve512; cycles by its two FMA units and their latency";
  row.cycles = with_fma_units(row.cycles, 2, 9);
  // Packed panels meet vectors of 64 bytes, thin operands those of 16.
  row.cycles.packed_add /= 4;
  return row;
}

}  // namespace numapack::rows

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/rows/skylake_x.hpp"

// Plain C++ on any CPU: right everywhere, fast nowhere. Nothing was fitted.
namespace numapack::rows {

/// The thin loops with vectors of 16 bytes: passes over L are at the memory's rate, so that shorter vectors
/// take less; none has eight columns at a time.
constexpr ThinCycles cycles_of_16_bytes() {
  ThinCycles cycles = skylake_x_cycles;
  cycles.narrow = 1.3;
  cycles.multiply_add /= 2;
  cycles.wide_multiply_add = cycles.multiply_add;
  cycles.wide_tile = cycles.tile;
  return cycles;
}

constexpr CpuRow portable_row() {
  CpuRow row = skylake_x_row();
  row.name = "portable";
  row.title = "any CPU, plain C++";
  row.architecture = "";
  row.set = InstructionSet::portable;
  row.measured = false;
  row.assumed_from = "skylake-x";
  constexpr const char* names[] = {"portable-s8x4", "portable-d4x4", "portable-c4x2", "portable-z2x2"};
  for (int type = 0; type < 4; ++type) row.kernels[type] = {names[type], {}};
  row.cycles = cycles_of_16_bytes();
  row.long_column_bytes = 0;
  return row;
}

}  // namespace numapack::rows

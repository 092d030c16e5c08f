// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/rows/generic_neon.hpp"

// SVE with vectors of 32 or of 64 bytes on a CPU that no row knows; vectors of 16 bytes are NEON's. Packed
// products have SVE's register loops, thin ones NEON's.
namespace numapack::rows {

constexpr CpuRow generic_sve256_row() {
  CpuRow row = generic_neon_row();
  row.name = "generic-sve256";
  row.title = "any CPU with SVE vectors of 256 bits";
  row.set = InstructionSet::sve;
  row.vector_bytes = 32;
  constexpr const char* names[] = {"sve-s32x6", "sve-d16x6", "sve-c16x3", "sve-z8x3"};
  for (int type = 0; type < 4; ++type) row.kernels[type].name = names[type];
  return row;
}

constexpr CpuRow generic_sve512_row() {
  CpuRow row = generic_neon_row();
  row.name = "generic-sve512";
  row.title = "any CPU with SVE vectors of 512 bits";
  row.set = InstructionSet::sve;
  row.vector_bytes = 64;
  constexpr const char* names[] = {"sve-s64x6", "sve-d32x6", "sve-c32x3", "sve-z16x3"};
  for (int type = 0; type < 4; ++type) row.kernels[type].name = names[type];
  return row;
}

}  // namespace numapack::rows

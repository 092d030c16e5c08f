// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/microarchs/generic_neon.hpp"

// SVE with vectors of 32 or of 64 bytes on a CPU that no microarchitecture has the numbers of; vectors of 16
// bytes are NEON's. Packed products have SVE's register loops, skinny ones NEON's.
namespace numapack::microarchs {

constexpr Microarch generic_sve256_microarch() {
  Microarch microarch = generic_neon_microarch();
  microarch.name = "generic-sve256";
  microarch.title = "any CPU with SVE vectors of 256 bits";
  microarch.set = InstructionSet::sve;
  microarch.vector_bytes = 32;
  constexpr const char* names[] = {"sve-s32x6", "sve-d16x6", "sve-c16x3", "sve-z8x3"};
  for (int type = 0; type < 4; ++type) microarch.kernels[type].name = names[type];
  return microarch;
}

constexpr Microarch generic_sve512_microarch() {
  Microarch microarch = generic_neon_microarch();
  microarch.name = "generic-sve512";
  microarch.title = "any CPU with SVE vectors of 512 bits";
  microarch.set = InstructionSet::sve;
  microarch.vector_bytes = 64;
  constexpr const char* names[] = {"sve-s64x6", "sve-d32x6", "sve-c32x3", "sve-z16x3"};
  for (int type = 0; type < 4; ++type) microarch.kernels[type].name = names[type];
  return microarch;
}

}  // namespace numapack::microarchs

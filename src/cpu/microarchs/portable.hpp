// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/microarchs/skylake_x.hpp"

// Plain C++ on any CPU: right everywhere, fast nowhere. Nothing was fitted.
namespace numapack::microarchs {

/// The skinny loops with vectors of 16 bytes: passes over L are at the memory's rate, so that shorter vectors
/// take less; none has eight columns at a time.
constexpr SkinnyCycles cycles_of_16_bytes() {
  SkinnyCycles cycles = skylake_x_cycles;
  cycles.narrow = 1.3;
  cycles.multiply_add /= 2;
  cycles.wide_multiply_add = cycles.multiply_add;
  cycles.wide_tile = cycles.tile;
  return cycles;
}

constexpr Microarch portable_microarch() {
  Microarch microarch = skylake_x_microarch();
  microarch.name = "portable";
  microarch.title = "any CPU, plain C++";
  microarch.architecture = "";
  microarch.set = InstructionSet::portable;
  microarch.measured = false;
  microarch.assumed_from = "skylake-x";
  constexpr const char* names[] = {"portable-s8x4", "portable-d4x4", "portable-c4x2", "portable-z2x2"};
  for (int type = 0; type < 4; ++type) microarch.kernels[type] = {names[type], {}};
  microarch.cycles = cycles_of_16_bytes();
  microarch.long_column_bytes = 0;
  return microarch;
}

}  // namespace numapack::microarchs

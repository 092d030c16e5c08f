// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/microarchs/portable.hpp"

// aarch64 without longer vectors than NEON's 16 bytes, on a CPU that no microarchitecture has the numbers of.
namespace numapack::microarchs {

/// What follows from how many FMAs of 16 bytes a core starts in a cycle and from how long one takes:
/// Cascade Lake starts two and waits four cycles. The paths of memory and packing stay as they are.
constexpr SkinnyCycles with_fma_units(SkinnyCycles cycles, double units, double latency) {
  cycles.near_add *= 2 / units;
  if (cycles.multiply_add < cycles.near_add)  // no pass over L is faster than its FMAs
    cycles.multiply_add = cycles.wide_multiply_add = cycles.near_add;
  cycles.dot *= 2 / units;
  cycles.packed_add *= 2 / units;
  cycles.step *= latency / cycles.latency;
  cycles.latency = latency;
  return cycles;
}

/// No kernel of NEON or SVE has an in-place loop yet, so that of in_place next to nothing is looked at.
constexpr Microarch generic_neon_microarch() {
  Microarch microarch = portable_microarch();
  microarch.name = "generic-neon";
  microarch.title = "any CPU with NEON";
  microarch.architecture = "aarch64";
  microarch.set = InstructionSet::neon;
  constexpr const char* names[] = {"neon-s16x6", "neon-d8x6", "neon-c8x3", "neon-z4x3"};
  for (int type = 0; type < 4; ++type) microarch.kernels[type].name = names[type];
  microarch.long_column_bytes = never_so_many;
  return microarch;
}

}  // namespace numapack::microarchs

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/microarchs/generic_neon.hpp"

// Neoverse V2 (Grace, Graviton 4): four FMA units of 16 bytes, 4 cycles, 64 KiB L1, 1 or 2 MiB L2. Its SVE
// vectors have 16 bytes, so NEON's kernels are as wide. Never measured here.
namespace numapack::microarchs {

constexpr Microarch neoverse_v2_microarch() {
  Microarch microarch = generic_neon_microarch();
  microarch.name = "neoverse-v2";
  microarch.title = "Neoverse V2";
  microarch.assumed_from = "generic-neon; cycles by its four FMA units";
  microarch.cycles = with_fma_units(microarch.cycles, 4, 4);
  return microarch;
}

}  // namespace numapack::microarchs

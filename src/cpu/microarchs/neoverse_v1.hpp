// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/microarchs/generic_sve.hpp"

// Neoverse V1 (Graviton 3): two FMA units of 32 bytes or four of 16, 4 cycles, 64 KiB L1, 1 MiB L2. Never
// measured here.
namespace numapack::microarchs {

constexpr Microarch neoverse_v1_microarch() {
  Microarch microarch = generic_sve256_microarch();
  microarch.name = "neoverse-v1";
  microarch.title = "Neoverse V1";
  microarch.assumed_from = "generic-sve256; cycles by its four FMA units of 16 bytes";
  microarch.cycles = with_fma_units(microarch.cycles, 4, 4);
  return microarch;
}

}  // namespace numapack::microarchs

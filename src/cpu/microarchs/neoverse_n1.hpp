// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/microarchs/generic_neon.hpp"

// Neoverse N1 (Altra, Graviton 2): two FMA units of 16 bytes, 4 cycles, 64 KiB L1, 1 MiB L2. Never measured
// here.
namespace numapack::microarchs {

constexpr Microarch neoverse_n1_microarch() {
  Microarch microarch = generic_neon_microarch();
  microarch.name = "neoverse-n1";
  microarch.title = "Neoverse N1";
  microarch.assumed_from = "generic-neon, which has its number of FMA units and their latency";
  microarch.cycles = with_fma_units(microarch.cycles, 2, 4);
  return microarch;
}

}  // namespace numapack::microarchs

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/microarchs/generic_sve.hpp"

// A64FX: two FMA units of 64 bytes, 9 cycles, 64 KiB L1, 8 MiB L2 for twelve cores. Never measured here.
namespace numapack::microarchs {

constexpr Microarch a64fx_microarch() {
  Microarch microarch = generic_sve512_microarch();
  microarch.name = "a64fx";
  microarch.title = "A64FX";
  microarch.assumed_from = "generic-sve512; cycles by its two FMA units and their latency";
  microarch.cycles = with_fma_units(microarch.cycles, 2, 9);
  // Packed panels meet vectors of 64 bytes, skinny operands those of 16.
  microarch.cycles.packed_add /= 4;
  return microarch;
}

}  // namespace numapack::microarchs

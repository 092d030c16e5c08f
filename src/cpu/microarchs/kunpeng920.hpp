// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/microarchs/generic_neon.hpp"

// Kunpeng 920 (TSV110 cores): 64 KiB L1, 512 KiB L2, 1 MiB of L3 a core. Never measured here; the 8 x 6
// kernel is the paper's (Electronics 2021, 10, 1984, section 5), its blocks follow from the caches.
namespace numapack::microarchs {

constexpr Microarch kunpeng920_microarch() {
  Microarch microarch = generic_neon_microarch();
  microarch.name = "kunpeng920";
  microarch.title = "Kunpeng 920 (TSV110)";
  microarch.assumed_from = "generic-neon; cycles by its FMAs of two doubles, one a cycle";
  microarch.in_place.most_bytes = microarch.in_place.most_bytes_beside_cached_c = 512 << 10;
  microarch.cycles = with_fma_units(microarch.cycles, 1, 4);
  return microarch;
}

}  // namespace numapack::microarchs

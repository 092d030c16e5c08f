// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/rows/generic_neon.hpp"

// Kunpeng 920 (TSV110 cores): 64 KiB L1, 512 KiB L2, 1 MiB of L3 a core. Never measured here; the 8 x 6
// kernel is the paper's (Electronics 2021, 10, 1984, section 5), its blocks follow from the caches.
namespace numapack::rows {

constexpr CpuRow kunpeng920_row() {
  CpuRow row = generic_neon_row();
  row.name = "kunpeng920";
  row.title = "Kunpeng 920 (TSV110)";
  row.assumed_from = "generic-neon; cycles by its FMAs of two doubles, one a cycle";
  row.in_place.most_bytes = row.in_place.most_bytes_beside_cached_c = 512 << 10;
  row.cycles = with_fma_units(row.cycles, 1, 4);
  return row;
}

}  // namespace numapack::rows

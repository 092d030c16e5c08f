// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/rows/skylake_x.hpp"

// Sapphire Rapids, Emerald Rapids, Granite Rapids: the Xeons with AMX, of which numapack uses AVX-512. Two
// FMA units of 64 bytes, 48 KiB L1, 2 MiB L2. Measured once with figures of Skylake-X, never fitted.
namespace numapack::rows {

constexpr CpuRow sapphire_rapids_row() {
  CpuRow row = skylake_x_row();
  row.name = "sapphire-rapids";
  row.title = "Sapphire Rapids and later Xeons with AMX";
  row.measured = false;
  row.assumed_from = "skylake-x";
  return row;
}

}  // namespace numapack::rows

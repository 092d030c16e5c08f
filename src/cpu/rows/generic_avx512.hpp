// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/rows/skylake_x.hpp"

// AVX-512 on a CPU that no row knows.
namespace numapack::rows {

constexpr CpuRow generic_avx512_row() {
  CpuRow row = skylake_x_row();
  row.name = "generic-avx512";
  row.title = "any CPU with AVX-512";
  row.measured = false;
  row.assumed_from = "skylake-x";
  return row;
}

}  // namespace numapack::rows

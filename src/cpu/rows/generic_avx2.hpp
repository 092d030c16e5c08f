// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/rows/zen3.hpp"

// AVX2 and FMA on a CPU that no row knows: Haswell and what followed without AVX-512, Knights Landing.
namespace numapack::rows {

constexpr CpuRow generic_avx2_row() {
  CpuRow row = zen3_row();
  row.name = "generic-avx2";
  row.title = "any CPU with AVX2 and FMA";
  row.measured = false;
  row.assumed_from = "zen3";
  return row;
}

}  // namespace numapack::rows

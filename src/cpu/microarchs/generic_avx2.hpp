// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/microarchs/zen3.hpp"

// AVX2 and FMA on a CPU that no microarchitecture has the numbers of: Haswell and what followed without
// AVX-512, Knights Landing.
namespace numapack::microarchs {

constexpr Microarch generic_avx2_microarch() {
  Microarch microarch = zen3_microarch();
  microarch.name = "generic-avx2";
  microarch.title = "any CPU with AVX2 and FMA";
  microarch.measured = false;
  microarch.assumed_from = "zen3";
  return microarch;
}

}  // namespace numapack::microarchs

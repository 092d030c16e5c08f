// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/microarchs/skylake_x.hpp"

// AVX-512 on a CPU that no microarchitecture has the numbers of.
namespace numapack::microarchs {

constexpr Microarch generic_avx512_microarch() {
  Microarch microarch = skylake_x_microarch();
  microarch.name = "generic-avx512";
  microarch.title = "any CPU with AVX-512";
  microarch.measured = false;
  microarch.assumed_from = "skylake-x";
  return microarch;
}

}  // namespace numapack::microarchs

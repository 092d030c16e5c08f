// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/microarchs/skylake_x.hpp"

// Sapphire Rapids, Emerald Rapids, Granite Rapids: the Xeons with AMX, of which numapack uses AVX-512. Two
// FMA units of 64 bytes, 48 KiB L1, 2 MiB L2. Measured once with figures of Skylake-X, never fitted.
namespace numapack::microarchs {

constexpr Microarch sapphire_rapids_microarch() {
  Microarch microarch = skylake_x_microarch();
  microarch.name = "sapphire-rapids";
  microarch.title = "Sapphire Rapids and later Xeons with AMX";
  microarch.measured = false;
  microarch.assumed_from = "skylake-x";
  return microarch;
}

}  // namespace numapack::microarchs

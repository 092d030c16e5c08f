// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/machine.hpp"

namespace numapack {

inline const Machine& this_machine() {
  static const Machine machine = detect_machine();
  return machine;
}

}  // namespace numapack

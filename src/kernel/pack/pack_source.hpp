// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/integer.hpp"

namespace numapack {

/// Where a packing routine reads: element (i, p) at data[i * along + p * step], i along the panel, p along K.
template <class T>
struct PackSource {
  const T* data;
  Index along, step;
  bool conjugate = false;
};

}  // namespace numapack

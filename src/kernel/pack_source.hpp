#pragma once

#include <cstdint>

namespace numapack {

using Index = std::int64_t;  ///< sizes, strides and leading dimensions, in elements

/// Where a packing routine reads: element (i, p) at data[i * along + p * step], i along the panel, p along K.
template <class T>
struct PackSource {
  const T* data;
  Index along, step;
  bool conjugate = false;
};

}  // namespace numapack

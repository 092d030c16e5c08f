// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "blas/int.hpp"
#include "numapack/export.h"

// scasum, the sum of the absolute values of real and imaginary parts: that of OpenBLAS 0.3.21, which may be
// held, is wrong for nine numbers and more on CPUs with AVX-512. Its sasum is right, and sees the same
// numbers.

using numapack::standard::Int;

extern "C" {

// Another source, which may be compiled as one with this, has it, too.
// NOLINTNEXTLINE(readability-redundant-declaration)
float sasum_(const Int* n, const float* x, const Int* incx);

NUMAPACK_API float scasum_(const Int* n, const void* z, const Int* incx) {
  const float* const x = static_cast<const float*>(z);
  float sum = 0;
  if (*n <= 0 || *incx <= 0) return sum;
  const std::int64_t parts = 2 * std::int64_t{*n};
  if (*incx == 1) {
    const Int one = 1;
    constexpr std::int64_t most = 1 << 30;
    for (std::int64_t begin = 0; begin < parts; begin += most) {
      const Int count = static_cast<Int>(std::min(most, parts - begin));
      sum += sasum_(&count, x + begin, &one);
    }
    return sum;
  }
  for (std::int64_t i = 0; i < parts; i += 2) sum += std::fabs(x[i * *incx]) + std::fabs(x[i * *incx + 1]);
  return sum;
}

NUMAPACK_API float cblas_scasum(Int n, const void* x, Int incx) { return scasum_(&n, x, &incx); }
}

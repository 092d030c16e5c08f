// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "numapack/numapack.h"

/// Operands and arguments for calls of the C functions.
namespace numapack::testing {

/// Sizes and letters of the calls; no size is larger than `ld`.
struct Shape {
  int64_t ld = 200, m = ld, n = ld, k = ld;
  numapack_layout layout = NUMAPACK_COLUMN_MAJOR;
  char side = 'L', uplo = 'U', trans = 'N', other_trans = 'N', diag = 'U';
  /// For routines of which a type knows one of the two.
  char transposed() const { return trans == 'N' ? 'N' : 'T'; }
  char conjugated() const { return trans == 'N' ? 'N' : 'C'; }
  int64_t least() const { return std::min(m, n); }
};

/// What the functions work on; each call may find anything in it.
struct CallOperands {
  explicit CallOperands(int64_t ld)
      : a(static_cast<std::size_t>(2 * ld * ld)),
        b(a),
        c(a),
        rows(static_cast<std::size_t>(ld)),
        counts(6 * 64) {
    reset_rows();
  }
  /// Interchanges that change nothing.
  void reset_rows() {
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<int64_t>(i) + 1;
  }
  std::vector<double> a, b, c;
  std::vector<int64_t> rows, counts;
  double one[2] = {1, 0};
};

inline float* single(std::vector<double>& matrix) { return reinterpret_cast<float*>(matrix.data()); }
inline void write_nothing(void*, int64_t, int64_t, void*, int64_t, int64_t, int64_t) {}

/// Names without their prefix, and what they returned.
using Statuses = std::vector<std::pair<std::string, numapack_status>>;

}  // namespace numapack::testing

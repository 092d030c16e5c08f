// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/call/call.hpp"

namespace numapack {

/// What a small problem takes, in flops of a product in double precision: its own flops so many times, and
/// for each column (or row of a triangle) and each element of its block the latency that nothing hides
/// (PR-031).
struct BatchCost {
  double flops_times = 1, column = 0, complex_column = 0, element = 0;

  /// Of single precision a product does twice as many in that time.
  double of(Type type, double flops, Index columns, Index elements) const {
    const bool single = type == Type::s || type == Type::c;
    const double latencies =
        (is_complex(type) ? complex_column : column) * double(columns) + element * double(elements);
    return flops_times * flops + (single ? 2 : 1) * latencies;
  }
};

}  // namespace numapack

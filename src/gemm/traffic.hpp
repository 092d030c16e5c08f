#pragma once

#include "gemm/plan_context.hpp"

namespace numapack {

/// How often a task moves each byte of its parts, by the loop nest of NodeTask.
struct Passes {
  double a = 1, b = 1;  ///< reads
  double c_read = 1, c_written = 1;

  /// Of A, B and C together, of one home.
  double bytes(const Needs& needs, std::size_t home) const {
    return a * needs.a[home] + b * needs.b[home] + (c_read + c_written) * needs.c[home];
  }
};

Passes passes_of(const NodeTask& task, const Shape& shape);

/// Adds what a node moves for its part to the row of `node`.
void add_traffic(Traffic& traffic, int node, const Needs& needs, const Passes& passes);

}  // namespace numapack

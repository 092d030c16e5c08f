// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/sparse/structures.hpp"
#include "kernel/kernel.hpp"
#include "machine/machine.hpp"
#include "memory/placement.hpp"
#include "numapack/memory.hpp"
#include "sparse/sparse_plan.hpp"

namespace numapack {

struct SpmvOptions {
  Type type = Type::d;
  int rounds = 10;
  double sample = 0.1;  ///< seconds
  Placement x, y;       ///< without open ends
  std::uint64_t seed = 1;
  std::function<void(const std::string&, double)> progress;
  std::function<bool()> interrupted;
};

/// What one way to multiply took.
struct SpmvTimes {
  std::string variant;
  std::vector<double> seconds;  ///< of a product, one a round
};

struct SpmvResult {
  SparsePlan plan;
  std::vector<std::vector<ColumnRun>> used;  ///< of each part, where x is gathered
  std::size_t bytes = 0;                     ///< of the matrix as it is laid out
  double layout_seconds = 0;                 ///< that took
  Census pages;
  std::vector<SpmvTimes> times;  ///< laid out, in place, by one loop of the calling thread
  double error_over_bound = 0;   ///< the largest, against sums in extended precision in another order
  bool same_bits = false;        ///< in place the same as laid out
  bool interrupted = false;
};

/// Lays the matrix out, compares its product with one that is added up backwards in extended precision, and
/// measures the ways round by round.
SpmvResult measure_spmv(const SparseMatrix& matrix, const SpmvOptions& options);

}  // namespace numapack

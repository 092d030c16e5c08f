// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "memory/homes/homes.hpp"
#include "schedule/traffic.hpp"
#include "sparse/sparse_plan.hpp"

namespace numapack {

/// Bytes that move between nodes for one product.
struct SparseTraffic {
  Traffic moved;               ///< by the plan, the matrix's own rows left out: they are local
  double least_bytes = 0;      ///< that must cross with this share of rows, see below
  double oblivious_bytes = 0;  ///< that would cross if the matrix's pages lay on all nodes in turn
};

/// What must cross: of x each line of 64 bytes in which a node's rows use an element, once, and of y each
/// element, once there (it is read to be overwritten) and once back. `used`: the columns of each part. x and
/// y have one column. Pure.
SparseTraffic traffic_of(const SparsePlan& plan, const std::vector<std::vector<ColumnRun>>& used,
                         const HomeMap& x, const HomeMap& y, std::size_t element_bytes, std::size_t nodes);

}  // namespace numapack

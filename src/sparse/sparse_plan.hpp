// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "profile/profile.hpp"
#include "sparse/pattern.hpp"
#include "team/teams.hpp"

namespace numapack {

/// One node's rows.
struct SparsePart {
  int node = 0;         ///< index into Machine::nodes
  int memory_node = 0;  ///< where its rows and its copy of x lie
  Range rows;
  Index elements = 0;
};

/// How a sparse matrix is laid out to stay: nodes share its elements and rows by the rates at which their
/// threads read the memory where these lie. With several nodes each first gathers the elements of x that its
/// rows use, once. Pure data.
struct SparsePlan {
  Index rows = 0, columns = 0, elements = 0;
  bool gathers = false;
  std::vector<SparsePart> parts;
};

/// The cost of a row without its elements, as a number of elements: its y, and its share of x.
inline constexpr Index row_cost = 2;

/// Elements and rows before `row`.
template <class I>
Index cost_before(const SparsePattern<I>& pattern, Index row) {
  return static_cast<Index>(pattern.starts[row]) + row_cost * row;
}

/// The first row before which there is at least so much.
template <class I>
Index row_at_cost(const SparsePattern<I>& pattern, Index cost);

/// The layout for teams; small matrices lie on one node. A node's rows lie in its own memory, of a node
/// without any in the nearest. Its rate is the profile's bandwidth of all its cores from there, times the
/// share of them that are threads; nodes of equal rates get shares by threads. Parts begin at rows that are a
/// multiple of 64, so that nodes share no line of y. The pattern's starts have been checked. Pure.
template <class I>
SparsePlan make_sparse_plan(const SparsePattern<I>& pattern, std::size_t element_bytes,
                            const Machine& machine, const std::vector<TeamLayout>& layout,
                            const Profile& profile);

/// Neighbouring columns that a part's rows use, and where in its copy of x the first one stands.
struct ColumnRun {
  std::int32_t from = 0, to = 0, count = 0;
  bool operator==(const ColumnRun&) const = default;
};

/// All columns that some rows use, by rising columns, in stretches of at most 16384. Pure.
template <class I>
std::vector<ColumnRun> used_columns(const SparsePattern<I>& pattern, Range rows);

/// The plan as a person reads it.
std::string explain(const SparsePlan& plan, const Machine& machine);

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "peer/linpack_runs.hpp"

namespace numapack {

/// What `numapack linpack` is asked for, in the words of its options.
struct LinpackRequest {
  std::string study;  ///< "", "sizes", "nb" or "outer"
  std::vector<std::int64_t> sizes;
  std::vector<std::string> inits, policies;
  std::vector<std::optional<Peer>> libraries;
  int threads = 1;
  std::uint64_t seed = 1;
  std::int64_t lu_nb = 0;
};

/// The cases of a study in groups: those of a group are measured next to each other, one group after the
/// other. A group is one size (and one k).
///   ""      every init with every policy
///   sizes   init single and cyclic with policy default and interleave, over n
///   nb      init cyclic:8 to cyclic:512 with policy default
///   outer   C -= A B with k = 64 and 192: single under interleave, cyclic under default, single under
///   default
/// The cyclic blocks of sizes and outer are 64 columns wide, within what the first study of this kind found
/// best. Pure. Throws Error(invalid_argument).
std::vector<std::vector<LinpackCase>> cases_of(const LinpackRequest& request, const Machine& machine);

}  // namespace numapack

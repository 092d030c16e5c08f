// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "lapack/inverse/inverse_steps.hpp"
#include "level3/nodes/options.hpp"
#include "memory/homes/homes.hpp"
#include "profile/profile.hpp"
#include "schedule/seconds.hpp"
#include "team/teams.hpp"

namespace numapack {

/// What is inverted, n x n, column-major: a Hermitian matrix of which `stored` is there, by its factor
/// (potri), or any, by those of LU (getri).
struct InverseShape {
  Type type = Type::d;
  bool from_lu = false;
  Half stored = Half::lower;
  Index n = 0;
  Index block = 512;  ///< getri: columns at a time
};

/// The calls of one kind, which come one after the other, each with a plan of its own.
struct InverseCalls {
  const char* routine = "";
  Index calls = 0, shared = 0;  ///< of them so many on several threads
  int threads = 1;              ///< the most of one
  double flops = 0;
  double crossing_bytes = 0, least_bytes = 0;  ///< between nodes; the least as the calls' own plans have it
};

struct InversePlan {
  InverseShape shape;
  KernelShape kernel;
  std::vector<InverseCalls> kinds;
  Seconds seconds;  ///< of all calls, one after the other
  double crossing_bytes() const;
  double least_bytes() const;
};

/// What a potri or getri does that is called by a thread of the first node allowed, with its matrix at home
/// in `homes`: a walk over its steps, each planned as the call it is. What one call leaves in caches is not
/// taken off the next. Pure. Throws Error(invalid_argument) for a layout without teams, and for nodes that do
/// not exist.
InversePlan plan_inverse(const InverseShape& shape, const KernelShape& kernel, const HomeMap& homes,
                         const Machine& machine, const Profile& profile,
                         const std::vector<TeamLayout>& layout, const Options& options = {});

}  // namespace numapack

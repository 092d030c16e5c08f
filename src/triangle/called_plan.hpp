// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "profile/profile.hpp"
#include "triangle/triangle_plan.hpp"

namespace numapack {

/// The plan that a trmm or trsm has which is called by a thread of the first node allowed, with B at home in
/// `homes`: what is too small to share stays with the caller. Pure. Throws as make_triangle_plan() does.
TrianglePlan make_called_plan(const TriangleCall& call, const KernelShape& kernel, const HomeMap& homes,
                              const Machine& machine, const Profile& profile,
                              const std::vector<TeamLayout>& layout, const Options& options = {});

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/call/problem.hpp"
#include "level3/plan/plan.hpp"

namespace numapack {

/// C = alpha op(A) op(B) + beta C with the process's runtime: validate, look where the pages are, plan,
/// execute. Any number of threads may call at once. Throws Error; nothing of C is written then.
template <class T>
void gemm(const Problem<T>& problem, const Options& options);
/// With options that leave everything open: the same again, without making them.
template <class T>
void gemm(const Problem<T>& problem);

/// gemm() of a problem that has been checked and has something to multiply, as a part of a call that marks
/// itself for the lab.
template <class T>
void multiply(const Problem<T>& problem, const Options& options);

/// The plan that gemm() would follow for this problem now.
template <class T>
Plan plan_for(const Problem<T>& problem, const Options& options = {});

}  // namespace numapack

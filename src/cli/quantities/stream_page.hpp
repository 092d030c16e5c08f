// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "probe/running/runner.hpp"

namespace numapack {

/// The tables of a stream run: for each number of threads, pinned or not, GB/s of every kernel by placement
/// (the best of the repetitions, as STREAM reports); then where the pages of every row lay and what the
/// kernel's counters grew by; then the matrix of nodes.
std::string stream_page(const probe::RunResult& result, const Machine& machine);

/// What the bytes of the rates are.
std::string stream_counting();

}  // namespace numapack

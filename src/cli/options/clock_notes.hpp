// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>
#include <string>

#include "probe/running/runner.hpp"

namespace numapack {

/// What the clocks of the cores that measured did during these runs: up to three lines; "" where no probe
/// looked at them. Pure.
std::string clock_notes(const std::deque<probe::RunResult>& runs);

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "probe/running/runner.hpp"

namespace numapack {

// Lines about how runs went, without indentation. All pure.

/// What the clocks of the cores that measured did: none where no probe looked at them.
std::vector<std::string> clock_notes(const std::deque<probe::RunResult>& runs);

/// Which visits were wrong and why, one line for all of them and one a cause; none where all were clean.
/// `kept`: their samples were kept as asked, not discarded.
std::vector<std::string> disturbance_notes(const std::deque<probe::RunResult>& runs, bool kept);

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "cli/terminal/progress.hpp"
#include "grade/child.hpp"

namespace numapack {

/// Children that Ctrl-C ends, and whose progress is shown: of each library the same share of all.
ChildOptions watched_children(Progress& progress);

/// Loads each in a process of its own. Throws Error(invalid_argument) for one that does not load; one that
/// crashes there does not, since that is a finding.
void refuse_what_does_not_load(const std::vector<std::string>& libraries, const Machine& machine,
                               const ChildOptions& options);

}  // namespace numapack

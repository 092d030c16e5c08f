// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "insight/position/nearest.hpp"
#include "insight/position/structure.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

/// Where latencies and firmware's nodes disagree, a sentence each: a node whose CPUs are in several groups, a
/// group with CPUs of several nodes, CPUs whose nearest memory is another node's by more than what counts as
/// a spread. None where there are no groups. Pure.
std::vector<std::string> against_firmware(const LatencyGroup& whole, const NearestMemories& nearest,
                                          const ProfiledMachine& machine,
                                          const GroupingOptions& options = {});

}  // namespace numapack

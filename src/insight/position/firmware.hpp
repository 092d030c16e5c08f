// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "insight/position/structure.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

/// Where groups by latency and firmware's nodes disagree, a sentence each: a node whose CPUs are in several
/// groups, a group with CPUs of several nodes. None where there are
/// no groups. Pure.
std::vector<std::string> against_firmware(const LatencyGroup& whole, const ProfiledMachine& machine);

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "profile/document/measured.hpp"
#include "profile/profile.hpp"

namespace numapack {

/// Why this profile cannot be this machine's, or "": other architecture, other nodes, nodes with other
/// numbers of hardware threads. (Another machine of the same shape passes: that is what the fingerprint is
/// for.)
std::string misfit(const MeasuredProfile& measured, const Machine& machine);

/// The figures that the planner uses, measured where there is a measurement that nobody disturbed
/// (undisturbed()). A pair of nodes that was not
/// measured takes the figure of the opposite direction, else the mean of the measured pairs of its distance
/// class, else the estimate scaled by what measurements of other pairs made of theirs; `source` counts them.
/// Latency is to memory (the largest block chased), the median over the cores of a node. Bandwidth is that of
/// all threads reading, else of STREAM bound to the nodes, else one core's scaled up by the estimate. A
/// barrier takes what a central one of the most threads of a node does. Throws Error(invalid_argument) for a
/// misfit.
Profile planning_profile(const MeasuredProfile& given, const Machine& machine);

/// Each figure that differs by more than a twentieth, a sentence each: "latency from node 0 to node 2: 241 ns
/// estimated, 189 ns used". Pairs of nodes with the same change are named together.
std::vector<std::string> profile_changes(const Profile& before, const Profile& after, const Machine& machine);

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "profile/document/measured.hpp"
#include "profile/profile.hpp"

namespace numapack {

/// The barrier of all threads of a node, by what the profile says both algorithms take on the node where they
/// take longest: measured there, else as predicted when the rest was measured, else predicted from the
/// core-to-core latencies. Central unless the other takes a twentieth less; central where nothing is known.
/// Pure.
ChosenBarrier choose_team_barrier(const MeasuredProfile& measured, const Machine& machine);

/// The same for one thread of each node.
ChosenBarrier choose_node_barrier(const MeasuredProfile& measured, const Machine& machine);

/// What a barrier of all threads of a node takes by the algorithm chosen, us; nothing if it was not measured.
std::optional<double> team_barrier_us(const MeasuredProfile& measured, const Machine& machine);

/// A sentence each, of those that something is known of: "of the threads of a node: dissemination, 0.14 us
/// measured; central 0.2".
std::vector<std::string> barrier_sentences(const Profile& profile);

}  // namespace numapack

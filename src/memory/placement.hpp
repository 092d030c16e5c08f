// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "machine/machine.hpp"
#include "numapack/placement.hpp"

namespace numapack {

/// Placement::parse() on a machine: kernel numbers as indices. Nodes that are not named are all with usable
/// memory (weights: none), a grid that is not named is as square as the number of nodes allows. Throws
/// Error(invalid_argument) with the text and the nodes that exist.
Placement parse_placement(std::string_view text, const Machine& machine);

/// The inverse of parse_placement, for tables.
std::string to_string(const Placement& placement, const Machine& machine);

/// The name of a kind as it begins the text: "cyclic".
std::string_view name(Placement::Kind kind);

/// Indices of the nodes whose memory this process may use.
std::vector<int> nodes_with_memory(const Machine& machine);

/// The placement with nothing left open: all nodes with memory where none are named, a grid, and weights in
/// proportion to `bandwidth` (one a node of the machine, any unit). Pure.
Placement resolved(Placement placement, const Machine& machine, const std::vector<double>& bandwidth);

/// Small weights in proportion to bandwidths of the nodes: the best sum up to `most` pages a round. A node
/// without a known bandwidth counts as the slowest. Pure.
std::vector<int> weights_from_bandwidth(const std::vector<double>& bandwidth, int most = 32);

}  // namespace numapack

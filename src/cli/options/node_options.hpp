// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "machine/machine.hpp"

namespace numapack {

/// Of --nodes: "0,2-3", kernel numbers of nodes with usable cores, as indices into Machine::nodes, each once.
/// Throws Error(invalid_argument) that lists the nodes there are.
std::vector<int> parse_nodes(const std::string& text, const Machine& machine);

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "machine/machine.hpp"

namespace numapack {

/// Hardware threads of an expression, as kernel numbers, each once and in its order:
///
///     all                     one hardware thread of each core that this process may use
///     0-3,8   cpu:0-3,8       these hardware threads
///     package:0  die:1  node:0-1  cache:2  core:0-7    the cores of these; node:all of each
///     node:0-1/0-3            of each of them its first four cores
///     node:0/0-3+node:1/0     both, in this order
///
/// Packages and nodes go by kernel numbers, dies, caches (of the last level) and cores as `numapack topo`
/// counts them. A core is its first hardware thread; with `siblings` those of all cores are followed by the
/// second ones, and so on. Throws Error(invalid_argument) naming `what`, the text and what there is. Pure.
std::vector<int> parse_cpus(std::string_view text, const Machine& machine, const std::string& what,
                            bool siblings = false);

/// Nodes, as indices, on which these hardware threads are, each once, ascending. Pure.
std::vector<int> nodes_of_cpus(const std::vector<int>& cpus, const Machine& machine);

}  // namespace numapack

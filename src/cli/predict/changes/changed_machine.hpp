// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "cli/runs/machine_profile.hpp"

namespace numapack {

/// A number in place of the machine's, or so many times it.
struct Amount {
  double value = 1;
  bool is_times = false;
  double of(double own) const { return is_times ? value * own : value; }
};

/// What of a machine is to be another: cores of each node, nodes with cores, bytes of each L3.
struct MachineChange {
  std::optional<Amount> cores, nodes, l3;
};

/// Takes "cores=48", "nodes=x2" and "l3=64M" out of the text of --what-if. Throws Error(invalid_argument).
MachineChange take_machine_change(std::string& text);

/// A machine that does not exist, its figures, and what they assume.
struct ChangedMachine {
  Machine machine;
  ChosenProfile chosen;
  std::string note;  ///< "": nothing
};

/// More nodes are like the first ones, in packages of their own; between them and the others lies what lies
/// between the packages there are, or, where there is one package, what the estimate makes of the node's own.
/// More cores of a node are like its first ones, each with the caches that few of them share; an L3 of the
/// whole node and the memory stay. Estimates are made again, and what was measured stays. Pure. Throws
/// Error(invalid_argument) for machines that cannot be.
ChangedMachine changed(const Machine& machine, const ChosenProfile& chosen, const MachineChange& change);

}  // namespace numapack

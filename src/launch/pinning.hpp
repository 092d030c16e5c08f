// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "machine/machine.hpp"

namespace numapack {

/// Where pages of a program and its children come from.
enum class PinMemory {
  first_touch,  ///< the node of the thread that touches a page first
  bind,         ///< these nodes alone, and no memory where they are full
  preferred,    ///< this node while it has room
  interleave    ///< these nodes in turn
};

struct PinnedMemory {
  PinMemory kind = PinMemory::first_touch;
  std::vector<int> nodes;  ///< indices into Machine::nodes; of first_touch none
};

/// "local", "bind", "interleave", "preferred", and with nodes by kernel numbers "bind:0-1". Without nodes:
/// those of the hardware threads, or the nearest that have memory. Throws Error(invalid_argument) naming
/// `what`. Pure.
PinnedMemory parse_pinned_memory(const std::string& text, const std::vector<int>& cpus,
                                 const Machine& machine, const std::string& what);

/// "memory of node 0 alone", in words.
std::string describe(const PinnedMemory& memory, const Machine& machine);

/// Keeps this process, and thereby what it starts, to these hardware threads and this memory. One line for
/// each thing that the kernel refused.
std::vector<std::string> pin_this_process(const std::vector<int>& cpus, const PinnedMemory& memory,
                                          const Machine& machine);

/// A thread of a program that was bound by itself.
struct PinnedThread {
  long process = 0, thread = 0;
  unsigned place = 0;  ///< the how manieth of its process
  int cpu = -1;        ///< where the kernel keeps it; -1: on several
  int error = 0;       ///< errno of binding it; 0: bound
};

/// The library that binds a program's threads one by one, next to this program or installed. Throws
/// Error(not_supported) if there is none.
std::string find_pin_library();

/// Has programs started from here bind their threads one by one, and tell in `report`, an empty file.
void pin_each_thread(const std::vector<int>& cpus, const std::string& library,
                     const std::string& preloaded_before, const std::string& report);

/// What they told, by process and place.
std::vector<PinnedThread> read_pinned_threads(const std::string& report);

}  // namespace numapack

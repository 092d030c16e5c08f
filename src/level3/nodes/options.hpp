// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "kernel/kernel.hpp"
#include "level3/tasks/reasons.hpp"

namespace numapack {

/// What a caller may ask of a plan, of any routine; what a routine does not know it passes over.
struct Options {
  int threads = 0;           ///< at most so many in all; 0: what the machine gives
  std::vector<int> nodes;    ///< only these (indices into Machine::nodes); empty: let the model decide
  std::optional<Grid> grid;  ///< force the node grid; rows * columns must equal the number of nodes used
  bool localise = true;      ///< false: the paper's variant without data localisation
  bool collapse = true;      ///< false: never fewer nodes or threads than asked for
  std::size_t workspace_limit = 0;  ///< bytes in all; 0: a quarter of each node's memory
  std::string cpu;  ///< the microarchitecture of cpu/ by name, refused where NUMAPACK_BITS fixes it; empty:
                    ///< microarch_of()'s
  std::string kernel;  ///< by name, refused with NUMAPACK_BITS; empty: the microarchitecture's
  Blocking blocking;   ///< cache blocks; kc 0: the profile's tuned ones, else the built-in
  Index nb = 0;        ///< columns of a block of LU, rounded up to what the kernel can do; 0: chosen
  bool operator==(const Options&) const = default;
};

}  // namespace numapack

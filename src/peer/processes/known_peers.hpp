// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "machine/machine.hpp"
#include "peer/processes/process.hpp"

namespace numapack {

/// A library to compare with: where it may be and the settings it runs best with.
struct Peer {
  std::string name;
  std::vector<std::string> paths;    ///< tried in order
  Environment environment;           ///< set before it is loaded
  std::vector<std::string> remarks;  ///< settings that a reader must know of
  bool pinned = false;               ///< its threads are bound to a core each
};

/// "openblas", "blis", "mkl" or "NAME=PATH", all also as "pinned:…"; settings for so many threads on these
/// nodes of the machine (empty: all). What the user has set in the environment (apart from the number of
/// threads) stays. Throws Error(invalid_argument) for unknown names, where `option` is its `where`.
Peer find_peer(std::string_view text, int threads, const Machine& machine, const std::vector<int>& nodes = {},
               const char* option = "--peer");

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "level3/nodes/options.hpp"

namespace numapack::testing {

inline Options options_of(int threads, std::vector<int> nodes = {}, bool collapse = true) {
  Options options;
  options.threads = threads;
  options.nodes = std::move(nodes);
  options.collapse = collapse;
  return options;
}

}  // namespace numapack::testing

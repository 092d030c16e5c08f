// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "schedule/time_model.hpp"

namespace numapack::testing {

/// A core multiplies 1e9 times a second and moves 1e9 bytes a second of its own node's memory, half of it of
/// the other's; an element that it packs or adds to takes so long.
inline TimeModel two_nodes_of_equal_cores(double element_ns = 0) {
  TimeModel model;
  constexpr double endless = 1e30;
  model.costs.flop_ns = 1, model.costs.element_ns = element_ns;
  model.core_bytes_per_s = {{1e9, 0.5e9}, {0.5e9, 1e9}};
  model.link_bytes_per_s = {{endless, endless}, {endless, endless}};
  model.memory_bytes_per_s = {endless, endless};
  return model;
}

}  // namespace numapack::testing

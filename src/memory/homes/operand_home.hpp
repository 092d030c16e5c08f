// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "memory/homes/homes.hpp"

namespace numapack {

/// Where one operand is, for people who ask how their matrices lie.
struct OperandHome {
  enum class Lies {
    on_one_node,  ///< except for a twentieth
    interleaved,  ///< on several nodes, every stretch in the same shares
    divided       ///< on several, some parts here and others there
  };
  Lies lies = Lies::on_one_node;
  std::vector<double> bytes;  ///< by node
};

/// Pure.
OperandHome operand_home(const HomeMap& map, double element_bytes);

}  // namespace numapack

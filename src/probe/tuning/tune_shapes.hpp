// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <random>

#include "level3/call/call.hpp"

namespace numapack::probe {

/// Random calls of one type on which limits of in place or the choice between skinny algorithms may decide:
/// half of them have a side of at most 96, the others operands of 64 KiB to most_bytes together. Sides evenly
/// by logarithm; all transposes; columns mostly without gaps, some whole lines or pages apart. The same ones
/// from the same seed on every machine.
class TuneShapes {
 public:
  static constexpr double most_bytes = 4 << 20;
  static constexpr Index most_elements = Index{1} << 22;  ///< of an operand, gaps included
  static constexpr double most_flops = 3e8;               ///< of a call: a square A and B of most_bytes

  TuneShapes(Type type, std::uint64_t seed) : type_(type), random_(seed) {}
  Call next();

 private:
  double uniform();
  Index side(double least, double most);
  Index below(Index count);
  Call drawn();

  Type type_;
  std::mt19937_64 random_;
};

}  // namespace numapack::probe

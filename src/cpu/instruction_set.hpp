// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>

namespace numapack {

/// What kernels are made of.
enum class InstructionSet { portable, avx2, avx512, neon, sve };

const char* name(InstructionSet set);

/// Some of them. `portable` is always among them.
class InstructionSets {
 public:
  constexpr InstructionSets() = default;
  constexpr InstructionSets(std::initializer_list<InstructionSet> sets) {
    for (const InstructionSet set : sets) add(set);
  }
  constexpr void add(InstructionSet set) { bits_ |= bit(set); }
  constexpr bool has(InstructionSet set) const { return (bits_ & bit(set)) != 0; }
  constexpr bool operator==(const InstructionSets&) const = default;

 private:
  static constexpr unsigned bit(InstructionSet set) { return 1U << static_cast<int>(set); }
  unsigned bits_ = bit(InstructionSet::portable);
};

}  // namespace numapack

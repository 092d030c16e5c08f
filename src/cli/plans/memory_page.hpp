// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "peer/work/job.hpp"

namespace numapack {

/// Operands that take more than a memory has.
struct MemoryShort {
  std::optional<int> node;  ///< the kernel's number; nothing: all nodes together
  double operand_bytes = 0, memory_bytes = 0;
};

/// Where the operands of a call, of so many of a batch, do not fit: in all memory, else in a node's that they
/// are to be on. A memory of unknown size is enough. Pure.
std::vector<MemoryShort> memory_short(const Job& job, const Machine& machine, Index problems = 1);

/// A sentence each, behind `begin`; "" for none.
std::string describe(const std::vector<MemoryShort>& all, const std::string& begin);
nlohmann::json to_json(const std::vector<MemoryShort>& all);

}  // namespace numapack

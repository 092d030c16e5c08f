// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "machine/machine.hpp"

namespace numapack {

/// The memory policy of a whole process, as numactl sets it.
struct ProcessPolicy {
  enum class Kind { standard, interleave, bind };
  Kind kind = Kind::standard;
  int node = 0;  ///< bind: index into Machine::nodes
  bool operator==(const ProcessPolicy&) const = default;
};

/// "default", "interleave" (all nodes with memory) or "bind:N" (kernel number). Throws
/// Error(invalid_argument).
ProcessPolicy parse_policy(const std::string& text, const Machine& machine);
std::string to_string(const ProcessPolicy& policy, const Machine& machine);

/// Puts this process under the policy, all later threads included. Throws Error(system) with the kernel's
/// words.
void apply(const ProcessPolicy& policy, const Machine& machine);

/// Who writes the matrix first: one thread, or (nb > 0) all threads, thread t the column blocks t, t +
/// threads, t + 2 threads … of nb columns. "single" or "cyclic:NB". Throws Error(invalid_argument).
std::int64_t parse_initialisation(const std::string& text);
std::string initialisation_name(std::int64_t nb);

/// One measurement in a process of its own: HPL's problem, or the outer product it spends its time in.
struct LinpackJob {
  std::int64_t n = 0;
  std::int64_t k = 0;        ///< 0: A x = b. Else C -= A B with C n x n, A n x k, B k x n
  std::int64_t init_nb = 0;  ///< 0: initialised by one thread
  ProcessPolicy policy;
  int threads = 1;
  std::uint64_t seed = 1;
  std::int64_t lu_nb = 0;  ///< numapack's block of columns; 0: its own choice

  double flops() const;         ///< HPL's: 2/3 n^3 + 3/2 n^2; outer product: 2 n^2 k
  double factor_flops() const;  ///< dgetrf's alone: 2/3 n^3 - n^2/2 - n/6
  double bytes() const;
};

void to_json(nlohmann::json& out, const LinpackJob& job);
void from_json(const nlohmann::json& in, LinpackJob& job);

}  // namespace numapack

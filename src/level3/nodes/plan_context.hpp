// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "level3/nodes/options.hpp"
#include "level3/tasks/task.hpp"
#include "machine/machine.hpp"
#include "memory/homes/home_sums.hpp"
#include "profile/profile.hpp"
#include "team/run_tasks.hpp"

namespace numapack {

/// A team that may take part in a plan, with as many threads as it may use.
struct NodeTeam : TeamShare {
  int cores = 1;  ///< of the whole team
  int core = 0;   ///< the first of them: index into Machine::cores
};

/// Bytes of the parts of A, B and C that one part of C takes, by home; each element once. Of a twofold
/// product: b of lines of A and B that are columns of the part, a of those that are but rows.
struct Needs {
  std::vector<double> a, b, c;
};

/// The profile's tuned blocks of a kernel; kc 0: none.
Blocking tuned_blocking(const Profile& profile, std::string_view kernel);

/// Everything the decisions of one plan look at. Lives as long as one make_plan().
struct PlanContext {
  PlanContext(const Call& call_, const KernelShape& kernel_, const Homes& homes, const Machine& machine_,
              const Profile& profile_, const Options& options_);

  const Call& call;
  const KernelShape& kernel;
  const Machine& machine;
  const Profile& profile;
  const Options& options;
  const std::size_t nodes;
  const HomeSums a, b, c;
  const Blocking wanted;    ///< cache blocks asked for or tuned; kc 0: none
  const Choice choice;      ///< of the whole problem
  bool homes_count = true;  ///< false: nobody asks where operands are; all count as at home
  const bool streams;       ///< C can be written without being read: of more than small products

  /// How often each byte of C must cross at least: where C is not read (beta == 0) and can be streamed, once.
  double least_c_transfers() const { return streams && !call.reads_c ? 1 : 2; }

  /// Bytes of one home that must cross at least.
  double least_bytes(const Needs& needs, std::size_t home) const {
    return needs.a[home] + needs.b[home] + least_c_transfers() * needs.c[home];
  }

  Reach reach(std::size_t from, std::size_t home) const { return reach_[from * nodes + home]; }

  /// True if every part has its data in the same proportions, wherever it lies in C.
  bool uniform() const { return a.uniform() && b.uniform() && c.uniform(); }

  /// What a team finds that runs all its threads, with all operands at home. Looked up once a team: finding
  /// the caches of a core takes longer than all other decisions of a node.
  const NodeFacts& facts_of(const NodeTeam& worker) const;

  /// Overwrites `needs`, whose vectors keep their memory.
  void needs_of(Range rows, Range columns, Needs& needs) const;

 private:
  void structured_needs_of(Range rows, Range columns, Needs& needs) const;

  std::vector<Reach> reach_;
  mutable std::vector<std::optional<NodeFacts>> facts_;  ///< by team
};

}  // namespace numapack

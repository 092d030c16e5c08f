// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <forward_list>
#include <mutex>
#include <string_view>
#include <vector>

#include "team/teams.hpp"

namespace numapack {

/// Which of the teams calls use: all, or those of nodes that somebody chose (numapack_set_nodes()). A layout
/// of some has as many teams as that of all; those of other nodes are empty. Layouts stay where they are for
/// good: a plan is remembered with the address of the one that it was made for.
class ChosenTeams {
 public:
  explicit ChosenTeams(std::vector<TeamLayout> all);
  /// In a forked child: the parent's chosen nodes, by the kernel's numbers, as far as they exist here; all
  /// nodes if none does. Takes no lock of the parent's.
  ChosenTeams(std::vector<TeamLayout> all, const Machine& machine, const ChosenTeams& parents,
              const Machine& parents_machine);

  const std::vector<TeamLayout>& all() const { return all_; }
  /// Of calls that begin now. Thread-safe.
  const std::vector<TeamLayout>& now() const { return *now_.load(std::memory_order_acquire); }
  /// Nodes whose teams these are, as indices into Machine::nodes.
  std::vector<int> nodes() const;

  /// "0-1,3", the kernel's numbers; empty: all. Thread-safe. Throws Error(invalid_argument) for text that is
  /// no list and nodes that do not exist or have no team; nothing has changed then.
  void choose(std::string_view list, const Machine& machine);

 private:
  void use(const std::vector<int>& nodes);

  const std::vector<TeamLayout> all_;
  std::mutex mutex_;
  std::forward_list<std::vector<TeamLayout>> some_;  ///< that have ever been chosen
  std::atomic<const std::vector<TeamLayout>*> now_;
};

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "level3/plan/plan.hpp"
#include "level3/run/execute.hpp"
#include "support/machines.hpp"
#include "support/random.hpp"

namespace numapack::testing {

/// Four nodes of two cores whose teams exist, though all their memory is this machine's first node:
/// everything of a multi-node plan but the homes, on any machine. Threads are not bound, there may be more of
/// them than cores.
class FourTeams : public ::testing::Test {
 protected:
  FourTeams() : machine_(flat_machine(4, 2)), host_(host_machine()) {
    machine_.is_this_machine = machine_.runs_here = true;
    machine_.architecture = host_.architecture;
  }

  template <class T>
  Plan plan(const Problem<T>& problem, const Homes& homes, const Options& options) const {
    const KernelShape kernel = choose_shape("", true, type_of<T>(), options.kernel);
    Plan made = make_plan(problem.call(), kernel, homes, machine_, estimate_profile(machine_),
                          lay_out_teams(machine_), options);
    for (NodeTask& task : made.tasks) task.memory_node = 0;
    return made;
  }

  static Options everyone() {
    Options options;
    options.collapse = false;
    return options;
  }

  template <class T>
  Homes all_on(const Problem<T>& p, int node) const {
    const auto map = [&](bool transposed, Index rows, Index columns) {
      return transposed ? HomeMap::on_node(columns, rows, node, 4) : HomeMap::on_node(rows, columns, node, 4);
    };
    return {map(transposes(p.trans_a), p.m, p.k), map(transposes(p.trans_b), p.k, p.n), map(false, p.m, p.n)};
  }

  Machine machine_, host_;
  Teams teams_{machine_, lay_out_teams(machine_), Binding::none};
  WorkspacePool guarded_{host_, true};
  Generator generator_{test_seed()};
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
};

}  // namespace numapack::testing

// SPDX-License-Identifier: BSD-3-Clause
#include "peer/processes/bound_threads.hpp"

#include <sched.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "team/affinity.hpp"

namespace numapack {

void run_bound(const std::vector<int>& pus, const std::function<void(std::size_t, std::size_t)>& body) {
  std::vector<std::jthread> threads;
  threads.reserve(pus.size());
  for (std::size_t i = 0; i < pus.size(); ++i) {
    threads.emplace_back([&, i] {
      bind_this_thread({pus[i]});
      body(i, pus.size());
    });
  }
}

std::vector<int> pus_in_turn(const Machine& machine, int threads, const std::vector<int>& nodes) {
  const auto chosen = [&](int node) {
    return nodes.empty() || std::find(nodes.begin(), nodes.end(), node) != nodes.end();
  };
  std::vector<std::vector<int>> by_node;
  std::size_t most = 0;
  for (const int node : machine.compute_nodes()) {
    if (!chosen(node)) continue;
    by_node.push_back(machine.usable_cores(node));
    most = std::max(most, by_node.back().size());
  }
  std::vector<int> pus;
  for (std::size_t thread = 0; thread < 8;
       ++thread) {  // first hardware threads of all cores, then the second ones …
    for (std::size_t place = 0; place < most; ++place) {
      for (const std::vector<int>& cores : by_node) {
        if (place >= cores.size()) continue;
        const std::vector<int>& own = machine.cores[static_cast<std::size_t>(cores[place])].usable_pus;
        if (thread < own.size() && static_cast<int>(pus.size()) < threads) pus.push_back(own[thread]);
      }
    }
  }
  return pus;
}

std::string pin_threads(const std::vector<int>& pus) {
  std::vector<int> threads;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task"))
    threads.push_back(std::stoi(entry.path().filename()));
  std::sort(threads.begin(), threads.end());
  const std::string counted =
      std::to_string(threads.size()) + " thread" + (threads.size() == 1 ? "" : "s") + " for ";
  if (threads.size() != pus.size()) return "not pinned: it keeps " + counted + std::to_string(pus.size());
  for (std::size_t i = 0; i < pus.size(); ++i) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(pus[i]), &set);
    if (sched_setaffinity(threads[i], sizeof set, &set) != 0) return "not pinned: the kernel refuses it";
  }
  return "each thread pinned to a core";
}

}  // namespace numapack

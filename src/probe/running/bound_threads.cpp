// SPDX-License-Identifier: BSD-3-Clause
#include "probe/running/bound_threads.hpp"

#include <sched.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <thread>

#include "base/error.hpp"
#include "machine/text.hpp"
#include "team/affinity.hpp"

namespace numapack::probe {

namespace {

using Mask = std::vector<int>;

bool all_have_their_own(const std::vector<Mask>& masks) {
  std::vector<int> pus;
  for (const Mask& mask : masks) {
    if (mask.size() != 1) return false;
    pus.push_back(mask.front());
  }
  std::sort(pus.begin(), pus.end());
  return std::adjacent_find(pus.begin(), pus.end()) == pus.end();
}

/// Who moves threads of others about may do so between setting a mask and looking at it.
constexpr int binding_tries = 3;

std::string bind_patiently(const Mask& mask) {
  std::string refusal;
  for (int tries = 0; tries < binding_tries; ++tries) {
    refusal = bind_this_thread(mask);
    if (refusal.empty()) break;
  }
  return refusal;
}

[[noreturn]] void fail(const Mask& mask, const std::string& why) {
  throw Error(ErrorCode::system, "binding", "no thread can sit on CPU " + list_text(mask) + ": " + why, "");
}

}  // namespace

int pu_of(const Machine& machine, int core) {
  if (core < 0 || core >= static_cast<int>(machine.cores.size())) {
    invalid("core", "there is no core " + std::to_string(core), "");
  }
  const Core& one = machine.cores[static_cast<std::size_t>(core)];
  if (!one.usable()) invalid("core", "this process may not use core " + std::to_string(core), "");
  return one.usable_pus.front();
}

std::vector<int> pus_of(const Machine& machine, const std::vector<int>& cores) {
  std::vector<int> pus;
  for (const int core : cores) pus.push_back(pu_of(machine, core));
  return pus;
}

int affordable(int wanted, int tried, double seconds) {
  constexpr double most_seconds = 0.2;
  const double expected = seconds / tried * wanted;
  if (expected <= most_seconds) return wanted;
  return std::min(wanted, std::max(10, static_cast<int>(wanted * most_seconds / expected)));
}

Preemption run_on(const std::vector<Mask>& masks, const std::function<void(int, Barrier&)>& body) {
  if (masks.empty()) return {};
  const int count = static_cast<int>(masks.size());
  // Those that take turns on a CPU wait for it, and are moved, by design.
  const bool watched = all_have_their_own(masks);
  Barrier slots(count, Patience{0});
  Barrier barrier(count, Patience{watched ? std::numeric_limits<std::uint32_t>::max() : 0});
  std::vector<std::string> refusals(masks.size());
  std::vector<Preemption> preemption(masks.size());
  std::vector<std::jthread> threads;
  threads.reserve(masks.size());
  for (int index = 0; index < count; ++index) {
    threads.emplace_back([&, index] {
      const auto at = static_cast<std::size_t>(index);
      const Mask& mask = masks[at];
      if (!mask.empty()) refusals[at] = bind_patiently(mask);
      slots.wait();
      for (const std::string& refusal : refusals) {
        if (!refusal.empty()) return;
      }
      if (!watched) return body(index, barrier);
      const ThreadCount before = thread_count();
      body(index, barrier);
      preemption[at] = preemption_between(mask.front(), before, thread_count());
      if (sched_getcpu() != mask.front()) preemption[at].moved = true;
    });
  }
  threads.clear();
  for (std::size_t at = 0; at < masks.size(); ++at) {
    if (!refusals[at].empty()) fail(masks[at], refusals[at]);
  }
  return std::accumulate(preemption.begin(), preemption.end(), Preemption{}, preemption_together);
}

Preemption run_bound(const std::vector<int>& pus, const std::function<void(int, Barrier&)>& body) {
  std::vector<Mask> masks;
  for (const int pu : pus) masks.push_back({pu});
  return run_on(masks, body);
}

}  // namespace numapack::probe

// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/concurrent_calls.hpp"

#include <utility>

#include "base/clock.hpp"
#include "machine/here.hpp"

namespace numapack {

namespace {

constexpr double least_seconds = 1e-3;
constexpr int samples_each = 64;  // of an operand: a coarse answer will do

}  // namespace

ShareSearch::ShareSearch(Runtime& runtime, const Runtime::CallScope& scope, CallDemand work)
    : runtime_(runtime),
      scope_(scope),
      work_(std::move(work)),
      alone_seconds_(work_.flops / (runtime.profile().core_gflops * 1e9)) {
  if (alone_seconds_ < least_seconds) return;
  deadline_ = seconds_now() + alone_seconds_;
  weigh();
}

void ShareSearch::weigh() {
  const Machine& machine = runtime_.machine();
  weights_.assign(scope_.layout().size(), 1);
  if (weights_.size() < 2) return;
  std::vector<double> bytes(machine.nodes.size(), 0);
  for (const HomeMap& map :
       sample_homes(work_.operands, work_.element_bytes, machine, memory_here(machine), samples_each)) {
    const std::vector<double> here = map.elements_by_node({0, map.rows}, {0, map.columns});
    for (std::size_t node = 0; node < bytes.size(); ++node) bytes[node] += here[node];
  }
  for (std::size_t t = 0; t < weights_.size(); ++t)
    weights_[t] = bytes[static_cast<std::size_t>(machine.home_for(scope_.layout()[t].node))];
}

std::vector<TeamLayout> ShareSearch::share(const TeamThreads& idle,
                                           const ConcurrentCalls& concurrent_calls) const {
  return work_.everywhere ? even_share_of_teams(scope_.layout(), idle, concurrent_calls)
                          : share_of_teams(scope_.layout(), idle, concurrent_calls, weights_);
}

std::vector<TeamLayout> ShareSearch::next() {
  if (alone_seconds_ < least_seconds) return {};
  Teams& teams = runtime_.teams();
  while (true) {
    const std::uint32_t ended = teams.regions_ended();
    if (asked_ && seconds_now() > deadline_) return {};
    const TeamThreads idle = teams.idle();
    // Read once: a call that leaves between two reads would wake no waiting call.
    const ConcurrentCalls concurrent_calls = scope_.concurrent_calls();
    if (std::vector<TeamLayout> found = share(idle, concurrent_calls); !found.empty()) {
      asked_ = true;
      return found;
    }
    // With so many calls in progress a share is the caller's thread, and there is a core for it.
    if (idle.total() > 0 && share(teams.everyone(), concurrent_calls).empty()) return {};
    const double left = deadline_ - seconds_now();
    if (left <= 0) return {};
    teams.wait_for_end_of_one(ended, left);
  }
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/runtime.hpp"

#include <pthread.h>

#include "base/limits.hpp"
#include "profile/store.hpp"

namespace numapack {

namespace {

// All of this is usable before main and after exit: nothing here has a constructor or destructor that runs.
constinit std::atomic<Runtime*> current{nullptr};
constinit std::mutex making;
// The parent's runtime, in a forked child. Its threads are gone and its locks may be held by them, so it is
// never touched again; remembered only so that its memory does not look lost to leak checkers.
constinit Runtime* parents = nullptr;

// A fork waits until no runtime is half made. Registered when the library is loaded: registering at the first
// call would leave a moment in which a fork copies a locked mutex.
[[maybe_unused]] const int fork_handlers = pthread_atfork([] { making.lock(); }, [] { making.unlock(); },
                                                          [] {
                                                            if (Runtime* old = current.exchange(nullptr)) {
                                                              parents = old;
                                                            }
                                                            making.unlock();
                                                          });

}  // namespace

Runtime::Runtime(const Limits& limits)
    : machine_(detect_machine()),
      profile_(profile_of(machine_)),
      layout_(lay_out_teams(machine_, limits.threads)),
      workspaces_(machine_),
      binding_(limits.bind ? Binding::cores : Binding::none),
      workspace_limit_(limits.workspace) {}

Runtime& Runtime::get() {
  if (Runtime* runtime = current.load(std::memory_order_acquire)) return *runtime;
  const CancellationOff whole_or_not_at_all;
  const std::lock_guard lock(making);
  if (Runtime* runtime = current.load(std::memory_order_relaxed)) return *runtime;
  auto* const made = new Runtime(limits_of_environment());
  made->parents_ = parents;
  current.store(made, std::memory_order_release);
  return *made;
}

Teams& Runtime::teams() {
  if (Teams* teams = teams_.load(std::memory_order_acquire)) return *teams;
  const CancellationOff whole_or_not_at_all;
  const std::lock_guard lock(teams_mutex_);
  if (Teams* teams = teams_.load(std::memory_order_relaxed)) return *teams;
  auto* const made = new Teams(machine_, layout_, binding_,
                               {profile_.team_barrier.algorithm, profile_.node_barrier.algorithm});
  teams_.store(made, std::memory_order_release);
  return *made;
}

}  // namespace numapack

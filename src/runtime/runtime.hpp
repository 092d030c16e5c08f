// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <mutex>

#include "machine/machine.hpp"
#include "profile/profile.hpp"
#include "runtime/workspace.hpp"
#include "team/cancellation.hpp"
#include "team/teams.hpp"

namespace numapack {

struct Limits;
class Trace;  // of what multiplications do, see trace()

/// The one process-wide state: the machine as seen at the first call, its profile, the teams, their
/// scratch memory, what plans are made of. Made at the first call that needs it, never destroyed (calls from
/// exit handlers work). After fork the child makes its own at its first call; the parent's threads do not
/// exist there and are forgotten. What the environment asks for (base/limits.hpp) is read once. The rules are
/// in docs/threads.md.
class Runtime {
 public:
  /// Thread-safe. Throws Error(system) if the machine cannot be read, Error(invalid_argument) naming an
  /// environment variable that makes no sense; the next call tries again.
  static Runtime& get();

  const Machine& machine() const { return machine_; }
  const Profile& profile() const { return profile_; }
  const std::vector<TeamLayout>& layout() const { return layout_; }
  /// The teams; threads start at the first use. Thread-safe. Throws Error(system) if threads cannot be made.
  Teams& teams();
  WorkspacePool& workspaces() { return workspaces_; }
  /// NUMAPACK_WORKSPACE in bytes; 0: no limit was set.
  std::size_t workspace_limit() const { return workspace_limit_; }

  /// What the room that plans keeps beside this runtime: made from it by the first who asks, gone with it.
  /// One type in a program. Thread-safe.
  template <class Companion>
  Companion& companion() {
    if (void* const made = companion_.load(std::memory_order_acquire)) return *static_cast<Companion*>(made);
    const CancellationOff whole_or_not_at_all;
    const std::lock_guard lock(companion_mutex_);
    if (void* const made = companion_.load(std::memory_order_relaxed)) return *static_cast<Companion*>(made);
    auto* const made = new Companion(*this);
    companion_.store(made, std::memory_order_release);
    return *made;
  }

  /// Where multiplications write what they do; null: nowhere. Whoever sets it keeps it alive until no call
  /// that began before it was taken away is left. Thread-safe.
  void trace_to(Trace* trace) { trace_.store(trace, std::memory_order_release); }
  Trace* trace() const { return trace_.load(std::memory_order_relaxed); }

  /// Calls in progress, counted by CallScope: with more than one, each runs on its caller's thread alone.
  class CallScope {
   public:
    explicit CallScope(Runtime& runtime) : runtime_(runtime), others_(runtime.calls_.fetch_add(1)) {}
    ~CallScope() { runtime_.calls_.fetch_sub(1); }
    CallScope(const CallScope&) = delete;
    CallScope& operator=(const CallScope&) = delete;
    bool alone() const { return others_ == 0; }
    /// The teams serve one call at a time: whoever finds company, or belongs to a region itself, works alone,
    /// on the thread that it has anyway.
    bool may_use_teams() const { return alone() && !Teams::inside_region(); }

   private:
    Runtime& runtime_;
    int others_;
  };

 private:
  explicit Runtime(const Limits& limits);
  Machine machine_;
  Profile profile_;
  std::vector<TeamLayout> layout_;
  WorkspacePool workspaces_;
  Binding binding_;
  std::size_t workspace_limit_;
  Runtime* parents_ = nullptr;  ///< of the process that forked this one; never used
  std::mutex teams_mutex_;
  std::atomic<Teams*> teams_{nullptr};
  std::mutex companion_mutex_;
  std::atomic<void*> companion_{nullptr};
  std::atomic<Trace*> trace_{nullptr};
  std::atomic<int> calls_{0};
};

}  // namespace numapack

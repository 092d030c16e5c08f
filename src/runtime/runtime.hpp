// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "base/unless_denied.hpp"
#include "machine/limits/memory_groups.hpp"
#include "machine/machine.hpp"
#include "profile/profile.hpp"
#include "runtime/chosen_teams.hpp"
#include "runtime/workspace.hpp"
#include "team/cancellation.hpp"
#include "team/share.hpp"
#include "team/teams.hpp"

namespace numapack {

struct Limits;
struct ProfileFiles;
class Trace;  // of what multiplications do, see trace()

/// The one process-wide state: the machine as seen at the first call, its profile, the teams, their
/// scratch memory, what plans are made of. Made at the first call that needs it, never destroyed (calls from
/// exit handlers work). After fork the child makes its own at its first call; the parent's threads do not
/// exist there and are forgotten. What the environment asks for (base/limits.hpp) is read once. The rules are
/// in docs/explanation/threads.md.
class Runtime {
 public:
  /// Thread-safe. Throws Error(system) if the machine cannot be read, Error(invalid_argument) naming an
  /// environment variable that makes no sense; the next call tries again. Where LenientSettings are here,
  /// what makes no sense counts as not set: such calls have a runtime of their own while others are refused.
  static Runtime& get();

  /// To be called when the process's main thread leaves while others go on: threads end when they are idle.
  static void main_thread_left() noexcept;

  const Machine& machine() const { return machine_; }
  const Profile& profile() const { return profile_; }
  /// The layout of all teams.
  const std::vector<TeamLayout>& layout() const { return chosen_.all(); }
  /// The nodes that calls use, see numapack_set_nodes(). A call reads them once: CallScope::layout().
  ChosenTeams& chosen() { return chosen_; }
  const ChosenTeams& chosen() const { return chosen_; }
  /// The teams; threads start at the first use. Thread-safe. Throws NoTeams if they cannot be created; the
  /// next attempts fail at once for a short time.
  Teams& teams();
  WorkspacePool& workspaces() { return workspaces_; }
  /// NUMAPACK_WORKSPACE in bytes; 0: no limit was set.
  std::size_t workspace_limit() const { return workspace_limit_; }
  /// The bytes that panels and copies of all calls together may take now: at most that limit, and at most a
  /// quarter of the memory that control groups leave; rounded down, so that it seldom changes. 0: no limit.
  /// Control groups are read at most once in ten milliseconds. Thread-safe.
  std::size_t workspace_allowance();
  /// Whether so many bytes are within it.
  bool allows_workspace(std::size_t bytes) {
    const std::size_t allowed = workspace_allowance();
    return allowed == 0 || bytes <= allowed;
  }

  /// An object of the planning room with this runtime's lifetime: the first caller creates it. One type in a
  /// program. Thread-safe.
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

  /// Where multiplications record their work; null: nowhere. The caller keeps the trace alive until all calls
  /// have ended that began before it was reset. Thread-safe.
  void trace_to(Trace* trace) { trace_.store(trace, std::memory_order_release); }
  Trace* trace() const { return trace_.load(std::memory_order_relaxed); }

  /// Counts calls in progress; runtime/concurrent_calls.hpp decides what concurrent ones get.
  class CallScope {
   public:
    enum class Wants { teams, own_thread };
    explicit CallScope(Runtime& runtime, Wants wants = Wants::teams)
        : calls_(wants == Wants::teams ? runtime.sharing_calls_ : runtime.single_calls_),
          runtime_(runtime),
          layout_(runtime.chosen_.now()),
          alone_(runtime.concurrent_calls().sharing == 0 && runtime.concurrent_calls().single == 0),
          outermost_(calls_of_this_thread()++ == 0) {
      calls_.fetch_add(1);
    }
    ~CallScope() {
      calls_.fetch_sub(1);
      --calls_of_this_thread();
    }
    CallScope(const CallScope&) = delete;
    CallScope& operator=(const CallScope&) = delete;
    /// No other call was in progress when this one began.
    bool alone() const { return alone_; }
    /// A call inside a region uses its own thread, and so does a call within another call (from a signal
    /// handler): it cannot wait for the call that it interrupts.
    bool may_use_teams() const { return outermost_ && !Teams::inside_region(); }
    ConcurrentCalls concurrent_calls() const { return runtime_.concurrent_calls(); }
    /// The teams that this call may use, whatever is chosen while it runs.
    const std::vector<TeamLayout>& layout() const { return layout_; }

   private:
    std::atomic<int>& calls_;
    Runtime& runtime_;
    const std::vector<TeamLayout>& layout_;
    const bool alone_, outermost_;
  };

 private:
  /// `parents`: of the process that forked this one; null: there is none.
  Runtime(const Limits& limits, Runtime* parents);
  static Runtime& make();
  Profile profile_for(const Limits& limits) const;
  Machine machine_;
  Profile profile_;
  ChosenTeams chosen_;
  WorkspacePool workspaces_;
  Binding binding_;
  std::size_t workspace_limit_;
  MemoryGroups memory_groups_;
  std::atomic<std::int64_t> asked_at_{0};  ///< in coarse nanoseconds
  std::atomic<std::size_t> of_groups_{0};  ///< what was answered; 0: no limit
  Runtime* parents_;                       ///< held on to for leak checkers
  std::mutex teams_mutex_;
  std::atomic<Teams*> teams_{nullptr};
  std::atomic<std::int64_t> teams_refused_at_{0};  ///< in coarse nanoseconds; 0: never
  std::mutex companion_mutex_;
  std::atomic<void*> companion_{nullptr};
  std::atomic<Trace*> trace_{nullptr};
  ConcurrentCalls concurrent_calls() const { return {sharing_calls_.load(), single_calls_.load()}; }
  static int& calls_of_this_thread();
  std::atomic<int> sharing_calls_{0}, single_calls_{0};
};

/// Finds out what the environment says wrongly before the first of several steps is begun. Steps do without a
/// runtime for which there is no memory.
inline void require_runtime() {
  unless_denied([] { Runtime::get(); });
}

}  // namespace numapack

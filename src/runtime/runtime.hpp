#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "machine/machine.hpp"
#include "profile/profile.hpp"
#include "runtime/workspace.hpp"
#include "team/teams.hpp"

namespace numapack {

class PlanCache;                               // gemm/plan_cache.hpp
std::shared_ptr<PlanCache> make_plan_cache();  // defined where plans are

/// The one process-wide state: the machine as seen at the first call, its profile, the teams, their
/// scratch memory, the last plans. Made at the first call that needs it, never destroyed (calls from exit
/// handlers work). After fork the child makes its own at its first call; the parent's threads do not exist
/// there and are forgotten. Environment, read once: NUMAPACK_NUM_THREADS (or else OMP_NUM_THREADS) limits the
/// threads, NUMAPACK_BIND=0 leaves them unbound. The rules are in docs/threads.md.
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
  PlanCache& plans() { return *plans_; }

  /// Calls in progress, counted by CallScope: with more than one, each runs on its caller's thread alone.
  class CallScope {
   public:
    explicit CallScope(Runtime& runtime) : runtime_(runtime), others_(runtime.calls_.fetch_add(1)) {}
    ~CallScope() { runtime_.calls_.fetch_sub(1); }
    CallScope(const CallScope&) = delete;
    CallScope& operator=(const CallScope&) = delete;
    bool alone() const { return others_ == 0; }

   private:
    Runtime& runtime_;
    int others_;
  };

 private:
  Runtime();
  Machine machine_;
  Profile profile_;
  std::vector<TeamLayout> layout_;
  WorkspacePool workspaces_;
  std::shared_ptr<PlanCache> plans_ = make_plan_cache();
  Binding binding_;
  Runtime* parents_ = nullptr;  ///< of the process that forked this one; never used
  std::mutex teams_mutex_;
  std::atomic<Teams*> teams_{nullptr};
  std::atomic<int> calls_{0};
};

}  // namespace numapack

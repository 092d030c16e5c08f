// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "memory/homes/home_samples.hpp"
#include "runtime/runtime.hpp"

namespace numapack {

/// What a call says about itself while others run.
struct CallDemand {
  double flops = 0;
  std::size_t element_bytes = 0;
  std::vector<MatrixAt> operands;  ///< whose pages say which nodes are near
  bool everywhere = false;         ///< it takes a thread of every team, or none at all
};

/// Looks for the part of the teams that one of several concurrent calls may have. While others hold its part
/// it waits, and also while they hold all cores: the caller's own thread would only stop one of theirs. It
/// waits no longer than the caller's own thread would take for the work: so a call never takes more than
/// twice as long as it would alone on that thread, and as a rule gets threads much sooner. Work of less than
/// a millisecond is not shared: the caller finishes it sooner than it could find threads.
class ShareSearch {
 public:
  /// Keeps references.
  ShareSearch(Runtime& runtime, const Runtime::CallScope& scope, CallDemand work);

  /// A layout with as many teams as the call's and fewer threads; empty: the caller's own thread is what
  /// is left. Nothing is reserved: if another call was faster, ask again.
  std::vector<TeamLayout> next();

 private:
  std::vector<TeamLayout> share(const TeamThreads& idle, const ConcurrentCalls& concurrent_calls) const;
  void weigh();

  Runtime& runtime_;
  const Runtime::CallScope& scope_;
  const CallDemand work_;
  const double alone_seconds_;
  double deadline_ = 0;          ///< on the steady clock
  bool asked_ = false;           ///< and somebody else was faster
  std::vector<double> weights_;  ///< by team
};

/// attempt(layout) on the teams that a call may use: scope.layout() if no other call is in progress, else its
/// share. attempt() returns false if the teams turn out to be taken, or throws NoTeams; nothing is written
/// then. False: the call is for its caller's thread. `work` makes a CallDemand, when it is needed.
template <class Work, class Attempt>
bool with_teams(Runtime& runtime, const Runtime::CallScope& scope, const Work& work, const Attempt& attempt) {
  if (!scope.may_use_teams()) return false;
  try {
    if (scope.alone() && attempt(scope.layout())) return true;
    ShareSearch search(runtime, scope, work());
    while (true) {
      const std::vector<TeamLayout> share = search.next();
      if (share.empty()) return false;
      if (attempt(share)) return true;
    }
  } catch (const NoTeams&) {
    return false;
  }
}

}  // namespace numapack

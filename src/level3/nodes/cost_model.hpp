// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/nodes/plan_context.hpp"
#include "level3/nodes/traffic.hpp"

namespace numapack {

/// The cost model's estimate for one task, in seconds.
struct TaskCost {
  /// The busiest thread's micro-tiles at the core's FMA rate; where nothing hides what a core loads behind
  /// arithmetic (hides_loads()), that, too, and the elements that it moves.
  double compute = 0;
  double local = 0;   ///< bytes at home here; prefetching hides them behind the arithmetic
  double remote = 0;  ///< bytes that cross; nothing hides their latency
  double barriers = 0;
  double sum() const { return std::max(compute, local) + remote + barriers; }
};

/// Arithmetic of a task's busiest thread, in whole tiles of the kernel.
double busiest_flops(const Call& call, const KernelShape& kernel, const NodeTask& task);

/// Elements that a task's threads pack and add to, together.
double elements_moved(const NodeTask& task, const Call& call);

/// True for packed panels of many steps of K, whose loads are prefetched ahead of their use, and for parts
/// that the caches near a core hold. Otherwise cores compute and load in turn (PR-030).
bool hides_loads(const NodeTask& task, const Call& call);

TaskCost cost_of(const PlanContext& context, const NodeTeam& worker, const NodeTask& task,
                 const Needs& needs);

/// Bytes each home must serve for a whole plan; a home's memory is shared by all that read it.
class HomeLoad {
 public:
  explicit HomeLoad(std::size_t nodes) : bytes_(nodes, 0.0) {}
  void add(const NodeTask& task, const Needs& needs);
  double seconds(const Profile& profile) const;

 private:
  std::vector<double> bytes_;
};

/// Seconds to start and end a parallel region on these nodes, the first being the caller's.
double wake_seconds(const Profile& profile, const std::vector<NodeTeam>& workers);

/// The least flops for which more threads than the caller's may pay. Below that the caller works alone,
/// unless options say otherwise, and homes are not looked up.
double least_parallel_flops(const Profile& profile);

/// Whether more threads than the caller's may pay for steps that wait for each other: one thread alone needs
/// at least `us`.
bool may_be_shared(double flops, double us, const Profile& profile);

/// The most threads that a chain of `columns` feeds with `flops`: the part of each in a column takes half as
/// long as a barrier. With more, the time model gains little, and real barriers take longer.
double threads_on_columns(double flops, Index columns, const Profile& profile);

/// True if make_plan() leaves the call to the calling thread because it is so small.
bool is_small(const Call& call, const Profile& profile, const Options& options);

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <tuple>
#include <utility>

#include "level3/call/problem.hpp"
#include "level3/nodes/tuned_microarchs.hpp"
#include "level3/plan/plan_cache.hpp"
#include "level3/tasks/task.hpp"
#include "memory/homes/home_samples.hpp"
#include "runtime/process.hpp"
#include "runtime/runtime.hpp"
#include "runtime/thread_limit.hpp"
#include "schedule/schedule_cache.hpp"

namespace numapack {

/// A, B and C as they are stored.
template <class T>
std::vector<MatrixAt> operands_of(const Problem<T>& problem);

/// What plans of this process are made of, kept next to its runtime (Runtime::companion()).
class Planner {
 public:
  /// Keeps a reference. Throws what choose_shape() does.
  explicit Planner(Runtime& runtime);
  static Planner& get(Runtime& runtime) { return runtime.companion<Planner>(); }

  /// Of the calling thread alone: where its plan puts it, and what it finds there.
  struct Caller {
    TeamShare share;
    NodeFacts facts;
  };
  const Caller& caller() const { return caller_; }

  /// The default kernel of a type, with the figures that the profile has in place of its row's.
  template <class T>
  const Kernel<T>& kernel() const {
    return *std::get<const Kernel<T>*>(kernels_);
  }

  /// Cache blocks of the profile for the default kernel of a type; kc 0: none.
  const Blocking& tuned(Type type) const { return tuned_[static_cast<std::size_t>(type)]; }

  /// The same, or the kernel that the options name.
  KernelShape shape_for(Type type, const Options& options) const;

  /// Of triangles, factorisations and level 2.
  ScheduleCache& schedules() { return schedules_; }

  double least_parallel_flops() const { return least_parallel_flops_; }
  bool one_node() const { return runtime_.machine().nodes.size() == 1; }
  bool one_thread() const { return one_thread_; }
  /// Whether a triangle or factorisation of so many flops is for its caller's thread alone.
  bool is_for_caller(double flops) const {
    return one_thread_ || one_thread_set() || flops < least_parallel_flops_;
  }

  /// The plan for a problem with its operands where they are now, new or cached. options.workspace_limit 0:
  /// the runtime's. `layout` is one of the runtime's chosen(), which stay.
  template <class T>
  std::shared_ptr<const Plan> plan(const Problem<T>& problem, const Options& options,
                                   const std::vector<TeamLayout>& layout);

  /// The same for any layout, made again, with the operands' homes asked for even if the call is so small
  /// that nobody would.
  template <class T>
  Plan make(const Problem<T>& problem, Options options, const std::vector<TeamLayout>& layout);

 private:
  template <class T>
  void set_kernel();
  KernelShape default_shape(Type type) const;

  Runtime& runtime_;
  Caller caller_;
  TunedMicroarchs microarchs_;
  std::tuple<std::optional<Kernel<float>>, std::optional<Kernel<double>>,
             std::optional<Kernel<std::complex<float>>>, std::optional<Kernel<std::complex<double>>>>
      tuned_kernels_;  ///< those whose rows are not their own
  std::tuple<const Kernel<float>*, const Kernel<double>*, const Kernel<std::complex<float>>*,
             const Kernel<std::complex<double>>*>
      kernels_;
  std::array<Blocking, 4> tuned_;
  double least_parallel_flops_;
  bool one_thread_;
  PlanCache plans_;
  ScheduleCache schedules_;
};

}  // namespace numapack

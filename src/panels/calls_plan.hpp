// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

#include "level2/symv_plan.hpp"
#include "level3/call/call.hpp"
#include "level3/nodes/options.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "memory/homes/homes.hpp"
#include "profile/profile.hpp"
#include "schedule/placed_schedule.hpp"
#include "team/teams.hpp"
#include "triangle/triangle_traffic.hpp"

namespace numapack {

/// The calls of one kind, which come one after the other, each with a plan of its own.
struct PlannedCalls {
  std::string_view routine;
  Index calls = 0, shared = 0;  ///< of them so many on several threads
  int threads = 1;              ///< the most of one
  double flops = 0;
  double crossing_bytes = 0, least_bytes = 0;  ///< between nodes; the least as the calls' own plans have it
};

/// The plan of a routine whose steps are calls.
struct CallsPlan {
  KernelShape kernel;
  std::vector<PlannedCalls> kinds;
  Seconds seconds;  ///< of all calls, one after the other
  double crossing_bytes() const;
  double least_bytes() const;
};

/// What calls are planned for: they come from a thread of the first node allowed. What it refers to must
/// stay.
struct CallsSetting {
  Type type = Type::d;
  KernelShape kernel;
  const Machine& machine;
  const Profile& profile;
  const std::vector<TeamLayout>& layout;
  Options options;
};

/// Adds up the calls of a routine in the order in which it does them. What one leaves in caches is not taken
/// off the next. Throws Error(invalid_argument) for a layout without teams, and for nodes that do not exist.
class CallsWalk {
 public:
  explicit CallsWalk(const CallsSetting& setting);

  /// What the calling thread does by itself, to elements of which `elsewhere` bytes come from or go to other
  /// nodes.
  void add_alone(std::string_view what, double flops, double elements, double elsewhere);
  /// What is done to lines of a part of a matrix, each element of which moves so many times.
  void add_lines(std::string_view what, bool of_rows, const HomeMap& homes, double moves);
  /// Columns of a stored triangle in pieces, each used by its product with a vector y, or updated.
  void add_pieces(std::string_view routine, Triangle stored, PiecesUse use, const HomeMap& a,
                  const HomeMap& y, double flops);
  void add_triangle(const TriangleCall& call, const TriangleHomes& homes);
  void add_product(std::string_view routine, const Call& call, const Homes& homes);
  /// A call with a plan of its own, of these tasks.
  template <class Task>
  void add_call(std::string_view routine, const std::vector<Task>& tasks, double flops, double crossing,
                double least) {
    add(routine, threads_of(tasks), flops, crossing, least);
  }
  void add_seconds(const Seconds& seconds) { plan_.seconds += seconds; }

  /// A matrix on the calling thread's node.
  HomeMap of_caller(Index rows, Index columns) const;
  /// Bytes of this part of a matrix that the calling thread has elsewhere.
  double elsewhere(const HomeMap& homes, Range rows, Range columns) const;
  TimeModel model_of(std::string_view routine) const;
  CallsPlan plan() const { return plan_; }

 private:
  template <class Task, class Work>
  void add_placed(std::string_view routine, const std::vector<Task>& tasks, const PlacedSchedule& placed,
                  double flops, const Work& work, std::string_view costs_of);
  PlannedCalls& of(std::string_view routine);
  void add(std::string_view routine, int threads, double flops, double crossing, double least);

  const CallsSetting setting_;
  const NodeTeam caller_;
  CallsPlan plan_;
};

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "schedule/recorder.hpp"
#include "schedule/traffic.hpp"
#include "triangle/triangle_plan.hpp"

namespace numapack {

/// What a step of a trmm or trsm does; its details are the step of the triangle and the number of the block
/// among its task's.
enum class TriangleStep : std::int16_t {
  pack,      ///< a step of the triangle to a buffer of the task, by all its threads, each its part
  meet,      ///< a block of lines meets a step
  meet_all,  ///< all of them, one after the other
};

/// Its matrices: A, B, then of each task the buffers of its packed triangle, one a row, and the blocks of
/// lines that it has copied.
struct TriangleMatrices {
  static constexpr int a = 0, b = 1, kinds_a_task = 2;
  static int packed(int task) { return 2 + task * kinds_a_task; }
  static int copies(int task) { return 3 + task * kinds_a_task; }
};

/// Names a plan's steps, node by node, in the order in which one thread would do them. Pure.
class TriangleGenerator {
 public:
  /// emit(what, task, writes, reads, step of the triangle, block, parts)
  using Regions = std::initializer_list<Region>;
  using Emit = std::function<void(TriangleStep, int task, Regions writes, Regions reads, Index turn,
                                  Index block, int parts)>;
  TriangleGenerator(const TrianglePlan& plan, const Emit& emit) : plan_(plan), emit_(emit) {}
  void all() const;

 private:
  void pack(int task, Index turn) const;
  void meet(int task, Index turn, Index block) const;
  void meet_all(int task, Index block) const;
  Region rhs_of_b(Range rhs, Range places, float share = 1) const;

  const TrianglePlan& plan_;
  const Emit& emit_;
};

/// The steps of a plan for so many teams. Pure.
Schedule make_triangle_schedule(const TrianglePlan& plan, std::size_t teams);

}  // namespace numapack

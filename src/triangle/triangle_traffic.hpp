// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "schedule/placed_schedule.hpp"
#include "triangle/triangle_plan.hpp"

namespace numapack {

/// Where a trmm's or trsm's matrices live, as stored.
struct TriangleHomes {
  HomeMap a, b;
};

/// The plan's schedule. Pure.
PlacedSchedule placed(const TrianglePlan& plan, const TriangleHomes& homes);

/// Bytes that a plan moves, [node that works][home]: a walk over its schedule. The triangle of A comes once
/// to each node, each block of right-hand sides goes once in and once out; the walk assumes that caches keep
/// a block from step to step. Pure.
Traffic traffic_of(const TrianglePlan& plan, const TriangleHomes& homes);

/// What its schedule takes. Pure.
Seconds seconds_of(const TrianglePlan& plan, const TriangleHomes& homes, const TimeModel& model);

/// The least that crosses where nodes share the lines by their threads: the triangle once to each that has it
/// not, and of B, in and out, what a node's share is more than it has at home. In bytes. Pure.
double least_crossing(const TrianglePlan& plan, const TriangleHomes& homes, const Machine& machine);

/// The least for the plan's owners: the triangle once to each that has it not, and each line's elements that
/// are not at home with its owner once in and once out. In bytes. Pure.
double least_crossing_of_owners(const TrianglePlan& plan, const TriangleHomes& homes);

/// The plan as a person reads it.
std::string explain(const TrianglePlan& plan, const TriangleHomes& homes, const Machine& machine);

}  // namespace numapack

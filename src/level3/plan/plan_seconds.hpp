// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/plan/plan.hpp"
#include "schedule/seconds.hpp"

namespace numapack {

/// What the schedule of a product's plan takes, with what its tasks move by their passes (plan.traffic).
/// Pure.
Seconds seconds_of(const Plan& plan, const TimeModel& model);

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/planning.hpp"

// What holds for every plan, on every captured machine, for random shapes, homes and options.
namespace numapack::testing {

class PlanOnMachine : public ::testing::TestWithParam<std::string> {
 protected:
  Site site{GetParam()};
  Generator generator{test_seed()};

  template <class Check>
  void each_case(int count, Check check) {
    for (int i = 0; i < count; ++i) {
      const PlanCase chosen = pick_case(generator, site);
      SCOPED_TRACE(told(GetParam(), chosen));
      check(chosen);
      if (HasFatalFailure()) return;
    }
  }
};

inline bool overlap(Range left, Range right) { return left.begin < right.end && right.begin < left.end; }

inline void expect_exact_cover(const Plan& plan) {
  double covered = 0;
  for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
    const NodeTask& task = plan.tasks[i];
    EXPECT_GE(task.rows.begin, 0);
    EXPECT_GE(task.columns.begin, 0);
    EXPECT_LE(task.rows.end, plan.call.m);
    EXPECT_LE(task.columns.end, plan.call.n);
    EXPECT_GT(task.rows.size(), 0);
    EXPECT_GT(task.columns.size(), 0);
    covered += double(task.rows.size()) * double(task.columns.size());
    for (std::size_t j = 0; j < i; ++j) {
      const NodeTask& other = plan.tasks[j];
      EXPECT_NE(task.team, other.team);
      EXPECT_FALSE(overlap(task.rows, other.rows) && overlap(task.columns, other.columns));
    }
  }
  EXPECT_EQ(covered, double(plan.call.m) * double(plan.call.n));
}

/// -1, 0 or 1 as bytes across chips, then across dies, compare. Sums of shares round differently in their
/// order.
inline int compare_crossing(const Traffic& left, const Traffic& right, const Machine& machine) {
  for (const Reach reach : {Reach::cross_chip, Reach::cross_die}) {
    const double l = left.crossing(machine, reach), r = right.crossing(machine, reach);
    if (std::abs(l - r) > 1e-9 * std::max(l, r)) return l < r ? -1 : 1;
  }
  return 0;
}

}  // namespace numapack::testing

// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <map>

#include "level3/run/trace.hpp"
#include "lu/lu.hpp"
#include "runtime/runtime.hpp"
#include "support/lu_check.hpp"
#include "support/tuned_process.hpp"

namespace numapack {
namespace {

using testing::Factorable;
using testing::Generator;
using testing::random_value;
using testing::test_seed;

/// Each panel is packed once; each block behind it meets it once, with all rows below, after those before it.
TEST(LuTrace, IsWhatThePlanSays) {
  Generator generator(test_seed());
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  Trace trace;
  for (int turn = 0; turn < 20; ++turn) {
    Factorable<double> matrix(1 + generator() % 500, 1 + generator() % 500);
    matrix.fill([&](Index, Index) { return random_value<double>(generator); });
    Options options;
    options.nb = 1 + generator() % 100;
    options.threads = static_cast<int>(generator() % 3);
    const LuPlan plan = plan_for(matrix.problem, options);
    Runtime::get().trace_to(&trace);
    ASSERT_EQ(factor(matrix.problem, options), 0);
    Runtime::get().trace_to(nullptr);

    std::size_t leased = 0;
    std::vector<int> packed(plan.blocks.size());
    std::map<std::pair<Index, Index>, int> updates;  // of a block with a panel
    for (const TraceRecord& record : trace.take()) {
      const Index panel = divide(record.steps.begin, plan.nb);
      if (record.what == TraceRecord::What::lease) {
        leased += record.bytes;
      } else if (record.what == TraceRecord::What::pack_a) {
        EXPECT_EQ(record.rows, (Range{record.steps.begin, plan.shape.m}));
        ++packed[static_cast<std::size_t>(panel)];
      } else {
        ASSERT_EQ(record.what, TraceRecord::What::panels);
        EXPECT_EQ(record.rows, (Range{record.steps.end, plan.shape.m}));
        ++updates[{record.columns.begin, panel}];
      }
    }
    EXPECT_EQ(leased, plan.workspace_bytes());
    for (Index j = 0; j < static_cast<Index>(plan.blocks.size()); ++j) {
      const auto at = static_cast<std::size_t>(j);
      EXPECT_EQ(packed[at], j < plan.panels ? 1 : 0) << j;
      for (Index panel = 0; panel < plan.panels; ++panel) {
        const bool meets = panel < j && plan.blocks[static_cast<std::size_t>(panel)].end < plan.shape.m;
        EXPECT_EQ((updates[{plan.blocks[at].begin, panel}]), meets ? 1 : 0) << j << " " << panel;
      }
    }
  }
}

/// With what `numapack tune` may have found, on either side.
TEST(LuTrace, IsWhatThePlanSaysWhereTuned) {
  testing::expect_passing_when_tuned(
      "LuTrace.IsWhatThePlanSays:Getrf/1.FactorsRandom*:Getrf/2.GivesTheSameBitsWhateverTheThreads:Getrs/"
      "1.*");
}

}  // namespace
}  // namespace numapack

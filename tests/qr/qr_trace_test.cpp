// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "level3/run/trace.hpp"
#include "qr/qr.hpp"
#include "runtime/runtime.hpp"
#include "support/qr_check.hpp"
#include "support/tuned_process.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

/// Each panel is packed once for each node with a block behind it; each column behind it meets it once.
TEST(QrTrace, IsWhatThePlanSays) {
  Generator generator(test_seed());
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  Trace trace;
  for (int turn = 0; turn < 12; ++turn) {
    Rectangle<double> a(128 + static_cast<Index>(generator() % 400),
                        128 + static_cast<Index>(generator() % 400));
    a.randomise(generator);
    std::vector<double> tau(static_cast<std::size_t>(std::min(a.m, a.n)));
    const QrProblem<double> problem{a.m, a.n, a.data(), a.ld, tau.data()};
    Options options;
    options.threads = static_cast<int>(generator() % 3);
    const QrPlan plan = plan_for(problem, options);
    Runtime::get().trace_to(&trace);
    factor(problem, options);
    Runtime::get().trace_to(nullptr);

    std::size_t leased = 0;
    std::vector<Index> packed(plan.blocks.size());                // rows
    std::map<std::pair<Index, Index>, Index> columns_of_updates;  // of a block with a panel
    for (const TraceRecord& record : trace.take()) {
      const Index panel = divide(record.steps.begin, plan.nb);
      if (record.what == TraceRecord::What::lease) {
        leased += record.bytes;
      } else if (record.what == TraceRecord::What::pack_a) {
        packed[static_cast<std::size_t>(panel)] += record.rows.size();
      } else {
        ASSERT_EQ(record.what, TraceRecord::What::panels);
        EXPECT_EQ(record.rows, (Range{record.steps.begin, a.m}));
        for (Index j = 0; j < static_cast<Index>(plan.blocks.size()); ++j)
          columns_of_updates[{j, panel}] +=
              std::max<Index>(0, std::min(record.columns.end, plan.block(j).end) -
                                     std::max(record.columns.begin, plan.block(j).begin));
      }
    }
    EXPECT_EQ(leased, plan.workspace_bytes());
    const auto blocks = static_cast<Index>(plan.blocks.size());
    for (Index panel = 0; panel < plan.panels; ++panel) {
      std::vector<bool> reads(plan.tasks.size(), false);
      for (Index j = panel + 1; j < blocks; ++j) {
        reads[static_cast<std::size_t>(plan.owner[static_cast<std::size_t>(j)])] = true;
        EXPECT_EQ((columns_of_updates[{j, panel}]), plan.block(j).size());
      }
      EXPECT_EQ(packed[static_cast<std::size_t>(panel)],
                std::ranges::count(reads, true) * (a.m - plan.block(panel).begin));
    }
  }
}

/// With what `numapack tune` may have found, on either side.
TEST(QrTrace, IsWhatThePlanSaysWhereTuned) {
  expect_passing_when_tuned("QrTrace.IsWhatThePlanSays:Geqrf/1.*:Q/2.*:Gels/1.*");
}

}  // namespace
}  // namespace numapack

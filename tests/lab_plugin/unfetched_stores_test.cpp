// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "lab_plugin/model.hpp"

// Streaming stores, and lines that are claimed to be overwritten.
namespace {

TEST(UnfetchedStores, LineStoredPastTheCachesIsWrittenOnceAndNeverFetched) {
  Model model(four_nodes(three_levels));
  const auto line = Model::line(3, 0);
  for (int part = 0; part < 8; ++part) {
    EXPECT_EQ(model.counts(0).writes[3], 0u);
    EXPECT_EQ(model.dirty(0, 3), part == 0 ? 0u : 1u) << "in a buffer";
    model.stream(0, line, 8);
  }
  EXPECT_EQ(model.counts(0).writes[3], 1u);
  EXPECT_EQ(model.counts(0).reads[3], 0u);
  EXPECT_EQ(model.dirty(0, 3), 0u);
  model.load(0, line);
  EXPECT_EQ(model.counts(0).reads[3], 1u) << "no cache has kept it";
}

TEST(UnfetchedStores, StorePastTheCachesRemovesCopiesAndSendsADirtyOneHome) {
  Model model(four_nodes(three_levels));
  const auto clean = Model::line(0, 0), dirty = Model::line(0, 1);
  for (unsigned cpu : {2u, 6u}) model.load(cpu, clean);
  model.store(4, dirty);
  model.stream(0, clean, 64);
  EXPECT_EQ(model.counts(0).writes[0], 1u);
  model.stream(0, dirty, 64);
  EXPECT_EQ(model.counts(0).writes[0], 3u);
  EXPECT_EQ(model.dirty(2, 0), 0u);
  for (unsigned cpu : {2u, 6u}) model.load(cpu, clean);
  EXPECT_EQ(model.counts(2).reads[0], 2u);
  EXPECT_EQ(model.counts(6).reads[0], 2u);
}

TEST(UnfetchedStores, ClaimedLineIsModifiedAndNeverFetched) {
  Model model(four_nodes(three_levels));
  const auto fresh = Model::line(3, 0), clean = Model::line(0, 0), dirty = Model::line(0, 1);
  model.load(6, clean);
  model.store(4, dirty);
  for (const auto line : {fresh, clean, dirty}) {
    model.claim(0, line);
    model.store(0, line);
  }
  EXPECT_EQ(model.counts(0).reads[3] + model.counts(0).reads[0] + model.counts(0).reads[2], 0u);
  EXPECT_EQ(model.counts(4).writes[0], 0u) << "what is overwritten need not go home";
  EXPECT_EQ(model.dirty(0, 3), 1u);
  EXPECT_EQ(model.dirty(0, 0), 2u);
  EXPECT_EQ(model.dirty(2, 0), 0u);
  model.load(6, clean);
  EXPECT_EQ(model.counts(6).cache_to_cache[0], 1u) << "its copy was removed";
}

TEST(UnfetchedStores, WithoutCachesNothingIsClaimed) {
  Model model(four_nodes(""));
  model.claim(0, Model::line(3, 0));
  EXPECT_EQ(model.counts(0).line_accesses, 0u);
}

TEST(UnfetchedStores, PartsOfLinesLeaveWhenBuffersRunOut) {
  Model model(four_nodes(three_levels));
  for (unsigned i = 0; i < 10; ++i) model.stream(1, Model::line(2, i), 16);
  EXPECT_EQ(model.counts(1).writes[2], 0u);
  EXPECT_EQ(model.dirty(0, 2), 10u);
  model.stream(1, Model::line(2, 10), 16);  // instead of the oldest, line 0
  EXPECT_EQ(model.counts(1).writes[2], 1u);
  model.stream(1, Model::line(2, 1), 48);
  EXPECT_EQ(model.counts(1).writes[2], 2u) << "whole now";
  model.stream(1, Model::line(2, 0), 48);
  EXPECT_EQ(model.counts(1).writes[2], 2u) << "three quarters of a line";
}

}  // namespace

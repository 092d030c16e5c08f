// SPDX-License-Identifier: BSD-3-Clause
#include "machine/limits/openmp_places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace numapack {
namespace {

using ::testing::ElementsAre;
using Places = std::vector<std::vector<int>>;

TEST(OpenMpPlaces, OfOneThatBindsTheCallerAreWhatTheProgramHas) {
  EXPECT_THAT(mask_beyond_place({2, 3}, Places{{0, 1}, {2, 3}, {6}}), ElementsAre(0, 1, 2, 3, 6));
  // Places that overlap, and an empty one, which some runtimes have.
  EXPECT_THAT(mask_beyond_place({1}, Places{{1}, {1, 2}, {}}), ElementsAre(1, 2));
}

TEST(OpenMpPlaces, DoNotWidenAMaskThatSomebodyElseSet) {
  EXPECT_THAT(mask_beyond_place({2}, Places{{0, 1}, {2, 3}}), ElementsAre(2));
  EXPECT_THAT(mask_beyond_place({1, 2}, Places{{0, 1}, {2, 3}}), ElementsAre(1, 2));
  EXPECT_THAT(mask_beyond_place({0, 1}, Places{}), ElementsAre(0, 1));
}

}  // namespace
}  // namespace numapack

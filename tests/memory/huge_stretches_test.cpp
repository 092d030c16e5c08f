// SPDX-License-Identifier: BSD-3-Clause
#include "memory/pages/huge_stretches.hpp"

#include <gtest/gtest.h>

namespace numapack {
namespace {

PageMap pages_for(std::vector<std::int16_t> nodes) {
  PageMap map;
  map.page_bytes = 4096;
  map.node = std::move(nodes);
  return map;
}

TEST(WishOf, IsTheNodeOfMostPages) {
  const PageMap map = pages_for({0, 1, 1, 2, -1, 1, 0});
  const Wish wish = wish_of(map, 0, 7, 3);
  EXPECT_EQ(wish.node, 1);
  EXPECT_EQ(wish.pages, 6u);
  EXPECT_EQ(wish.belonging, 3u);
}

TEST(WishOf, LooksAtItsStretchAlone) {
  const PageMap map = pages_for({0, 0, 0, 2, 2, 1, 0});
  const Wish wish = wish_of(map, 3, 6, 3);
  EXPECT_EQ(wish.node, 2);
  EXPECT_EQ(wish.pages, 3u);
  EXPECT_EQ(wish.belonging, 2u);
}

TEST(WishOf, TakesTheFirstOfEquals) { EXPECT_EQ(wish_of(pages_for({2, 1, 1, 2}), 0, 4, 3).node, 1); }

TEST(WishOf, MayBeNone) {
  const Wish wish = wish_of(pages_for({-1, -1}), 0, 2, 3);
  EXPECT_EQ(wish.node, -1);
  EXPECT_EQ(wish.pages, 0u);
}

}  // namespace
}  // namespace numapack

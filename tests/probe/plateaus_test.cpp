// SPDX-License-Identifier: BSD-3-Clause
#include "probe/plans/plateaus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "probe/plans/select.hpp"
#include "profile/document/fingerprint.hpp"

namespace numapack::probe {
namespace {

constexpr std::size_t KiB = 1024, MiB = 1024 * KiB;

struct Level {
  std::size_t bytes;  ///< 0: memory
  double ns;
};

/// What a sweep shows: within a level its time; behind its end the share of loads that miss grows over an
/// octave.
std::vector<SweepPoint> synthetic(const std::vector<Level>& levels, double noise, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> factor(1, noise);
  std::vector<SweepPoint> points;
  for (const std::size_t bytes : sweep_sizes(16 * KiB, 4 * levels[levels.size() - 2].bytes, 4, 64)) {
    double ns = levels.front().ns;
    for (std::size_t at = 0; at + 1 < levels.size(); ++at) {
      const double over = static_cast<double>(bytes) / static_cast<double>(levels[at].bytes);
      if (over <= 1) break;
      const double missing = std::min(1.0, 2 * (over - 1));
      ns = levels[at].ns + (levels[at + 1].ns - levels[at].ns) * missing;
    }
    points.push_back({bytes, ns * std::max(0.5, factor(random))});
  }
  return points;
}

TEST(Plateaus, FindsPlantedLevelsAndCapacities) {
  const std::vector<std::vector<Level>> machines = {
      {{32 * KiB, 1.2}, {1 * MiB, 5.6}, {36 * MiB, 24}, {0, 95}},
      {{32 * KiB, 1.8}, {2 * MiB, 9.1}, {0, 122.3}},                      // Phytium 2000+: no L3
      {{64 * KiB, 1.15}, {512 * KiB, 2.7}, {32 * MiB, 38.5}, {0, 91.5}},  // KP920
      {{32 * KiB, 1.2}, {256 * KiB, 4}, {32 * MiB, 24}, {0, 95.6}},       // ThunderX2
  };
  for (const double noise : {0.0, 0.01, 0.03}) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
      for (const std::vector<Level>& levels : machines) {
        const std::vector<Plateau> found = find_plateaus(synthetic(levels, noise, seed));
        ASSERT_EQ(found.size(), levels.size())
            << "noise " << noise << ", seed " << seed << ", L1 " << levels.front().bytes;
        for (std::size_t at = 0; at < levels.size(); ++at) {
          EXPECT_NEAR(found[at].ns, levels[at].ns, 0.06 * levels[at].ns);
          if (levels[at].bytes == 0) {
            EXPECT_EQ(found[at].capacity_from, 0U);
            continue;
          }
          // The first size beyond may still be within 15 % of the level.
          EXPECT_GE(found[at].capacity_from, levels[at].bytes * 3 / 4) << "seed " << seed;
          EXPECT_LE(found[at].capacity_from, levels[at].bytes * 5 / 4) << "seed " << seed;
          EXPECT_GT(found[at].capacity_below, found[at].capacity_from);
        }
      }
    }
  }
}

TEST(Plateaus, OneSpoiltPointDoesNotCutALevel) {
  auto points = synthetic({{32 * KiB, 1.2}, {1 * MiB, 5.6}, {0, 95}}, 0, 1);
  points[9].ns *= 3;
  EXPECT_EQ(find_plateaus(points).size(), 3U);
}

TEST(Plateaus, ARampHasNone) {
  std::vector<SweepPoint> points;
  for (const std::size_t bytes : sweep_sizes(16 * KiB, 16 * MiB, 4, 64)) {
    points.push_back({bytes, std::pow(static_cast<double>(bytes), 0.7)});
  }
  EXPECT_TRUE(find_plateaus(points).empty());
  EXPECT_TRUE(find_plateaus({}).empty());
  EXPECT_TRUE(find_plateaus({{1024, 5}}).empty());
}

TEST(Plateaus, AreNamedByTheCachesTheMachineTells) {
  const Machine whole =
      load_machine("pack:1 l3:1(size=33554432) l2:4(size=1048576) l1d:1(size=32768) core:1 pu:1");
  ASSERT_EQ(cache_bytes(whole, 2), 1 * MiB);
  const ProfiledMachine machine = profiled_machine(whole);
  EXPECT_EQ(firmware_match({16 * KiB, 32 * KiB, 1, 32 * KiB, 40 * KiB}, machine, 0), "L1 of 32 KiB");
  EXPECT_EQ(firmware_match({48 * KiB, 896 * KiB, 5, 896 * KiB, 1 * MiB}, machine, 0), "L2 of 1 MiB");
  EXPECT_EQ(firmware_match({2 * MiB, 20 * MiB, 5, 20 * MiB, 24 * MiB}, machine, 0), "L3 of 32 MiB");
  EXPECT_EQ(firmware_match({48 * KiB, 192 * KiB, 5, 192 * KiB, 224 * KiB}, machine, 0), "");
  EXPECT_EQ(firmware_match({48 * MiB, 128 * MiB, 90, 0, 0}, machine, 0), "memory");
}

}  // namespace
}  // namespace numapack::probe

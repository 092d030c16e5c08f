// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "insight/inference.hpp"
#include "insight/knights_mill.hpp"
#include "insight/planted.hpp"
#include "insight/published.hpp"

namespace numapack {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::knights_mill_snc4;
using testing::PlantedMachine;

Inferences inferred(const LatencyTable& table) {
  MeasuredProfile profile;
  for (std::size_t cpu = 0; cpu < table.cpus.size(); ++cpu)
    for (std::size_t node = 0; node < table.columns.size(); ++node)
      profile.memory_latency.push_back(
          {table.cpus[cpu], table.columns[node], 1 << 28, 2, 0, figure_of({table.ns[cpu][node]})});
  return infer(profile);
}

std::vector<std::string> kinds(const Inferences& found) {
  std::vector<std::string> names;
  for (const Inference& inference : found.statements) names.push_back(inference.kind);
  return names;
}

TEST(InferPositions, NameQuadrantsWithoutGapsByTheirMemories) {
  std::mt19937 random(5);
  const Inferences found = inferred(knights_mill_snc4(137.2, 154.6, 0.3, random));
  ASSERT_THAT(kinds(found), ElementsAre("latency order", "nearest memories"));
  EXPECT_THAT(found.statements[1].statement, HasSubstr("into 4 groups"));
  ASSERT_EQ(found.statements[1].evidence.size(), 4U);
  EXPECT_THAT(found.statements[1].evidence[0], HasSubstr("node 0: 0-5,12-17,24-29: 13"));
}

TEST(InferPositions, SayThatThereIsNoStructure) {
  EXPECT_THAT(kinds(infer(published("knm-all2all"))), Contains("no structure"));
  std::mt19937 random(5);
  const Inferences found = inferred(knights_mill_snc4(143.3, 147.7, 0.3, random));
  ASSERT_THAT(kinds(found), ElementsAre("no structure"));
  EXPECT_THAT(found.statements[0].statement, HasSubstr("spread by"));
}

TEST(InferPositions, NameNodesWithinPackagesAndTheLatencyToEach) {
  const Inferences found = infer(PlantedMachine({}, 1).profile());
  for (const Inference& inference : found.statements) {
    if (inference.kind != "latency groups") continue;
    EXPECT_THAT(inference.statement, HasSubstr("into 2 groups, 4 at the finest"));
    ASSERT_EQ(inference.evidence.size(), 6U);
    EXPECT_THAT(inference.evidence[0], HasSubstr("1 0-15: "));
    EXPECT_THAT(inference.evidence[1],
                ::testing::MatchesRegex("1\\.1 0-7: [89].* 1[45].* 2[34].* 2[34].* ns"));
    return;
  }
  FAIL() << "no groups";
}

}  // namespace
}  // namespace numapack

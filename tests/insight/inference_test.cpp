// SPDX-License-Identifier: BSD-3-Clause
#include "insight/inference.hpp"
#include "insight/published.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>

#include "insight/planted.hpp"
#include "profile/document/json.hpp"
#include "support/random.hpp"

namespace numapack {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::Planted;
using testing::PlantedMachine;

using Lists = std::vector<std::vector<int>>;

std::vector<int> range(int begin, int end) {
  std::vector<int> numbers(std::size_t(end - begin));
  std::iota(numbers.begin(), numbers.end(), begin);
  return numbers;
}

std::vector<std::string> statements(const Inferences& found, const std::string& kind) {
  std::vector<std::string> texts;
  for (const Inference& inference : found.statements) {
    if (inference.kind != kind) continue;
    texts.push_back(inference.statement);
    EXPECT_FALSE(inference.evidence.empty()) << inference.statement;
  }
  return texts;
}

std::vector<std::vector<int>> shared(const Inferences& found, int level) {
  std::vector<std::vector<int>> groups;
  for (const SharedCache& cache : found.shared_caches) {
    if (cache.level == level) groups.push_back(cache.pus);
  }
  return groups;
}

std::vector<std::vector<int>> blocks(int count, int size) {
  std::vector<std::vector<int>> groups;
  for (int first = 0; first < count; first += size) groups.push_back(range(first, first + size));
  return groups;
}

TEST(Infer, FindsEachPlantedFactAndNothingElse) {
  const unsigned first = std::random_device()();
  for (unsigned seed = first; seed < first + 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Planted planted;
    planted.cores_per_l2 = 1 << random() % 3;
    planted.exclusive = random() % 2;
    planted.nearest = random() % 2;
    planted.noise = 0.005 * double(random() % 5);
    if (random() % 2) planted.slow_link = Pair{int(random() % 2), int(2 + random() % 2)};
    if (random() % 2) planted.asymmetric_pair = Pair{int(random() % 8), int(9 + random() % 23)};
    const Inferences found = infer(PlantedMachine(planted, seed).profile());

    const int cores = testing::planted_nodes * testing::planted_cores;
    if (planted.cores_per_l2 == 1) {
      EXPECT_TRUE(shared(found, 2).empty());
    } else {
      EXPECT_EQ(shared(found, 2), blocks(cores, planted.cores_per_l2));
    }
    EXPECT_EQ(shared(found, 3), blocks(cores, testing::planted_cores));
    EXPECT_EQ(found.last_level_cache, 3);
    EXPECT_EQ(found.last_level, planted.exclusive ? LastLevel::exclusive : LastLevel::inclusive);
    EXPECT_EQ(found.shared_copy, planted.nearest ? SharedCopy::nearest : SharedCopy::first);
    EXPECT_FALSE(found.affinity);
    EXPECT_EQ(found.symmetry, planted.asymmetric_pair ? Symmetry::asymmetric : Symmetry::symmetric);
    if (planted.asymmetric_pair) {
      EXPECT_THAT(found.asymmetric_pairs, ElementsAre(*planted.asymmetric_pair));
    } else {
      EXPECT_TRUE(found.asymmetric_pairs.empty());
    }
    EXPECT_TRUE(found.asymmetric_links.empty());
    if (planted.slow_link) {
      EXPECT_THAT(found.slow_links, ElementsAre(*planted.slow_link));
    } else {
      EXPECT_TRUE(found.slow_links.empty());
    }
    // The firmware knows everything except the slow link.
    const auto firmware = statements(found, "firmware");
    EXPECT_EQ(firmware.size(), planted.slow_link ? 1u : 0u);
    ASSERT_EQ(found.distances.size(), 3u);
    EXPECT_EQ(found.distances[0].groups, blocks(cores, 8));
    EXPECT_EQ(found.distances[1].groups, blocks(cores, 16));
    EXPECT_EQ(found.distances[2].groups, blocks(cores, 32));
    EXPECT_EQ(statements(found, "slow link").size(), planted.slow_link ? 1u : 0u);
    EXPECT_EQ(statements(found, "latency groups").size(), 1u);
    EXPECT_TRUE(statements(found, "nearest memories").empty());  // they are the groups
    EXPECT_EQ(statements(found, "asymmetric").size(), planted.asymmetric_pair ? 1u : 0u);
  }
}

TEST(Infer, ACopyInTheReadersOwnCacheSaysNothingOfTheLastLevel) {
  Planted planted;
  planted.exclusive = true;
  MeasuredProfile profile = PlantedMachine(planted, 5).profile();
  int moved = 0;
  for (CoreToCore& cell : profile.core_to_core) {
    const bool within_node = cell.reader / 8 == cell.owner / 8 && cell.reader / 2 != cell.owner / 2;
    if (cell.state != LineState::shared || !within_node || cell.owner % 2 == 0) continue;
    cell.sharer = cell.reader ^ 1;
    cell.latency_ns = figure_of({4, 4, 4});
    ++moved;
  }
  EXPECT_EQ(moved, 96);  // half of such pairs
  EXPECT_EQ(infer(profile).last_level, LastLevel::exclusive);
}

TEST(Infer, AFigureOfFewScatteredSamplesMayBeFartherOff) {
  Planted planted;
  planted.noise = 0;
  MeasuredProfile profile = PlantedMachine(planted, 3).profile();
  for (CoreToCore& cell : profile.core_to_core) {
    if (cell.level != 2 || cell.state != LineState::exclusive) continue;
    const bool off = cell.reader < 2 && cell.owner < 2 && cell.reader != cell.owner;
    const double center = cell.latency_ns.value() * (off ? 0.86 : 1);
    std::vector<double> samples;
    for (const double part : {0.84, 0.90, 0.94, 1.0, 1.06, 1.10, 1.16}) samples.push_back(center * part);
    cell.latency_ns = figure_of(samples);
  }
  EXPECT_EQ(shared(infer(profile), 2), blocks(32, 2));
}

TEST(Infer, FindsAPartitionedLastLevel) {
  Planted planted;
  planted.l3_group = 4;
  planted.cores_per_l2 = 1;
  const Inferences found = infer(PlantedMachine(planted, 7).profile());
  EXPECT_EQ(shared(found, 3), blocks(32, 4));
  ASSERT_TRUE(found.affinity);
  EXPECT_EQ(found.affinity->pus, range(0, 4));
  EXPECT_NEAR(found.affinity->near_ns, 15, 1);
  EXPECT_NEAR(found.affinity->far_ns, 40, 3);
  EXPECT_THAT(statements(found, "firmware"), ElementsAre(HasSubstr("one L3")));
}

TEST(Infer, FindsALinkThatIsSlowOneWay) {
  MeasuredProfile profile = PlantedMachine(Planted{}, 11).profile();
  for (CoreToCore& cell : profile.core_to_core) {
    if (cell.reader / 8 != 1 || cell.owner / 8 != 2) continue;
    for (double& sample : cell.latency_ns.samples) sample *= 1.4;
    cell.latency_ns = figure_of(cell.latency_ns.samples);
  }
  const Inferences found = infer(profile);
  EXPECT_THAT(found.asymmetric_links, ElementsAre(Pair{1, 2}));
  EXPECT_TRUE(found.asymmetric_pairs.empty());
  EXPECT_TRUE(found.slow_links.empty());
  EXPECT_EQ(found.symmetry, Symmetry::asymmetric);
}

TEST(Infer, SaysNothingOfWhatWasNotMeasured) {
  const Inferences none = infer(MeasuredProfile{});
  EXPECT_TRUE(none.statements.empty());
  EXPECT_EQ(none.last_level, LastLevel::unknown);
  EXPECT_EQ(none.symmetry, Symmetry::unknown);
  MeasuredProfile one;
  one.core_to_core.push_back({0, 1, -1, -1, LineState::modified, 1, 0, figure_of({50}), {}});
  one.core_to_core.push_back({1, 0, -1, -1, LineState::modified, 1, 0, not_measured("one core only"), {}});
  const Inferences found = infer(one);
  EXPECT_EQ(found.symmetry, Symmetry::unknown);
  EXPECT_TRUE(found.shared_caches.empty());
  EXPECT_TRUE(found.slow_links.empty());
}

// The conclusions of wrBench, J. Comput. Sci. Technol. 38(6), 2023, sections 4 and 6.1.

TEST(InferPublished, Phytium) {
  const Inferences found = infer(published("phytium-2000plus"));
  EXPECT_EQ(shared(found, 2), Lists{range(0, 4)});
  EXPECT_EQ(found.last_level_cache, 2);
  EXPECT_EQ(found.last_level, LastLevel::inclusive);
  EXPECT_EQ(found.shared_copy, SharedCopy::first);
  EXPECT_FALSE(found.affinity);
  EXPECT_EQ(found.symmetry, Symmetry::unknown);
  EXPECT_TRUE(found.slow_links.empty());
  EXPECT_TRUE(statements(found, "firmware").empty());
  ASSERT_EQ(found.distances.size(), 9u);  // own group, own panel, seven panels
  EXPECT_TRUE(found.one_reader);
  EXPECT_EQ(found.distances[0].groups[0], range(1, 4));
  EXPECT_EQ(found.distances[1].groups[0], range(4, 8));
  EXPECT_EQ(found.distances[2].groups[0], range(8, 16));
  EXPECT_EQ(found.distances[8].groups[0], range(48, 56));
  EXPECT_EQ(found.distances[8].up_to_ns, 95.5);
}

TEST(InferPublished, ThunderX2) {
  const Inferences found = infer(published("thunderx2"));
  EXPECT_EQ(shared(found, 3), Lists{range(0, 32)});
  EXPECT_TRUE(shared(found, 2).empty());
  EXPECT_EQ(found.last_level, LastLevel::exclusive);
  EXPECT_EQ(found.shared_copy, SharedCopy::nearest);
  EXPECT_FALSE(found.affinity);  // one ring, all slices equally far
  ASSERT_EQ(found.distances.size(), 2u);
  EXPECT_EQ(found.distances[1].groups[0], range(32, 64));
  EXPECT_TRUE(statements(found, "firmware").empty());
}

TEST(InferPublished, Kunpeng920) {
  const Inferences found = infer(published("kunpeng920-6426"));
  EXPECT_EQ(shared(found, 3), Lists{range(0, 4)});  // a cluster and its tag partition
  EXPECT_TRUE(shared(found, 2).empty());
  EXPECT_EQ(found.last_level, LastLevel::inclusive);
  EXPECT_EQ(found.shared_copy, SharedCopy::nearest);
  ASSERT_TRUE(found.affinity);
  EXPECT_EQ(found.affinity->pus, range(0, 4));
  EXPECT_EQ(found.affinity->near_ns, 14.2);
  EXPECT_EQ(found.affinity->far_ns, 44.2);
  EXPECT_EQ(found.affinity->fast_bytes, 8u << 20);
  EXPECT_EQ(found.affinity->meets_bytes, 32u << 20);
  ASSERT_EQ(found.distances.size(), 5u);  // cluster, die, socket, near and far die of the other socket
  EXPECT_EQ(found.distances[1].groups[0], range(4, 32));
  EXPECT_EQ(found.distances[2].groups[0], range(32, 64));
  EXPECT_EQ(found.distances[3].groups[0], range(64, 65));
  EXPECT_EQ(found.distances[4].groups[0], range(96, 97));
  EXPECT_EQ(statements(found, "firmware").size(), 1u);
}

TEST(InferPublished, TheOthersHoldNoTraps) {
  for (const auto& entry : std::filesystem::directory_iterator(NUMAPACK_DATA)) {
    SCOPED_TRACE(entry.path().string());
    const Inferences found = infer(read_profile(entry.path()));
    EXPECT_TRUE(found.slow_links.empty());
    EXPECT_TRUE(found.asymmetric_links.empty());
    EXPECT_TRUE(found.asymmetric_pairs.empty());
  }
}

}  // namespace
}  // namespace numapack

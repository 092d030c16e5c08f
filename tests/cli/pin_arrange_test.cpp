// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "cli/outcome.hpp"
#include "cli/runs/machine_profile.hpp"
#include "insight/position/arrange.hpp"
#include "profile/document/json.hpp"
#include "support/command.hpp"

namespace numapack {
namespace {

/// A published machine and the CPUs that threads may get, in order.
struct PublishedPlaces {
  const char* name;
  const char* cpus;
};

/// What all messages wait if thread i is on cpus[i].
double waits(const SquareMatrix& traffic, const std::vector<int>& cpus, const std::string& file) {
  const Machine machine = machine_or_profile(file);
  const MeasuredProfile profile = read_profile(file);
  const SquareMatrix latency = latencies_between(cpus, machine, estimate_profile(machine), &profile);
  double sum = 0;
  for (std::size_t one = 0; one < traffic.size(); ++one)
    for (std::size_t other = 0; other < traffic.size(); ++other)
      sum += traffic[one][other] * latency[one][other];
  return sum;
}

std::vector<int> listed(const std::vector<std::string>& words) {
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  return nlohmann::json::parse(outcome.out).at("cpus").get<std::vector<int>>();
}

class PinArrange : public ::testing::TestWithParam<PublishedPlaces> {};

/// wrBench's third suggestion: threads that share lie near each other. Eight pairs; both of a pair are as far
/// apart by number as can be.
TEST_P(PinArrange, LowersWhatPairsWaitOnPublishedMachines) {
  const std::string file = std::string(NUMAPACK_DATA) + "/" + GetParam().name + ".json";
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("pairs.csv");
  SquareMatrix traffic(16, std::vector<double>(16, 0));
  for (std::size_t thread = 0; thread < 16; ++thread) traffic[thread][(thread + 8) % 16] = 100;
  {
    std::ofstream csv(path);
    for (const auto& row : traffic)
      for (std::size_t other = 0; other < row.size(); ++other)
        csv << row[other] << (other + 1 < row.size() ? "," : "\n");
  }
  const std::vector<std::string> words{"pin", "--list", "--from", file, "-c", GetParam().cpus, "--json"};
  std::vector<std::string> arranged = words;
  arranged.insert(arranged.end() - 1, {"--arrange", path});
  const std::vector<int> by_number = listed(words), by_pattern = listed(arranged);
  ASSERT_GE(by_number.size(), 16U);
  const double before = waits(traffic, by_number, file), after = waits(traffic, by_pattern, file);
  EXPECT_GT(after, 0);
  EXPECT_LT(after, 0.8 * before) << after / before;
  const MeasuredProfile profile = read_profile(file);
  for (std::size_t thread = 0; thread < 8; ++thread)
    EXPECT_EQ(profile.machine.node_of_pu(by_pattern[thread]),
              profile.machine.node_of_pu(by_pattern[thread + 8]))
        << thread;
}

INSTANTIATE_TEST_SUITE_P(WrBench, PinArrange,
                         ::testing::Values(PublishedPlaces{"kunpeng920-6426", "node:all/0-3"},
                                           PublishedPlaces{"phytium-2000plus", "0-63"},
                                           PublishedPlaces{"thunderx2", "node:all/0-7"}),
                         [](const auto& place) {
                           std::string name = place.param.name;
                           std::erase_if(name, [](char c) { return c == '-'; });
                           return name;
                         });

}  // namespace
}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "profile/store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/error.hpp"
#include "profile/document/fingerprint.hpp"
#include "profile/document/json.hpp"
#include "profile/planning.hpp"
#include "support/command.hpp"
#include "support/variable.hpp"

namespace numapack {
namespace {

using ::testing::HasSubstr;
using testing::Variable;

Machine kunpeng() { return load_machine(std::string(NUMAPACK_MACHINES) + "/kunpeng920.xml"); }
MeasuredProfile published(const std::string& name) {
  return read_profile(std::string(NUMAPACK_DATA) + "/" + name + ".json");
}

TEST(Fingerprint, TellsMachinesApartAndIgnoresWhatAProcessMayUse) {
  const Machine machine = kunpeng();
  const std::string own = fingerprint(machine);
  EXPECT_EQ(own.size(), 16u);
  Machine limited = machine;
  limited.cores[0].usable_pus.clear();
  limited.allowance.quota_cpus = 2;
  limited.nodes[0].usable_memory = false;
  *limited.nodes[1].memory_bytes -= 4096;
  EXPECT_EQ(fingerprint(limited), own);
  Machine other = machine;
  other.distances[0][3] += 1;
  EXPECT_NE(fingerprint(other), own);
  other = machine;
  other.packages[0].model += "X";
  EXPECT_NE(fingerprint(other), own);
  other = machine;
  other.caches.back().bytes *= 2;
  EXPECT_NE(fingerprint(other), own);
  EXPECT_NE(fingerprint(load_machine(std::string(NUMAPACK_MACHINES) + "/xeon-2s.xml")), own);
}

TEST(Store, IsInTheUsersCacheFolder) {
  EXPECT_EQ(profile_folder({"", "/cache"}), "/cache/numapack/profiles");
  EXPECT_EQ(profile_path(kunpeng(), {"", "/cache"}),
            "/cache/numapack/profiles/" + fingerprint(kunpeng()) + ".json");
  EXPECT_EQ(profile_folder({}), "");
  EXPECT_EQ(profile_path(kunpeng(), {}), "");
  const Variable cache("XDG_CACHE_HOME", "/elsewhere");
  EXPECT_EQ(profile_path(kunpeng()), "/elsewhere/numapack/profiles/" + fingerprint(kunpeng()) + ".json");
}

class StoredProfile : public ::testing::Test {
 protected:
  StoredProfile() { profile_.machine.fingerprint = fingerprint(machine_); }
  testing::TemporaryDirectory directory_;
  Variable cache_{"XDG_CACHE_HOME", directory_.path().string()};
  Variable named_{"NUMAPACK_PROFILE", ""};
  Machine machine_ = kunpeng();
  MeasuredProfile profile_ = published("kunpeng920");
};

TEST_F(StoredProfile, IsFoundByTheFingerprint) {
  EXPECT_FALSE(find_profile(machine_).profile);
  EXPECT_EQ(find_profile(machine_).path, "");
  EXPECT_EQ(profile_of(find_profile(machine_), machine_).latency(0, 3),
            estimate_profile(machine_).latency(0, 3));
  write_profile(profile_, profile_path(machine_));
  const FoundProfile found = find_profile(machine_);
  ASSERT_TRUE(found.profile);
  EXPECT_EQ(found.path, profile_path(machine_));
  EXPECT_EQ(found.ignored, "");
  EXPECT_EQ(profile_of(find_profile(machine_), machine_).latency(0, 3), 293);
  const Variable none("NUMAPACK_PROFILE", "none");
  EXPECT_FALSE(find_profile(machine_).profile);
}

TEST_F(StoredProfile, IsTheFileThatTheEnvironmentNames) {
  const std::string path = directory_.file("mine.json");
  write_profile(profile_, path);
  const Variable named("NUMAPACK_PROFILE", path);
  EXPECT_TRUE(find_profile(machine_).profile);
  const Variable missing("NUMAPACK_PROFILE", directory_.file("missing.json"));
  EXPECT_FALSE(find_profile(machine_).profile);
  EXPECT_THAT(find_profile(machine_).ignored, HasSubstr("missing.json"));
}

TEST_F(StoredProfile, IsIgnoredWithAReasonIfBrokenOrForeign) {
  const std::string path = profile_path(machine_);
  write_profile(profile_, path);
  std::ofstream(path) << "{\"numapack_profile\": 1, ";
  EXPECT_FALSE(find_profile(machine_).profile);
  EXPECT_THAT(find_profile(machine_).ignored, HasSubstr("no JSON"));
  EXPECT_EQ(find_profile(machine_).path, path);
  EXPECT_EQ(profile_of(find_profile(machine_), machine_).latency(0, 3),
            estimate_profile(machine_).latency(0, 3));

  profile_.machine.fingerprint = "0123456789abcdef";
  write_profile(profile_, path);
  EXPECT_THAT(find_profile(machine_).ignored, HasSubstr("another machine"));
  profile_.machine.fingerprint = "";
  profile_.machine.nodes.pop_back();
  write_profile(profile_, path);
  EXPECT_THAT(find_profile(machine_).ignored, HasSubstr("3 nodes"));
}

TEST(PlanningProfile, TakesWhatIsMeasuredAndFillsTheRestFromTheLikestPairs) {
  const Machine machine = kunpeng();
  const Profile estimate = estimate_profile(machine);
  const Profile profile = planning_profile(published("kunpeng920"), machine);
  EXPECT_EQ(profile.latency(0, 0), 90);
  EXPECT_EQ(profile.latency(0, 1), 156);
  EXPECT_EQ(profile.latency(0, 2), 241);
  EXPECT_EQ(profile.latency(0, 3), 293);
  EXPECT_EQ(profile.latency(3, 0), 293);  // the opposite direction
  EXPECT_EQ(profile.latency(2, 3), 156);  // the same distance
  EXPECT_EQ(profile.latency(1, 3), (241 + 293) / 2.0);
  EXPECT_DOUBLE_EQ(profile.bandwidth(0, 1), estimate.bandwidth(0, 0) * 90 / 156);
  EXPECT_DOUBLE_EQ(profile.core_gflops, 10.4);  // 2.6 GHz, four operations a cycle; 10 of any ARM otherwise
  EXPECT_THAT(profile.source, HasSubstr("latency of 4 of 16 node pairs, 3 from the opposite direction"));
  EXPECT_THAT(profile_changes(estimate, profile, machine),
              ::testing::Contains(HasSubstr("nodes 0-3 3-0: 198 ns estimated, 293 ns used")));
  EXPECT_TRUE(profile_changes(estimate, estimate, machine).empty());
}

TEST(PlanningProfile, PrefersMemoryToCachesAllThreadsToOneAndTheCentralBarrierOfANode) {
  const Machine machine = load_machine("numa:2(memory=1GB) core:2 pu:1");
  MeasuredProfile measured;
  measured.machine = profiled_machine(machine);
  measured.memory_latency.push_back({0, 0, 1 << 20, 2, 0, figure_of({5})});
  measured.memory_latency.push_back({0, 0, 1 << 28, 2, 0, figure_of({80})});
  measured.memory_latency.push_back({1, 0, 1 << 28, 2, 0, figure_of({90})});
  measured.memory_latency.push_back({1, 0, 1 << 28, 2, 50, figure_of({400})});  // loaded
  measured.memory_latency.push_back({2, 0, 1 << 28, 2, 0, not_measured("refused")});
  measured.node_bandwidth.push_back({0, 0, "triad", false, 2, 0, figure_of({31})});
  measured.node_bandwidth.push_back({0, 0, "read", false, 1, 0, figure_of({12})});
  measured.node_bandwidth.push_back({0, 0, "read", false, 2, 0, figure_of({20})});
  measured.barriers.push_back({"central", {0, 1}, figure_of({3}), {}});
  measured.barriers.push_back({"dissemination", {0, 1}, figure_of({2}), {}});  // not where gangs meet
  measured.barriers.push_back({"central", {0, 2}, figure_of({9}), {}});        // across nodes
  measured.peaks.push_back({"double", "avx2", 1, figure_of({50, 50})});
  measured.peaks.push_back({"double", "avx2", 2, figure_of({80, 80})});
  const Profile profile = planning_profile(measured, machine);
  const Profile estimate = estimate_profile(machine);
  EXPECT_EQ(profile.latency(0, 0), 85);
  EXPECT_EQ(profile.latency(1, 1), 85);
  EXPECT_DOUBLE_EQ(profile.latency(0, 1), estimate.latency(0, 1) * 85 / estimate.latency(0, 0));
  EXPECT_EQ(profile.bandwidth(0, 0), 20);
  EXPECT_EQ(profile.barrier_us, 3);
  EXPECT_EQ(profile.core_gflops, 40);
}

TEST(PlanningProfile, TakesTheBarrierOfTheSlowestNodeOfTheMostThreads) {
  const Machine machine = load_machine("numa:2 core:4 pu:1");
  MeasuredProfile measured;
  measured.machine = profiled_machine(machine);
  const auto add = [&](const char* algorithm, std::vector<int> pus, double us) {
    measured.barriers.push_back({algorithm, std::move(pus), figure_of({us}), {}});
  };
  add("dissemination", {0, 1, 2, 3}, 0.1);
  EXPECT_EQ(planning_profile(measured, machine).barrier_us, estimate_profile(machine).barrier_us);
  add("central", {0, 1, 2, 3}, 0.5);
  add("central", {0, 1}, 0.1);           // fewer threads
  add("central", {0, 1, 2, 3, 4}, 0.1);  // two nodes
  add("tree", {0, 1, 2, 3}, 0.9);        // not where gangs meet
  measured.barriers.push_back({"central", {4, 5, 6, 7}, not_measured("refused"), {}});
  EXPECT_EQ(planning_profile(measured, machine).barrier_us, 0.5);
  add("central", {4, 5, 6, 7}, 0.55);  // a slow link
  EXPECT_EQ(planning_profile(measured, machine).barrier_us, 0.55);
}

TEST(PlanningProfile, TakesWakesAndFreshMemory) {
  const Machine machine = load_machine("numa:2(memory=1GB) core:4 pu:1");
  MeasuredProfile measured;
  measured.machine = profiled_machine(machine);
  measured.wakes = {
      {0, 4, false, figure_of({1})}, {1, 4, false, figure_of({3})}, {1, 4, true, not_measured("no")}};
  EXPECT_FALSE(planning_profile(measured, machine).known.contains("wake")) << "of threads that slept nothing";
  measured.wakes.push_back({0, 4, true, figure_of({32})});
  const auto fresh = [&](int node, int threads, std::uint64_t page, double rate) {
    Figure figure = figure_of({rate});
    figure.page_bytes = page;
    measured.fresh_memory.push_back({node, node, threads, "huge", figure});
  };
  fresh(0, 1, 2u << 20, 9), fresh(0, 4, 4096, 3), fresh(0, 4, 2u << 20, 12), fresh(1, 4, 2u << 20, 11);
  const Profile profile = planning_profile(measured, machine);
  EXPECT_DOUBLE_EQ(profile.wake_us, 8);  // the root of 2 times 32
  EXPECT_DOUBLE_EQ(profile.fresh_gb_per_s, 11);
  EXPECT_TRUE(profile.known.contains("wake") && profile.known.contains("fresh"));
}

TEST(PlanningProfile, TakesWhatWritingCostsFromLoadsOfTheSameThreads) {
  const Machine machine = load_machine("numa:2(memory=1GB) core:4 pu:1");
  MeasuredProfile measured;
  measured.machine = profiled_machine(machine);
  const auto loaded = [&](int node, double write_share, int threads, double rate) {
    measured.loaded_latency.push_back(
        {0, node, write_share, threads, 0, {}, figure_of({rate}), figure_of({90})});
  };
  loaded(0, 0.5, 3, 20), loaded(0, 0, 2, 60);
  EXPECT_FALSE(planning_profile(measured, machine).known.contains("writing")) << "other threads read";
  loaded(0, 0, 3, 30), loaded(0, 0, 3, 10);  // 1 read byte and 1 written take what 3 read ones take
  const Profile profile = planning_profile(measured, machine);
  EXPECT_TRUE(profile.known.contains("writing"));
  EXPECT_DOUBLE_EQ(profile.bytes_a_written_byte, 2);
  loaded(1, 0, 3, 30), loaded(1, 0.25, 3, 24);  // 3 and 1: as 5
  loaded(1, 0.5, 3, 12);                        // 1 and 1: as 5
  EXPECT_DOUBLE_EQ(planning_profile(measured, machine).bytes_a_written_byte, 2);
}

TEST(PlanningProfile, EveryPublishedMachinePlansOnItsOwnDescription) {
  for (const char* name :
       {"kunpeng920", "kunpeng920-6426", "phytium-2000plus", "thunderx2", "epyc-rome-nps4", "xeon-stream"}) {
    SCOPED_TRACE(name);
    const MeasuredProfile measured = published(name);
    Machine machine = load_machine(measured.machine.hwloc);
    EXPECT_NE(measured.machine.architecture == "x86_64" ? "" : misfit(measured, machine),
              measured.machine.architecture == "x86_64" ? "x" : "");
    machine.architecture = measured.machine.architecture;
    const Profile profile = planning_profile(measured, machine);
    for (int from = 0; from < int(machine.nodes.size()); ++from) {
      for (int home = 0; home < int(machine.nodes.size()); ++home) {
        EXPECT_GT(profile.latency(from, home), 0);
        EXPECT_GT(profile.bandwidth(from, home), 0);
        EXPECT_LE(profile.bandwidth(from, home), 1.01 * profile.bandwidth(from, from));
      }
    }
  }
  Machine stream = load_machine(published("xeon-stream").machine.hwloc);
  const Profile profile = planning_profile(published("xeon-stream"), stream);
  EXPECT_DOUBLE_EQ(profile.bandwidth(0, 0), (44.4 + 44.5) / 2);
  EXPECT_DOUBLE_EQ(profile.bandwidth(0, 1), 17.6);
  EXPECT_DOUBLE_EQ(profile.bandwidth(1, 0), 17.6);
  EXPECT_THROW(planning_profile(published("kunpeng920-6426"), kunpeng()), Error);
}

}  // namespace
}  // namespace numapack

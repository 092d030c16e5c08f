// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <signal.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
#include "cli/terminal/heat_map.hpp"
#include "profile/document/json.hpp"
#include "support/command.hpp"

namespace numapack {
namespace {

using testing::Command;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(MeasuringVerbs, HelpWithAnExample) {
  for (const char* verb : {"latency", "coherence", "stream", "barrier", "probe"}) {
    const Outcome help = run({verb, "--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_THAT(help.out, HasSubstr(std::string("Example:\n  numapack ") + verb));
  }
}

TEST(MeasuringVerbs, BadInputIsOneLineAndStatusTwo) {
  const std::vector<std::vector<std::string>> lines = {
      {"latency", "--cores", "9999"},
      {"latency", "--homes", "77"},
      {"latency", "--size", "huge"},
      {"latency", "--size", "3"},
      {"latency", "--loaded", "--size", "4K"},
      {"latency", "--writes", "3:1"},
      {"latency", "--points", "5"},
      {"latency", "--sources", "0"},
      {"latency", "--loaded", "--writes", "1:3"},
      {"latency", "--loaded", "--writes", "reads,some"},
      {"latency", "--loaded", "--writes", "3:0"},
      {"latency", "--loaded", "--points", "2"},
      {"latency", "--loaded", "--points", "many"},
      {"latency", "--loaded", "--sources", "77"},
      {"latency", "--loaded", "--homes", "77"},
      {"latency", "--stride", "0"},
      {"latency", "--order", "sorted"},
      {"latency", "--order", "list", "--sweep"},
      {"probe", "--wait-for-quiet", "-1"},
      {"latency", "--pages", "medium"},
      {"latency", "--rounds", "0"},
      {"latency", "--separate", "100"},
      {"latency", "--sweep", "--loaded"},
      {"latency", "--from", kKunpeng},
      {"latency", "--json", "/nowhere/out.json"},
      {"coherence", "--pairs", "0"},
      {"coherence", "--pairs", "0:9999"},
      {"coherence", "--states", "Q"},
      {"coherence", "--levels", "L9"},
      {"coherence", "--sizes", "x"},
      {"coherence", "--helper", "9999"},
      {"stream", "--threads", "0"},
      {"stream", "--threads", "100000"},
      {"stream", "--size", "8"},
      {"stream", "--size", "900T"},
      {"stream", "--kernels", "quad"},
      {"stream", "--placements", "elsewhere"},
      {"stream", "--repetitions", "1"},
      {"barrier", "--kinds", "wooden"},
      {"probe", "--budget", "0"},
      {"probe", "--budget", "soon"},
      {"probe", "-o", "/nowhere/profile.json"},
      {"probe", "--verify-json", "/nowhere/repeats.json"},
      {"probe", "-o", "-", "--verify-json", "-"},
      {"probe", "--from", kKunpeng},
  };
  for (const auto& words : lines) {
    const Outcome outcome = run(words);
    const std::string line = ::testing::PrintToString(words);
    EXPECT_EQ(outcome.status, 2) << line << outcome.error;
    EXPECT_EQ(outcome.out, "") << line;
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << line << outcome.error;
    EXPECT_THAT(outcome.error, StartsWith("numapack: ")) << line;
  }
}

TEST(MeasuringVerbs, AProbeWaitsForQuietNoLongerThanAsked) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("profile.json");
  const Probed probed = run_probe(4, {"--wait-for-quiet", "0.01", "-o", path});
  if (probed.is_hopeless()) GTEST_SKIP() << "nothing could be measured: " << probed.error;
  EXPECT_EQ(probed.status, 0) << probed.error;
  EXPECT_EQ(probed.error.find("waiting for quiet") != std::string::npos,
            probed.error.find("quiet now") != std::string::npos ||
                probed.error.find("not quiet after ") != std::string::npos)
      << probed.error;
  EXPECT_FALSE(read_profile(path).peaks.empty());
}

TEST(MeasuringVerbs, OtherOrdersStandBesideRandomAndAreNoLatencies) {
  const Outcome outcome = run({"latency", "--size", "1M", "--rounds", "1", "--order", "list,stride",
                               "--cores", "0", "--keep-disturbed"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out,
              ::testing::AllOf(HasSubstr(", list: "), HasSubstr(", stride: "), HasSubstr("of random order")));
  const Outcome document = run({"latency", "--size", "1M", "--rounds", "1", "--order", "list", "--cores", "0",
                                "--homes", "0", "--keep-disturbed", "--json"});
  const MeasuredProfile profile = profile_from_json(document.out, "standard output");
  EXPECT_EQ(profile.memory_latency.size(), 1U);
  ASSERT_EQ(profile.latency_by_pages.size(), 1U);
  EXPECT_EQ(profile.latency_by_pages[0].order, "list");
}

TEST(MeasuringVerbs, ListForAnyMachineMeasuresNothing) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"latency"},
                                             {"latency", "--sweep"},
                                             {"latency", "--pages", "small,huge,1G"},
                                             {"latency", "--pages", "all"},
                                             {"latency", "--loaded"},
                                             {"latency", "--loaded", "--writes", "2:1", "--sources", "0,2"},
                                             {"latency", "--separate", "find"},
                                             {"coherence"},
                                             {"coherence", "--matrix"},
                                             {"stream"},
                                             {"barrier"},
                                             {"probe"},
                                             {"probe", "--verify"}}) {
    std::vector<std::string> line = words;
    line.insert(line.end(), {"--list", "--from", kKunpeng});
    const Outcome outcome = run(line);
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("about "));
    EXPECT_THAT(outcome.out, Not(HasSubstr("Conditions")));
  }
}

TEST(MeasuringVerbs, LoadedLatencyWritesCurves) {
  const std::string path = ::testing::TempDir() + "numapack-curves.json";
  const Outcome outcome = run({"latency", "--loaded", "--size", "4M", "--points", "3", "--writes",
                               "reads,1:1,2:2", "--rounds", "1", "--keep-disturbed", "--json", path});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("reads GB/s"));
  EXPECT_THAT(outcome.out, HasSubstr("1:1 GB/s"));
  EXPECT_THAT(outcome.out, HasSubstr("all there is"));
  const MeasuredProfile profile = read_profile(path);
  ASSERT_FALSE(profile.loaded_latency.empty());
  EXPECT_EQ(profile.loaded_latency.size() % 6, 0U) << "three points of two shares: 2:2 is 1:1";
  for (const LoadedPoint& point : profile.loaded_latency) {
    EXPECT_TRUE(point.write_share == 0 || point.write_share == 0.5);
    EXPECT_TRUE(point.latency_ns.valid() || !point.latency_ns.invalid.empty());
    EXPECT_EQ(point.bytes, 4U << 20);
  }
  std::filesystem::remove(path);
}

TEST(MeasuringVerbs, ALargeMachineSaysWhatIsSampled) {
  const Outcome outcome =
      run({"probe", "--list", "--from", "pack:2 numa:2 l3:2(size=16MB) l2:16(size=1MB) core:1 pu:1"});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("core to core: some of 4,000 of 8,128 pairs of cores"));
  EXPECT_THAT(outcome.out, HasSubstr("shared caches: in each node every core with the next two"));
}

TEST(MeasuringVerbs, LatencyWritesAProfile) {
  const std::string path = ::testing::TempDir() + "numapack-latency.json";
  const Outcome outcome = run({"latency", "--size", "256K", "--rounds", "1", "--cores", "groups",
                               "--keep-disturbed", "--json", path});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out,
              HasSubstr("a chain of loads through 256 KiB, 2 lines apart\nload latency in ns  "));
  EXPECT_THAT(outcome.out, HasSubstr("Conditions"));
  const MeasuredProfile profile = read_profile(path);
  ASSERT_FALSE(profile.memory_latency.empty());
  for (const MemoryLatency& cell : profile.memory_latency) {
    EXPECT_EQ(cell.bytes, 256U << 10);
    EXPECT_TRUE(cell.latency_ns.valid() || !cell.latency_ns.invalid.empty());
  }
  EXPECT_FALSE(profile.machine.fingerprint.empty());
  std::filesystem::remove(path);
}

TEST(MeasuringVerbs, StreamWritesAProfileToStandardOutput) {
  const Outcome outcome = run({"stream", "--size", "1M", "--repetitions", "2", "--kernels", "triad",
                               "--keep-disturbed", "--json", "-"});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  const MeasuredProfile profile = profile_from_json(outcome.out, "standard output");
  EXPECT_FALSE(profile.stream.empty());
  EXPECT_FALSE(profile.node_bandwidth.empty());
  for (const StreamRow& row : profile.stream) EXPECT_EQ(row.kernel, "triad");
}

TEST(MeasuringVerbs, ProbeKeepsItsBudgetAndSaysWhatItLeftOut) {
  const std::string path = ::testing::TempDir() + "numapack-probe.json";
  const Probed outcome = run_probe(3, {"-o", path});
  if (outcome.is_hopeless()) GTEST_SKIP() << outcome.error;
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("profile: " + path));
  const MeasuredProfile profile = read_profile(path);
  EXPECT_EQ(profile.conditions.budget_s, outcome.budget);
  EXPECT_FALSE(profile.memory_latency.empty());
  EXPECT_EQ(profile.peaks.size(), 2U);
  EXPECT_FALSE(profile.remarks.empty()) << "three seconds are not enough for all";
  std::filesystem::remove(path);
}

TEST(MeasuringVerbs, ProbeWritesIntoTheCacheFolder) {
  const std::string folder = ::testing::TempDir() + "numapack-cache";
  setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  const Probed outcome = run_probe(1);
  unsetenv("XDG_CACHE_HOME");
  if (outcome.is_hopeless()) GTEST_SKIP() << outcome.error;
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    files += entry.is_regular_file();
  EXPECT_EQ(files, 1);
  std::filesystem::remove_all(folder);
}

TEST(HeatMap, ShowsSmallAndGreatValues) {
  const std::vector<std::vector<double>> matrix{{0, 10, 100}, {10, 0, 55}, {100, -1, 0}};
  const std::string plain = heat_map(matrix, {"a", "b", "c"}, "ns", false);
  EXPECT_EQ(plain.substr(0, plain.find("  . :")),
            "a   . @\n"
            "b .   o\n"
            "c @    \n");
  EXPECT_THAT(plain, HasSubstr("10 to 100 ns"));
  EXPECT_THAT(heat_map(matrix, {"a", "b", "c"}, "ns", true), HasSubstr("\033[48;5;"));
  EXPECT_THAT(heat_map({{0, 7}, {7, 0}}, {"a", "b"}, "ns", false), HasSubstr("7 ns"));
  EXPECT_EQ(heat_map({{0}}, {"a"}, "ns", false), "a  \n");
}

}  // namespace
}  // namespace numapack

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "machine/machine.hpp"

namespace numapack {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Synthetic, TwoPackagesOfTwoNodes) {
  const Machine machine = load_machine("pack:2 numa:2 l3:1(size=24MB) core:3 pu:2");
  EXPECT_EQ(machine.source, "pack:2 numa:2 l3:1(size=24MB) core:3 pu:2");
  EXPECT_EQ(machine.architecture, "x86_64");
  EXPECT_EQ(machine.packages.size(), 2u);
  EXPECT_EQ(machine.dies, 4);
  EXPECT_EQ(machine.cores.size(), 12u);
  EXPECT_THAT(machine.cores[5].pus, ElementsAre(10, 11));
  EXPECT_FALSE(machine.distances_known);
  EXPECT_THAT(machine.distances[0], ElementsAre(10, 12, 20, 20));
  EXPECT_EQ(machine.cache(3, 4)->bytes, 24000000u);
}

TEST(Synthetic, NamedDiesCount) {
  const Machine machine = load_machine("pack:2 die:2 [numa(memory=1GB)] l3:1 core:2 pu:1");
  EXPECT_EQ(machine.dies, 4);
  // One node, attached to two dies of a package, is on neither.
  const Machine shared = load_machine("pack:2 [numa(memory=1GB)] die:2 core:2 pu:1");
  EXPECT_EQ(shared.dies, 4);
  EXPECT_EQ(shared.nodes[0].die, -1);
  EXPECT_EQ(shared.nodes[0].package, 0);
  EXPECT_EQ(shared.cores[2].die, 1);
}

TEST(Synthetic, NodesWithoutPackagesAreAChipEach) {
  const Machine machine = load_machine("numa:3 core:2 pu:1");
  EXPECT_EQ(machine.packages.size(), 3u);
  EXPECT_EQ(machine.reach(0, 2), Reach::cross_chip);
  EXPECT_EQ(machine.cores[5].package, 2);
  EXPECT_EQ(machine.dies, 3);
}

TEST(Synthetic, ProcessorsWithoutCoresAreCores) {
  const Machine machine = load_machine("numa:2 pu:3");
  EXPECT_EQ(machine.cores.size(), 6u);
  EXPECT_THAT(machine.cores[4].pus, ElementsAre(4));
}

void expect_refused(const std::string& description, const std::string& problem) {
  testing::internal::CaptureStderr();
  try {
    load_machine(description);
    ADD_FAILURE() << description;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << description;
    EXPECT_THAT(error.what(), HasSubstr(description));
    EXPECT_THAT(error.what(), HasSubstr(problem));
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << description;
}

TEST(LoadMachine, RefusesWithTheReason) {
  expect_refused("", "empty");
  expect_refused("/no/such/machine.xml", "No such file");
  expect_refused("machine.xml", "No such file");
  expect_refused("/", "directory");
  expect_refused("/dev/null", "empty");
  for (const char* text :
       {"nonsense", "pack:", "pack:2 numa:0 pu:1", "pack:-1 pu:1", "pack:2 pack:2 pu:1", "42x"}) {
    expect_refused(text, "synthetic");
  }
  expect_refused("pack:2 core:1000000 pu:1", "65536");
  expect_refused("pack:99999999999999999999 pu:1", "65536");
  expect_refused("pack:1 [numa(memory=0)] core:2 pu:1", "memory");
}

class BadFile : public ::testing::TestWithParam<const char*> {};

TEST_P(BadFile, IsRefusedInSilence) {
  const auto path =
      std::filesystem::path(::testing::TempDir()) / ("numapack-bad-" + std::to_string(getpid()) + ".xml");
  std::ofstream(path) << GetParam();
  expect_refused(path.string(), "topology");
  std::filesystem::remove(path);
}

INSTANTIATE_TEST_SUITE_P(
    LoadMachine, BadFile,
    ::testing::Values(
        "not xml at all", "<?xml version=\"1.0\"?><html/>", "<topology version=\"2.0\">",
        "<?xml version=\"1.0\"?><!DOCTYPE topology SYSTEM \"hwloc2.dtd\"><topology version=\"2.0\"/>",
        "<topology version=\"2.0\"><object type=\"Machine\" cpuset=\"0x1\" complete_cpuset=\"0x1\" "
        "nodeset=\"0x1\" complete_nodeset=\"0x1\" gp_index=\"1\"/></topology>",
        "<topology version=\"2.0\"><object type=\"Teapot\"/></topology>"));

}  // namespace
}  // namespace numapack

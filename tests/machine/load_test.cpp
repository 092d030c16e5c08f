// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "base/error.hpp"
#include "machine/machine.hpp"
#include "machine/synthetic.hpp"

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

std::vector<std::optional<std::uint64_t>> memory_of(const std::string& description) {
  std::vector<std::optional<std::uint64_t>> memory;
  for (const Node& node : load_machine(description).nodes) {
    EXPECT_TRUE(node.usable_memory) << description;
    memory.push_back(node.memory_bytes);
  }
  return memory;
}

TEST(Synthetic, MemoryIsKnownOnlyWhereItIsSaid) {
  constexpr std::uint64_t gib = 1 << 30;
  EXPECT_THAT(memory_of("pack:2 numa:1(memory=64GiB) core:2 pu:1"), ElementsAre(64 * gib, 64 * gib));
  EXPECT_THAT(memory_of("NUMANode:2(indexes=1,0 memory=1073741824) core:2 pu:1"), ElementsAre(gib, gib));
  EXPECT_THAT(memory_of("[numa(memory=2GiB)] [NUMA] core:2 pu:1"), ElementsAre(2 * gib, std::nullopt));
  EXPECT_THAT(memory_of("[numa(memory=1GiB)] core:2 pu:1"), ElementsAre(gib)) << "hwloc's own size, said";
  for (const char* text : {"pack:1 numa:1 core:2 pu:1", "node:1(indexes=0) core:2 pu:1", "core:2 pu:1", "2",
                           "1 2", "(memory=4GiB) pack:1 [numa] core:2 pu:1"}) {
    EXPECT_THAT(memory_of(text), ElementsAre(std::nullopt)) << text;
  }
  EXPECT_THAT(load_machine("pack:2 numa:1 core:2 pu:1").nodes_of_unknown_memory(), ElementsAre(0, 1));
  EXPECT_THAT(load_machine("pack:2 numa:1(memory=1GiB) core:2 pu:1").nodes_of_unknown_memory(),
              ElementsAre());
}

TEST(Synthetic, MarksWhatIsNotSaidAndNothingElse) {
  const auto marked = [](const char* text) { return mark_unsaid_memory(text).text; };
  EXPECT_EQ(marked("pack:2 numa:2 l3:1(size=8MiB) core:2 pu:1"),
            "pack:2 numa:2(memory=1) l3:1(size=8MiB) core:2 pu:1");
  EXPECT_EQ(marked("numa:2(indexes=1,0) pu:1"), "numa:2(memory=1 indexes=1,0) pu:1");
  EXPECT_EQ(marked("[NUMANode] [numa(memory=1GB)]core:2 pu:1"),
            "[NUMANode(memory=1)] [numa(memory=1GB)]core:2 pu:1");
  for (const char* same :
       {"", "2 2", "pack:2 core:2 pu:1", "numa:2(memory=3GB) pu:1", "pack:2(numa", "nonsense"}) {
    EXPECT_EQ(marked(same), same);
  }
  EXPECT_TRUE(mark_unsaid_memory("numa:2(memory=3GB) pu:1").names_nodes);
  EXPECT_FALSE(mark_unsaid_memory("(memory=4GB) pack:2 core:2 pu:1").names_nodes);
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
}

/// A file of its own, which goes with it.
class OneFile {
 public:
  explicit OneFile(const std::string& text)
      : path_(std::filesystem::path(::testing::TempDir()) /
              ("numapack-machine-" + std::to_string(getpid()) + ".xml")) {
    std::ofstream(path_) << text;
  }
  ~OneFile() { std::filesystem::remove(path_); }
  OneFile(const OneFile&) = delete;
  OneFile& operator=(const OneFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

TEST(LoadMachine, RefusesAMachineWithoutMemory) {
  // Not by a description: from hwloc 2.12 on, memory=0 stands for a default size in one.
  std::ostringstream text;
  text << std::ifstream(std::string(NUMAPACK_MACHINES) + "/desktop.xml").rdbuf();
  const OneFile file(
      std::regex_replace(text.str(), std::regex("local_memory=\"[0-9]+\""), "local_memory=\"0\""));
  expect_refused(file.path(), "no node has memory");
  // What helps is written as the file is.
  expect_refused(file.path(), "a NUMANode of the file some: local_memory=\"17179869184\"");
}

TEST(LoadMachine, NamesTheVersionThatWroteWhatCannotBeRead) {
  // hwloc 2.12 reads what hwloc 3 writes as long as it holds nothing new; this is not even a topology.
  const OneFile file(
      "<?xml version=\"1.0\"?><!DOCTYPE topology SYSTEM \"hwloc3.dtd\">"
      "<topology version=\"3.0\"><info name=\"hwlocVersion\" value=\"3.0.1\"/>"
      "<object type=\"Teapot\"/></topology>");
  expect_refused(file.path(), "written by hwloc 3.0.1");
  const OneFile unsigned_file("<topology version=\"3.0\"><object type=\"Teapot\"/></topology>");
  expect_refused(unsigned_file.path(), "in the format of hwloc 3.0");
}

class BadFile : public ::testing::TestWithParam<const char*> {};

TEST_P(BadFile, IsRefusedInSilence) {
  const OneFile file(GetParam());
  expect_refused(file.path(), "topology");
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

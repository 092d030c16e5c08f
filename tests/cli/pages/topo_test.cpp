// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/machine/topo.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace numapack {
namespace {

using nlohmann::json;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

std::string file(const std::string& name) { return std::string(NUMAPACK_MACHINES) + "/" + name; }

Machine captured(const std::string& name) { return load_machine(file(name)); }

/// What the subcommand prints; errors pass through.
std::string topo(const std::vector<std::string>& arguments) {
  CLI::App app("test", "test");
  app.require_subcommand(1);
  add_topo(app);
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  reversed.push_back("topo");
  ::testing::internal::CaptureStdout();
  try {
    app.parse(reversed);
  } catch (...) {
    ::testing::internal::GetCapturedStdout();
    throw;
  }
  std::fflush(stdout);
  return ::testing::internal::GetCapturedStdout();
}

TEST(TopoPage, Kunpeng) {
  const std::string page = describe_machine(captured("kunpeng920.xml"));
  EXPECT_THAT(page, HasSubstr("2 packages, 4 dies, 4 NUMA nodes, 96 cores, 96 hardware threads\n"));
  EXPECT_THAT(page, HasSubstr("packages 0-1: Kunpeng 920, 48 cores\n"));
  EXPECT_THAT(page, ContainsRegex("2 +1 +2 +DRAM +64 GiB +24: 48-71 +48-71 +all\n"));
  EXPECT_THAT(page, ContainsRegex("L3 +24 MiB +15 +128 B +4 +cores 0-23 \\| 24-47 \\| 48-71 \\| 72-95\n"));
  EXPECT_THAT(page, ContainsRegex("Distances \\(firmware.*\nfrom.*\nnode 0 +10 +12 +20 +22\n"));
}

TEST(TopoPage, MarksNodesThatLackSomething) {
  EXPECT_THAT(describe_machine(captured("knm-snc4.xml")),
              ContainsRegex("7 +0 +3 +MCDRAM +4 GiB +none +- +- +memory only\n"));
  EXPECT_THAT(describe_machine(captured("node-without-cpus.xml")),
              ContainsRegex("2 +- +- +CXL +64 GiB +none +- +- +memory only\n"));
  EXPECT_THAT(describe_machine(captured("node-without-memory.xml")),
              ContainsRegex("1 +1 +1 +- +none +4: 4-7 +4-7 +all +no memory: works in that of node 3\n"));
  const std::string part = describe_machine(captured("half-node-cpuset.xml"));
  EXPECT_THAT(part, ContainsRegex("0 +0 +0 +DRAM +16 GiB +8: 0-7 +0-7 +none +not for this process\n"));
  EXPECT_THAT(part, ContainsRegex("1 +1 +1 +DRAM +16 GiB +8: 8-15 +8-15 +12-15\n"));
  EXPECT_THAT(part, ContainsRegex("hardware threads +4 of 16 online: 12-15\n"));
  EXPECT_THAT(describe_machine(captured("offline-cpus.xml")), ContainsRegex("offline +6,8,14\n"));
}

TEST(TopoPage, NamesTheRowOfTheCpuAndWhy) {
  const std::string page = topo({"--from", file("kunpeng920.xml")});
  EXPECT_THAT(page, HasSubstr("row      kunpeng920 (Kunpeng 920 (TSV110))\n"));
  EXPECT_THAT(page, HasSubstr("by its name, \"Kunpeng 920, 48 cores\"; not measured"));
  EXPECT_THAT(page, HasSubstr("neon-d8x6"));
  const json document = json::parse(topo({"--from", file("desktop.xml"), "--json"}));
  EXPECT_EQ(document["cpu"]["row"], "generic-avx512");
  EXPECT_EQ(document["cpu"]["measured"], false);
  EXPECT_EQ(document["cpu"]["family"], nullptr);
  EXPECT_THAT(document["cpu"]["why"].get<std::string>(), HasSubstr("nothing says which CPU"));
}

TEST(TopoPage, SaysWhatIsAssumed) {
  const std::string page = describe_machine(load_machine("pack:2 numa:2 core:1 pu:1"));
  EXPECT_THAT(page, HasSubstr("Distances (assumed"));
  EXPECT_THAT(page, ContainsRegex("node 1 +12 +10 +20 +20\n"));
  EXPECT_THAT(page, HasSubstr("Caches\nunknown\n"));
  EXPECT_THAT(page, ContainsRegex("1 +0 +1 +DRAM +unknown +1: 1 +1 +all\n"));
  EXPECT_THAT(
      page,
      HasSubstr("memory of nodes         0-3; of 0-3 it is not known how much: plans take it for enough\n"));
  const std::string half = describe_machine(load_machine("[numa(memory=16GiB)] [numa] core:2 pu:1"));
  EXPECT_THAT(half, ContainsRegex("0 +0 +0 +DRAM +16 GiB +2: 0-1 +0-1 +all"));
  EXPECT_THAT(half, ContainsRegex("1 +- +0 +DRAM +unknown +none +- +- +memory only\n"));
  EXPECT_THAT(
      half,
      HasSubstr("memory of nodes         0-1; of 1 it is not known how much: plans take it for enough\n"));
}

TEST(TopoPage, NamesTheQuotaAndItsSource) {
  Machine machine = load_machine("pack:1 core:4 pu:1");
  machine.allowance.quota_cpus = 2.5;
  machine.allowance.quota_source = "/sys/fs/cgroup/cpu.max";
  const std::string page = describe_machine(machine);
  EXPECT_THAT(page, ContainsRegex("CPU quota +2.5 CPUs \\(/sys/fs/cgroup/cpu.max\\)\n"));
  EXPECT_THAT(page, ContainsRegex("threads worth starting +3\n"));
}

TEST(TopoJson, HoldsTheMachine) {
  const json document = machine_to_json(captured("node-without-cpus.xml"));
  EXPECT_EQ(document["is_this_machine"], false);
  EXPECT_EQ(document["architecture"], "x86_64");
  EXPECT_EQ(document["packages"].size(), 2u);
  ASSERT_EQ(document["nodes"].size(), 3u);
  EXPECT_EQ(document["nodes"][1]["cores"], json({4, 5, 6, 7}));
  EXPECT_EQ(document["nodes"][1]["home_node"], 1);
  EXPECT_EQ(document["nodes"][2]["kind"], "CXL");
  EXPECT_TRUE(document["nodes"][2]["package"].is_null());
  EXPECT_EQ(document["nodes"][2]["memory_bytes"], 64ull << 30);
  EXPECT_TRUE(machine_to_json(load_machine("pack:1 core:2 pu:1"))["nodes"][0]["memory_bytes"].is_null());
  EXPECT_EQ(document["cores"][5]["hardware_threads"], json({5}));
  EXPECT_EQ(document["caches"].back()["size_bytes"], 8 << 20);
  EXPECT_EQ(document["distances"]["from_firmware"], true);
  EXPECT_EQ(document["distances"]["slit"][1], json({21, 10, 24}));
  EXPECT_EQ(document["reach"][0], json({"local", "cross-chip", "cross-chip"}));
  EXPECT_TRUE(document["pages"]["numa_balancing"].is_null());
  EXPECT_TRUE(document["allowance"]["quota_cpus"].is_null());
  EXPECT_EQ(document["allowance"]["threads"], 8);
}

TEST(TopoVerb, PrintsThisMachine) {
  const std::string page = topo({});
  EXPECT_THAT(page, HasSubstr("this machine"));
  EXPECT_THAT(page, HasSubstr("This process may use"));
  EXPECT_THAT(page, HasSubstr("left by affinity"));
}

TEST(TopoVerb, WritesJsonToStandardOutput) {
  const json document = json::parse(topo({"--from", file("sparse-numbering.xml"), "--json"}));
  EXPECT_EQ(document["nodes"][3]["os_index"], 33);
  EXPECT_EQ(document["source"], file("sparse-numbering.xml"));
}

TEST(TopoVerb, PassesErrorsOn) {
  EXPECT_THROW(topo({"--from", "/no/such.xml"}), Error);
  EXPECT_THROW(topo({"--from", "nonsense"}), Error);
  EXPECT_THROW(topo({"--from", ""}), CLI::ParseError);
  EXPECT_THROW(topo({"--form", "x"}), CLI::ParseError);
}

}  // namespace
}  // namespace numapack

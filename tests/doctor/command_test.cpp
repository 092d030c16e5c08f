// SPDX-License-Identifier: BSD-3-Clause
// The command as a user sees it, on trees that stand for machines.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
#include "healthy.hpp"

namespace numapack {
namespace {

using nlohmann::json;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using testing::HealthyRoot;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

Outcome doctor(const FakeRoot& root, std::vector<std::string> words = {}) {
  words.insert(words.begin(), {"doctor", "--root", root.path().string()});
  return run(words);
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(DoctorCommand, HealthyTree) {
  const HealthyRoot root;
  const Outcome page = doctor(root);
  EXPECT_EQ(page.status, 0) << page.error;
  EXPECT_THAT(page.out, StartsWith("nothing here matters: "));
  EXPECT_THAT(page.out, HasSubstr(", Linux 6.12.3-amd64, 2 nodes, 8 CPUs\n"));
  EXPECT_THAT(page.out, Not(HasSubstr("likely cost")));
  EXPECT_THAT(page.out, HasSubstr("\nfine: 2 packages, 2 NUMA nodes;"));
  EXPECT_THAT(page.out, HasSubstr("not looked at: "));
  EXPECT_THAT(page.out, HasSubstr("because nothing can be tried on a copy"));
}

TEST(DoctorCommand, SickTreeOnOneScreen) {
  const HealthyRoot root;
  root.write("proc/sys/kernel/numa_balancing", "1\n");
  root.write("proc/sys/vm/zone_reclaim_mode", "1\n");
  root.write("sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n");
  setenv("COLUMNS", "80", 1);
  const Outcome page = doctor(root);
  unsetenv("COLUMNS");
  EXPECT_EQ(page.status, 1);
  EXPECT_EQ(page.error, "");
  EXPECT_THAT(page.out, StartsWith("2 things matter, 1 worth knowing: "));
  EXPECT_THAT(page.out,
              ContainsRegex("\nmatters +what there is +likely cost \\[source\\]\n  numa-balancing +kernel"));
  EXPECT_THAT(page.out, ContainsRegex("\n +# sysctl -w kernel.numa_balancing=0\n"));
  EXPECT_THAT(page.out, ContainsRegex("\n +# echo madvise > /sys/kernel/mm/transparent_hugepage/enabled\n"));
  EXPECT_LT(page.out.find("huge-pages"), page.out.find("worth knowing  "));
  EXPECT_LT(lines_of(page.out), 50u);
  std::istringstream lines(page.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.find('/') == std::string::npos) {
      EXPECT_LE(line.size(), 80u) << line;
    }
  }
}

TEST(DoctorCommand, Document) {
  const HealthyRoot root;
  root.write("sys/fs/cgroup/job/cpu.max", "200000 100000\n");
  const Outcome written = doctor(root, {"--json"});
  EXPECT_EQ(written.status, 1);
  const json document = json::parse(written.out);
  EXPECT_EQ(document.at("numapack_doctor"), 1);
  EXPECT_EQ(document.at("matters"), 1);
  EXPECT_EQ(document.at("worth_knowing"), 0);
  const json& first = document.at("findings").at(0);
  EXPECT_EQ(first.at("id"), "cpu-quota");
  EXPECT_EQ(first.at("severity"), "matters");
  EXPECT_EQ(first.at("slowdown_ratio_most"), 4.0);
  EXPECT_EQ(first.at("mend"), "echo max > /sys/fs/cgroup/job/cpu.max");
  EXPECT_EQ(first.at("mend_is_command"), true);
  EXPECT_EQ(first.at("needs_root"), true);
  EXPECT_EQ(document.at("findings").size(), 1u + document.at("fine").get<std::size_t>());
  EXPECT_TRUE(document.at("findings").back().at("cost").is_null());
  const json& facts = document.at("facts");
  EXPECT_EQ(facts.at("root"), root.path().string());
  EXPECT_EQ(facts.at("nodes").at(1).at("memory_bytes"), std::uint64_t{64} << 30);
  EXPECT_EQ(facts.at("nodes").at(1).at("cpus"), json({4, 5, 6, 7}));
  EXPECT_EQ(facts.at("cpus").at(3).at("now_khz"), 3e6);
  EXPECT_EQ(facts.at("quota").at("cpus"), 2.0);
  EXPECT_TRUE(facts.at("memory_limit").at("bytes").is_null());
  EXPECT_TRUE(facts.at("refused_calls").is_null());
  EXPECT_THAT(facts.at("unread").at("refused_calls").get<std::string>(), HasSubstr("copy"));
}

TEST(DoctorCommand, DocumentIntoAFileBesideThePage) {
  const HealthyRoot root;
  const testing::TemporaryDirectory directory;
  const Outcome page = doctor(root, {"--json", directory.file("doctor.json")});
  EXPECT_EQ(page.status, 0);
  EXPECT_THAT(page.out, StartsWith("nothing here matters"));
  EXPECT_EQ(json::parse(testing::contents(directory.file("doctor.json"))).at("matters"), 0);
}

TEST(DoctorCommand, ProfileOfTheCopy) {
  const HealthyRoot root;
  const std::string profile = std::string(NUMAPACK_DATA) + "/kunpeng920-6426.json";
  const Outcome page = doctor(root, {"--profile", profile});
  EXPECT_THAT(page.out, HasSubstr("nodes answer in "));
  EXPECT_THAT(doctor(root, {"--profile", "none"}).out, HasSubstr("because no profile, as asked"));
  EXPECT_THAT(doctor(root).out, HasSubstr("--profile FILE"));
}

TEST(DoctorCommand, ThisMachine) {
  const Outcome page = run({"doctor"});
  EXPECT_THAT(page.status, ::testing::AnyOf(0, 1));
  EXPECT_EQ(page.error, "");
  const Outcome written = run({"doctor", "--json"});
  const json document = json::parse(written.out);
  // The same exit status as the document says, and the same as the page's.
  EXPECT_EQ(written.status, document.at("matters").get<int>() > 0 ? 1 : 0);
  EXPECT_EQ(page.status, written.status);
  EXPECT_EQ(document.at("facts").at("root"), "/");
  EXPECT_FALSE(document.at("facts").at("refused_calls").is_null());
}

TEST(DoctorCommand, BadInputIsOneLine) {
  const FakeRoot empty;
  empty.write("file", "");
  const std::string there = empty.path().string();
  for (const std::vector<std::string>& words : {std::vector<std::string>{"doctor", "--root", "/no/such"},
                                                {"doctor", "--root", ""},
                                                {"doctor", "--root", there},
                                                {"doctor", "--root", there + "/file"},
                                                {"doctor", "--rot", "/"},
                                                {"doctor", "extra"},
                                                {"doctor", "--profile", "/no/such.json"},
                                                {"doctor", "--json", "/no/such/folder/file"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2) << words.back();
    EXPECT_EQ(outcome.out, "") << words.back();
    EXPECT_EQ(lines_of(outcome.error), 1u) << outcome.error;
    EXPECT_THAT(outcome.error, StartsWith("numapack: doctor: "));
  }
  EXPECT_THAT(run({"doctor", "--root", there}).error, HasSubstr("neither proc nor sys"));
}

TEST(DoctorCommand, HelpHasExamples) {
  const Outcome help = run({"doctor", "--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, HasSubstr("Example:"));
  EXPECT_THAT(help.out, HasSubstr("--root"));
}

}  // namespace
}  // namespace numapack

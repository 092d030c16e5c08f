// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <signal.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
#include "cli/runs/tune_run.hpp"
#include "profile/document/fingerprint.hpp"
#include "profile/document/json.hpp"
#include "profile/knowledge.hpp"
#include "profile/store.hpp"
#include "profile/whole_profile.hpp"
#include "support/command.hpp"
#include "support/variable.hpp"

namespace numapack {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using testing::Variable;

/// A folder for profiles of its own, with a good one of this machine.
class ProbeStore : public ::testing::Test {
 protected:
  ProbeStore() {
    // With what no measuring makes: to be known again.
    whole_.machine.name = "what was there before";
    if (machine_.cores.size() > 1) write_profile(whole_, path_);
  }
  void SetUp() override {
    if (machine_.cores.size() < 2) GTEST_SKIP() << "one core only";
  }
  std::string name_in(const std::string& path) const { return read_profile(path).machine.name; }
  std::size_t files() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(cache_folder_.path()))
      count += entry.is_regular_file();
    return count;
  }

  testing::TemporaryDirectory cache_folder_;
  Variable cache_{"XDG_CACHE_HOME", cache_folder_.path().string()};
  Variable named_{"NUMAPACK_PROFILE", ""};
  const Machine machine_ = detect_machine();
  MeasuredProfile whole_ = machine_.cores.size() > 1 ? testing::whole_profile(machine_) : MeasuredProfile{};
  const std::string path_ = profile_path(machine_);
};

TEST_F(ProbeStore, NothingMeasuredReplacesNothing) {
  for (const char* replace : {"", "--replace"}) {
    std::vector<std::string> words{"probe", "--budget", "0.001"};
    if (*replace != 0) words.emplace_back(replace);
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 1) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("no profile written: nothing was measured"));
    EXPECT_THAT(outcome.error, HasSubstr("no cell has a figure"));
    EXPECT_TRUE(one_line(outcome.error)) << outcome.error;
    EXPECT_EQ(name_in(path_), "what was there before");
    EXPECT_EQ(files(), 1U);
  }
}

TEST_F(ProbeStore, AProfileThatKnowsLessIsKeptBesideUntilItIsAskedFor) {
  // Some seconds are not enough for everything, whatever else runs.
  const Probed unasked = run_probe(1);
  if (unasked.is_hopeless()) GTEST_SKIP() << unasked.error;
  ASSERT_EQ(unasked.status, 0) << unasked.error;
  const std::string lesser = lesser_profile_path(path_);
  EXPECT_THAT(unasked.out, AllOf(HasSubstr("\nprofile: " + lesser + "\n"),
                                 HasSubstr("not in place of " + path_ + ", which knows more: "),
                                 HasSubstr("--replace puts it there")));
  EXPECT_EQ(name_in(path_), "what was there before");
  EXPECT_NE(name_in(lesser), "what was there before");
  const Probed asked = run_probe(1, {"--replace"});
  if (asked.is_hopeless()) GTEST_SKIP() << asked.error;
  ASSERT_EQ(asked.status, 0) << asked.error;
  const std::string previous = previous_profile_path(path_);
  EXPECT_THAT(asked.out,
              AllOf(HasSubstr("\nprofile: " + path_ + "\n"), HasSubstr("the one before: " + previous + "\n"),
                    HasSubstr("hollow: without ")));
  EXPECT_NE(name_in(path_), "what was there before");
  EXPECT_EQ(name_in(previous), "what was there before");
  EXPECT_EQ(files(), 3U);

  const Outcome list = run({"probe", "--list"});
  EXPECT_EQ(list.status, 0) << list.error;
  EXPECT_THAT(list.out, AllOf(StartsWith("profiles kept in " + cache_folder_.path().string()),
                              HasSubstr("2026-01-01T00:00:00Z"), HasSubstr("complete"), HasSubstr("in use"),
                              HasSubstr("hollow: without "), HasSubstr("\nabout ")));
}

TEST_F(ProbeStore, TheListSaysWhatIsOfNoUseAndWhereThereIsNone) {
  std::ofstream(path_) << "{ broken";
  EXPECT_THAT(run({"probe", "--list"}).out, AllOf(HasSubstr("no use: "), Not(HasSubstr("in use"))));
  const Outcome other = run({"probe", "--list", "--from", kKunpeng});
  EXPECT_THAT(other.out, HasSubstr("no profile of this machine is kept; numapack probe writes "));
  const Variable cache("XDG_CACHE_HOME", ""), home("HOME", "");
  EXPECT_THAT(run({"probe", "--list"}).out, HasSubstr("no profile is kept: there is no cache folder"));
}

TEST_F(ProbeStore, AFolderThatCannotBeWrittenEndsItBeforeMeasuring) {
  for (const char* verb : {"probe", "tune"}) {
    // A minute and more, if it measured.
    {
      const Variable cache("XDG_CACHE_HOME", "/proc/nowhere");
      const Outcome outcome = run({verb, "--budget", "600"});
      EXPECT_EQ(outcome.status, 1) << verb;
      EXPECT_EQ(outcome.out, "") << verb;
      EXPECT_TRUE(one_line(outcome.error)) << outcome.error;
      EXPECT_THAT(outcome.error, HasSubstr("cannot write /proc/nowhere/numapack/profiles/"));
    }
    const Variable cache("XDG_CACHE_HOME", ""), home("HOME", "");
    const Outcome outcome = run({verb, "--budget", "600"});
    EXPECT_EQ(outcome.status, 1) << verb;
    EXPECT_EQ(outcome.out, "") << verb;
    EXPECT_TRUE(one_line(outcome.error)) << outcome.error;
    EXPECT_THAT(outcome.error, AllOf(HasSubstr("there is no cache folder"), HasSubstr("--output")));
  }
}

TEST_F(ProbeStore, ADiskWithoutRoomEndsItBeforeMeasuring) {
  // No file may grow: what a full disk says, without one.
  const std::string script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" probe --budget 600";
  testing::Command command("/bin/bash", {"-c", script, NUMAPACK_COMMAND});
  EXPECT_EQ(command.wait(), 1);
  EXPECT_EQ(command.out(), "");
  EXPECT_TRUE(one_line(command.error())) << command.error();
  EXPECT_THAT(command.error(), HasSubstr("cannot write " + path_));
  EXPECT_EQ(name_in(path_), "what was there before");
  EXPECT_EQ(files(), 1U);
}

TEST_F(ProbeStore, WithOutputElsewhereNoFolderIsNeeded) {
  const Variable cache("XDG_CACHE_HOME", "/proc/nowhere"), home("HOME", "");
  const std::string file = cache_folder_.file("elsewhere.json");
  const Probed outcome = run_probe(1, {"-o", file});
  if (outcome.is_hopeless()) GTEST_SKIP() << outcome.error;
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("profile: " + file));
  EXPECT_FALSE(read_profile(file).peaks.empty());
}

TEST_F(ProbeStore, ReplaceIsAboutTheFolder) {
  const Outcome outcome = run({"probe", "--replace", "-o", cache_folder_.file("x.json")});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(one_line(outcome.error)) << outcome.error;
}

TEST_F(ProbeStore, WhatIsTunedCompletesTheKeptProfileAlsoIfPlansAreMadeWithoutIt) {
  EXPECT_EQ(profile_to_complete(find_profile(machine_), machine_).path, path_);
  const std::string missing = cache_folder_.file("missing.json");
  for (const std::string& named : {std::string("none"), missing}) {
    const Variable other("NUMAPACK_PROFILE", named);
    const FoundProfile found = find_profile(machine_);
    ASSERT_FALSE(found.profile);
    const FoundProfile base = profile_to_complete(found, machine_);
    EXPECT_EQ(base.path, path_);
    ASSERT_TRUE(base.profile) << named;
    TuneOutcome outcome;
    const MeasuredProfile completed = with_outcome(base, machine_, outcome);
    EXPECT_TRUE(knows_less(completed, whole_).empty());
  }
  std::filesystem::remove(path_);
  EXPECT_EQ(profile_to_complete(find_profile(machine_), machine_).path, path_);
  EXPECT_FALSE(profile_to_complete(find_profile(machine_), machine_).profile);
}

TEST_F(ProbeStore, InterruptedOrKilledItLeavesWhatWasThere) {
  for (const int signal : {SIGINT, SIGKILL}) {
    testing::Command command(NUMAPACK_COMMAND, {"probe", "--budget", "600", "--replace"});
    // The table of what will be measured is out: it measures.
    while (command.out().find("loaded latency") == std::string::npos) usleep(20'000);
    usleep(300'000);
    kill(command.id(), signal);
    EXPECT_EQ(command.wait(), signal == SIGINT ? 130 : 137);
    EXPECT_EQ(name_in(path_), "what was there before");
    EXPECT_EQ(files(), 1U) << "and nothing beside it";
  }
}

TEST_F(ProbeStore, WhoReadsAHollowProfileSaysSo) {
  EXPECT_THAT(run({"topo"}).out, Not(HasSubstr("hollow")));
  EXPECT_TRUE(json::parse(run({"topo", "--json"}).out).at("profile").at("hollow").empty());
  whole_.peaks[0].gflops = not_measured("no clean visit: other processes used 1.0 CPUs (3 visits)");
  whole_.peaks[0].gflops.disturbed = 3;
  write_profile(whole_, path_);
  const char* const line = "hollow: without rate of a core (disturbed); estimates stand in";
  EXPECT_THAT(run({"topo"}).out, HasSubstr(line));
  EXPECT_THAT(run({"plan", "-n", "512"}).out, HasSubstr(line));
  EXPECT_THAT(run({"advise"}).out, HasSubstr(line));
  EXPECT_THAT(run({"doctor"}).out, HasSubstr("hollow"));
  const json expected = {"rate of a core (disturbed)"};
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"topo", "--json"}, {"plan", "-n", "512", "--json"}}) {
    EXPECT_EQ(json::parse(run(words).out).at("profile").at("hollow"), expected);
  }
  EXPECT_EQ(json::parse(run({"advise", "--json"}).out).at("hollow"), expected);
}

}  // namespace
}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
#include "machine/machine.hpp"
#include "profile/document/fingerprint.hpp"
#include "profile/document/json.hpp"
#include "support/command.hpp"
#include "support/variable.hpp"

namespace numapack {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using testing::Command;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Variable;

std::string data(const std::string& name) { return std::string(NUMAPACK_DATA) + "/" + name + ".json"; }

TEST(ProfileVerbs, PlanShowsWhatAMeasuredProfileChanges) {
  const Outcome page = run({"plan", "-n", "4096", "--from", kKunpeng, "--profile", data("kunpeng920")});
  EXPECT_EQ(page.status, 0) << page.error;
  EXPECT_THAT(page.out, AllOf(HasSubstr("figures it changes"), HasSubstr("293 ns used"),
                              HasSubstr("what that changes in the plan")));
  const json document = json::parse(run({"plan", "-n", "4096", "--from", data("kunpeng920"), "--json"}).out);
  EXPECT_FALSE(document.at("profile").at("changed_figures").empty());
  EXPECT_FALSE(document.at("profile").at("changes_in_plan").empty());
  EXPECT_EQ(document.at("plan").at("traffic").at("read").size(), 4u);
  EXPECT_EQ(document.at("profile").at("path"), data("kunpeng920"));
  const Outcome none = run({"plan", "-n", "4096", "--from", data("kunpeng920"), "--profile", "none"});
  EXPECT_THAT(none.out, AllOf(HasSubstr("estimated"), Not(HasSubstr("figures it changes"))));
}

TEST(ProfileVerbs, PlansKnowThePublishedMemoryOrSayThatNobodyDoes) {
  const auto document = [](const std::string& from) {
    return json::parse(run({"plan", "-n", "16384", "--from", from, "--json"}).out);
  };
  const json kunpeng = document(data("kunpeng920"));
  EXPECT_EQ(kunpeng.at("unknown_memory"), json::array());
  EXPECT_LT(kunpeng.at("plan").at("traffic").at("crossing_bytes").get<double>(),
            1.01 * kunpeng.at("plan").at("bound").at("crossing_bytes").get<double>());
  EXPECT_THAT(run({"plan", "-n", "64", "--from", data("kunpeng920")}).out, Not(HasSubstr("\nMemory\n")));
  for (const auto& [name, nodes, text] :
       {std::tuple("thunderx2", 2, "nodes 0-1"), {"phytium-2000plus", 8, "nodes 0-7"}}) {
    EXPECT_EQ(document(data(name)).at("unknown_memory").size(), std::size_t(nodes)) << name;
    for (const char* routine : {"dgemm", "dtrsm", "dpotrf", "dgetrf"}) {
      EXPECT_THAT(
          run({"plan", "--routine", routine, "-n", "640", "--from", data(name)}).out,
          HasSubstr(std::string("of ") + text + " it is not known how much: planned as if it were enough"));
    }
  }
}

TEST(ProfileVerbs, AProfileThatWasAskedForMustFit) {
  for (const std::string& file :
       {data("kunpeng920-6426"), data("thunderx2"), data("xeon-stream"), kKunpeng, data("missing")}) {
    const Outcome wrong = run({"plan", "-n", "64", "--from", kKunpeng, "--profile", file});
    EXPECT_EQ(wrong.status, 2) << file;
    EXPECT_TRUE(one_line(wrong.error)) << wrong.error;
    EXPECT_EQ(wrong.out, "");
  }
  const testing::TemporaryDirectory folder;
  MeasuredProfile treeless = read_profile(data("knm-snc4"));
  treeless.machine.hwloc.clear();
  write_profile(treeless, folder.file("treeless.json"));
  const Outcome without = run({"plan", "-n", "64", "--from", folder.file("treeless.json")});
  EXPECT_EQ(without.status, 2);
  EXPECT_TRUE(one_line(without.error)) << without.error;
  EXPECT_EQ(run({"advise", "--profile", folder.file("treeless.json"), "--hwloc-xml"}).status, 2);
}

TEST(ProfileVerbs, AStoredProfileIsUsedAndABrokenOneNamed) {
  const testing::TemporaryDirectory cache;
  const std::string old = std::getenv("NUMAPACK_PROFILE") ? std::getenv("NUMAPACK_PROFILE") : "";
  setenv("XDG_CACHE_HOME", cache.path().c_str(), 1);
  unsetenv("NUMAPACK_PROFILE");
  const Machine machine = load_machine(kKunpeng);
  MeasuredProfile profile = read_profile(data("kunpeng920"));
  profile.machine.fingerprint = fingerprint(machine);
  const std::string path = (cache.path() / "numapack/profiles" / (fingerprint(machine) + ".json")).string();
  write_profile(profile, path);
  EXPECT_THAT(run({"plan", "-n", "4096", "--from", kKunpeng}).out, HasSubstr("293 ns used"));
  EXPECT_THAT(run({"topo", "--from", kKunpeng}).out, HasSubstr(path + ", 2 x Kunpeng"));
  EXPECT_EQ(json::parse(run({"topo", "--from", kKunpeng, "--json"}).out).at("fingerprint"),
            fingerprint(machine));
  std::ofstream(path) << "{ broken";
  for (const char* verb : {"plan", "topo"}) {
    std::vector<std::string> words{verb, "--from", kKunpeng};
    if (words[0] == "plan") words.insert(words.end(), {"-n", "4096"});
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("is ignored: "));
  }
  unsetenv("XDG_CACHE_HOME");
  if (!old.empty()) setenv("NUMAPACK_PROFILE", old.c_str(), 1);
}

TEST(ProfileVerbs, TuneStoresWhatPlansUse) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("profile.json");
  const Outcome tuned =
      run({"tune", "-n", "96", "--threads", "1", "--rounds", "3", "--budget", "60s", "-o", path, "--json"});
  ASSERT_EQ(tuned.status, 0) << tuned.error;
  const json document = json::parse(tuned.out);
  const json& type = document.at("types").at(0);
  EXPECT_EQ(document.at("types").size(), 1U) << "sizes mean one product";
  EXPECT_FALSE(type.at("blocks").at("steps").empty());
  EXPECT_GT(type.at("blocks").at("built_in").at("kc"), 0);
  EXPECT_TRUE(type.at("cycles").is_null());
  const std::string kernel = type.at("kernel");
  MeasuredProfile profile = read_profile(path);
  // Whatever came out: plans must show a choice that is in the file.
  profile.tuned = {{kernel, 4800, 40, 4800, 1.25, 9, 2048, 2, ""}};
  write_profile(profile, path);
  const Outcome plan = run({"plan", "-n", "2000", "--profile", path});
  EXPECT_EQ(plan.status, 0) << plan.error;
  EXPECT_THAT(plan.out, AllOf(HasSubstr("blocks of " + kernel + ": tuned to mc 4800, kc 40"),
                              HasSubstr("25 % faster"), HasSubstr("kc 40, nc 4800 instead of")));
  // As the library, which has the same sums on every CPU then.
  const Variable level("NUMAPACK_BITS", "portable");
  const Outcome without = run({"plan", "-n", "2000", "--profile", path});
  EXPECT_THAT(without.out,
              AllOf(HasSubstr("without its tuned figures and kernels' rates at the level portable"),
                    Not(HasSubstr("tuned to mc 4800")), Not(HasSubstr("kc 40,"))));
}

TEST(ProfileVerbs, TuneFitsARow) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("profile.json");
  const Outcome tuned = run({"tune", "--type", "s", "--only", "in-place,cycles", "--rounds", "3", "--budget",
                             "8s", "-o", path, "--json", folder.file("tune.json")});
  ASSERT_EQ(tuned.status, 0) << tuned.error;
  EXPECT_THAT(tuned.out, Not(HasSubstr("blocks: ")));
  const json document = json::parse(testing::contents(folder.file("tune.json")));
  const json& type = document.at("types").at(0);
  EXPECT_EQ(type.at("type"), "s");
  EXPECT_TRUE(type.at("blocks").is_null());
  for (const char* part : {"in_place", "cycles"}) {
    if (type.at(part).is_null()) {  // a busy machine
      EXPECT_THAT(tuned.out, HasSubstr(std::string("not reached: ") + part));
      continue;
    }
    EXPECT_THAT(tuned.out, HasSubstr("calls timed in"));
    EXPECT_GE(type.at(part).at("calls"), 60);
    EXPECT_GE(type.at(part).at("regret_built_in"), type.at(part).at("regret_fitted"));
    EXPECT_EQ(type.at(part).at("taken"), type.at(part).at("why").is_null());
  }
  // Whatever came out: what is in the file is shown, and goes in place up to what it says.
  MeasuredProfile profile = read_profile(path);
  const std::string row = type.at("row"), kernel = type.at("kernel");
  profile.tuned_figures = {
      {row, kernel, "in_place", {{"in_place.most_bytes", 300 << 10}}, 1.07, 9, 21, "2026-01-01T00:00:00Z"}};
  write_profile(profile, path);
  const Outcome plan = run({"plan", "-n", "200", "--type", "s", "--profile", path});
  EXPECT_EQ(plan.status, 0) << plan.error;
  EXPECT_THAT(plan.out, AllOf(HasSubstr("), tuned\n"), HasSubstr("tuned    limits of in place of " + kernel),
                              HasSubstr("A and B in place up to 300 KiB instead of ")));
  setenv("NUMAPACK_PROFILE", path.c_str(), 1);
  const Outcome topo = run({"topo"});
  const json shown = json::parse(run({"topo", "--json"}).out).at("cpu");
  setenv("NUMAPACK_PROFILE", "none", 1);
  EXPECT_THAT(topo.out, HasSubstr("), tuned\n"));
  EXPECT_EQ(shown.at("tuned").at(0).at("part"), "in_place");
  EXPECT_THAT(run({"topo"}).out, Not(HasSubstr("tuned")));
}

TEST(ProfileVerbs, TuneSaysWhatItDidNotReach) {
  const Outcome tuned = run({"tune", "--type", "d", "--budget", "0.01s", "--rounds", "3"});
  EXPECT_EQ(tuned.status, 0) << tuned.error;
  EXPECT_THAT(tuned.out, AllOf(HasSubstr("not reached: blocks"), HasSubstr("not reached: cycles"),
                               HasSubstr("all stays as built in")));
}

TEST(ProfileVerbs, TuneRefusesWhatMakesNoSense) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"tune", "--budget", "0"},
                                                {"tune", "--rounds", "2"},
                                                {"tune", "--type", "x"},
                                                {"tune", "--only", "caches"},
                                                {"tune", "--only", "in-place", "-n", "100"},
                                                {"tune", "-n", "0"}}) {
    const Outcome wrong = run(words);
    EXPECT_EQ(wrong.status, 2);
    EXPECT_TRUE(one_line(wrong.error)) << wrong.error;
    EXPECT_EQ(wrong.out, "");
  }
}

TEST(ProfileVerbs, AdvisePrintsThePapersSuggestions) {
  const Outcome page = run({"advise", "--profile", data("kunpeng920-6426"), "--threads", "0-7,32"});
  EXPECT_EQ(page.status, 0) << page.error;
  EXPECT_THAT(page.out, AllOf(HasSubstr("pin to 0-3"), HasSubstr("within 8 MiB"), HasSubstr("from node 0:"),
                              HasSubstr("dissemination"), HasSubstr("inclusive")));
  const json document = json::parse(run({"advise", "--profile", data("thunderx2"), "--json"}).out);
  EXPECT_EQ(document.at("inferences").at("last_level"), "exclusive");
  EXPECT_EQ(document.at("inferences").at("shared_lines"), "nearest");
  EXPECT_EQ(document.at("pin_groups").at(0).size(), 32u);
  const Outcome xml = run({"advise", "--profile", data("thunderx2"), "--hwloc-xml"});
  EXPECT_EQ(xml.status, 0);
  EXPECT_THAT(xml.out, AllOf(HasSubstr("<topology"), HasSubstr("memattr name=\"Latency\"")));
  const testing::TemporaryDirectory directory;
  EXPECT_EQ(run({"advise", "--profile", data("thunderx2"), "--hwloc-xml", directory.file("a.xml")}).status,
            0);
  EXPECT_EQ(load_machine(directory.file("a.xml")).nodes.size(), 2u);
}

TEST(ProfileVerbs, WrongUseIsOneLine) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"advise", "--profile", data("thunderx2"), "--threads", "0-64"},
        {"advise", "--profile", data("thunderx2"), "--threads", "x"},
        {"advise", "--profile", data("thunderx2"), "--hwloc-xml", "--json"},
        {"advise", "--profile", kKunpeng},
        {"diff", data("thunderx2")},
        {"diff", data("thunderx2"), kKunpeng},
        {"diff", data("thunderx2"), data("thunderx2"), "--threshold", "-1"}}) {
    const Outcome wrong = run(words);
    EXPECT_EQ(wrong.status, 2) << words.back();
    EXPECT_TRUE(one_line(wrong.error)) << wrong.error;
  }
  const Outcome none = run({"advise"});  // without a stored profile
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.error, HasSubstr("numapack probe"));
}

TEST(ProfileVerbs, DiffSaysWhatChanged) {
  const Outcome page = run({"diff", data("kunpeng920"), data("kunpeng920-6426")});
  EXPECT_EQ(page.status, 0) << page.error;
  EXPECT_THAT(page.out, AllOf(HasSubstr("-34.4 %"), HasSubstr("Conditions")));
  const json document = json::parse(run({"diff", data("kunpeng920"), data("kunpeng920-6426"), "--json"}).out);
  EXPECT_EQ(document.at("changed").size(), 3u);
}

}  // namespace
}  // namespace numapack

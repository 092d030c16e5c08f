// SPDX-License-Identifier: BSD-3-Clause
#include "base/limits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <thread>

#include "base/error.hpp"

namespace numapack {
namespace {

using ::testing::HasSubstr;
using Set = std::map<std::string, std::string>;

/// These variables and no others; an empty one is none, as in environment().
Variables only(const Set& set) {
  return [set](const char* name) -> std::optional<std::string> {
    const auto found = set.find(name);
    if (found == set.end() || found->second.empty()) return std::nullopt;
    return found->second;
  };
}

TEST(Limits, AreNoneWhereNothingIsSet) {
  const Limits limits = read_limits(only({}));
  EXPECT_EQ(limits.threads, 0);
  EXPECT_TRUE(limits.bind);
  EXPECT_EQ(limits.workspace, 0u);
  EXPECT_FALSE(limits.lab_marks);
  EXPECT_FALSE(limits.checked);
  EXPECT_EQ(limits.kernel + limits.cpu + limits.bits + limits.profiles.named + limits.profiles.cache, "");
}

TEST(Limits, AreWhatIsSet) {
  const Limits limits = read_limits(only({{"NUMAPACK_NUM_THREADS", " 5 "},
                                          {"NUMAPACK_BIND", "0"},
                                          {"NUMAPACK_WORKSPACE", "64K"},
                                          {"NUMAPACK_LAB", "1"},
                                          {"NUMAPACK_CHECKED", "1"},
                                          {"NUMAPACK_KERNEL", "avx2"},
                                          {"NUMAPACK_CPU", "zen3"},
                                          {"NUMAPACK_BITS", "avx2"},
                                          {"NUMAPACK_PROFILE", "none"},
                                          {"XDG_CACHE_HOME", "/cache"}}));
  EXPECT_EQ(limits.threads, 5);
  EXPECT_FALSE(limits.bind);
  EXPECT_EQ(limits.workspace, 65536u);
  EXPECT_TRUE(limits.lab_marks);
  EXPECT_TRUE(limits.checked);
  EXPECT_EQ(limits.kernel, "avx2");
  EXPECT_EQ(limits.cpu, "zen3");
  EXPECT_EQ(limits.bits, "avx2");
  EXPECT_EQ(limits.profiles.named, "none");
  EXPECT_EQ(limits.profiles.cache, "/cache");
}

TEST(Limits, OwnThreadsGoBeforeOpenmps) {
  const auto threads = [](const char* own, const char* openmp) {
    return read_limits(only({{"NUMAPACK_NUM_THREADS", own}, {"OMP_NUM_THREADS", openmp}})).threads;
  };
  EXPECT_EQ(threads("", "3, 2"), 3) << "the outermost level";
  EXPECT_EQ(threads("5", "3"), 5);
  EXPECT_EQ(threads("5", "nonsense"), 5) << "nobody asks it";
}

TEST(Limits, ThreadsOfOtherLibrariesCountInTheirOrder) {
  const auto threads = [](const char* openblas, const char* blis, const char* mkl) {
    return read_limits(only({{"OPENBLAS_NUM_THREADS", openblas},
                             {"BLIS_NUM_THREADS", blis},
                             {"MKL_NUM_THREADS", mkl},
                             {"OMP_NUM_THREADS", "9"}}))
        .threads;
  };
  EXPECT_EQ(threads("3", "4", "5"), 3);
  EXPECT_EQ(threads("", "4", "5"), 4);
  EXPECT_EQ(threads("0", "-1", "5"), 5) << "not ours to refuse";
  EXPECT_EQ(threads("", "many", ""), 9);
  EXPECT_EQ(read_limits(only({{"NUMAPACK_NUM_THREADS", "2"}, {"OPENBLAS_NUM_THREADS", "7"}})).threads, 2);
}

TEST(Limits, ADropInTakesWhatMakesSense) {
  Complaints complaints;
  const DropInLimits limits = read_drop_in_limits(only({{"NUMAPACK_ROUTINES", "-trsm"},
                                                        {"NUMAPACK_MIN_SIZE", "32"},
                                                        {"NUMAPACK_VERBOSE", "1"},
                                                        {"NUMAPACK_REPORT", "/tmp/a"},
                                                        {"NUMAPACK_TRACE", "1000"}}),
                                                  complaints);
  EXPECT_TRUE(complaints.empty());
  EXPECT_EQ(limits.routines, "-trsm") << "not read here";
  EXPECT_EQ(limits.least_size, 32);
  EXPECT_TRUE(limits.verbose);
  EXPECT_EQ(limits.report, "/tmp/a");
  EXPECT_EQ(limits.traced, 1000);
  for (const char* const none : {"", "0", "-1", "much", "3x"}) {
    const DropInLimits without = read_drop_in_limits(
        only({{"NUMAPACK_MIN_SIZE", none}, {"NUMAPACK_VERBOSE", none}, {"NUMAPACK_TRACE", none}}),
        complaints);
    EXPECT_EQ(without.least_size, 0) << none;
    EXPECT_FALSE(without.verbose) << none;
    EXPECT_EQ(without.traced, 0) << none;
  }
  ASSERT_EQ(complaints.size(), 9u) << "three values that make no sense, of three variables";
  EXPECT_STREQ(complaints.front().what(),
               "NUMAPACK_MIN_SIZE: \"-1\" is no size; use 1 or more, or unset it to leave no call to the "
               "program's own BLAS");
}

TEST(Limits, ProgramsAreFoundByPath) {
  const ProgramSearch found = read_program_search(only({{"PATH", "/a:/b"}, {"LD_PRELOAD", "/c.so"}}));
  EXPECT_EQ(found.path, "/a:/b");
  EXPECT_EQ(found.preloaded, "/c.so");
  EXPECT_EQ(found.temporary, "/tmp");
  EXPECT_EQ(read_program_search(only({{"TMPDIR", "/d"}})).temporary, "/d");
  EXPECT_EQ(read_program_search(only({})).path, "/usr/local/bin:/usr/bin:/bin");
}

TEST(Limits, SwitchesAreZeroOrOne) {
  EXPECT_TRUE(read_limits(only({{"NUMAPACK_BIND", "1"}})).bind);
  EXPECT_FALSE(read_limits(only({{"NUMAPACK_LAB", "0"}})).lab_marks);
}

/// Each bad value: an error that names the variable, the value and what is allowed.
struct Bad {
  const char *variable, *value, *allowed;
};

class BadLimit : public ::testing::TestWithParam<Bad> {};

TEST_P(BadLimit, IsAnErrorThatSaysWhatIsAllowed) {
  const Bad& bad = GetParam();
  try {
    read_limits(only({{bad.variable, bad.value}}));
    ADD_FAILURE() << bad.variable << "=" << bad.value;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_EQ(error.where(), bad.variable);
    EXPECT_THAT(error.what(), HasSubstr("\"" + std::string(bad.value) + "\""));
    EXPECT_THAT(error.what(), HasSubstr(bad.allowed));
  }
}

TEST_P(BadLimit, CountsAsNotSetWhereComplaintsAreKept) {
  const Bad& bad = GetParam();
  Complaints complaints;
  const Limits limits =
      read_limits(only({{bad.variable, bad.value}, {"BLIS_NUM_THREADS", "3"}}), &complaints);
  const bool of_openmp = std::string(bad.variable) == "OMP_NUM_THREADS";
  ASSERT_EQ(complaints.size(), of_openmp ? 0u : 1u) << "BLIS's comes before OpenMP's";
  for (const Error& error : complaints) EXPECT_EQ(error.where(), bad.variable);
  EXPECT_EQ(limits.threads, 3);
  EXPECT_TRUE(limits.bind);
  EXPECT_EQ(limits.workspace, 0u);
  EXPECT_FALSE(limits.lab_marks);
}

TEST(Limits, AreLenientWhereSomebodySaysSo) {
  EXPECT_FALSE(LenientSettings::here());
  {
    const LenientSettings lenient;
    const LenientSettings twice;
    EXPECT_TRUE(LenientSettings::here());
    std::thread([] { EXPECT_FALSE(LenientSettings::here()) << "of this thread"; }).join();
  }
  EXPECT_FALSE(LenientSettings::here());
}

INSTANTIATE_TEST_SUITE_P(
    Values, BadLimit,
    ::testing::Values(
        Bad{"NUMAPACK_NUM_THREADS", "0", "1 or more"}, Bad{"NUMAPACK_NUM_THREADS", "-2", "1 or more"},
        Bad{"NUMAPACK_NUM_THREADS", "two", "1 or more"}, Bad{"NUMAPACK_NUM_THREADS", "4x", "1 or more"},
        Bad{"NUMAPACK_NUM_THREADS", "1.5", "1 or more"}, Bad{"NUMAPACK_NUM_THREADS", " ", "1 or more"},
        Bad{"NUMAPACK_NUM_THREADS", "4,2", "1 or more"},
        Bad{"NUMAPACK_NUM_THREADS", "99999999999", "1 or more"}, Bad{"OMP_NUM_THREADS", "0", "1 or more"},
        Bad{"OMP_NUM_THREADS", ",3", "1 or more"}, Bad{"OMP_NUM_THREADS", "many,3", "1 or more"},
        Bad{"NUMAPACK_BIND", "yes", "1 to bind"}, Bad{"NUMAPACK_BIND", "2", "0 to leave"},
        Bad{"NUMAPACK_WORKSPACE", "much", "512M"}, Bad{"NUMAPACK_WORKSPACE", "-1", "512M"},
        Bad{"NUMAPACK_WORKSPACE", "99999999T", "512M"}, Bad{"NUMAPACK_LAB", "true", "1 to mark"}));

TEST(ProfileFiles, AreInTheUsersCache) {
  const auto cache = [](const char* xdg, const char* home) {
    return read_profile_files(only({{"XDG_CACHE_HOME", xdg}, {"HOME", home}})).cache;
  };
  EXPECT_EQ(cache("/cache", "/home/somebody"), "/cache");
  EXPECT_EQ(cache("", "/home/somebody"), "/home/somebody/.cache");
  EXPECT_EQ(cache("relative", "/home/somebody"), "/home/somebody/.cache");
  EXPECT_EQ(cache("", ""), "");
  EXPECT_EQ(cache("", "relative"), "");
}

TEST(ProfileFiles, AreReadWhateverElseIsWrong) {
  EXPECT_EQ(read_profile_files(only({{"NUMAPACK_PROFILE", "mine.json"}, {"NUMAPACK_BIND", "yes"}})).named,
            "mine.json");
}

TEST(MachineSource, IsWhatHwlocTakes) {
  EXPECT_EQ(read_machine_source(only({})), "");
  EXPECT_EQ(read_machine_source(only({{"HWLOC_SYNTHETIC", "numa:2"}})), "numa:2");
  EXPECT_EQ(read_machine_source(only({{"HWLOC_SYNTHETIC", "numa:2"}, {"HWLOC_XMLFILE", "a.xml"}})), "a.xml");
  EXPECT_EQ(read_described_machine(only({})), "");
  EXPECT_EQ(read_described_machine(only({{"HWLOC_SYNTHETIC", "numa:2"}})), "numa:2");
  EXPECT_EQ(read_described_machine(only({{"HWLOC_SYNTHETIC", "numa:2"}, {"HWLOC_XMLFILE", "a.xml"}})), "");
}

TEST(OpenMp, MayBindIfItIsToldHow) {
  EXPECT_FALSE(may_bind_openmp(only({{"OMP_NUM_THREADS", "4"}})));
  for (const char* const name : {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"})
    EXPECT_TRUE(may_bind_openmp(only({{name, "1"}}))) << name;
}

TEST(Colours, AreAllowedOnTerminalsUnlessRefused) {
  EXPECT_TRUE(allows_colours(only({{"TERM", "xterm"}})));
  EXPECT_FALSE(allows_colours(only({{"TERM", "dumb"}})));
  EXPECT_FALSE(allows_colours(only({})));
  EXPECT_FALSE(allows_colours(only({{"TERM", "xterm"}, {"NO_COLOR", "1"}})));
}

}  // namespace
}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include "cli/outcome.hpp"

namespace numapack {
namespace {

/// Prints whether the drop-in is loaded, and what this process and its children are bound to.
const char* const look =
    "grep -c libnumapack_blas /proc/self/maps | sed 's/[1-9][0-9]*/loaded/'; echo $NUMAPACK_NUM_THREADS; "
    "echo $LD_PRELOAD";

TEST(RunVerb, PreloadsTheLibrary) {
  const Outcome outcome = run({"run", "--threads", "3", "--", "sh", "-c", look});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_EQ(outcome.out.rfind("loaded\n3\n/", 0), 0U) << outcome.out;
  EXPECT_NE(outcome.out.find("/libnumapack_blas.so.0"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.error, "");
}

TEST(RunVerb, HasTheStatusOfItsCommand) {
  EXPECT_EQ(run({"run", "--", "sh", "-c", "exit 7"}).status, 7);
  EXPECT_EQ(run({"run", "--", "sh", "-c", "kill -9 $$"}).status, 128 + 9);
}

TEST(RunVerb, HandsOptionsToItsCommand) {
  const Outcome outcome = run({"run", "--", "sh", "-c", "echo \"$@\"", "sh", "--help", "--threads", "run"});
  EXPECT_EQ(outcome.out, "--help --threads run\n") << outcome.error;
}

TEST(RunVerb, SetsThePolicyThatChildrenHave) {
  const Outcome outcome =
      run({"run", "--memory", "interleave", "--", "sh", "-c", "cat /proc/self/numa_maps"});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  // Where the kernel refuses it, that is said.
  EXPECT_TRUE(outcome.out.find("interleave") != std::string::npos ||
              outcome.error.find("refused") != std::string::npos)
      << outcome.out << outcome.error;
}

TEST(RunVerb, RefusesInOneLine) {
  const auto refused = [](const std::vector<std::string>& words, int status, const std::string& text) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, status) << outcome.error;
    EXPECT_NE(outcome.error.find(text), std::string::npos) << outcome.error;
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    EXPECT_EQ(outcome.out, "");
  };
  refused({"run"}, 2, "give it after --");
  refused({"run", "true"}, 2, "true");
  refused({"run", "--threads", "0", "--", "true"}, 2, "--threads: 0 is no number of threads; use 1 or more");
  refused({"run", "--threads", "many", "--", "true"}, 2, "many");
  refused({"run", "--memory", "everywhere", "--", "true"}, 2,
          "there is no \"everywhere\"; use default, local");
  refused({"run", "--nodes", "4711", "--", "true"}, 2, "there is no node 4711");
  refused({"run", "--", "/nonexistent/program"}, 127, "there is no such program");
  refused({"run", "--", "/"}, 127, "there is no such program");
}

}  // namespace
}  // namespace numapack

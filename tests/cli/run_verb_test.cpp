// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

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

TEST(RunVerb, HasThreadsOfOpenblasSleepSoonIfNobodySaidWhen) {
  const char* const when = "echo $OPENBLAS_THREAD_TIMEOUT";
  unsetenv("OPENBLAS_THREAD_TIMEOUT");
  EXPECT_EQ(run({"run", "--", "sh", "-c", when}).out, "20\n");
  setenv("OPENBLAS_THREAD_TIMEOUT", "26", 1);
  EXPECT_EQ(run({"run", "--", "sh", "-c", when}).out, "26\n");
  unsetenv("OPENBLAS_THREAD_TIMEOUT");
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

TEST(RunVerb, ReportsWhenAllHaveEnded) {
  // What the command leaves behind is waited for.
  const Outcome outcome = run({"run", "--report", "--", "sh", "-c", "(sleep 0.3; echo late) & exit 3"});
  EXPECT_EQ(outcome.status, 3) << outcome.error;
  EXPECT_EQ(outcome.out, "late\n");
  EXPECT_NE(outcome.error.find("numapack: run: sh ended with status 3 after "), std::string::npos)
      << outcome.error;
  EXPECT_NE(outcome.error.find("Hint: no call reached numapack"), std::string::npos) << outcome.error;
  const Outcome killed = run({"run", "--report", "--", "sh", "-c", "kill -9 $$"});
  EXPECT_EQ(killed.status, 128 + 9);
  EXPECT_NE(killed.error.find("status 137"), std::string::npos) << killed.error;
}

TEST(RunVerb, WritesReportsAsJson) {
  const Outcome outcome = run({"run", "--json", "--", "sh", "-c", "exit 4"});
  EXPECT_EQ(outcome.status, 4);
  EXPECT_EQ(outcome.error, "") << "the page is --report's";
  const auto document = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(document.at("status"), 4);
  EXPECT_EQ(document.at("command"), nlohmann::json({"sh", "-c", "exit 4"}));
  EXPECT_EQ(document.at("total").at("calls"), 0);
  const testing::TemporaryDirectory folder;
  EXPECT_EQ(
      run({"run", "--json", folder.file("report.json"), "--trace", folder.file("trace.json"), "--", "true"})
          .status,
      0);
  EXPECT_EQ(nlohmann::json::parse(testing::contents(folder.file("report.json"))).at("trace").at("calls"), 0);
  EXPECT_TRUE(nlohmann::json::parse(testing::contents(folder.file("trace.json"))).at("traceEvents").empty());
}

TEST(RunVerb, LeavesNothingInTheTemporaryFolder) {
  const testing::TemporaryDirectory folder;
  const auto run_in = [](const std::string& temporary, const std::string& text) {
    testing::Command command(
        "/usr/bin/env", {"TMPDIR=" + temporary, NUMAPACK_COMMAND, "run", "--report", "--", "sh", "-c", text});
    const int status = command.wait();
    return Outcome{status, command.out(), command.error()};
  };
  const Outcome outcome = run_in(folder.path().string(), "echo $NUMAPACK_REPORT; ls -d $NUMAPACK_REPORT");
  EXPECT_EQ(outcome.out.rfind(folder.path().string() + "/numapack-run-", 0), 0U) << outcome.out;
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 2) << outcome.out;
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  const Outcome refused = run_in(folder.file("nowhere"), "echo ran");
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_NE(refused.error.find("TMPDIR: there can be no folder in"), std::string::npos) << refused.error;
  EXPECT_EQ(std::count(refused.error.begin(), refused.error.end(), '\n'), 1) << refused.error;
}

TEST(RunVerb, PreloadsFromAnyFolder) {
  const testing::TemporaryDirectory folder;
  const std::filesystem::path build = std::filesystem::path(NUMAPACK_COMMAND).parent_path();
  for (const char* const name : {"plain", "a b", "a:b"}) {
    const std::filesystem::path odd = folder.path() / name;
    std::filesystem::create_directory(odd);
    for (const char* const file : {"numapack", "libnumapack.so.0", "libnumapack_blas.so.0"})
      std::filesystem::copy_file(std::filesystem::canonical(build / file), odd / file);
    for (const std::vector<std::string>& options : {std::vector<std::string>{}, {"--report"}}) {
      std::vector<std::string> words{"run"};
      words.insert(words.end(), options.begin(), options.end());
      words.insert(words.end(), {"--", "sh", "-c", std::string(look) + "; exit 3"});
      testing::Command command((odd / "numapack").string(), words);
      EXPECT_EQ(command.wait(), 3) << command.error();
      EXPECT_EQ(command.out().rfind("loaded\n", 0), 0U) << name << ": " << command.out() << command.error();
    }
  }
}

TEST(RunVerb, AnswersAsAShell) {
  const testing::TemporaryDirectory folder;
  const std::string script = folder.file("script");
  const auto expect = [&](int status, const std::string& out, const std::string& said) {
    for (const std::string option : {"--memory=default", "--report"}) {
      const Outcome outcome = run({"run", option, "--", script, "one", "a b"});
      EXPECT_EQ(outcome.status, status) << outcome.error;
      EXPECT_EQ(outcome.out, out);
      EXPECT_NE(outcome.error.find(said), std::string::npos) << outcome.error;
    }
  };
  const auto write = [&](const std::string& text) {
    std::ofstream(script, std::ios::binary) << text;
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  };
  write("echo \"$#: $2\"; exit 5\n");
  expect(5, "2: a b\n", "");
  write("");
  expect(0, "", "");
  write(std::string("\x7f\0no program\n", 13));
  expect(126, "", "script: cannot be run: ");
  write("#!/nonexistent/interpreter\n");
  expect(126, "", "/nonexistent/interpreter is not there");
  std::filesystem::remove(script);
  expect(127, "", "there is no such program");
  std::filesystem::create_directory(script);
  expect(126, "", "script: cannot be run: Is a directory");
}

TEST(RunVerb, PassesSignalsOn) {
  testing::Command command(
      NUMAPACK_COMMAND,
      {"run", "--report", "--", "sh", "-c", "trap 'exit 9' TERM; echo ready; while :; do sleep 0.05; done"});
  while (command.out() != "ready\n") usleep(10'000);
  kill(command.id(), SIGTERM);
  EXPECT_EQ(command.wait(), 9);
  EXPECT_NE(command.error().find("status 9"), std::string::npos) << command.error();
}

TEST(RunVerb, SaysWhatCyclicMeans) {
  const Outcome outcome = run({"run", "--memory", "cyclic", "--", "true"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.error.rfind("numapack: run: --memory cyclic: ", 0), 0U) << outcome.error;
}

TEST(RunVerb, RefusesInOneLine) {
  const auto refused = [](const std::vector<std::string>& words, int status, const std::string& text) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, status) << outcome.error;
    EXPECT_NE(outcome.error.find(text), std::string::npos) << outcome.error;
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    EXPECT_EQ(outcome.out, "");
  };
  refused({"run"}, 2, "give one, as in");
  refused({"run", "--threads", "0", "--", "true"}, 2, "--threads: 0 is no number of threads; use 1 or more");
  refused({"run", "--threads", "many", "--", "true"}, 2, "many");
  refused({"run", "--memory", "everywhere", "--", "true"}, 2,
          "there is no \"everywhere\"; use default, local");
  refused({"run", "--json", "/nonexistent/report.json", "--", "true"}, 2, "--json: cannot write");
  refused({"run", "--trace", "/nonexistent/trace.json", "--", "true"}, 2, "--trace: cannot write");
  refused({"run", "--trace", "/", "--", "true"}, 2, "--trace: \"/\" is no file name");
  refused({"run", "--trace", "--", "true"}, 2, "--trace");
  refused({"run", "--report", "--", "/nonexistent/program"}, 127, "there is no such program");
  refused({"run", "--nodes", "4711", "--", "true"}, 2, "there is no node 4711");
  refused({"run", "--", "/nonexistent/program"}, 127, "there is no such program");
  refused({"run", "--", "/"}, 126, "/: cannot be run: Is a directory");
}

}  // namespace
}  // namespace numapack

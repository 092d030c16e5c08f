// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
#include "support/command.hpp"
#include "support/threads.hpp"
#include "support/variable.hpp"

namespace numapack {
namespace {

using nlohmann::json;
using testing::Command;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Variable;

const std::string kRight = std::string("right=") + NUMAPACK_FAKES + "/right.so";
const std::string kWrong = std::string("wrong=") + NUMAPACK_FAKES + "/wrong.so";

/// One line on standard error, which is given back, nothing on standard output, status 2.
std::string refusal_of(const std::vector<std::string>& words) {
  const Outcome outcome = run(words);
  const std::string line = ::testing::PrintToString(words);
  EXPECT_EQ(outcome.status, 2) << line << outcome.error;
  EXPECT_EQ(outcome.out, "") << line;
  EXPECT_TRUE(one_line(outcome.error)) << line << outcome.error;
  return outcome.error;
}

TEST(Command, ALevelOfBitsRefusesWhatGoesAgainstIt) {
  const std::vector<std::vector<std::string>> lines = {
      {"tune"},
      {"predict", "--calibrate"},
      {"gemm", "-n", "8", "--kernel", "portable-d4x4"},
      {"gemm", "-n", "8", "--cpu", "portable"},
      {"plan", "-n", "8", "--kernel", "portable-d4x4"},
      {"plan", "-n", "8", "--cpu", "portable"},
      {"plan", "-n", "8", "--routine", "dgetrf", "--kernel", "portable-d4x4"},
      {"predict", "-n", "8", "--kernel", "portable-d4x4"},
  };
  const Variable level("NUMAPACK_BITS", "portable");
  for (const auto& words : lines)
    EXPECT_THAT(refusal_of(words), HasSubstr("level \"portable\"")) << ::testing::PrintToString(words);
  EXPECT_EQ(run({"plan", "-n", "8", "--from", kKunpeng, "--cpu", "a64fx"}).status, 0) << "not this machine";
}

TEST(Command, GemmSaysItsLevelOfBits) {
  const auto level_of = [](std::vector<std::string> words) {
    words.insert(words.begin(), {"gemm", "-n", "8", "--rounds", "1", "--sample", "0", "--json"});
    const Outcome outcome = run(words);
    return outcome.status == 0 ? json::parse(outcome.out).at("conditions").at("bits") : json(outcome.error);
  };
  for (const char* routine : {"dgemm", "dsyrk", "dgetrf"}) {
    EXPECT_EQ(level_of({"--routine", routine}), json()) << routine;
    EXPECT_EQ(level_of({"--routine", routine, "--bits", "portable"}), "portable") << routine;
    const Variable level("NUMAPACK_BITS", "portable");
    EXPECT_EQ(level_of({"--routine", routine}), "portable") << routine;
  }
}

TEST(Command, BadInputIsOneLineAndStatusTwo) {
  const std::vector<std::vector<std::string>> lines = {
      {"nonsense"},
      {"gemm"},
      {"gemm", "-n", "0"},
      {"gemm", "-n", "-3"},
      {"gemm", "-n", "many"},
      {"gemm", "-n", "99999999999999999999"},
      {"gemm", "-n", "3000000"},
      {"gemm", "-n", "8", "--type", "q"},
      {"gemm", "-n", "8", "--nodes", "77"},
      {"gemm", "-n", "8", "--threads", "100000"},
      {"gemm", "-n", "8", "--grid", "0x9"},
      {"gemm", "-n", "8", "--grid", "7x9"},
      {"gemm", "-n", "8", "--kernel", "none-such"},
      {"gemm", "-n", "8", "--bits", "none-such"},
      {"gemm", "-n", "8", "--bits", "portable", "--cpu", "portable"},
      {"gemm", "-n", "8", "--home", "A=55"},
      {"gemm", "-n", "8", "--rounds", "0"},
      {"gemm", "-n", "8", "--sample", "-1"},
      {"gemm", "-n", "8", "--sample", "nan"},
      {"gemm", "-n", "8", "--sample", "4000"},
      {"gemm", "-n", "8", "--peer", "unheard-of"},
      {"gemm", "-n", "8", "--peer", "x=/nowhere/libblas.so"},
      {"gemm", "-n", "8", "--peer", std::string("x=") + NUMAPACK_FAKES + "/without_gemm.so"},
      {"gemm", "-n", "8", "--peer", kRight, "--peer", kRight},
      {"gemm", "-n", "8", "--type", "z", "--peer", kRight},
      {"gemm", "-n", "8", "--json", "/nowhere/out.json"},
      {"gemm", "-n", "8", "--no-such-option"},
      {"plan", "-n", "8", "--from", "/nowhere.xml"},
      {"plan", "-n", "8", "--from", "nonsense"},
      {"plan"},
      {"linpack", "-n", "0"},
      {"linpack", "-n", "8", "--nb", "-1"},
      {"linpack", "-n", "8", "--init", "cyclic:0"},
      {"linpack", "-n", "8", "--policy", "bind:4711"},
      {"linpack", "-n", "8", "--study", "everything"},
      {"linpack", "-n", "8", "--study", "nb", "--init", "single"},
      {"linpack", "-n", "8", "--library", "unheard-of"},
      {"linpack", "-n", "8", "--library", "/nowhere/liblapack.so"},
      {"linpack", "-n", "8", "--library", kRight},
      {"linpack", "-n", "8", "--library", "numapack", "--library", "numapack"},
      {"linpack", "-n", "8", "--rounds", "0"},
      {"linpack", "-n", "8", "--threads", "100000"},
      {"linpack", "-n", "3000000"},
      {"unknown"},
      {},
  };
  for (const auto& words : lines) refusal_of(words);
}

TEST(Command, NamesItsVerbsIfAskedForAnother) {
  const Outcome outcome = run({"nonsense"});
  EXPECT_THAT(outcome.error, HasSubstr("there is no verb nonsense; there are topo gemm plan"));
}

TEST(Command, SaysItsVersionAndHelpsWithAnExample) {
  EXPECT_EQ(run({"--version"}).out, "numapack " NUMAPACK_VERSION "\n");
  for (const char* verb : {"gemm", "plan"}) {
    const Outcome help = run({verb, "--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_THAT(help.out, HasSubstr(std::string("Example:\n  numapack ") + verb));
  }
}

TEST(Command, GemmWritesTheDocumentedJson) {
  const testing::TemporaryDirectory directory;
  const std::string path = directory.file("out.json");
  const Outcome outcome =
      run({"gemm", "-n", "40", "-k", "8", "--peer", kRight, "--rounds", "2", "--check", "--json", path});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("ratio to best"));
  const json document = json::parse(testing::contents(path));
  EXPECT_EQ(document.at("problem").at("k"), 8);
  EXPECT_EQ(document.at("conditions").at("rounds"), 2);
  EXPECT_TRUE(document.at("conditions").contains("numa_balancing"));
  EXPECT_TRUE(document.at("plan").at("traffic").contains("read"));
  for (const char* operand : {"A", "B", "C"})
    EXPECT_TRUE(document.at("pages").at(operand).at("by_node").is_object());
  ASSERT_EQ(document.at("results").size(), 2u);
  const json& time = document.at("time");
  const double measured_s = time.at("measured_s"), predicted_s = time.at("predicted").at("total_s");
  EXPECT_DOUBLE_EQ(
      measured_s,
      2 * 40 * 40 * 8 / document.at("results").at(0).at("gflops").at("median").get<double>() * 1e-9);
  EXPECT_GT(predicted_s, 0);
  EXPECT_NEAR(time.at("error_percent").get<double>(), 100 * (predicted_s / measured_s - 1), 1e-6);
  EXPECT_THAT(outcome.out, HasSubstr("the median of the rounds: the prediction is"));
  EXPECT_EQ(document.at("results").at(1).at("library"), "right");
  for (const json& result : document.at("results")) {
    EXPECT_GT(result.at("gflops").at("median").get<double>(), 0);
    EXPECT_LE(result.at("gflops").at("min"), result.at("gflops").at("max"));
    EXPECT_GT(result.at("ratio_to_best").at("median").get<double>(), 0);
    EXPECT_GT(result.at("efficiency").get<double>(), 0);
    EXPECT_LT(result.at("error_over_bound").get<double>(), 1);
  }
}

TEST(Command, JsonOnStandardOutputIsAlone) {
  const Outcome gemm = run({"gemm", "-n", "16", "--type", "z", "--rounds", "1", "--json", "-"});
  EXPECT_EQ(gemm.status, 0) << gemm.error;
  EXPECT_EQ(json::parse(gemm.out).at("problem").at("type"), "z");
  const Outcome plan = run({"plan", "-n", "16", "--json"});
  EXPECT_EQ(json::parse(plan.out).at("problem").at("m"), 16);
}

TEST(Command, AWrongPeerMakesTheRunFail) {
  const Outcome outcome = run({"gemm", "-n", "16", "--peer", kWrong, "--rounds", "1", "--check"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.error, HasSubstr("wrong is wrong"));
}

TEST(Command, PlansForAMachineThatIsNotHere) {
  const Outcome text = run({"plan", "-n", "16384", "--from", kKunpeng});
  EXPECT_EQ(text.status, 0) << text.error;
  EXPECT_THAT(text.out, HasSubstr("2 x 2"));
  const json plan = json::parse(run({"plan", "-n", "16384", "--from", kKunpeng, "--json"}).out).at("plan");
  EXPECT_EQ(plan.at("grid").at("rows"), 2);
  EXPECT_EQ(plan.at("grid").at("columns"), 2);
  EXPECT_EQ(plan.at("traffic").at("read").size(), 4u);
  EXPECT_GE(plan.at("traffic").at("crossing_bytes"), plan.at("bound").at("crossing_bytes"));
  EXPECT_GT(plan.at("bound").at("crossing_bytes").get<double>(), 0);
}

/// The command's children, once there are so many.
std::vector<pid_t> children(const Command& command, std::size_t count) {
  std::vector<pid_t> found;
  testing::becomes_true([&] {
    found = Command::children_of(command.id());
    return found.size() >= count;
  });
  return found;
}

bool all_gone(const std::vector<pid_t>& processes) {
  const auto gone = [](pid_t process) {
    const std::string status = testing::contents("/proc/" + std::to_string(process) + "/status");
    return status.empty() || status.find("State:\tZ") != std::string::npos;
  };
  return testing::becomes_true([&] { return std::all_of(processes.begin(), processes.end(), gone); });
}

TEST(Command, InterruptPrintsWhatThereIsAndLeavesNoProcess) {
  Command command(NUMAPACK_COMMAND, {"gemm", "-n", "64", "--peer", kRight, "--rounds", "1000000"});
  const std::vector<pid_t> workers = children(command, 3);
  ASSERT_EQ(workers.size(), 3u);
  kill(command.id(), SIGINT);
  EXPECT_EQ(command.wait(), 130);
  EXPECT_THAT(command.out(), HasSubstr("interrupted after"));
  EXPECT_THAT(command.out(), HasSubstr("ratio to best"));
  EXPECT_THAT(command.out(), Not(HasSubstr(" 0.0 GF/s")));  // as if a rate had been measured
  EXPECT_EQ(command.error(), "");
  EXPECT_TRUE(all_gone(workers));
}

TEST(Command, ItsSuddenDeathLeavesNoProcess) {
  Command command(NUMAPACK_COMMAND, {"gemm", "-n", "64", "--peer", kRight, "--rounds", "1000000"});
  const std::vector<pid_t> workers = children(command, 3);
  ASSERT_EQ(workers.size(), 3u);
  kill(command.id(), SIGKILL);
  EXPECT_EQ(command.wait(), 128 + SIGKILL);
  EXPECT_TRUE(all_gone(workers));
}

TEST(Command, LinpackPassesAndWritesItsDocument) {
  const Outcome outcome =
      run({"linpack", "-n", "150,97", "--init", "single,cyclic:16", "--rounds", "2", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const json document = json::parse(outcome.out);
  ASSERT_EQ(document.at("runs").size(), 4u);
  for (const json& run : document.at("runs")) {
    EXPECT_LT(run.at("residual").get<double>(), 16);
    EXPECT_EQ(run.at("gflops_by_round").size(), 2u);
    EXPECT_EQ(run.at("failure"), nullptr);
    EXPECT_EQ(run.at("policy"), "default");
    const json& time = run.at("time");
    EXPECT_NEAR(time.at("measured_s").get<double>(),
                run.at("flops").get<double>() / run.at("gflops").at("median").get<double>() * 1e-9, 1e-9);
    EXPECT_GT(time.at("predicted").at("total_s").get<double>(), 0);
  }
  EXPECT_EQ(document.at("runs")[0].at("n"), 150);
  EXPECT_EQ(document.at("runs")[3].at("init"), "cyclic:16");
  EXPECT_EQ(document.at("study"), "linpack");
  EXPECT_TRUE(document.at("conditions").contains("cpu"));
}

}  // namespace
}  // namespace numapack

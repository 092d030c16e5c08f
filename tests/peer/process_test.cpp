// SPDX-License-Identifier: BSD-3-Clause
#include "peer/processes/process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <cerrno>
#include <nlohmann/json.hpp>

#include "support/command.hpp"

namespace numapack {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kShell = "/bin/sh";

TEST(Process, ExchangesMessagesApartFromWhatIsPrinted) {
  Process process(kShell, {"-c", "echo noise; read line <&3; echo \"{\\\"got\\\": $line}\" >&3"}, {});
  ASSERT_TRUE(process.messages().send({{"a", 1}}));
  const auto answer = process.messages().receive(20);
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->at("got").at("a"), 1);
}

TEST(Process, EnvironmentIsAddedAndReplaced) {
  setenv("NUMAPACK_TEST_SETTING", "outer", 1);
  Process process(
      kShell, {"-c", "echo \"\\\"$NUMAPACK_TEST_SETTING $(env | grep -c NUMAPACK_TEST_SETTING)\\\"\" >&3"},
      {{"NUMAPACK_TEST_SETTING", "inner"}});
  EXPECT_EQ(process.messages().receive(20).value(), "inner 1");
  unsetenv("NUMAPACK_TEST_SETTING");
}

TEST(Process, SaysHowItEnded) {
  Process killed(kShell, {"-c", "echo its last words >&2; kill -SEGV $$"}, {});
  EXPECT_FALSE(killed.messages().receive(20).has_value());
  EXPECT_THAT(killed.post_mortem(), AllOf(HasSubstr("signal 11"), HasSubstr("its last words")));

  Process ended(kShell, {"-c", "exit 3"}, {});
  EXPECT_FALSE(ended.messages().receive(20).has_value());
  EXPECT_EQ(ended.post_mortem(), "ended with status 3");

  Process missing("/nowhere/at/all", {}, {});
  EXPECT_FALSE(missing.messages().receive(20).has_value());
  EXPECT_EQ(missing.post_mortem(), "ended with status 127");

  Process silent(kShell, {"-c", "read line <&3; sleep 100"}, {});
  EXPECT_THAT(silent.post_mortem(), HasSubstr("gave no answer"));
}

TEST(Process, StandsStillWhileStopped) {
  Process process(kShell, {"-c", "while read line <&3; do echo '{}' >&3; done"}, {});
  ASSERT_TRUE(process.stop());
  ASSERT_TRUE(process.messages().send({}));
  EXPECT_FALSE(process.messages().receive(0.2).has_value());
  process.resume();
  EXPECT_TRUE(process.messages().receive(20).has_value());
}

TEST(Process, StoppingTheDeadFails) {
  Process process(kShell, {"-c", "exit 0"}, {});
  EXPECT_FALSE(process.messages().receive(20).has_value());
  EXPECT_FALSE(process.stop());
}

TEST(Process, DiesWithTheObjectEvenStopped) {
  pid_t id = 0;
  {
    Process process(kShell, {"-c", "sleep 1000"}, {});
    ASSERT_TRUE(process.stop());
    id = process.id();
  }
  EXPECT_EQ(kill(id, 0), -1);
  EXPECT_EQ(errno, ESRCH);
}

TEST(Process, InheritsNothingOfItsSiblings) {
  const std::vector<std::string> count_descriptors{"-c", "ls -1 /proc/self/fd | wc -l >&3; read line <&3"};
  Process first(kShell, count_descriptors, {}), second(kShell, count_descriptors, {});
  const auto of_first = first.messages().receive(20), of_second = second.messages().receive(20);
  ASSERT_TRUE(of_first && of_second);
  EXPECT_EQ(*of_first, *of_second);
}

}  // namespace
}  // namespace numapack

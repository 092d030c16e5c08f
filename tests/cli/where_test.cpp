// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>

#include <nlohmann/json.hpp>

#include "support/command.hpp"

namespace numapack {
namespace {

using nlohmann::json;
using testing::Command;
using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Outcome {
  int status;
  std::string out, error;
};

Outcome run(const std::vector<std::string>& words) {
  Command command(NUMAPACK_COMMAND, words);
  const int status = command.wait();
  return {status, command.out(), command.error()};
}

/// 32 pages of this process of which the first half is touched.
class HalfTouched {
 public:
  HalfTouched()
      : data_(static_cast<char*>(
            mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    madvise(data_, bytes(), MADV_NOHUGEPAGE);
    for (std::size_t at = 0; at < bytes() / 2; at += page()) data_[at] = 1;
  }
  ~HalfTouched() { munmap(data_, bytes()); }
  HalfTouched(const HalfTouched&) = delete;
  HalfTouched& operator=(const HalfTouched&) = delete;
  static std::size_t page() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
  static std::size_t bytes() { return 32 * page(); }
  std::string range() const {
    std::ostringstream text;
    text << std::hex << reinterpret_cast<std::uintptr_t>(data_) << "-"
         << reinterpret_cast<std::uintptr_t>(data_) + bytes();
    return text.str();
  }

 private:
  char* data_;
};

TEST(Where, DrawsAStretchOfARunningProcess) {
  const HalfTouched memory;
  const std::string process = std::to_string(getpid());
  const Outcome page = run({"where", process, "--map", memory.range(), "--width", "32"});
  EXPECT_EQ(page.status, 0) << page.error;
  EXPECT_THAT(page.out, StartsWith("process " + process + " (test_cli)"));
  EXPECT_THAT(page.out, HasSubstr("in memory"));
  EXPECT_THAT(page.out, HasSubstr(std::string(16, '.') + "\n"));
  EXPECT_THAT(page.out, Not(HasSubstr(std::string(17, '.'))));
  // As a matrix of half a page a column, row and column swapped against the addresses.
  const std::string matrix = std::to_string(HalfTouched::page() / 16) + "x64";
  const Outcome drawn =
      run({"where", process, "--map", memory.range(), "--matrix", matrix, "--height", "2", "--width", "8"});
  EXPECT_EQ(drawn.status, 0) << drawn.error;
  EXPECT_THAT(drawn.out, HasSubstr("....\n  "));
  EXPECT_THAT(drawn.out, ::testing::EndsWith("....\n"));
}

TEST(Where, WritesADocument) {
  const HalfTouched memory;
  const Outcome outcome =
      run({"where", std::to_string(getpid()), "--map", memory.range(), "--width", "32", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const json document = json::parse(outcome.out);
  EXPECT_EQ(document.at("command"), "test_cli");
  std::uint64_t sum = 0;
  for (const json& mapping : document.at("mappings"))
    sum += mapping.at("resident_bytes").get<std::uint64_t>();
  EXPECT_EQ(document.at("total").at("resident_bytes"), sum);
  const json& cells = document.at("map").at("cells");
  ASSERT_EQ(cells.size(), 32u);
  EXPECT_TRUE(cells.at(0).is_number());
  EXPECT_EQ(cells.at(31), "untouched");
}

TEST(Where, BadInputIsOneLine) {
  const std::string self = std::to_string(getpid());
  const std::vector<std::vector<std::string>> usage = {
      {"where"},
      {"where", "x"},
      {"where", "0"},
      {"where", "-1"},
      {"where", "99999999"},
      {"where", self, "--map", "nothing-of-this-name"},
      {"where", self, "--map", "5-4"},
      {"where", self, "--map", "largest", "--matrix", "4"},
      {"where", self, "--map", "largest", "--matrix", "4x"},
      {"where", self, "--map", "largest", "--matrix", "4x4:3"},
      {"where", self, "--map", "largest", "--matrix", "4x4", "--type", "q"},
      {"where", self, "--map", "largest", "--height", "0"},
      {"stat"},
      {"touch-demo", "--size", "1"},
      {"touch-demo", "--size", "much"},
  };
  for (const auto& words : usage) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2) << outcome.error;
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    EXPECT_EQ(outcome.out, "");
  }
}

TEST(Where, AProcessThatEndsMeanwhileIsAnError) {
  Command child("/bin/sleep", {"1000"});
  const std::string process = std::to_string(child.id());
  kill(child.id(), SIGKILL);
  siginfo_t info;
  waitid(P_PID, static_cast<id_t>(child.id()), &info, WEXITED | WNOWAIT);
  const Outcome outcome = run({"where", process});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.error, HasSubstr("ended meanwhile"));
}

/// What `stat` says where the kernel does not count for it; "" where it does.
std::string refusal_to_count(const Outcome& outcome) {
  const bool refused = outcome.error.find("counts are off") != std::string::npos ||
                       outcome.error.find("does not count") != std::string::npos;
  return refused ? outcome.error : "";
}

TEST(Stat, PassesTheStatusOnAndKeepsOutOfTheOutput) {
  const Outcome outcome = run({"stat", "--", "/bin/sh", "-c", "echo said; exit 7"});
  if (const std::string reason = refusal_to_count(outcome); !reason.empty()) {
    EXPECT_EQ(outcome.status, 1);
    GTEST_SKIP() << reason;
  }
  EXPECT_EQ(outcome.status, 7);
  EXPECT_EQ(outcome.out, "said\n");
  EXPECT_THAT(outcome.error, HasSubstr("status 7"));
  EXPECT_THAT(outcome.error, HasSubstr("Where the counts come from"));
  EXPECT_EQ(run({"stat", "--", "/bin/sh", "-c", "kill -TERM $$"}).status, 128 + SIGTERM);
  const Outcome none = run({"stat", "--", "/nowhere/program"});
  EXPECT_EQ(none.status, 127);
  EXPECT_THAT(none.error, HasSubstr("/nowhere/program: cannot be run"));
  EXPECT_EQ(run({"stat", "--", "/etc/passwd"}).status, 126);
}

TEST(Stat, CountsTheCommandsPages) {
  testing::TemporaryDirectory directory;
  const std::string file = directory.file("stat.json");
  const Outcome outcome =
      run({"stat", "--json", file, "--", NUMAPACK_COMMAND, "touch-demo", "--size", "16M"});
  if (const std::string reason = refusal_to_count(outcome); !reason.empty()) GTEST_SKIP() << reason;
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const json document = json::parse(testing::contents(file));
  EXPECT_GE(document.at("minor_faults").get<int>() * HalfTouched::page(), 16u << 20);
  EXPECT_GE(document.at("counted").get<double>(), 0.9 * (16 << 20) / double(HalfTouched::page()));
}

TEST(TouchDemo, ShowsPagesComeWithTheFirstTouch) {
  const Outcome outcome = run({"touch-demo", "--size", "8M", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const json document = json::parse(outcome.out);
  const json& steps = document.at("ordinary_pages");
  if (!steps.at(0).at("unavailable").is_null())
    GTEST_SKIP() << "the kernel does not say where pages are: " << steps.at(0).at("unavailable");
  const auto touched = [&](std::size_t step) {
    std::uint64_t sum = 0;
    for (const json& count : steps.at(step).at("pages_by_node")) sum += count.get<std::uint64_t>();
    return sum;
  };
  EXPECT_EQ(touched(0), 0u);
  EXPECT_EQ(touched(1), 1u);
  EXPECT_EQ(touched(2), 1u);
  EXPECT_EQ(touched(3), 2u);
  EXPECT_EQ(touched(4), 2u) << "reading makes no page";
  EXPECT_EQ(touched(steps.size() - 1), (8u << 20) / HalfTouched::page());
  EXPECT_THAT(run({"touch-demo", "--size", "4M"}).out, HasSubstr("the first page"));
}

}  // namespace
}  // namespace numapack

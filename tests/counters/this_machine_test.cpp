// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <thread>

#include "counters/counting.hpp"

namespace numapack {
namespace {

double work(int turns) {
  volatile double sum = 0;
  for (int i = 0; i < turns; ++i) sum = sum + std::sqrt(static_cast<double>(i));
  return sum;
}

double cycles(const CountsSummary& summary) {
  for (const SetCounts& set : summary.sets)
    if (const auto value = set.all[Quantity::cycles]) return *value;
  return -1;
}

/// With counters: they count threads, and only what lies between start and stop. Without: one line.
TEST(ThisMachine, CountsOrSaysWhyNot) {
  const Machine machine = detect_machine();
  Counting counting(machine, {});
  work(100000);
  const CountsSummary before = counting.summary();
  counting.start();
  std::thread other([] { work(2000000); });
  other.join();
  counting.stop();
  const CountsSummary after = counting.summary();
  if (cycles(after) < 0) {
    ASSERT_FALSE(after.missing.empty());
    if (after.sets.empty()) {
      EXPECT_EQ(after.missing.size(), 1U);
      EXPECT_THAT(after.missing[0], ::testing::StartsWith("nothing could be counted: "));
    }
    GTEST_SKIP() << after.missing[0];
  }
  EXPECT_LE(cycles(before), 0) << "nothing had started";
  EXPECT_GT(cycles(after), 2000000) << "the thread's, at least one a turn";
  const double stopped = cycles(after);
  work(100000);
  EXPECT_EQ(cycles(counting.summary()), stopped);
}

/// Makes the kernel refuse to count as the profiles of containers do. For the rest of the process.
bool refuse_counting(int error) {
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, static_cast<unsigned>(SECCOMP_RET_ERRNO | error)),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{static_cast<unsigned short>(std::size(filter)), filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/// Exit status 0 if a filter of system calls is what the one line says.
int refused(const Machine& machine, int error) {
  if (!refuse_counting(error)) return 1;
  const Counting counting(machine, {});
  const CountsSummary summary = counting.summary();
  if (!summary.sets.empty() || summary.missing.size() != 1) return 2;
  return summary.missing[0].find("seccomp") != std::string::npos ? 0 : 3;
}

TEST(ThisMachine, FiltersOfSystemCallsAreNamed) {
  const PerfSystem system = read_perf_system();
  if (!system.paranoid || *system.paranoid > 2) GTEST_SKIP() << "the kernel forbids counting by itself";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const Machine machine = detect_machine();
  for (const int error : {EPERM, EACCES, ENOSYS})
    EXPECT_EXIT(std::_Exit(refused(machine, error)), ::testing::ExitedWithCode(0), "") << error;
}

}  // namespace
}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/complaints.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <string>
#include <vector>

#include "cpu/find_microarch.hpp"
#include "level3/gemm.hpp"
#include "runtime/process.hpp"
#include "runtime/runtime.hpp"
#include "support/threads.hpp"

namespace numapack {
namespace {

using ::testing::HasSubstr;
using testing::in_child;

std::vector<std::string> heard;
void hear(const char* line) noexcept { heard.emplace_back(line); }

/// Of 300 x 300 ones: whether each element is 300.
bool multiplies() {
  constexpr Index n = 300;
  const std::vector<double> a(n * n, 1);
  std::vector<double> c(n * n, -1);
  gemm(Problem<double>{Transpose::none, Transpose::none, n, n, n, 1, a.data(), n, a.data(), n, 0, c.data(),
                       n});
  return c == std::vector<double>(n * n, n);
}

bool is_refused(const char* variable) {
  try {
    multiplies();
    return false;
  } catch (const Error& error) {
    return error.code() == ErrorCode::invalid_argument && error.where() == variable;
  }
}

TEST(Complaints, AreMadeOfEverySettingAtOnce) {
  EXPECT_EQ(
      in_child([] {
        setenv("NUMAPACK_NUM_THREADS", "none", 1);
        setenv("NUMAPACK_CPU", "nonesuch", 1);
        setenv("NUMAPACK_KERNEL", "nosuch", 1);
        const CheckedLimits checked = checked_limits_of_environment();
        if (checked.limits.threads != 0 || !checked.limits.cpu.empty() || !checked.limits.kernel.empty())
          return 1;
        std::string all;
        for (const Error& error : checked.complaints) all += error.where() + " ";
        return all == "NUMAPACK_NUM_THREADS NUMAPACK_CPU NUMAPACK_KERNEL " ? 0 : 2;
      }),
      "exit 0");
}

TEST(Complaints, NoKernelOrRowGoesWithALevelOfBits) {
  EXPECT_EQ(in_child([] {
              setenv("NUMAPACK_BITS", "portable", 1);
              setenv("NUMAPACK_CPU", "portable", 1);
              setenv("NUMAPACK_KERNEL", "portable", 1);
              const CheckedLimits checked = checked_limits_of_environment();
              if (checked.limits.bits != "portable" || !(checked.limits.cpu + checked.limits.kernel).empty())
                return 1;
              std::string all;
              for (const Error& error : checked.complaints) all += error.where() + " ";
              return all == "NUMAPACK_CPU NUMAPACK_KERNEL " ? 0 : 2;
            }),
            "exit 0");
}

TEST(Complaints, ARowGoesWithTheLevelOfFma) {
  if (!supported(InstructionSet::avx2)) GTEST_SKIP() << "no other row with FMA";
  EXPECT_EQ(in_child([] {
              setenv("NUMAPACK_BITS", "fma", 1);
              setenv("NUMAPACK_CPU", "zen3", 1);
              const CheckedLimits checked = checked_limits_of_environment();
              return checked.complaints.empty() && checked.limits.cpu == "zen3" ? 0 : 1;
            }),
            "exit 0");
}

TEST(Complaints, ARowThatDoesNotGoWithTheLevelOfFmaLeavesTheLevel) {
  if (microarch_of_fma(*choose_microarch(cpu_here()).microarch) == nullptr) GTEST_SKIP() << "no FMA";
  for (const char* microarch : {"portable", "nonesuch"})
    EXPECT_EQ(in_child([&] {
                setenv("NUMAPACK_BITS", "fma", 1);
                setenv("NUMAPACK_CPU", microarch, 1);
                const CheckedLimits checked = checked_limits_of_environment();
                if (checked.complaints.size() != 1 || checked.complaints.front().where() != "NUMAPACK_CPU" ||
                    checked.limits.bits != "fma" || !checked.limits.cpu.empty())
                  return 1;
                const LenientSettings lenient;
                return microarch_here().microarch->fixed_order ? 0 : 2;
              }),
              "exit 0")
        << microarch;
}

TEST(Complaints, AreSaidOnceToWhoListens) {
  EXPECT_EQ(in_child([] {
              detail::complain("first", "nobody listens");
              detail::listen_to_complaints(hear);
              for (int i = 0; i < 3; ++i) {
                detail::complain("first", "one");
                detail::complain("second", "two");
              }
              return heard == std::vector<std::string>{"one", "two"} ? 0 : 1;
            }),
            "exit 0");
}

TEST(Complaints, NameTheProfileThatIsNotUsed) {
  EXPECT_EQ(in_child([] {
              detail::listen_to_complaints(hear);
              setenv("NUMAPACK_PROFILE", "/nonesuch", 1);
              if (detail::complain_of_settings()) return 1;  // calls do not fail for it
              if (!multiplies()) return 2;
              if (heard.size() != 1) return 3;
              return heard.front().starts_with("NUMAPACK_PROFILE: \"/nonesuch\" is not used") ? 0 : 4;
            }),
            "exit 0");
}

class WrongSetting : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(WrongSetting, IsAnErrorButOfLenientCalls) {
  const auto [variable, value] = GetParam();
  EXPECT_EQ(in_child([&, variable = variable, value = value] {
              setenv(variable, value, 1);
              if (!is_refused(variable)) return 1;
              const Runtime* runtime = nullptr;
              for (int call = 0; call < 2; ++call) {
                const LenientSettings lenient;
                if (!multiplies()) return 2;
                if (runtime != nullptr && runtime != &Runtime::get()) return 3;
                runtime = &Runtime::get();
              }
              // Theirs is not everybody's.
              if (!is_refused(variable)) return 4;
              unsetenv(variable);
              return multiplies() && runtime != &Runtime::get() ? 0 : 5;
            }),
            "exit 0")
      << variable;
}

INSTANTIATE_TEST_SUITE_P(
    Each, WrongSetting,
    ::testing::Values(std::pair{"NUMAPACK_NUM_THREADS", "abc"}, std::pair{"NUMAPACK_NUM_THREADS", "-1"},
                      std::pair{"NUMAPACK_NUM_THREADS", "99999999999999999999"},
                      std::pair{"OMP_NUM_THREADS", "abc"}, std::pair{"NUMAPACK_BIND", "yes"},
                      std::pair{"NUMAPACK_WORKSPACE", "nonsense"}, std::pair{"NUMAPACK_LAB", "2"},
                      std::pair{"NUMAPACK_CPU", "nonesuch"}, std::pair{"NUMAPACK_KERNEL", "nonesuch"},
                      std::pair{"NUMAPACK_BITS", "nonesuch"}));

TEST(Runtime, DoesWithoutThreadsThatCannotBeMade) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the thread sanitizer makes one of its own";
#endif
  EXPECT_EQ(in_child([] {
              detail::listen_to_complaints(hear);
              const rlimit none{0, 0};
              setrlimit(RLIMIT_NPROC, &none);
              // The limit does not bind the superuser.
              if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) return 77;
              for (int call = 0; call < 3; ++call)
                if (!multiplies()) return 1;
              if (heard.size() != 1 || heard.front().find("cannot make thread") == std::string::npos)
                return 2;
              try {
                Runtime::get().teams();
                return 3;
              } catch (const NoTeams&) {
              }
              return testing::threads_of_this_process() == 1 ? 0 : 4;
            }),
            all_threads_of(Runtime::get().layout()).total() > 1 ? "exit 0" : "exit 2")
      << "one thread needs no teams";
}

}  // namespace
}  // namespace numapack

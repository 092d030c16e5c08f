// SPDX-License-Identifier: BSD-3-Clause
// OpenBLAS#153, numpy#4580: what belongs to the program is as it was, after loading and after calls.
#include <fenv.h>
#include <gtest/gtest.h>
#include <numaif.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <thread>

#include "clients/surroundings/product.hpp"

extern char** environ;

namespace surroundings {
namespace {

/// All that a library could change behind its program's back, in bytes.
std::string state_of_thread() {
  std::string state;
  const auto add = [&state](const auto& value) {
    state.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  cpu_set_t mask{};
  sched_getaffinity(0, sizeof mask, &mask);
  add(mask);
  int policy = -1;
  std::array<unsigned long, 16> nodes{};
  // Refused in some containers, and then equally before and after.
  add(get_mempolicy(&policy, nodes.data(), sizeof nodes * 8, nullptr, 0));
  add(policy);
  add(nodes);
  sigset_t blocked{};
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  add(blocked);
  for (int signal = 1; signal < SIGRTMIN; ++signal) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    add(action.sa_handler);
    add(action.sa_flags);
  }
  fenv_t floating{};
  fegetenv(&floating);
#ifdef __x86_64__
  add(floating.__control_word);
  add(floating.__mxcsr & ~0x3fU);  // except for the exception flags of the computation
#else
  add(floating.__fpcr);
#endif
  const mode_t creation = umask(0);
  umask(creation);
  add(creation);
  for (char** variable = environ; *variable != nullptr; ++variable) state.append(*variable).append(1, '\n');
  return state;
}

TEST(State, IsUntouchedByCalls) {
  const std::string before = state_of_thread();
  for (int repeat = 0; repeat < 3; ++repeat) {
    EXPECT_TRUE(large().is_right());
    EXPECT_EQ(state_of_thread(), before);
  }
}

TEST(Unloaded, StateIsUntouchedByLoading) {
  const std::string before = state_of_thread();
  void* const library = dlopen(NUMAPACK_BLAS, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  EXPECT_EQ(state_of_thread(), before);
  EXPECT_EQ(thread_names().size(), 1U) << "threads before the first call";
  const auto dgemm = reinterpret_cast<Dgemm>(dlsym(library, "dgemm_"));
  ASSERT_NE(dgemm, nullptr);
  EXPECT_TRUE(large().is_right(dgemm));
  EXPECT_EQ(state_of_thread(), before);
  // Its threads run its code, so that it stays.
  EXPECT_EQ(dlclose(library), 0);
  EXPECT_TRUE(large().is_right(dgemm));
}

TEST(State, OfAProgramThatSetsItsOwnIsUntouched) {
  // In a thread of its own: bound to one CPU, with a policy, a mask of signals, and rounding and flushing.
  std::thread([] {
    cpu_set_t mask{}, one{};
    sched_getaffinity(0, sizeof mask, &mask);
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
      if (CPU_ISSET(cpu, &mask)) {
        CPU_SET(cpu, &one);
        break;
      }
    sched_setaffinity(0, sizeof one, &one);
    const unsigned long node0 = 1;
    set_mempolicy(MPOL_PREFERRED, &node0, 8 * sizeof node0);
    sigset_t some{};
    sigaddset(&some, SIGUSR1);
    sigaddset(&some, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &some, nullptr);
    fesetround(FE_UPWARD);
#ifdef __x86_64__
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);  // flush to zero, denormals are zeros
#endif
    const std::string before = state_of_thread();
    for (int repeat = 0; repeat < 3; ++repeat) {
      EXPECT_TRUE(large().is_right());
      EXPECT_EQ(state_of_thread(), before);
    }
  }).join();
}

/// As compilers' fast modes start a program (crtfastmath.o): threads have the state of the one that makes
/// them.
TEST(State, FlushingToZeroFromTheStartHoldsForAllOfC) {
#ifdef __x86_64__
  EXPECT_EQ(in_child([] {
              __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
              const int n = 300, k = 1;
              const std::vector<double> a(300, 0x1p-600), b(300, 0x1p-460);
              std::vector<double> c(300 * 300, 1);
              const double one = 1, zero = 0;
              dgemm_("N", "N", &n, &n, &k, &one, a.data(), &n, b.data(), &k, &zero, c.data(), &n);
              const auto bits = [](double value) {
                std::uint64_t all = 0;
                std::memcpy(&all, &value, sizeof all);
                return all;
              };
              return std::all_of(c.begin(), c.end(), [&](double value) { return bits(value) == 0; }) ? 0 : 1;
            }),
            0);
#else
  GTEST_SKIP() << "asks x86's control register";
#endif
}

}  // namespace
}  // namespace surroundings

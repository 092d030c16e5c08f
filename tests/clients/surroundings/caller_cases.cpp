// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

#include "clients/surroundings/product.hpp"

namespace surroundings {
namespace {

TEST(Reached, IsNumapackAndNotTheProgramsOwn) {
  // As the program's own calls are bound, and as others look it up.
  const std::array<const void*, 2> seen{reinterpret_cast<const void*>(&dgemm_),
                                        dlsym(RTLD_DEFAULT, "dgemm_")};
  for (const void* const function : seen)
    EXPECT_NE(file_of(function).find("libnumapack"), std::string::npos) << file_of(function);
}

/// The Cholesky factor of a matrix that is random and diagonally dominant, from its own threads; the
/// residual.
double factor(int n, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto at = [n](int i, int j) { return static_cast<std::size_t>(j * n + i); };
  std::vector<double> a(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  for (int j = 0; j < n; ++j)
    for (int i = j; i < n; ++i) a[at(i, j)] = a[at(j, i)] = i == j ? n : uniform(generator);
  std::vector<double> l = a;
  int info = -1;
  routine<void(const char*, const int*, double*, const int*, int*)>("dpotrf_")("L", &n, l.data(), &n, &info);
  if (info != 0) return HUGE_VAL;
  double worst = 0;
  for (int j = 0; j < n; ++j)
    for (int i = j; i < n; ++i) {
      double sum = 0;
      for (int k = 0; k <= j; ++k) sum += l[at(i, k)] * l[at(j, k)];
      worst = std::max(worst, std::abs(sum - a[at(i, j)]));
    }
  // Higham, Accuracy and Stability, theorem 10.3: (n + 1) u of |L| |L'|, whose rows are those of A's
  // diagonal.
  return worst / ((n + 1) * 0x1p-53 * n);
}

TEST(Callers, AtOnceHaveRightAnswers) {
  // OpenBLAS#1851, #937: small calls, which stay on their thread, next to calls for all threads.
  const std::vector<Product> products{Product(3, 1), Product(40, 2), Product(130, 3), Product(300, 4)};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      for (std::size_t repeat = 0; repeat < 40; ++repeat)
        wrong += products[(i + repeat) % products.size()].is_right() ? 0 : 1;
      for (std::size_t repeat = 0; repeat < 5; ++repeat)
        wrong += factor(150 + static_cast<int>(i), i + repeat) <= 1 ? 0 : 1;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Callers, ThatComeAndGoLeaveNothing) {
  ASSERT_TRUE(large().is_right());
  const std::multiset<std::string> before = thread_names();
  for (int repeat = 0; repeat < 50; ++repeat) {
    bool right = false;
    std::thread([&] { right = large().is_right(); }).join();
    EXPECT_TRUE(right);
  }
  EXPECT_EQ(thread_names(), before);
}

std::atomic<int> ticks{0}, strays{0};
pid_t caller = 0;

TEST(Signals, InterruptTheCallerAThousandTimesASecond) {
  ASSERT_TRUE(large().is_right());
  caller = getpid();
  for (const int flags : {0, SA_RESTART}) {
    struct sigaction action {
    }, before{};
    action.sa_flags = flags;
    action.sa_handler = [](int) {
      ++ticks;
      if (syscall(SYS_gettid) != caller) ++strays;
    };
    sigaction(SIGALRM, &action, &before);
    ticks = 0;
    const itimerval often{{0, 1000}, {0, 1000}}, never{};
    setitimer(ITIMER_REAL, &often, nullptr);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    int calls = 0, wrong = 0;
    while (std::chrono::steady_clock::now() < end || ticks == 0) {
      wrong += large().is_right() ? 0 : 1;
      // Teams sleep in between, and are woken while the caller is interrupted.
      if (++calls % 4 == 0) usleep(500);
    }
    setitimer(ITIMER_REAL, &never, nullptr);
    sigaction(SIGALRM, &before, nullptr);
    EXPECT_EQ(wrong, 0) << "of " << calls;
    EXPECT_EQ(strays, 0) << "handlers ran on numapack's threads";
  }
}

}  // namespace
}  // namespace surroundings

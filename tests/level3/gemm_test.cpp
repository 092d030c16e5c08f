// SPDX-License-Identifier: BSD-3-Clause
#include "level3/gemm.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "base/error.hpp"
#include "support/operands.hpp"

namespace numapack {
namespace {

using testing::Generator;
using testing::Operands;
using testing::random_value;
using testing::Real;
using testing::test_seed;

template <class T>
class Gemm : public ::testing::Test {
 protected:
  Generator generator{test_seed()};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};

  Index pick(const std::vector<Index>& from) { return from[generator() % from.size()]; }
  Transpose any_transpose() { return static_cast<Transpose>(generator() % 4); }

  /// One thread is right, and each of `counts` gives the bits that it gives.
  void expect_same_bits(Operands<T>& operands, const std::vector<int>& counts) {
    Options options;
    options.threads = 1;
    gemm(operands.problem, options);
    ASSERT_EQ(operands.check(), "") << operands;
    const std::vector<T> alone = operands.result();
    options.collapse = false;
    for (const int threads : counts) {
      options.threads = threads;
      operands.restore();
      gemm(operands.problem, options);
      ASSERT_EQ(std::memcmp(alone.data(), operands.c().data(), alone.size() * sizeof(T)), 0)
          << operands << ", threads " << threads;
    }
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Gemm, Types);

/// Sizes around every block size there is: 0, 1, primes, one below and above the kernel's and the cache
/// blocks.
template <class T>
std::vector<Index> interesting_sizes() {
  const KernelShape kernel = choose_shape("", true, type_of<T>());
  const Blocking blocking = choose_blocking(kernel, {});
  std::vector<Index> sizes{0, 1, 2, 3, 5, 7, 13, 31, 64, 97, 127};
  for (const Index edge : {Index{kernel.mr}, Index{kernel.nr}, blocking.mc, blocking.kc})
    for (const Index size : {edge - 1, edge, edge + 1}) sizes.push_back(size);
  return sizes;
}

TYPED_TEST(Gemm, EqualsTheReferenceOverRandomProblems) {
  using T = TypeParam;
  const std::vector<Index> sizes = interesting_sizes<T>();
  const T nan{std::numeric_limits<Real<T>>::quiet_NaN()};
  int done = 0;
  for (int attempt = 0; attempt < 4000 && done < 100; ++attempt) {
    const typename Operands<T>::Sizes problem_sizes{this->pick(sizes),         this->pick(sizes),
                                                    this->pick(sizes),         this->any_transpose(),
                                                    this->any_transpose(),     this->pick({0, 0, 1, 17}),
                                                    this->pick({0, 0, 1, 17}), this->pick({0, 0, 1, 17})};
    if (problem_sizes.m * problem_sizes.n * problem_sizes.k > 1'000'000) continue;
    ++done;
    const T scalars[] = {T{0}, T{1}, T{-1}, random_value<T>(this->generator), nan};
    const T alpha = scalars[this->generator() % 5], beta = scalars[this->generator() % 5];
    Operands<T> operands(problem_sizes, alpha, beta, this->generator);
    Options options;
    options.threads = static_cast<int>(this->generator() % 3);
    options.collapse = this->generator() % 2 == 0;
    if (this->generator() % 4 == 0) options.workspace_limit = 1;
    ASSERT_NO_THROW(gemm(operands.problem, options)) << operands;
    ASSERT_EQ(operands.check(), "") << operands << " threads=" << options.threads
                                    << " collapse=" << options.collapse
                                    << " limit=" << options.workspace_limit;
  }
}

TYPED_TEST(Gemm, GivesTheSameBitsWhateverTheThreadsAndTheWorkspace) {
  using T = TypeParam;
  Operands<T> operands({301, 257, 700}, random_value<T>(this->generator), random_value<T>(this->generator),
                       this->generator);
  gemm(operands.problem);
  const std::vector<T> first = operands.result();
  for (const int threads : {0, 1, 2}) {
    for (const std::size_t limit : {0, 1, 1 << 20}) {
      for (const bool localise : {true, false}) {
        Options options;
        options.threads = threads;
        options.workspace_limit = limit;
        options.localise = localise;
        options.collapse = false;
        operands.restore();
        gemm(operands.problem, options);
        EXPECT_EQ(std::memcmp(first.data(), operands.c().data(), first.size() * sizeof(T)), 0)
            << "threads " << threads << " limit " << limit;
      }
    }
  }
}

/// Such as have blocks of A packed by the tiles of those before (PackAhead), where the kernel can.
TYPED_TEST(Gemm, OfTallShapesOfFewColumnsIsRightForAnyNumberOfThreads) {
  using T = TypeParam;
  for (int trial = 0; trial < 4; ++trial) {
    const Index n = 65 + Index(this->generator() % 32), m = 16 * n + Index(this->generator() % 300),
                k = 112 + Index(this->generator() % 200);
    Operands<T> operands({m, n, k, Transpose::none, this->any_transpose(), this->pick({0, 1, 8}),
                          this->pick({0, 3}), this->pick({0, 3})},
                         random_value<T>(this->generator), random_value<T>(this->generator), this->generator);
    ASSERT_NO_FATAL_FAILURE(this->expect_same_bits(operands, {1, 2}));
  }
}

/// Products that run in place, one kc block after the other, where the kernel can.
TYPED_TEST(Gemm, OfFlatShapesWithALongKIsRightForAnyNumberOfThreads) {
  using T = TypeParam;
  for (int trial = 0; trial < 12; ++trial) {
    const Index m = 1 + Index(this->generator() % 32), n = 30 + Index(this->generator() % 170),
                k = 300 + Index(this->generator() % 1500);
    Operands<T> operands({m, n, k, this->any_transpose(), this->any_transpose(), this->pick({0, 1, 8}),
                          this->pick({0, 3}), this->pick({0, 3})},
                         random_value<T>(this->generator), random_value<T>(this->generator), this->generator);
    ASSERT_NO_FATAL_FAILURE(this->expect_same_bits(operands, {1, 2, 3}));
  }
}

/// Such as go in place by strips, where the kernel can.
TYPED_TEST(Gemm, OfALongTransposedAIsRightForAnyNumberOfThreads) {
  using T = TypeParam;
  for (int trial = 0; trial < 6; ++trial) {
    const Index n = 3 + Index(this->generator() % 24), k = 14 + Index(this->generator() % 380);
    const Index m = (Index{600} << 10) / Index(sizeof(T)) / k + Index(this->generator() % 50);
    Operands<T> operands({m, n, k, Transpose::transpose, this->any_transpose(), this->pick({0, 1, 8}),
                          this->pick({0, 3}), this->pick({0, 3})},
                         random_value<T>(this->generator), random_value<T>(this->generator), this->generator);
    ASSERT_NO_FATAL_FAILURE(this->expect_same_bits(operands, {1, 2, 3}));
  }
}

/// In place with several kc blocks, where the kernel's own kc leaves K whole; split-K with a smaller kc.
TYPED_TEST(Gemm, OfTallShapesIsRightWithABlockingThatCutsK) {
  using T = TypeParam;
  const Index most = 512 / Index(sizeof(T));
  for (const Index kc : {64, 96, 0}) {
    const Index m = most * 3 / 4 + Index(this->generator() % std::size_t(most / 4)) + 1;
    const Index n = 6 + Index(this->generator() % 6), k = 800 + Index(this->generator() % 400);
    Operands<T> operands({m, n, k, Transpose::none, this->any_transpose(), 0, this->pick({0, 3}), 0},
                         random_value<T>(this->generator), random_value<T>(this->generator), this->generator);
    for (const int threads : {1, 2}) {
      Options options;
      options.threads = threads;
      options.blocking.kc = kc;
      operands.restore();
      gemm(operands.problem, options);
      ASSERT_EQ(operands.check(), "") << operands << ", kc " << kc << ", threads " << threads;
    }
  }
}

/// One thread may go without a plan; two, with one, must go the same way.
template <class T>
void expect_same_bits_on_two_threads(Operands<T>& operands) {
  Options options;
  options.threads = 1;
  gemm(operands.problem, options);
  ASSERT_EQ(operands.check(), "") << operands;
  const std::vector<T> alone = operands.result();
  options.threads = 2;
  options.collapse = false;
  operands.restore();
  gemm(operands.problem, options);
  ASSERT_EQ(std::memcmp(alone.data(), operands.c().data(), alone.size() * sizeof(T)), 0) << operands;
}

/// One thread takes many of them without a plan; two, with one, must have gone the same way.
TYPED_TEST(Gemm, OfSmallAndSkinnyShapesHasTheSameBitsWithAPlanAndWithout) {
  using T = TypeParam;
  const auto any = [&](Index from, Index to) {
    return from + Index(this->generator() % std::size_t(to - from + 1));
  };
  for (int trial = 0; trial < 20; ++trial) {
    const bool tall = trial % 2 == 1;
    const Index few = any(1, 70);
    const Index m = tall ? any(100, 900) : any(1, 130), n = tall ? few : any(1, 130),
                k = any(1, tall ? 420 : 600);
    const Transpose none = Transpose::none;
    const Transpose trans_a = trial % 4 < 2 ? none : this->any_transpose();
    const Transpose trans_b = trial % 4 < 2 ? none : this->any_transpose();
    Operands<T> operands({m, n, k, trans_a, trans_b, this->pick({0, 1, 8}), 0, this->pick({0, 3})},
                         random_value<T>(this->generator), T{1}, this->generator);
    ASSERT_NO_FATAL_FAILURE(expect_same_bits_on_two_threads(operands));
  }
}

/// A C so small that K might be cut, and a K too short for it: one thread has no plan that would say so.
TYPED_TEST(Gemm, OfATinyCAndAShortKHasTheSameBitsWithAPlanAndWithout) {
  using T = TypeParam;
  for (const Index k : {300, 463, 500, 700}) {
    Operands<T> operands({1, 27, k, Transpose::none, Transpose::none, 1, 0, 0},
                         random_value<T>(this->generator), T{1}, this->generator);
    ASSERT_NO_FATAL_FAILURE(expect_same_bits_on_two_threads(operands));
  }
}

TYPED_TEST(Gemm, WithBetaZeroDoesNotReadC) {
  using T = TypeParam;
  for (const Index n : {5, 200}) {
    Operands<T> operands({n, n, n}, T{1}, T{0}, this->generator);
    for (std::size_t i = 0; i < operands.c().size(); ++i)
      operands.c()[i] = T{std::numeric_limits<Real<T>>::quiet_NaN()};
    gemm(operands.problem);
    EXPECT_EQ(operands.check(), "");
    operands.problem.alpha = T{0};
    operands.c()[0] = T{std::numeric_limits<Real<T>>::quiet_NaN()};
    gemm(operands.problem);
    EXPECT_EQ(operands.c()[0], T{0});
  }
}

TYPED_TEST(Gemm, WithAlphaZeroDoesNotReadAOrB) {
  using T = TypeParam;
  Operands<T> operands({9, 8, 7}, T{0}, T{2}, this->generator);
  operands.problem.a = operands.problem.b = nullptr;
  gemm(operands.problem);
  EXPECT_EQ(operands.c()[0], T{2} * operands.before[0]);
}

TYPED_TEST(Gemm, CarriesNaNAndInfinityFromAAndB) {
  using T = TypeParam;
  for (const Real<T> poison :
       {std::numeric_limits<Real<T>>::quiet_NaN(), std::numeric_limits<Real<T>>::infinity()}) {
    Operands<T> operands({150, 60, 70}, T{1}, T{1}, this->generator);
    operands.a()[static_cast<std::size_t>(3 + 20 * operands.problem.lda)] = T{poison};
    operands.b()[static_cast<std::size_t>(11 + 40 * operands.problem.ldb)] = T{poison};
    gemm(operands.problem);
    EXPECT_EQ(operands.check(), "");
    for (Index j = 0; j < 60; ++j)
      EXPECT_FALSE(std::isfinite(std::abs(operands.c()[static_cast<std::size_t>(3 + j * 150)])));
    for (Index i = 0; i < 150; ++i)
      EXPECT_FALSE(std::isfinite(std::abs(operands.c()[static_cast<std::size_t>(i + 40 * 150)])));
    EXPECT_TRUE(std::isfinite(std::abs(operands.c()[0])));
  }
}

TYPED_TEST(Gemm, ServesManyCallersAtOnce) {
  using T = TypeParam;
  constexpr int callers = 6;
  std::vector<std::string> outcome(callers, "did not run");
  std::vector<std::thread> threads;
  for (int caller = 0; caller < callers; ++caller) {
    threads.emplace_back([&outcome, caller] {
      Generator own(test_seed() + static_cast<unsigned>(caller));
      for (int turn = 0; turn < 3; ++turn) {
        Operands<T> operands({120 + 7 * caller, 110, 90 + turn}, T{1}, T{-1}, own);
        Options options;
        options.collapse = caller % 2 == 0;
        gemm(operands.problem, options);
        outcome[static_cast<std::size_t>(caller)] = operands.check();
        if (!outcome[static_cast<std::size_t>(caller)].empty()) return;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : outcome) EXPECT_EQ(text, "");
}

}  // namespace
}  // namespace numapack

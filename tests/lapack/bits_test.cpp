// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

#include "lapack/cholesky.hpp"
#include "lapack/inverse/inverse.hpp"
#include "lu/lu.hpp"
#include "support/random.hpp"
#include "support/tuned_process.hpp"

namespace numapack {
namespace {

using testing::Generator;
using testing::random_value;
using testing::test_seed;

template <class T>
class Bits : public ::testing::Test {};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Bits, Types);

/// All routines, one after the other, on matrices of 150: factors, inverses, and the inverse of a general
/// one.
template <class T>
std::vector<T> results(const std::vector<T>& random) {
  constexpr Index n = 150;
  std::vector<T> all;
  for (const Triangle triangle : {Triangle::lower, Triangle::upper}) {
    std::vector<T> a(random.begin(), random.begin() + n * n);
    for (Index i = 0; i < n; ++i) a[static_cast<std::size_t>(i * (n + 1))] = T{4 * n};
    const StoredTriangle<T> matrix{"bits", triangle, n, a.data(), n};
    EXPECT_EQ(factor_cholesky(matrix), 0);
    all.insert(all.end(), a.begin(), a.end());
    EXPECT_EQ(invert_from_cholesky(matrix), 0);
    all.insert(all.end(), a.begin(), a.end());
  }
  std::vector<T> a(random.begin(), random.begin() + n * n);
  std::vector<std::int64_t> pivots(n);
  EXPECT_EQ(factor(LuProblem<T>{n, n, a.data(), n, pivots.data()}), 0);
  EXPECT_EQ(invert(LuInverse<T>{Layout::column_major, n, a.data(), n, pivots.data()}), 0);
  all.insert(all.end(), a.begin(), a.end());
  return all;
}

/// One caller has the teams; of several at once all but one work alone, on whichever calls they meet.
TYPED_TEST(Bits, AreTheSameAloneAndBesideOthers) {
  using T = TypeParam;
  Generator generator{test_seed()};
  const ::testing::ScopedTrace trace(__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  std::vector<T> random(150 * 150);
  for (T& element : random) element = random_value<T>(generator);
  const std::vector<T> alone = results(random);
  std::vector<std::vector<T>> beside(3);
  std::vector<std::thread> callers;
  for (std::vector<T>& result : beside) callers.emplace_back([&] { result = results(random); });
  for (std::thread& caller : callers) caller.join();
  for (const std::vector<T>& result : beside)
    EXPECT_EQ(std::memcmp(result.data(), alone.data(), alone.size() * sizeof(T)), 0);
}

/// With what `numapack tune` may have found, on either side.
TEST(TunedFactors, AreWithinTheirBoundsAndTheSameBesideOthers) {
  testing::expect_passing_when_tuned("Bits/1.*:Cholesky/1.*:Inverse/2.*");
}

}  // namespace
}  // namespace numapack

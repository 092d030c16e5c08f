// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "cpu/find_microarch.hpp"
#include "level3/gemm.hpp"
#include "support/operands.hpp"

// Every row whose instructions this machine has, whatever CPU it is for.
namespace numapack {
namespace {

/// With a row in NUMAPACK_CPU whose instructions are not here, nothing runs.
class RowThatRunsHere : public ::testing::Environment {
  void SetUp() override {
    try {
      microarch_here();
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
  }
};
[[maybe_unused]] const ::testing::Environment* const row_that_runs_here =
    ::testing::AddGlobalTestEnvironment(new RowThatRunsHere);

using namespace testing;  // NOLINT

template <class T>
class EveryMicroarch : public ::testing::Test {};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(EveryMicroarch, Types);

TYPED_TEST(EveryMicroarch, GivesTheReference) {
  using T = TypeParam;
  Generator generator(test_seed());
  SCOPED_TRACE(test_seed());
  for (const std::string& microarch : names_of_microarchs(cpu_here())) {
    SCOPED_TRACE(microarch);
    Options options;
    options.cpu = microarch;
    // Tiny, skinny, flat, tall, long in K, and packed ones.
    const Index sizes[][3] = {{8, 8, 8},     {300, 2, 70},   {3, 200, 90},    {20, 900, 40},
                              {900, 20, 60}, {24, 24, 4000}, {2000, 48, 130}, {130, 140, 150}};
    for (const auto& [m, n, k] : sizes) {
      const auto near = [&](Index size) { return size + Index(generator() % 5); };
      const auto op = [&] { return static_cast<Transpose>(generator() % 4); };
      const T alphas[] = {T{1}, random_value<T>(generator)},
              betas[] = {T{0}, T{1}, random_value<T>(generator)};
      Operands<T> operands({near(m), near(n), near(k), op(), op(), Index(generator() % 3), 0, 1},
                           alphas[generator() % 2], betas[generator() % 3], generator);
      options.threads = 1 + static_cast<int>(generator() % 2);
      options.collapse = generator() % 2 == 0;
      gemm(operands.problem, options);
      ASSERT_EQ(operands.check(), "") << operands;
    }
  }
}

TEST(MicroarchOfAPlan, IsTheOneAskedForWithItsKernelAndFigures) {
  const double a[16] = {}, b[16] = {};
  double c[16] = {};
  const Problem<double> problem{Transpose::none, Transpose::none, 4, 4, 4, 1, a, 4, b, 4, 0, c, 4};
  for (const std::string& name : names_of_microarchs(cpu_here())) {
    Options options;
    options.cpu = name;
    const KernelShape kernel = plan_for(problem, options).kernel;
    EXPECT_EQ(kernel.microarch, microarch_named(name));
    EXPECT_STREQ(kernel.name, microarch_named(name)->kernels[1].name);
  }
  Options unknown;
  unknown.cpu = "zen9";
  EXPECT_THROW(plan_for(problem, unknown), Error);
}

}  // namespace
}  // namespace numapack

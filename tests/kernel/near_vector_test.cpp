// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include "kernel/types.hpp"
#include "level3/call/call.hpp"
#include "support/operands.hpp"
#include "support/values.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

template <class T>
class NearVectors : public ::testing::Test {};
TYPED_TEST_SUITE(NearVectors, Types);

TYPED_TEST(NearVectors, IsTheProductWithOneColumn) {
  using T = TypeParam;
  Generator generator(test_seed());
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  const auto below = [&](Index most) { return Index(generator() % std::uint64_t(most)); };
  for (Index turn = 0; turn < 300 && !this->HasFatalFailure(); ++turn) {
    const auto side = [&] { return 1 + below(turn % 3 == 0 ? 300 : 40); };
    const auto op = static_cast<Transpose>(below(4));
    const T scalars[] = {T{0}, T{1}, random_value<T>(generator)};
    const T alpha = scalars[1 + below(2)], beta = scalars[below(3)];
    Operands<T> operands({side(), 1, side(), op, Transpose::none, below(3)}, alpha, beta, generator);
    const Problem<T>& p = operands.problem;
    const bool across = transposes(op);
    for (const Kernel<T>& kernel : usable_kernels<T>()) {
      operands.restore();
      if (beta == T{0}) std::fill_n(p.c, p.m, nothing<T>());
      kernel.near_vector({across ? p.k : p.m, across ? p.m : p.k, p.a, p.lda, across, conjugates(op), p.b,
                          alpha, beta, p.c});
      ASSERT_EQ(operands.check(), "") << kernel.shape.name << ": " << operands;
    }
  }
}

}  // namespace
}  // namespace numapack

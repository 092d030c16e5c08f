// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "qr/qr.hpp"
#include "support/qr_check.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

/// Some reflectors, and the Q that they make, explicitly and in wider arithmetic. Nothing that is not to be
/// read has a value.
template <class T>
struct Reflectors {
  Rectangle<T> a;
  std::vector<T> tau;

  Reflectors(Index order, Index k, Index columns, Index slack, Generator& generator)
      : a(order, columns, slack), tau(static_cast<std::size_t>(k)) {
    Rectangle<T> some(order, k);
    some.randomise(generator);
    factor(QrProblem<T>{order, k, some.data(), some.ld, tau.data()});
    a.fill([&](Index i, Index j) {
      return i > j && j < k ? some.at(i, j) : T{std::numeric_limits<Real<T>>::quiet_NaN()};
    });
  }
  WideMatrix<T> q(Index columns) const { return columns_of_q<T>(a, widened(tau), a.m, columns); }
};

template <class T>
class Q : public ::testing::Test {
 protected:
  Generator generator{test_seed()};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
  static constexpr bool complex = !std::is_same_v<T, Real<T>>;

  Index below(Index most) { return static_cast<Index>(generator() % static_cast<std::uint64_t>(most)); }
  /// Often around the width of a panel.
  Index size(Index most) { return below(8) == 0 ? 0 : 1 + below(most); }
  Index reflectors(Index most) { return below(3) == 0 ? most : below(most + 1); }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Q, Types);

TYPED_TEST(Q, MultipliesFromBothSides) {
  using T = TypeParam;
  for (int turn = 0; turn < 40; ++turn) {
    const Side side = turn % 2 == 0 ? Side::left : Side::right;
    const bool adjoint = turn / 2 % 2 == 0;
    const Index order = this->size(80), others = this->size(40), k = this->reflectors(order);
    const Reflectors<T> reflectors(order, k, k, this->below(3), this->generator);
    Rectangle<T> c(side == Side::left ? order : others, side == Side::left ? others : order, this->below(3));
    c.randomise(this->generator);
    SCOPED_TRACE(std::to_string(c.m) + " x " + std::to_string(c.n) + " with " + std::to_string(k));
    // For real types both words for the same.
    const Transpose transposed =
        this->complex || turn % 3 == 0 ? Transpose::conjugate_transpose : Transpose::transpose;
    const WideMatrix<T> before(c), whole = reflectors.q(order), q = adjoint ? whole.adjoint() : whole;
    multiply_by_q(QrProduct<T>{side, adjoint ? transposed : Transpose::none, c.m, c.n, k, reflectors.a.data(),
                               reflectors.a.ld, reflectors.tau.data(), c.data(), c.ld});
    const WideMatrix<T> wanted = side == Side::left ? q * before : before * q;
    const WideMatrix<T> error = WideMatrix<T>(c) - wanted;
    // Columns from the left, rows from the right.
    const WideMatrix<T> errors = side == Side::left ? error : error.adjoint(),
                        sizes = side == Side::left ? before : before.adjoint();
    for (Index j = 0; j < errors.n; ++j)
      ASSERT_LE(errors.norm_of_column(j), allowed<T>(order, k) * sizes.norm_of_column(j)) << j;
    ASSERT_TRUE(c.gaps_are_whole());
  }
}

TYPED_TEST(Q, IsMadeExplicitly) {
  using T = TypeParam;
  for (int turn = 0; turn < 40; ++turn) {
    const Index m = this->size(90), n = this->reflectors(m), k = this->reflectors(n);
    Reflectors<T> reflectors(m, k, n, this->below(3), this->generator);
    SCOPED_TRACE(std::to_string(m) + " x " + std::to_string(n) + " with " + std::to_string(k));
    const WideMatrix<T> wanted = reflectors.q(n);
    make_q(QrColumns<T>{m, n, k, reflectors.a.data(), reflectors.a.ld, reflectors.tau.data()});
    const WideMatrix<T> got(reflectors.a), error = got - wanted;
    for (Index j = 0; j < n; ++j) ASSERT_LE(error.norm_of_column(j), allowed<T>(m, k)) << j;
    const WideMatrix<T> gram = got.adjoint() * got - WideMatrix<T>::identity(n, n);
    for (Index j = 0; j < n; ++j) ASSERT_LE(gram.norm_of_column(j), 3 * allowed<T>(m, k)) << j;
    ASSERT_TRUE(reflectors.a.gaps_are_whole());
  }
}

/// There and back again, where an explicit Q in wider arithmetic would take long.
TYPED_TEST(Q, IsUndoneByItsAdjoint) {
  using T = TypeParam;
  const Index m = 560, k = 520, n = 30;
  const Reflectors<T> reflectors(m, k, k, 0, this->generator);
  Rectangle<T> c(m, n);
  c.randomise(this->generator);
  const WideMatrix<T> before(c);
  WideMatrix<T> wanted = before;
  apply_reflectors(reflectors.a, widened(reflectors.tau), false, wanted);
  for (const Transpose trans : {Transpose::none, Transpose::conjugate_transpose}) {
    multiply_by_q(QrProduct<T>{Side::left, trans, m, n, k, reflectors.a.data(), reflectors.a.ld,
                               reflectors.tau.data(), c.data(), c.ld});
    const WideMatrix<T> error = WideMatrix<T>(c) - (trans == Transpose::none ? wanted : before);
    for (Index j = 0; j < n; ++j)
      ASSERT_LE(error.norm_of_column(j), 2 * allowed<T>(m, k) * before.norm_of_column(j)) << j;
  }
}

}  // namespace
}  // namespace numapack

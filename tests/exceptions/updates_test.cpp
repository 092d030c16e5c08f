// SPDX-License-Identifier: BSD-3-Clause
#include "exceptions/reach.hpp"
#include "numapack/level2.hpp"

namespace numapack::testing {
namespace {

template <class T>
class Updates : public Reach<T> {
 protected:
  using typename Reach<T>::R;
  using Reach<T>::complex, Reach<T>::columns_;

  /// each(name, call, half, two): call(alpha, x, y, a) of all updates of a matrix by vectors; `triangle`: of
  /// the upper triangle; `two`: with y.
  template <class Each>
  static void for_all(std::int64_t n, const Each& each) {
    using V = Full<T>;
    const auto upper = Uplo::upper;
    const auto outer = [&](const char* name, auto* routine) {
      const auto call = [=](T alpha, const V& x, const V& y, V& a) {
        routine(columns_, n, n, alpha, x.data.data(), 1, y.data.data(), 1, a.data.data(), n);
      };
      each(name, call, false, true);
    };
    outer("ger", &ger<T>);
    if constexpr (complex) {
      outer("gerc", &gerc<T>);
      const auto once = [=](T alpha, const V& x, const V&, V& a) {
        her<T>(columns_, upper, n, std::real(alpha), x.data.data(), 1, a.data.data(), n);
      };
      each("her", once, true, false);
      const auto twice = [=](T alpha, const V& x, const V& y, V& a) {
        her2<T>(columns_, upper, n, alpha, x.data.data(), 1, y.data.data(), 1, a.data.data(), n);
      };
      each("her2", twice, true, true);
    } else {
      const auto once = [=](T alpha, const V& x, const V&, V& a) {
        syr<T>(columns_, upper, n, alpha, x.data.data(), 1, a.data.data(), n);
      };
      each("syr", once, true, false);
      const auto twice = [=](T alpha, const V& x, const V& y, V& a) {
        syr2<T>(columns_, upper, n, alpha, x.data.data(), 1, y.data.data(), 1, a.data.data(), n);
      };
      each("syr2", twice, true, true);
    }
  }
};
TYPED_TEST_SUITE(Updates, AllTypes);

TYPED_TEST(Updates, WithAlphaZeroReadNoVectors) {
  using T = TypeParam;
  for (const std::int64_t n : TestFixture::orders()) {
    const Full<T> nothing_there(n, 1, nothing<T>());
    TestFixture::for_all(n, [&](const char* name, const auto& call, bool, bool) {
      Full<T> a = this->definite(n);
      const Full<T> before = a;
      call(T{0}, nothing_there, nothing_there, a);
      EXPECT_EQ(a.data, before.data) << name << ", order " << n;
    });
  }
}

/// Of NaN or infinity in x, y or the matrix; zeros in the other vector, or the same, are factors like all
/// others.
TYPED_TEST(Updates, AreWhatTheirFormulaSays) {
  using T = TypeParam;
  for (const std::int64_t n : TestFixture::orders())
    TestFixture::for_all(n, [&](const char* name, const auto& call, bool triangle, bool two) {
      const auto written = [triangle](std::int64_t i, std::int64_t j) { return !triangle || i <= j; };
      for (int turn = 0; turn < 12; ++turn) {
        Full<T> x = this->matrix(n, 1), y = this->matrix(n, 1), a = this->definite(n);
        x.at(this->below(n), 0) = y.at(this->below(n), 0) = T{0};
        this->taint(turn % 3 == 0 ? x : turn % 3 == 1 ? y : a);
        const Full<Taint> of_x = taints(x), of_y = taints(y);
        Full<Taint> expected = taints(a);
        for (std::int64_t j = 0; j < n; ++j)
          for (std::int64_t i = 0; i < n; ++i) {
            Taint& sum = expected.at(i, j);
            sum += two ? of_x.at(i, 0) * of_y.at(j, 0) : of_x.at(i, 0) * of_x.at(j, 0);
            if (triangle && two) sum += of_y.at(i, 0) * of_x.at(j, 0);
          }
        call(T{2}, x, y, a);
        EXPECT_EQ(differs(a, expected, written), "") << name << ", order " << n << ", turn " << turn;
      }
    });
}

}  // namespace
}  // namespace numapack::testing

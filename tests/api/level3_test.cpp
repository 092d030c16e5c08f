// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/level3.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "numapack/numapack.h"
#include "support/random.hpp"
#include "support/reference.hpp"
#include "support/values.hpp"

// The routines of level 3 by their definitions, element by element, in wider arithmetic.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

/// A matrix in either layout; get() and set() count rows and columns as people do.
template <class T>
struct Stored {
  Layout layout = Layout::column_major;
  std::int64_t rows = 0, columns = 0, leading = 0;
  std::vector<T> data;

  Stored(Layout as, std::int64_t m, std::int64_t n, std::int64_t slack, Generator& generator)
      : layout(as), rows(m), columns(n), leading(std::max<std::int64_t>(1, (by_rows() ? n : m) + slack)) {
    data.resize(static_cast<std::size_t>(leading * (by_rows() ? m : n)));
    for (T& element : data) element = random_value<T>(generator);
  }
  bool by_rows() const { return layout == Layout::row_major; }
  T& at(std::int64_t i, std::int64_t j) {
    return data[static_cast<std::size_t>(by_rows() ? i * leading + j : i + j * leading)];
  }
  const T& at(std::int64_t i, std::int64_t j) const { return const_cast<Stored*>(this)->at(i, j); }
};

/// A value and the sum of the absolute values of all terms that make it up.
template <class T>
struct Sum {
  Wide<T> value = 0;
  WideReal<T> size = 0;
  void add(const Wide<T>& x, const Wide<T>& y) {
    value += x * y;
    size += std::abs(x) * std::abs(y);
  }
};

template <class T>
class Level3 : public ::testing::Test {
 protected:
  using R = Real<T>;
  static constexpr bool complex = !std::is_same_v<T, R>;

  std::int64_t below(std::int64_t most) {
    return static_cast<std::int64_t>(generator_() % static_cast<std::uint64_t>(most));
  }
  std::int64_t size() { return below(6) == 0 ? below(3) : 1 + below(below(3) == 0 ? 180 : 40); }
  Layout layout() { return below(2) == 0 ? Layout::column_major : Layout::row_major; }
  Uplo uplo() { return below(2) == 0 ? Uplo::upper : Uplo::lower; }
  T scalar() { return below(5) == 0 ? T{0} : (below(5) == 0 ? T{1} : random_value<T>(generator_)); }

  /// A square matrix of which the other half, and for Hermitian ones the diagonal's imaginary parts, are not
  /// to be read.
  void spoil(Stored<T>& matrix, Uplo half, bool hermitian) {
    for (std::int64_t j = 0; j < matrix.columns; ++j)
      for (std::int64_t i = 0; i < matrix.rows; ++i) {
        if (!holds(half, i, j)) matrix.at(i, j) = nothing<T>();
        if constexpr (complex)
          if (i == j && hermitian) matrix.at(i, i).imag(std::numeric_limits<R>::quiet_NaN());
      }
  }
  T symmetric(const Stored<T>& a, Uplo half, bool hermitian, std::int64_t i, std::int64_t j) {
    if (i == j && hermitian) return T{std::real(a.at(i, i))};
    if (holds(half, i, j)) return a.at(i, j);
    return hermitian ? conj_of(a.at(j, i)) : a.at(j, i);
  }

  /// C is alpha `product` + beta `before`, within the bound of `terms` products, where it is wanted, and as
  /// before elsewhere.
  void expect(const Stored<T>& c, const Stored<T>& before, const T& beta, std::int64_t terms,
              const std::function<bool(std::int64_t, std::int64_t)>& wanted,
              const std::function<Sum<T>(std::int64_t, std::int64_t)>& product, bool real_diagonal,
              const std::string& call) {
    const auto factor = complex ? std::sqrt(WideReal<T>{2}) * gamma<T>(2 * terms + 10) : gamma<T>(terms + 5);
    for (std::int64_t j = 0; j < c.columns; ++j)
      for (std::int64_t i = 0; i < c.rows; ++i) {
        if (!wanted(i, j)) {
          ASSERT_EQ(std::memcmp(&c.at(i, j), &before.at(i, j), sizeof(T)), 0)
              << call << " wrote " << i << "," << j;
          continue;
        }
        Sum<T> sum = product(i, j);
        if (beta != T{0}) {
          const T old = real_diagonal && i == j ? T{std::real(before.at(i, j))} : before.at(i, j);
          sum.add(beta, old);
        }
        const Wide<T> got = c.at(i, j);
        ASSERT_LE(std::abs(got - sum.value), factor * sum.size + std::numeric_limits<R>::min())
            << call << " at " << i << "," << j << ": " << got << ", not " << sum.value;
        if constexpr (complex)
          if (real_diagonal && i == j) {
            ASSERT_EQ(c.at(i, j).imag(), 0) << call;
          }
      }
  }

  void check_symm(bool hermitian) {
    const Layout as = layout();
    const Side side = below(2) == 0 ? Side::left : Side::right;
    const Uplo half = uplo();
    const std::int64_t m = size(), n = size(), order = side == Side::left ? m : n;
    const T alpha = scalar(), beta = scalar();
    Stored<T> a(as, order, order, below(3), generator_), b(as, m, n, below(3), generator_),
        c(as, m, n, below(3), generator_);
    spoil(a, half, hermitian);
    const Stored<T> before = c;
    if constexpr (complex) {
      if (hermitian)
        hemm(as, side, half, m, n, alpha, a.data.data(), a.leading, b.data.data(), b.leading, beta,
             c.data.data(), c.leading);
    }
    if (!hermitian)
      symm(as, side, half, m, n, alpha, a.data.data(), a.leading, b.data.data(), b.leading, beta,
           c.data.data(), c.leading);
    const auto product = [&](std::int64_t i, std::int64_t j) {
      Sum<T> sum;
      for (std::int64_t p = 0; p < order && alpha != T{0}; ++p) {
        const Wide<T> x = side == Side::left ? symmetric(a, half, hermitian, i, p) : b.at(i, p);
        const Wide<T> y = side == Side::left ? b.at(p, j) : symmetric(a, half, hermitian, p, j);
        sum.add(Wide<T>(alpha) * x, y);
      }
      return sum;
    };
    expect(
        c, before, beta, order, [](auto, auto) { return true; }, product, false, hermitian ? "hemm" : "symm");
  }

  /// op(A) op(B)' (and with A and B exchanged) as rank-k routines have it.
  Sum<T> rank_k(const Stored<T>& a, const Stored<T>& b, Transpose trans, std::int64_t k, bool hermitian,
                const T& alpha, std::int64_t i, std::int64_t j, Sum<T> sum = {}) {
    if (alpha == T{0}) return sum;
    for (std::int64_t p = 0; p < k; ++p) {
      const bool plain = trans == Transpose::none;
      T x = plain ? a.at(i, p) : a.at(p, i), y = plain ? b.at(j, p) : b.at(p, j);
      if (hermitian) (plain ? y : x) = conj_of(plain ? y : x);
      sum.add(Wide<T>(alpha) * Wide<T>(x), y);
    }
    return sum;
  }

  void check_rank_k(bool hermitian, bool two) {
    const Layout as = layout();
    const Uplo half = uplo();
    const Transpose turned = hermitian ? Transpose::conjugate_transpose : Transpose::transpose;
    const Transpose trans = below(2) == 0 ? Transpose::none : turned;
    const std::int64_t n = size(), k = size();
    T alpha = scalar(), beta = scalar();
    if (hermitian) beta = T{std::real(beta)};
    if (hermitian && !two) alpha = T{std::real(alpha)};
    const bool plain = trans == Transpose::none;
    const auto operand = [&] { return Stored<T>(as, plain ? n : k, plain ? k : n, below(3), generator_); };
    Stored<T> a = operand(), b = operand(), c(as, n, n, below(3), generator_);
    spoil(c, half, hermitian);
    const Stored<T> before = c;
    T* const out = c.data.data();
    const T *const x = a.data.data(), *const y = b.data.data();
    if constexpr (complex) {
      if (hermitian && two)
        her2k(as, half, trans, n, k, alpha, x, a.leading, y, b.leading, std::real(beta), out, c.leading);
      if (hermitian && !two)
        herk(as, half, trans, n, k, std::real(alpha), x, a.leading, std::real(beta), out, c.leading);
    }
    if (!hermitian && two)
      syr2k(as, half, trans, n, k, alpha, x, a.leading, y, b.leading, beta, out, c.leading);
    if (!hermitian && !two) syrk(as, half, trans, n, k, alpha, x, a.leading, beta, out, c.leading);
    const bool untouched = beta == T{1} && (alpha == T{0} || k == 0);
    const auto product = [&](std::int64_t i, std::int64_t j) {
      if (!two) return rank_k(a, a, trans, k, hermitian, alpha, i, j);
      const T second = hermitian ? conj_of(alpha) : alpha;
      return rank_k(b, a, trans, k, hermitian, second, i, j, rank_k(a, b, trans, k, hermitian, alpha, i, j));
    };
    expect(
        c, before, beta, two ? 2 * k : k,
        [&](auto i, auto j) { return holds(half, i, j) && !(untouched && hermitian); }, product, hermitian,
        std::string(hermitian ? "he" : "sy") + (two ? "r2k" : "rk"));
  }

  Generator generator_{test_seed()};
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Level3, Types);

constexpr int turns = 60;

TYPED_TEST(Level3, SymmetricAndHermitianOperands) {
  for (int turn = 0; turn < turns && !this->HasFatalFailure(); ++turn)
    this->check_symm(this->complex && turn % 2 == 0);
}

TYPED_TEST(Level3, RankKUpdates) {
  for (int turn = 0; turn < turns && !this->HasFatalFailure(); ++turn)
    this->check_rank_k(this->complex && turn % 2 == 0, false);
}

TYPED_TEST(Level3, Rank2KUpdates) {
  for (int turn = 0; turn < turns && !this->HasFatalFailure(); ++turn)
    this->check_rank_k(this->complex && turn % 2 == 0, true);
}

TYPED_TEST(Level3, HalvesOfProducts) {
  using T = TypeParam;
  for (int turn = 0; turn < turns && !this->HasFatalFailure(); ++turn) {
    const Layout as = this->layout();
    const Uplo half = this->uplo();
    const std::int64_t n = this->size(), k = this->size();
    const auto op = [&] { return static_cast<Transpose>(this->below(4)); };
    const Transpose trans_a = op(), trans_b = op();
    const auto turned = [](Transpose t) {
      return t == Transpose::transpose || t == Transpose::conjugate_transpose;
    };
    const auto conjugated = [](Transpose t) {
      return t == Transpose::conjugate || t == Transpose::conjugate_transpose;
    };
    const T alpha = this->scalar(), beta = this->scalar();
    Stored<T> a(as, turned(trans_a) ? k : n, turned(trans_a) ? n : k, 1, this->generator_),
        b(as, turned(trans_b) ? n : k, turned(trans_b) ? k : n, 2, this->generator_),
        c(as, n, n, 0, this->generator_);
    this->spoil(c, half, false);
    const Stored<T> before = c;
    gemmt(as, half, trans_a, trans_b, n, k, alpha, a.data.data(), a.leading, b.data.data(), b.leading, beta,
          c.data.data(), c.leading);
    const auto product = [&](std::int64_t i, std::int64_t j) {
      Sum<T> sum;
      for (std::int64_t p = 0; p < k && alpha != T{0}; ++p) {
        const T x = turned(trans_a) ? a.at(p, i) : a.at(i, p), y = turned(trans_b) ? b.at(j, p) : b.at(p, j);
        sum.add(Wide<T>(alpha) * Wide<T>(conjugated(trans_a) ? conj_of(x) : x),
                conjugated(trans_b) ? conj_of(y) : y);
      }
      return sum;
    };
    this->expect(
        c, before, beta, k, [&](auto i, auto j) { return holds(half, i, j); }, product, false, "gemmt");
  }
}

/// Row-major calls are column-major ones of the transposes: both give what the definition says.
TYPED_TEST(Level3, Triangles) {
  using T = TypeParam;
  for (int turn = 0; turn < turns / 2 && !this->HasFatalFailure(); ++turn) {
    const Layout as = this->layout();
    const Uplo half = this->uplo();
    const Side side = this->below(2) == 0 ? Side::left : Side::right;
    const Transpose trans = static_cast<Transpose>(this->below(3));
    const Diag diag = this->below(2) == 0 ? Diag::unit : Diag::non_unit;
    const std::int64_t m = this->size(), n = this->size(), order = side == Side::left ? m : n;
    const T alpha = this->scalar();
    Stored<T> a(as, order, order, this->below(3), this->generator_),
        b(as, m, n, this->below(3), this->generator_);
    for (std::int64_t i = 0; i < order; ++i)
      for (std::int64_t j = 0; j < order; ++j)
        a.at(i, j) = i == j ? a.at(i, j) + T{3} : a.at(i, j) / T(static_cast<Real<T>>(order));
    const Stored<T> whole = a;
    const auto op = [&](std::int64_t i, std::int64_t j) {
      const bool turned = trans != Transpose::none, conjugated = trans == Transpose::conjugate_transpose;
      if (i == j && diag == Diag::unit) return T{1};
      if (!holds(half, turned ? j : i, turned ? i : j)) return T{0};
      const T value = turned ? whole.at(j, i) : whole.at(i, j);
      return conjugated ? conj_of(value) : value;
    };
    this->spoil(a, half, false);
    if (diag == Diag::unit)
      for (std::int64_t i = 0; i < order; ++i) a.at(i, i) = nothing<T>();
    const Stored<T> before = b;
    const auto product = [&](const Stored<T>& x, T factor) {
      return [&, factor](std::int64_t i, std::int64_t j) {
        Sum<T> sum;
        for (std::int64_t p = 0; p < order && factor != T{0}; ++p)
          sum.add(Wide<T>(factor) * Wide<T>(side == Side::left ? op(i, p) : x.at(i, p)),
                  side == Side::left ? x.at(p, j) : op(p, j));
        return sum;
      };
    };
    const auto everywhere = [](auto, auto) { return true; };
    trmm(as, side, half, trans, diag, m, n, alpha, a.data.data(), a.leading, b.data.data(), b.leading);
    this->expect(b, before, T{0}, 2 * order, everywhere, product(before, alpha), false, "trmm");
    b = before;
    trsm(as, side, half, trans, diag, m, n, alpha, a.data.data(), a.leading, b.data.data(), b.leading);
    // op(A) X is alpha B.
    Stored<T> scaled = before;
    for (T& element : scaled.data) element *= alpha;
    this->expect(scaled, before, T{0}, 2 * order + 2, everywhere, product(b, T{1}), false, "trsm");
  }
}

TEST(Level3InC, HasTheBitsOfTheTemplates) {
  constexpr std::int64_t n = 37, k = 21;
  Generator generator(test_seed());
  SCOPED_TRACE(test_seed());
  const Stored<double> a(Layout::column_major, n, n, 0, generator), b = a;
  const auto same = [&](auto by_c, auto by_template) {
    std::vector<double> in_c(n * n, 1), in_template(n * n, 1);
    EXPECT_EQ(by_c(in_c.data()), NUMAPACK_OK) << numapack_error_message();
    by_template(in_template.data());
    EXPECT_EQ(in_c, in_template);
  };
  const double* const x = a.data.data();
  const double* const y = b.data.data();
  same([&](double* c) { return numapack_dsymm(NUMAPACK_ROW_MAJOR, 'r', 'u', n, n, 2, x, n, y, n, 3, c, n); },
       [&](double* c) {
         symm(Layout::row_major, Side::right, Uplo::upper, n, n, 2.0, x, n, y, n, 3.0, c, n);
       });
  same([&](double* c) { return numapack_dsyrk(NUMAPACK_COLUMN_MAJOR, 'L', 'N', n, k, 2, x, n, 3, c, n); },
       [&](double* c) {
         syrk(Layout::column_major, Uplo::lower, Transpose::none, n, k, 2.0, x, n, 3.0, c, n);
       });
  same(
      [&](double* c) {
        return numapack_dsyr2k(NUMAPACK_COLUMN_MAJOR, 'U', 'T', n, k, 2, x, n, y, n, 3, c, n);
      },
      [&](double* c) {
        syr2k(Layout::column_major, Uplo::upper, Transpose::transpose, n, k, 2.0, x, n, y, n, 3.0, c, n);
      });
  same(
      [&](double* c) {
        return numapack_dgemmt(NUMAPACK_ROW_MAJOR, 'L', 'N', 'T', n, k, 2, x, n, y, n, 3, c, n);
      },
      [&](double* c) {
        gemmt(Layout::row_major, Uplo::lower, Transpose::none, Transpose::transpose, n, k, 2.0, x, n, y, n,
              3.0, c, n);
      });
}

TEST(Level3InC, RefusesInOneLine) {
  std::vector<double> x(100, 1), c = x;
  const auto refused = [&](numapack_status status, const char* text) {
    EXPECT_EQ(status, NUMAPACK_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(numapack_error_message(), text), nullptr) << numapack_error_message();
    EXPECT_EQ(c, std::vector<double>(100, 1));
  };
  const double* const a = x.data();
  double* const out = c.data();
  constexpr auto columns = NUMAPACK_COLUMN_MAJOR, rows = NUMAPACK_ROW_MAJOR;
  refused(numapack_dsymm(columns, 'Q', 'L', 4, 4, 1, a, 4, a, 4, 0, out, 4), "symm: side 'Q'");
  refused(numapack_dsymm(columns, 'L', 'Q', 4, 4, 1, a, 4, a, 4, 0, out, 4), "symm: uplo 'Q'");
  refused(numapack_dsymm(columns, 'L', 'L', -4, 4, 1, a, 4, a, 4, 0, out, 4), "symm: m is -4");
  refused(numapack_dsymm(columns, 'R', 'L', 4, 5, 1, a, 4, a, 4, 0, out, 4), "symm: lda is 4");
  refused(numapack_dsymm(rows, 'L', 'L', 5, 4, 1, a, 4, a, 4, 0, out, 4), "symm: lda is 4");
  refused(numapack_dsyrk(columns, 'L', 'R', 4, 4, 1, a, 4, 0, out, 4), "syrk: transposition");
  refused(numapack_dsyrk(columns, 'L', 'N', 4, 4, 1, a, 3, 0, out, 4), "syrk: lda is 3");
  refused(numapack_dsyrk(columns, 'L', 'N', 4, -1, 1, a, 4, 0, out, 4), "syrk: k is -1");
  refused(numapack_dsyrk(columns, 'L', 'N', 4, 4, 1, nullptr, 4, 0, out, 4), "syrk: a is a null pointer");
  refused(numapack_dsyrk(columns, 'L', 'N', 4, 4, 1, out, 4, 0, out, 4), "syrk: c shares memory with a");
  refused(numapack_dsyr2k(columns, 'U', 'N', 4, 4, 1, a, 4, a, 3, 0, out, 4), "syr2k: ldb is 3");
  refused(numapack_dgemmt(rows, 'U', 'N', 'N', 4, 4, 1, a, 4, a, 4, 0, out, 3), "gemmt: ldc is 3");
  refused(numapack_dgemmt(static_cast<numapack_layout>(7), 'U', 'N', 'N', 4, 4, 1, a, 4, a, 4, 0, out, 4),
          "gemmt: layout 7");
  refused(numapack_dtrsm(columns, 'X', 'U', 'N', 'N', 4, 4, 1, a, 4, out, 4), "trsm: side 'X'");
  refused(numapack_dtrsm(columns, 'L', 'X', 'N', 'N', 4, 4, 1, a, 4, out, 4), "trsm: uplo 'X'");
  refused(numapack_dtrsm(columns, 'L', 'U', 'N', 'X', 4, 4, 1, a, 4, out, 4), "trsm: diag 'X'");
  refused(numapack_dtrsm(columns, 'L', 'U', 'X', 'N', 4, 4, 1, a, 4, out, 4), "transposition 'X'");
  refused(numapack_dtrmm(columns, 'L', 'U', 'N', 'N', -1, 4, 1, a, 4, out, 4), "trmm: m is -1");
  refused(numapack_dtrmm(rows, 'L', 'U', 'N', 'N', 4, -2, 1, a, 4, out, 4), "trmm: n is -2");
  refused(numapack_dtrmm(columns, 'R', 'U', 'N', 'N', 4, 5, 1, a, 4, out, 4), "trmm: lda is 4");
  refused(numapack_dtrmm(rows, 'R', 'U', 'N', 'N', 4, 5, 1, a, 5, out, 4), "trmm: ldb is 4");
  refused(numapack_dtrsm(columns, 'L', 'U', 'N', 'N', 4, 4, 1, nullptr, 4, out, 4), "trsm: a is a null");
  refused(numapack_dtrsm(static_cast<numapack_layout>(7), 'L', 'U', 'N', 'N', 4, 4, 1, a, 4, out, 4),
          "trsm: layout 7");
  refused(numapack_zherk(columns, 'L', 'T', 4, 4, 1, a, 4, 0, out, 4), "herk: transposition");
  refused(numapack_zsymm(columns, 'L', 'L', 4, 4, nullptr, a, 4, a, 4, a, out, 4),
          "symm: alpha is a null pointer");
}

}  // namespace
}  // namespace numapack

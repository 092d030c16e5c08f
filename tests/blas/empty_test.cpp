// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "blas/two_libraries.hpp"

namespace numapack::testing {
namespace {

/// Every routine with each of its sizes 0, 1 and 3, and with the least workspace: info and all that is
/// written are the reference's; of an empty problem to the bit.
template <class T>
class Empty : public ::testing::Test {
 protected:
  static constexpr bool complex = !std::is_floating_point_v<T>;
  static constexpr int most = 3, sizes_[] = {0, 1, most};
  const int ld_ = 4, one_ = 1;

  void SetUp() override {
    const std::string& problem = ReferenceLapack::get().problem();
    if (!problem.empty()) GTEST_SKIP() << problem;
  }

  /// Far from singular.
  std::vector<T> matrix() {
    Matrix<T> a = draw_.definite(draw_.level(most));
    for (int i = 0; i < most; ++i) a.at(i, i) = std::real(a.at(i, i));
    Matrix<T> wide;
    wide.ld = ld_;
    wide.data.assign(4 * 4, T{7});
    for (int j = 0; j < most; ++j) std::copy_n(&a.at(0, j), most, &wide.at(0, j));
    return wide.data;
  }

  template <class... Arguments>
  void call(const char* routine, bool empty, Arguments&&... arguments) {
    ++calls_;
    libraries_.call(routine, arguments...);
    const std::string where = std::string(routine) + (describe(arguments) + ...);
    (expect_same(where, empty, arguments), ...);
  }
  /// The same with a workspace of so many.
  template <class... Arguments>
  void with_work(const char* routine, int least, bool empty, Arguments&&... arguments) {
    std::vector<T> work(static_cast<std::size_t>(least)), other = work;
    Both<T> both(work);
    ++calls_;
    libraries_.call(routine, arguments..., both, &std::as_const(least), info_);
    const std::string where = std::string(routine) + (describe(arguments) + ...);
    (expect_same(where, empty, arguments), ...);
    expect_same(where, true, info_);
    EXPECT_EQ(info_.own[0], 0) << where;
  }

  template <class Each>
  static void for_sizes(const Each& each) {
    for (const int m : sizes_)
      for (const int n : sizes_) each(m, n);
  }

  Draw<T> draw_{Numbers::ordinary, test_seed()};
  Tally tally_;
  TwoLibraries<T> libraries_{tally_, ""};
  Both<int> info_{{-99}};
  int calls_ = 0;
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};

 private:
  static std::string describe(const char* letter) { return std::string(" ") + *letter; }
  static std::string describe(const int* size) { return " " + std::to_string(*size); }
  template <class Other>
  static std::string describe(const Other&) {
    return "";
  }

  template <class Element>
  static void expect_same(const std::string& where, bool empty, const Both<Element>& both) {
    using Part = Real<Element>;
    for (std::size_t i = 0; i < both.own.size(); ++i) {
      if (both.own[i] == both.reference[i]) continue;
      EXPECT_FALSE(empty) << where << ", element " << i << ": " << both.own[i] << ", " << both.reference[i];
      if constexpr (!std::is_same_v<Element, int>) {
        EXPECT_LE(std::abs(both.own[i] - both.reference[i]),
                  400 * std::numeric_limits<Part>::epsilon() * (1 + std::abs(both.reference[i])))
            << where << ", element " << i;
      }
    }
  }
  template <class Other>
  static void expect_same(const std::string&, bool, const Other&) {}
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Empty, Types);

TYPED_TEST(Empty, Products) {
  using T = TypeParam;
  using R = Real<T>;
  for (const T beta : {T{0}, T{1}, T(R(0.5))})
    for (const T alpha : {T{0}, T{1}})
      this->for_sizes([&](const int m, const int n) {
        const R real_alpha = std::real(alpha), real_beta = std::real(beta);
        const bool none = m == 0 || n == 0;
        const std::vector<T> a = this->matrix(), b = this->matrix();
        for (const int k : this->sizes_) {
          Both<T> c(this->matrix());
          this->call("gemm", none || k == 0, "N", "T", &m, &n, &k, &alpha, a, &this->ld_, b, &this->ld_,
                     &beta, c, &this->ld_);
        }
        const auto square = [&](const char* routine, const auto& alpha_, const auto& beta_) {
          Both<T> c(this->matrix());
          this->call(routine, none, "L", "N", &n, &m, &alpha_, a, &this->ld_, &beta_, c, &this->ld_);
        };
        const auto square_2 = [&](const char* routine, const auto& beta_) {
          Both<T> c(this->matrix());
          this->call(routine, none, "U", "N", &n, &m, &alpha, a, &this->ld_, b, &this->ld_, &beta_, c,
                     &this->ld_);
        };
        square("syrk", alpha, beta);
        square_2("syr2k", beta);
        Both<T> c(this->matrix()), y(this->matrix()), z(this->matrix());
        this->call("symm", none, "L", "U", &m, &n, &alpha, a, &this->ld_, b, &this->ld_, &beta, c,
                   &this->ld_);
        this->call("gemv", none, "N", &m, &n, &alpha, a, &this->ld_, b, &this->one_, &beta, y, &this->one_);
        this->call("symv", n == 0, "L", &n, &alpha, a, &this->ld_, b, &this->one_, &beta, z, &this->one_);
        if constexpr (TestFixture::complex) {
          square("herk", real_alpha, real_beta);
          square_2("her2k", real_beta);
          this->call("hemm", none, "R", "U", &m, &n, &alpha, a, &this->ld_, b, &this->ld_, &beta, c,
                     &this->ld_);
          this->call("hemv", n == 0, "U", &n, &alpha, a, &this->ld_, b, &this->one_, &beta, z, &this->one_);
        }
        const auto outer = [&](const char* routine) {
          Both<T> of_a(this->matrix());
          this->call(routine, none, &m, &n, &alpha, a, &this->one_, b, &this->one_, of_a, &this->ld_);
        };
        for (const char* const routine :
             TestFixture::complex ? std::vector{"geru", "gerc"} : std::vector{"ger"})
          outer(routine);
      });
}

TYPED_TEST(Empty, TrianglesAndVectors) {
  using T = TypeParam;
  this->for_sizes([&](const int m, const int n) {
    const std::vector<T> a = this->matrix(), x = this->matrix();
    for (const T alpha : {T{0}, T{1}})
      for (const char* const routine : {"trmm", "trsm"})
        for (const char* const side : {"L", "R"}) {
          Both<T> b(this->matrix());
          this->call(routine, m == 0 || n == 0, side, "U", "T", "N", &m, &n, &alpha, a, &this->ld_, b,
                     &this->ld_);
        }
    for (const char* const routine : {"trmv", "trsv"}) {
      Both<T> b(this->matrix());
      this->call(routine, n == 0, "L", "N", "N", &n, a, &this->ld_, b, &this->one_);
    }
    const Real<T> alpha{2};
    const T alpha_2{2};
    Both<T> b(this->matrix());
    this->call(TestFixture::complex ? "her" : "syr", n == 0, "L", &n, &alpha, x, &this->one_, b, &this->ld_);
    this->call(TestFixture::complex ? "her2" : "syr2", n == 0, "U", &n, &alpha_2, x, &this->one_, a,
               &this->one_, b, &this->ld_);
  });
}

TYPED_TEST(Empty, Lapack) {
  using T = TypeParam;
  this->for_sizes([&](const int m, const int n) {
    const std::vector<T> original = this->matrix();
    Both<T> a(original);
    Both<int> pivots(std::vector<int>(4, 1));
    this->call("getrf", m == 0 || n == 0, &m, &n, a, &this->ld_, pivots, this->info_);
    for (const int nrhs : this->sizes_) {
      const bool none = n == 0 || nrhs == 0;
      Both<T> lu(original), b(this->matrix()), c(this->matrix()), factor(original);
      Both<int> own_pivots(std::vector<int>(4, 1));
      this->call("gesv", n == 0, &n, &nrhs, lu, &this->ld_, own_pivots, b, &this->ld_, this->info_);
      this->call("getrs", none, "T", &n, &nrhs, lu.own, &this->ld_, own_pivots.own, c, &this->ld_,
                 this->info_);
      this->call("posv", n == 0, "U", &n, &nrhs, factor, &this->ld_, b, &this->ld_, this->info_);
      this->call("potrs", none, "U", &n, &nrhs, factor.own, &this->ld_, c, &this->ld_, this->info_);
    }
    for (const char* const routine : {"potrf", "lauum", "potri"}) {
      Both<T> one_triangle(original);
      this->call(routine, n == 0, "L", &n, one_triangle, &this->ld_, this->info_);
    }
    Both<T> triangle(original), lu(original);
    this->call("trtri", n == 0, "U", "N", &n, triangle, &this->ld_, this->info_);
    this->with_work("getri", std::max(1, n), n == 0, &n, lu, &this->ld_, std::vector<int>{1, 2, 3});
  });
}

TYPED_TEST(Empty, Qr) {
  using T = TypeParam;
  this->for_sizes([&](const int m, const int n) {
    const bool none = m == 0 || n == 0;
    const std::vector<T> original = this->matrix();
    Both<T> qr(original), tau(std::vector<T>(4, T{5}));
    this->with_work("geqrf", m == 0 ? 1 : std::max(1, n), none, &m, &n, qr, &this->ld_, tau);
    for (const int k : this->sizes_)
      for (const char* const side : {"L", "R"}) {
        if (k > (*side == 'L' ? m : n)) continue;
        Both<T> c(this->matrix());
        this->with_work(TestFixture::complex ? "unmqr" : "ormqr", std::max(1, *side == 'L' ? n : m),
                        none || k == 0, side, TestFixture::complex ? "C" : "T", &m, &n, &k, qr.own,
                        &this->ld_, tau.own, c, &this->ld_);
      }
    for (const int k : this->sizes_) {
      if (n > m || k > n) continue;
      Both<T> q(original);
      this->with_work(TestFixture::complex ? "ungqr" : "orgqr", std::max(1, n), n == 0 || k == 0, &m, &n, &k,
                      q, &this->ld_, tau.own);
    }
    for (const int nrhs : this->sizes_)
      for (const char* const trans : {"N", TestFixture::complex ? "C" : "T"}) {
        Both<T> a(original), b(this->matrix());
        const int smaller = std::min(m, n);
        this->with_work("gels", std::max(1, smaller + std::max(smaller, nrhs)), none || nrhs == 0, trans, &m,
                        &n, &nrhs, a, &this->ld_, b, &this->ld_);
      }
  });
}

}  // namespace
}  // namespace numapack::testing

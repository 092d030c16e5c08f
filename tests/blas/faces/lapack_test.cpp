// SPDX-License-Identifier: BSD-3-Clause
#include "blas/faces/faces.hpp"

#include <algorithm>

#include "numapack/lapack.hpp"
#include "numapack/qr.hpp"

namespace numapack::testing {
namespace {

// Faces pass on what they are given: the same bits as the library's own functions have.

constexpr std::int64_t n = 29, nrhs = 5, ld = 40;
constexpr auto column = Layout::column_major;

template <class S>
class LapackFaces : public Faces<S> {
 protected:
  using typename Faces<S>::Element;
  using typename Faces<S>::Integer;
  const Integer n_ = n, nrhs_ = nrhs, ld_ = ld, fewer_ = 13;
  Integer info_ = -99;
  std::vector<Element> given = this->matrix(ld * n), sides = this->matrix(ld * n);

  /// Far from singular, and Hermitian by the triangle that is read.
  void SetUp() override {
    for (std::int64_t j = 0; j < n; ++j) given[static_cast<std::size_t>(j * (ld + 1))] = Element{3 * n};
  }
  /// Asks for the workspace's size, then calls with so much.
  template <class... Before>
  void with_work(const std::string& routine, std::int64_t least, Before... before) {
    std::vector<Element> work(1);
    const Integer question = -1;
    Faces<S>::fortran(routine, before..., work.data(), &question, &info_);
    ASSERT_EQ(info_, 0);
    const Integer size = static_cast<Integer>(std::real(work[0]));
    ASSERT_GE(size, least);
    work.resize(static_cast<std::size_t>(size));
    Faces<S>::fortran(routine, before..., work.data(), &size, &info_);
    ASSERT_EQ(info_, 0);
  }
};
TYPED_TEST_SUITE(LapackFaces, AllFaces);

TYPED_TEST(LapackFaces, Lu) {
  using T = typename TypeParam::T;
  using Int = typename TypeParam::Int;
  const auto lapack = [](const char* routine, auto... arguments) {
    Faces<TypeParam>::fortran(routine, arguments...);
  };
  std::vector<T> lu = this->given, own_lu = this->given, x = this->sides, own_x = this->sides;
  std::vector<Int> ipiv(n);
  std::vector<std::int64_t> own_ipiv(n);
  lapack("getrf", &this->n_, &this->n_, lu.data(), &this->ld_, ipiv.data(), &this->info_);
  EXPECT_EQ(this->info_, getrf(column, n, n, own_lu.data(), ld, own_ipiv.data()));
  EXPECT_EQ(lu, own_lu);
  EXPECT_EQ(std::vector<std::int64_t>(ipiv.begin(), ipiv.end()), own_ipiv);
  lapack("getrs", "T", &this->n_, &this->nrhs_, lu.data(), &this->ld_, ipiv.data(), x.data(), &this->ld_,
         &this->info_);
  getrs(column, Transpose::transpose, n, nrhs, own_lu.data(), ld, own_ipiv.data(), own_x.data(), ld);
  EXPECT_EQ(this->info_, 0);
  EXPECT_EQ(x, own_x);
  this->with_work("getri", n, &this->n_, lu.data(), &this->ld_, ipiv.data());
  EXPECT_EQ(getri(column, n, own_lu.data(), ld, own_ipiv.data()), 0);
  EXPECT_EQ(lu, own_lu);
  std::vector<T> a = this->given, own_a = this->given;
  lapack("gesv", &this->n_, &this->nrhs_, a.data(), &this->ld_, ipiv.data(), x.data(), &this->ld_,
         &this->info_);
  EXPECT_EQ(this->info_, gesv(column, n, nrhs, own_a.data(), ld, own_ipiv.data(), own_x.data(), ld));
  EXPECT_EQ(x, own_x);
  // A column of zeros: info says which.
  std::fill(a.begin() + 4 * ld, a.begin() + 5 * ld, T{0});
  lapack("getrf", &this->n_, &this->n_, a.data(), &this->ld_, ipiv.data(), &this->info_);
  EXPECT_EQ(this->info_, 5);
}

TYPED_TEST(LapackFaces, CholeskyAndTriangles) {
  using T = typename TypeParam::T;
  const auto lapack = [](const char* routine, auto... arguments) {
    Faces<TypeParam>::fortran(routine, arguments...);
  };
  const auto in_triangle = [&](const char* routine, const auto& own) {
    std::vector<T> a = this->given, own_a = this->given;
    lapack(routine, "L", &this->n_, a.data(), &this->ld_, &this->info_);
    EXPECT_EQ(this->info_, own(own_a.data())) << routine;
    EXPECT_EQ(a, own_a) << routine;
  };
  in_triangle("potrf", [](T* a) { return potrf(column, Uplo::lower, n, a, ld); });
  in_triangle("potri", [](T* a) { return potri(column, Uplo::lower, n, a, ld); });
  in_triangle("lauum", [](T* a) { return lauum(column, Uplo::lower, n, a, ld), 0; });
  std::vector<T> a = this->given, own_a = this->given, x = this->sides, own_x = this->sides;
  lapack("posv", "U", &this->n_, &this->nrhs_, a.data(), &this->ld_, x.data(), &this->ld_, &this->info_);
  EXPECT_EQ(this->info_, posv(column, Uplo::upper, n, nrhs, own_a.data(), ld, own_x.data(), ld));
  EXPECT_EQ(x, own_x);
  lapack("potrs", "U", &this->n_, &this->nrhs_, a.data(), &this->ld_, x.data(), &this->ld_, &this->info_);
  potrs(column, Uplo::upper, n, nrhs, own_a.data(), ld, own_x.data(), ld);
  EXPECT_EQ(this->info_, 0);
  EXPECT_EQ(x, own_x);
  lapack("trtri", "L", "U", &this->n_, a.data(), &this->ld_, &this->info_);
  EXPECT_EQ(this->info_, trtri(column, Uplo::lower, Diag::unit, n, own_a.data(), ld));
  EXPECT_EQ(a, own_a);
  a[static_cast<std::size_t>(7 * (ld + 1))] = T{-1};
  lapack("potrf", "U", &this->n_, a.data(), &this->ld_, &this->info_);
  EXPECT_EQ(this->info_, 8);
}

TYPED_TEST(LapackFaces, Qr) {
  using T = typename TypeParam::T;
  constexpr bool unitary = TestFixture::complex;
  std::vector<T> qr = this->given, own_qr = this->given, tau(n), own_tau(n), c = this->sides,
                 own_c = this->sides;
  this->with_work("geqrf", 13, &this->n_, &this->fewer_, qr.data(), &this->ld_, tau.data());
  geqrf(column, n, 13, own_qr.data(), ld, own_tau.data());
  EXPECT_EQ(qr, own_qr);
  EXPECT_EQ(tau, own_tau);
  this->with_work(unitary ? "unmqr" : "ormqr", 5, "L", unitary ? "C" : "T", &this->n_, &this->nrhs_,
                  &this->fewer_, qr.data(), &this->ld_, tau.data(), c.data(), &this->ld_);
  if constexpr (unitary)
    unmqr(column, Side::left, Transpose::conjugate_transpose, n, nrhs, 13, own_qr.data(), ld, own_tau.data(),
          own_c.data(), ld);
  else
    ormqr(column, Side::left, Transpose::transpose, n, nrhs, 13, own_qr.data(), ld, own_tau.data(),
          own_c.data(), ld);
  EXPECT_EQ(c, own_c);
  this->with_work(unitary ? "ungqr" : "orgqr", 13, &this->n_, &this->fewer_, &this->fewer_, qr.data(),
                  &this->ld_, tau.data());
  if constexpr (unitary)
    ungqr(column, n, 13, 13, own_qr.data(), ld, own_tau.data());
  else
    orgqr(column, n, 13, 13, own_qr.data(), ld, own_tau.data());
  EXPECT_EQ(qr, own_qr);
  std::vector<T> a = this->given, own_a = this->given;
  this->with_work("gels", 26, "N", &this->n_, &this->fewer_, &this->nrhs_, a.data(), &this->ld_, c.data(),
                  &this->ld_);
  EXPECT_EQ(gels(column, Transpose::none, n, 13, nrhs, own_a.data(), ld, own_c.data(), ld), 0);
  EXPECT_EQ(c, own_c);
}

}  // namespace
}  // namespace numapack::testing

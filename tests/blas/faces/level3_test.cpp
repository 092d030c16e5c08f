// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/level3.hpp"
#include "blas/faces/faces.hpp"
#include "numapack/level2.hpp"

namespace numapack::testing {
namespace {

// Faces pass on what they are given: the same bits as the library's own functions have.

template <class S>
class Level3Faces : public Faces<S> {
 protected:
  using typename Faces<S>::Element;
  using typename Faces<S>::Integer;
  using R = Real<Element>;
  const Element alpha_ = random_value<Element>(this->generator_),
                beta_ = random_value<Element>(this->generator_);
  const R real_alpha_ = R(0.75), real_beta_ = R(-0.5);
  const std::vector<Element> a_ = this->matrix(64 * 64), b_ = this->matrix(64 * 64),
                             c_ = this->matrix(64 * 64);
  const Integer m_ = 23, n_ = 31, k_ = 17, ld_ = 40;

  /// Both calls make the same of c.
  template <class One, class Other>
  void expect_same(const One& one, const Other& other) {
    std::vector<Element> first = c_, second = c_;
    one(first.data());
    other(second.data());
    EXPECT_NE(first, c_);
    EXPECT_EQ(first, second);
  }
};
TYPED_TEST_SUITE(Level3Faces, AllFaces);

TYPED_TEST(Level3Faces, Fortran) {
  using T = typename TypeParam::T;
  const auto &a = this->a_, &b = this->b_;
  const auto &m = this->m_, &n = this->n_, &k = this->k_, &ld = this->ld_;
  const T &alpha = this->alpha_, &beta = this->beta_;
  const auto column = Layout::column_major;
  const auto call = [](const char* routine, auto... arguments) {
    TestFixture::fortran(routine, arguments...);
  };
  const auto gemm_by = [&](const char* routine) {
    return [&, routine](T* c) {
      call(routine, "n", "T", &m, &n, &k, &alpha, a.data(), &ld, b.data(), &ld, &beta, c, &ld);
    };
  };
  const auto own_gemm = [&](T* c) {
    gemm<T>(column, Transpose::none, Transpose::transpose, m, n, k, alpha, a.data(), ld, b.data(), ld, beta,
            c, ld);
  };
  this->expect_same(gemm_by("gemm"), own_gemm);
  for (const char* const routine : {"gemmt", "gemmtr"})
    this->expect_same(
        [&](T* c) {
          call(routine, "U", "N", "C", &n, &k, &alpha, a.data(), &ld, b.data(), &ld, &beta, c, &ld);
        },
        [&](T* c) {
          gemmt<T>(column, Uplo::upper, Transpose::none, Transpose::conjugate_transpose, n, k, alpha,
                   a.data(), ld, b.data(), ld, beta, c, ld);
        });
  this->expect_same(
      [&](T* c) { call("symm", "R", "u", &m, &n, &alpha, a.data(), &ld, b.data(), &ld, &beta, c, &ld); },
      [&](T* c) {
        symm<T>(column, Side::right, Uplo::upper, m, n, alpha, a.data(), ld, b.data(), ld, beta, c, ld);
      });
  this->expect_same([&](T* c) { call("syrk", "L", "T", &n, &k, &alpha, a.data(), &ld, &beta, c, &ld); },
                    [&](T* c) {
                      syrk<T>(column, Uplo::lower, Transpose::transpose, n, k, alpha, a.data(), ld, beta, c,
                              ld);
                    });
  this->expect_same(
      [&](T* c) { call("syr2k", "U", "N", &n, &k, &alpha, a.data(), &ld, b.data(), &ld, &beta, c, &ld); },
      [&](T* c) {
        syr2k<T>(column, Uplo::upper, Transpose::none, n, k, alpha, a.data(), ld, b.data(), ld, beta, c, ld);
      });
  this->expect_same([&](T* c) { call("trmm", "L", "U", "C", "N", &m, &n, &alpha, a.data(), &ld, c, &ld); },
                    [&](T* c) {
                      trmm<T>(column, Side::left, Uplo::upper, Transpose::conjugate_transpose, Diag::non_unit,
                              m, n, alpha, a.data(), ld, c, ld);
                    });
  this->expect_same([&](T* c) { call("trsm", "R", "L", "N", "U", &m, &n, &alpha, a.data(), &ld, c, &ld); },
                    [&](T* c) {
                      trsm<T>(column, Side::right, Uplo::lower, Transpose::none, Diag::unit, m, n, alpha,
                              a.data(), ld, c, ld);
                    });
  const typename TypeParam::Int step = 2, back = -1;
  this->expect_same(
      [&](T* y) { call("gemv", "T", &m, &n, &alpha, a.data(), &ld, b.data(), &back, &beta, y, &step); },
      [&](T* y) {
        gemv<T>(column, Transpose::transpose, m, n, alpha, a.data(), ld, b.data(), -1, beta, y, 2);
      });
  this->expect_same(
      [&](T* y) { call("symv", "L", &n, &alpha, a.data(), &ld, b.data(), &back, &beta, y, &step); },
      [&](T* y) { symv<T>(column, Uplo::lower, n, alpha, a.data(), ld, b.data(), -1, beta, y, 2); });
  this->expect_same([&](T* x) { call("trmv", "L", "C", "U", &n, a.data(), &ld, x, &step); },
                    [&](T* x) {
                      trmv<T>(column, Uplo::lower, Transpose::conjugate_transpose, Diag::unit, n, a.data(),
                              ld, x, 2);
                    });
  this->expect_same(
      [&](T* x) { call("trsv", "u", "N", "N", &n, a.data(), &ld, x, &back); },
      [&](T* x) { trsv<T>(column, Uplo::upper, Transpose::none, Diag::non_unit, n, a.data(), ld, x, -1); });
  if constexpr (TestFixture::complex) {
    const auto &real_alpha = this->real_alpha_, &real_beta = this->real_beta_;
    this->expect_same(gemm_by("gemm3m"), own_gemm);
    this->expect_same(
        [&](T* c) { call("hemm", "L", "U", &m, &n, &alpha, a.data(), &ld, b.data(), &ld, &beta, c, &ld); },
        [&](T* c) {
          hemm<T>(column, Side::left, Uplo::upper, m, n, alpha, a.data(), ld, b.data(), ld, beta, c, ld);
        });
    this->expect_same(
        [&](T* c) { call("herk", "U", "C", &n, &k, &real_alpha, a.data(), &ld, &real_beta, c, &ld); },
        [&](T* c) {
          herk<T>(column, Uplo::upper, Transpose::conjugate_transpose, n, k, real_alpha, a.data(), ld,
                  real_beta, c, ld);
        });
    this->expect_same(
        [&](T* c) {
          call("her2k", "L", "N", &n, &k, &alpha, a.data(), &ld, b.data(), &ld, &real_beta, c, &ld);
        },
        [&](T* c) {
          her2k<T>(column, Uplo::lower, Transpose::none, n, k, alpha, a.data(), ld, b.data(), ld, real_beta,
                   c, ld);
        });
    this->expect_same([&](T* c) { call("gerc", &m, &n, &alpha, a.data(), &step, b.data(), &back, c, &ld); },
                      [&](T* c) { gerc<T>(column, m, n, alpha, a.data(), 2, b.data(), -1, c, ld); });
    this->expect_same(
        [&](T* y) { call("hemv", "U", &n, &alpha, a.data(), &ld, b.data(), &back, &beta, y, &step); },
        [&](T* y) { hemv<T>(column, Uplo::upper, n, alpha, a.data(), ld, b.data(), -1, beta, y, 2); });
    this->expect_same([&](T* c) { call("her", "U", &n, &real_alpha, a.data(), &step, c, &ld); },
                      [&](T* c) { her<T>(column, Uplo::upper, n, real_alpha, a.data(), 2, c, ld); });
    this->expect_same(
        [&](T* c) { call("her2", "L", &n, &alpha, a.data(), &step, b.data(), &back, c, &ld); },
        [&](T* c) { her2<T>(column, Uplo::lower, n, alpha, a.data(), 2, b.data(), -1, c, ld); });
  } else {
    this->expect_same([&](T* c) { call("syr", "L", &n, &alpha, a.data(), &back, c, &ld); },
                      [&](T* c) { syr<T>(column, Uplo::lower, n, alpha, a.data(), -1, c, ld); });
    this->expect_same(
        [&](T* c) { call("syr2", "U", &n, &alpha, a.data(), &step, b.data(), &back, c, &ld); },
        [&](T* c) { syr2<T>(column, Uplo::upper, n, alpha, a.data(), 2, b.data(), -1, c, ld); });
  }
  this->expect_same(
      [&](T* c) {
        call(TestFixture::complex ? "geru" : "ger", &m, &n, &alpha, a.data(), &step, b.data(), &back, c, &ld);
      },
      [&](T* c) { ger<T>(column, m, n, alpha, a.data(), 2, b.data(), -1, c, ld); });
}

TYPED_TEST(Level3Faces, CblasInBothLayouts) {
  using T = typename TypeParam::T;
  const auto &a = this->a_, &b = this->b_;
  const auto m = this->m_, n = this->n_, k = this->k_, ld = this->ld_;
  const auto call = [](const char* routine, auto... arguments) { TestFixture::cblas(routine, arguments...); };
  // Complex scalars go by address.
  const auto scalar = [](const T& value) {
    if constexpr (TestFixture::complex)
      return static_cast<const void*>(&value);
    else
      return value;
  };
  const auto alpha = scalar(this->alpha_), beta = scalar(this->beta_);
  for (const int layout : {101, 102}) {
    const auto own = static_cast<Layout>(layout);
    const auto gemm_by = [&](const char* routine) {
      return [&, routine](T* c) {
        call(routine, layout, 113, 111, m, n, k, alpha, a.data(), ld, b.data(), ld, beta, c, ld);
      };
    };
    const auto own_gemm = [&](T* c) {
      gemm<T>(own, Transpose::conjugate_transpose, Transpose::none, m, n, k, this->alpha_, a.data(), ld,
              b.data(), ld, this->beta_, c, ld);
    };
    this->expect_same(gemm_by("gemm"), own_gemm);
    for (const char* const routine : {"gemmt", "gemmtr"})
      this->expect_same(
          [&](T* c) {
            call(routine, layout, 122, 111, 112, n, k, alpha, a.data(), ld, b.data(), ld, beta, c, ld);
          },
          [&](T* c) {
            gemmt<T>(own, Uplo::lower, Transpose::none, Transpose::transpose, n, k, this->alpha_, a.data(),
                     ld, b.data(), ld, this->beta_, c, ld);
          });
    this->expect_same(
        [&](T* c) { call("symm", layout, 141, 122, m, n, alpha, a.data(), ld, b.data(), ld, beta, c, ld); },
        [&](T* c) {
          symm<T>(own, Side::left, Uplo::lower, m, n, this->alpha_, a.data(), ld, b.data(), ld, this->beta_,
                  c, ld);
        });
    this->expect_same([&](T* c) { call("syrk", layout, 121, 111, n, k, alpha, a.data(), ld, beta, c, ld); },
                      [&](T* c) {
                        syrk<T>(own, Uplo::upper, Transpose::none, n, k, this->alpha_, a.data(), ld,
                                this->beta_, c, ld);
                      });
    this->expect_same(
        [&](T* c) { call("syr2k", layout, 122, 112, n, k, alpha, a.data(), ld, b.data(), ld, beta, c, ld); },
        [&](T* c) {
          syr2k<T>(own, Uplo::lower, Transpose::transpose, n, k, this->alpha_, a.data(), ld, b.data(), ld,
                   this->beta_, c, ld);
        });
    this->expect_same(
        [&](T* c) { call("trmm", layout, 142, 121, 111, 132, m, n, alpha, a.data(), ld, c, ld); },
        [&](T* c) {
          trmm<T>(own, Side::right, Uplo::upper, Transpose::none, Diag::unit, m, n, this->alpha_, a.data(),
                  ld, c, ld);
        });
    this->expect_same(
        [&](T* c) { call("trsm", layout, 141, 122, 112, 131, m, n, alpha, a.data(), ld, c, ld); },
        [&](T* c) {
          trsm<T>(own, Side::left, Uplo::lower, Transpose::transpose, Diag::non_unit, m, n, this->alpha_,
                  a.data(), ld, c, ld);
        });
    using Int = typename TypeParam::Int;
    this->expect_same(
        [&](T* y) {
          call("gemv", layout, 113, m, n, alpha, a.data(), ld, b.data(), Int{-1}, beta, y, Int{2});
        },
        [&](T* y) {
          gemv<T>(own, Transpose::conjugate_transpose, m, n, this->alpha_, a.data(), ld, b.data(), -1,
                  this->beta_, y, 2);
        });
    this->expect_same(
        [&](T* c) {
          call(TestFixture::complex ? "geru" : "ger", layout, m, n, alpha, a.data(), Int{2}, b.data(),
               Int{-1}, c, ld);
        },
        [&](T* c) { ger<T>(own, m, n, this->alpha_, a.data(), 2, b.data(), -1, c, ld); });
    this->expect_same([&](T* x) { call("trmv", layout, 121, 113, 131, n, a.data(), ld, x, Int{-1}); },
                      [&](T* x) {
                        trmv<T>(own, Uplo::upper, Transpose::conjugate_transpose, Diag::non_unit, n, a.data(),
                                ld, x, -1);
                      });
    this->expect_same(
        [&](T* x) { call("trsv", layout, 122, 111, 132, n, a.data(), ld, x, Int{2}); },
        [&](T* x) { trsv<T>(own, Uplo::lower, Transpose::none, Diag::unit, n, a.data(), ld, x, 2); });
    if constexpr (TestFixture::complex) {
      this->expect_same(gemm_by("gemm3m"), own_gemm);
      this->expect_same(
          [&](T* c) { call("hemm", layout, 142, 121, m, n, alpha, a.data(), ld, b.data(), ld, beta, c, ld); },
          [&](T* c) {
            hemm<T>(own, Side::right, Uplo::upper, m, n, this->alpha_, a.data(), ld, b.data(), ld,
                    this->beta_, c, ld);
          });
      this->expect_same(
          [&](T* c) {
            call("herk", layout, 122, 113, n, k, this->real_alpha_, a.data(), ld, this->real_beta_, c, ld);
          },
          [&](T* c) {
            herk<T>(own, Uplo::lower, Transpose::conjugate_transpose, n, k, this->real_alpha_, a.data(), ld,
                    this->real_beta_, c, ld);
          });
      this->expect_same(
          [&](T* c) {
            call("her2k", layout, 121, 111, n, k, alpha, a.data(), ld, b.data(), ld, this->real_beta_, c, ld);
          },
          [&](T* c) {
            her2k<T>(own, Uplo::upper, Transpose::none, n, k, this->alpha_, a.data(), ld, b.data(), ld,
                     this->real_beta_, c, ld);
          });
      this->expect_same(
          [&](T* c) { call("gerc", layout, m, n, alpha, a.data(), Int{2}, b.data(), Int{-1}, c, ld); },
          [&](T* c) { gerc<T>(own, m, n, this->alpha_, a.data(), 2, b.data(), -1, c, ld); });
      this->expect_same(
          [&](T* y) {
            call("hemv", layout, 122, n, alpha, a.data(), ld, b.data(), Int{-1}, beta, y, Int{2});
          },
          [&](T* y) {
            hemv<T>(own, Uplo::lower, n, this->alpha_, a.data(), ld, b.data(), -1, this->beta_, y, 2);
          });
      this->expect_same(
          [&](T* c) { call("her", layout, 121, n, this->real_alpha_, a.data(), Int{2}, c, ld); },
          [&](T* c) { her<T>(own, Uplo::upper, n, this->real_alpha_, a.data(), 2, c, ld); });
      this->expect_same(
          [&](T* c) { call("her2", layout, 122, n, alpha, a.data(), Int{2}, b.data(), Int{-1}, c, ld); },
          [&](T* c) { her2<T>(own, Uplo::lower, n, this->alpha_, a.data(), 2, b.data(), -1, c, ld); });
    } else {
      this->expect_same(
          [&](T* y) {
            call("symv", layout, 121, n, alpha, a.data(), ld, b.data(), Int{-1}, beta, y, Int{2});
          },
          [&](T* y) {
            symv<T>(own, Uplo::upper, n, this->alpha_, a.data(), ld, b.data(), -1, this->beta_, y, 2);
          });
      this->expect_same([&](T* c) { call("syr", layout, 122, n, alpha, a.data(), Int{-1}, c, ld); },
                        [&](T* c) { syr<T>(own, Uplo::lower, n, this->alpha_, a.data(), -1, c, ld); });
      this->expect_same(
          [&](T* c) { call("syr2", layout, 121, n, alpha, a.data(), Int{2}, b.data(), Int{-1}, c, ld); },
          [&](T* c) { syr2<T>(own, Uplo::upper, n, this->alpha_, a.data(), 2, b.data(), -1, c, ld); });
    }
  }
}

}  // namespace
}  // namespace numapack::testing

// SPDX-License-Identifier: BSD-3-Clause
#include "exceptions/reach.hpp"
#include "numapack/level2.hpp"
#include "numapack/level3.hpp"

namespace numapack::testing {
namespace {

template <class T>
class Products : public Reach<T> {
 protected:
  using typename Reach<T>::R;
  using Reach<T>::complex, Reach<T>::columns_;
  static constexpr std::int64_t order_ = 37;

  /// each(name, call) of all products with alpha and beta; call(alpha, a, b, beta, c): n x n matrices, of
  /// vectors the first columns.
  template <class Each>
  static void for_all(const Each& each) {
    constexpr std::int64_t n = order_;
    const auto no = Transpose::none;
    const auto upper = Uplo::upper;
    using M = Full<T>;
    each("gemm", [=](T alpha, const M& a, const M& b, T beta, M& c) {
      gemm<T>(columns_, no, no, n, n, n, alpha, a.data.data(), n, b.data.data(), n, beta, c.data.data(), n);
    });
    each("gemmt", [=](T alpha, const M& a, const M& b, T beta, M& c) {
      gemmt<T>(columns_, upper, no, no, n, n, alpha, a.data.data(), n, b.data.data(), n, beta, c.data.data(),
               n);
    });
    each("symm", [=](T alpha, const M& a, const M& b, T beta, M& c) {
      symm<T>(columns_, Side::left, upper, n, n, alpha, a.data.data(), n, b.data.data(), n, beta,
              c.data.data(), n);
    });
    each("syrk", [=](T alpha, const M& a, const M&, T beta, M& c) {
      syrk<T>(columns_, upper, no, n, n, alpha, a.data.data(), n, beta, c.data.data(), n);
    });
    each("syr2k", [=](T alpha, const M& a, const M& b, T beta, M& c) {
      syr2k<T>(columns_, upper, no, n, n, alpha, a.data.data(), n, b.data.data(), n, beta, c.data.data(), n);
    });
    each("gemv", [=](T alpha, const M& a, const M& b, T beta, M& c) {
      gemv<T>(columns_, no, n, n, alpha, a.data.data(), n, b.data.data(), 1, beta, c.data.data(), 1);
    });
    each("symv", [=](T alpha, const M& a, const M& b, T beta, M& c) {
      symv<T>(columns_, upper, n, alpha, a.data.data(), n, b.data.data(), 1, beta, c.data.data(), 1);
    });
    if constexpr (complex) {
      each("hemm", [=](T alpha, const M& a, const M& b, T beta, M& c) {
        hemm<T>(columns_, Side::right, upper, n, n, alpha, a.data.data(), n, b.data.data(), n, beta,
                c.data.data(), n);
      });
      each("herk", [=](T alpha, const M& a, const M&, T beta, M& c) {
        herk<T>(columns_, upper, no, n, n, std::real(alpha), a.data.data(), n, std::real(beta), c.data.data(),
                n);
      });
      each("her2k", [=](T alpha, const M& a, const M& b, T beta, M& c) {
        her2k<T>(columns_, upper, no, n, n, alpha, a.data.data(), n, b.data.data(), n, std::real(beta),
                 c.data.data(), n);
      });
      each("hemv", [=](T alpha, const M& a, const M& b, T beta, M& c) {
        hemv<T>(columns_, upper, n, alpha, a.data.data(), n, b.data.data(), 1, beta, c.data.data(), 1);
      });
    }
  }
  static bool has_triangle(const std::string& name) {
    return name == "gemmt" || name.starts_with("syr") || name.starts_with("her");
  }
  /// Elements that a routine writes.
  static auto written(const std::string& name) {
    return [triangle = has_triangle(name), vector = name.ends_with("mv")](std::int64_t i, std::int64_t j) {
      return (!triangle || i <= j) && (!vector || j == 0);
    };
  }
};
TYPED_TEST_SUITE(Products, AllTypes);

TYPED_TEST(Products, WithAlphaZeroReadNoFactors) {
  using T = TypeParam;
  const Full<T> nothing_there(this->order_, this->order_, nothing<T>());
  const Full<Taint> nowhere(this->order_, this->order_);
  TestFixture::for_all([&](const std::string& name, const auto& call) {
    for (const T beta : {T{0}, T{1}, T{2}}) {
      Full<T> c = this->matrix(this->order_, this->order_);
      call(T{0}, nothing_there, nothing_there, beta, c);
      EXPECT_EQ(differs(c, nowhere, TestFixture::written(name)), "") << name;
    }
  });
  for (const bool solves : {false, true}) {
    Full<T> b = this->matrix(this->order_, this->order_);
    const auto call = solves ? &trsm<T> : &trmm<T>;
    call(TestFixture::columns_, Side::left, Uplo::lower, Transpose::none, Diag::non_unit, this->order_,
         this->order_, T{0}, nothing_there.data.data(), this->order_, b.data.data(), this->order_);
    EXPECT_EQ(b.data, Full<T>(this->order_, this->order_).data);
    // Nor what is multiplied by it.
    b = nothing_there;
    call(TestFixture::columns_, Side::right, Uplo::lower, Transpose::none, Diag::non_unit, this->order_,
         this->order_, T{0}, nothing_there.data.data(), this->order_, b.data.data(), this->order_);
    EXPECT_EQ(b.data, Full<T>(this->order_, this->order_).data);
  }
  const Full<T> before = this->matrix(this->order_, this->order_);
  Full<T> a = before;
  ger<T>(TestFixture::columns_, this->order_, this->order_, T{0}, nothing_there.data.data(), 1,
         nothing_there.data.data(), 1, a.data.data(), this->order_);
  EXPECT_EQ(a.data, before.data);
}

TYPED_TEST(Products, WithBetaZeroDoNotReadC) {
  using T = TypeParam;
  const Full<T> a = this->matrix(this->order_, this->order_), b = this->matrix(this->order_, this->order_);
  const Full<Taint> nowhere(this->order_, this->order_);
  TestFixture::for_all([&](const std::string& name, const auto& call) {
    for (const T alpha : {T{0}, T{1}, T{2}}) {
      Full<T> c(this->order_, this->order_, nothing<T>());
      call(alpha, a, b, T{0}, c);
      EXPECT_EQ(differs(c, nowhere, TestFixture::written(name)), "") << name;
    }
  });
}

TYPED_TEST(Products, ByNanAreNan) {
  using T = TypeParam;
  const Full<T> a = this->matrix(this->order_, this->order_), b = this->matrix(this->order_, this->order_);
  const Full<Taint> everywhere(this->order_, this->order_, Taint{true});
  TestFixture::for_all([&](const std::string& name, const auto& call) {
    for (const bool of_alpha : {false, true}) {
      Full<T> c = this->matrix(this->order_, this->order_);
      call(of_alpha ? nothing<T>() : T{1}, a, b, of_alpha ? T{1} : nothing<T>(), c);
      EXPECT_EQ(differs(c, everywhere, TestFixture::written(name)), "") << name << ' ' << of_alpha;
    }
  });
}

/// Zeros in a matrix or a vector are factors like all others.
TYPED_TEST(Products, OfZeroAndNanAreNan) {
  using T = TypeParam;
  const Full<T> zeros(this->order_, this->order_), nothing_there(this->order_, this->order_, nothing<T>());
  const Full<Taint> everywhere(this->order_, this->order_, Taint{true});
  TestFixture::for_all([&](const std::string& name, const auto& call) {
    for (const bool first : {false, true}) {
      if (name == "syrk" || name == "herk") continue;
      Full<T> c = this->matrix(this->order_, this->order_);
      call(T{1}, first ? zeros : nothing_there, first ? nothing_there : zeros, T{1}, c);
      EXPECT_EQ(differs(c, everywhere, TestFixture::written(name)), "") << name << ' ' << first;
    }
  });
  for (const bool first : {false, true}) {
    Full<T> a = this->matrix(this->order_, this->order_);
    ger<T>(TestFixture::columns_, this->order_, this->order_, T{1},
           (first ? zeros : nothing_there).data.data(), 1, (first ? nothing_there : zeros).data.data(), 1,
           a.data.data(), this->order_);
    EXPECT_EQ(differs(a, everywhere), "") << first;
  }
}

/// Imaginary parts of a Hermitian diagonal are not read, and zero where it is written.
TYPED_TEST(Products, HaveRealHermitianDiagonals) {
  using T = TypeParam;
  constexpr std::int64_t n = TestFixture::order_;
  if constexpr (TestFixture::complex) {
    const auto with_nan = [](Full<T> matrix) {
      for (std::int64_t i = 0; i < n; ++i) matrix.at(i, i).imag(std::numeric_limits<Real<T>>::quiet_NaN());
      return matrix;
    };
    const Full<Taint> nowhere(n, n);
    TestFixture::for_all([&](const std::string& name, const auto& call) {
      if (!name.starts_with("he")) return;
      const bool update = TestFixture::has_triangle(name);
      const Full<T> a = this->definite(n), b = this->matrix(n, n);
      Full<T> c = this->definite(n);
      if (update) c = with_nan(c);
      call(T{2}, update ? a : with_nan(a), b, T{1}, c);
      EXPECT_EQ(differs(c, nowhere, TestFixture::written(name)), "") << name;
      for (std::int64_t i = 0; update && i < n; ++i) EXPECT_EQ(std::imag(c.at(i, i)), 0) << name;
    });
  }
}

/// Of NaN or infinity in A, B or C.
TYPED_TEST(Products, AreWhatTheirFormulaSays) {
  using T = TypeParam;
  constexpr std::int64_t n = TestFixture::order_;
  TestFixture::for_all([&](const std::string& name, const auto& call) {
    for (int turn = 0; turn < 12; ++turn) {
      Full<T> a = this->matrix(n, n), b = this->matrix(n, n), c = this->matrix(n, n);
      this->taint(turn % 3 == 0 ? a : turn % 3 == 1 ? b : c);
      const Full<Taint> of_a = taints(a), of_b = taints(b);
      Full<Taint> expected = taints(c);
      const bool symmetric = name.ends_with("mm") || name.ends_with("mv");
      const auto mirrored = [&](std::int64_t i, std::int64_t j) {
        const bool whole = name == "gemm" || name == "gemmt" || name == "gemv";
        return !whole && symmetric && i > j ? of_a.at(j, i) : of_a.at(i, j);
      };
      for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i)
          for (std::int64_t p = 0; p < n; ++p) {
            Taint& sum = expected.at(i, j);
            if (name == "hemm")
              sum += of_b.at(i, p) * mirrored(p, j);
            else if (name == "syrk" || name == "herk")
              sum += of_a.at(i, p) * of_a.at(j, p);
            else if (name == "syr2k" || name == "her2k")
              sum += of_a.at(i, p) * of_b.at(j, p) + of_b.at(i, p) * of_a.at(j, p);
            else
              sum += mirrored(i, p) * of_b.at(p, j);
          }
      call(T{2}, a, b, T{1}, c);
      EXPECT_EQ(differs(c, expected, TestFixture::written(name)), "") << name << ", turn " << turn;
    }
  });
}

}  // namespace
}  // namespace numapack::testing

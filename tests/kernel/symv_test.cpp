// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "kernel/triangle/factor_kernel.hpp"
#include "kernel/types.hpp"
#include "support/guarded.hpp"
#include "support/symv_reference.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

template <class T>
class SymvKernels : public ::testing::Test {
 protected:
  static constexpr bool complex = !std::is_same_v<T, Real<T>>;

  Index below(Index most) { return Index(generator_() % std::uint64_t(most)); }
  bool coin() { return below(2) == 0; }

  /// test(kernel) for every one, `turn` counting up.
  template <class Test>
  void for_kernels(Index turns, const Test& test) {
    for (const Kernel<T>& usable : usable_kernels<T>()) {
      SCOPED_TRACE(usable.shape.name);
      const FactorKernel<T>* const kernel = find_factor_kernel<T>(usable.shape);
      ASSERT_NE(kernel, nullptr);
      for (Index turn = 0; turn < turns && !this->HasFatalFailure(); ++turn) test(*kernel, turn);
    }
  }

  Generator generator_{test_seed()};
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
};
TYPED_TEST_SUITE(SymvKernels, Types);

/// The other triangle has nothing, A and the vectors end at an inaccessible page.
TYPED_TEST(SymvKernels, TrianglesTimesVectorsAndTheirSolutions) {
  using T = TypeParam;
  this->for_kernels(400, [&](const FactorKernel<T>& kernel, Index turn) {
    const Index n = turn < 80 ? 1 + turn : 1 + this->below(150), lda = n + this->below(3);
    const bool lower = this->coin(), across = this->coin(), unit = this->coin(), solve = this->coin();
    const bool conjugate = this->complex && this->coin();
    Guarded<T> a(static_cast<std::size_t>(lda * (n - 1) + n)), x(static_cast<std::size_t>(n)), y(x.size());
    const Uplo triangle = lower ? Uplo::lower : Uplo::upper;
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i)
        a[std::size_t(i + j * lda)] = holds(triangle, i, j) && !(unit && i == j)
                                          ? triangle_value<T>(i, j, n, this->generator_)
                                          : nothing<T>();
    for (Index i = 0; i < n; ++i) x[std::size_t(i)] = random_value<T>(this->generator_);
    if (solve) {
      std::copy(x.data(), x.data() + n, y.data());
      kernel.substitute({lower, across, conjugate, unit, n, a.data(), lda, x.data()});
    } else {
      // A diagonal of ones is left out: y begins with what it gives.
      for (Index i = 0; i < n; ++i) y[std::size_t(i)] = unit ? x[std::size_t(i)] : T{0};
      const Index middle = this->below(n + 1);
      for (const Range columns : {Range{middle, n}, Range{0, middle}})
        kernel.mirror({lower, false, conjugate, across ? TriangleUse::columns : TriangleUse::rows, unit, n,
                       a.data(), lda, columns.begin, columns.end, T{1}, x.data(), y.data()});
    }
    const Matrix<T> of_a = [&](Index i, Index j) {
      if (across) std::swap(i, j);
      if (!holds(triangle, i, j)) return T{0};
      if (unit && i == j) return T{1};
      const T value = a[std::size_t(i + j * lda)];
      return conjugate ? conj_of(value) : value;
    };
    ASSERT_EQ(
        product_error<T>(
            n, of_a, [&](Index i) { return x[std::size_t(i)]; }, [&](Index i) { return y[std::size_t(i)]; }),
        "")
        << (lower ? "lower" : "upper") << (across ? ", across" : "") << (conjugate ? ", conjugated" : "")
        << (unit ? ", unit" : "") << (solve ? ", solved" : "");
  });
}

TYPED_TEST(SymvKernels, UpdatesOfOneRankAndOfTwo) {
  using T = TypeParam;
  this->for_kernels(240, [&](const FactorKernel<T>& kernel, Index turn) {
    UpdatePass<T> pass;
    pass.n = turn < 80 ? 1 + turn : 1 + this->below(150);
    pass.leading = pass.n + this->below(3);
    pass.lower = this->coin(), pass.hermitian = this->complex && this->coin();
    pass.begin = this->coin() ? 0 : this->below(pass.n);
    pass.end = this->coin() ? pass.n : pass.begin + this->below(pass.n - pass.begin + 1);
    pass.alpha = random_value<T>(this->generator_);
    const Index n = pass.n;
    Guarded<T> memory(static_cast<std::size_t>(pass.leading * (n - 1) + n + 1)),
        x(static_cast<std::size_t>(n)), y(static_cast<std::size_t>(n));
    // A complex number need not lie at a multiple of its own size.
    T* const a = reinterpret_cast<T*>(reinterpret_cast<Real<T>*>(memory.data()) + (this->coin() ? 1 : 0));
    std::vector<T> before(memory.size() - 1);
    for (T& value : before) value = random_value<T>(this->generator_);
    if constexpr (TestFixture::complex)
      for (Index j = 0; j < n && pass.hermitian; ++j)
        before[std::size_t(j * (pass.leading + 1))].imag(std::numeric_limits<Real<T>>::quiet_NaN());
    std::copy(before.begin(), before.end(), a);
    for (T* vector : {x.data(), y.data()})
      for (Index i = 0; i < n; ++i) vector[i] = random_value<T>(this->generator_);
    pass.a = a, pass.x = x.data();
    Update<T> update{pass.hermitian, pass.alpha, pass.alpha, [&](Index i) { return x[std::size_t(i)]; }, {}};
    if (this->coin()) {
      pass.y = y.data();
      update.y = [&](Index i) { return y[std::size_t(i)]; };
    } else if (pass.hermitian) {
      pass.alpha = T{std::real(pass.alpha)};
    }
    update.alpha = pass.alpha, update.beta = pass.hermitian ? conj_of(pass.alpha) : pass.alpha;
    kernel.update(pass);
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i) {
        const auto place = std::size_t(i + j * pass.leading);
        const bool touched =
            j >= pass.begin && j < pass.end && holds(pass.lower ? Uplo::lower : Uplo::upper, i, j);
        if (touched) {
          ASSERT_EQ(update.error(i, j, before[place], a[place]), "") << "of " << n;
        } else if (!pass.hermitian || i != j) {
          ASSERT_EQ(a[place], before[place]) << i << ", " << j << " of " << n;
        }
      }
  });
}

}  // namespace
}  // namespace numapack

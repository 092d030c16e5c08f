// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "kernel/triangle/factor_kernel.hpp"
#include "kernel/types.hpp"
#include "support/guarded.hpp"
#include "support/reference.hpp"
#include "support/values.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

/// A random triangle of a matrix, NaN in the other one, ending at an inaccessible page; its columns times a
/// vector.
template <class T>
class Mirrored {
 public:
  static constexpr bool complex = !std::is_same_v<T, Real<T>>;

  Mirrored(const MirrorPass<T>& shape, Generator& generator)
      : pass(shape),
        a_(static_cast<std::size_t>(shape.leading * (shape.n - 1) + shape.n)),
        x_(static_cast<std::size_t>(shape.n)),
        y_(x_.size()) {
    for (Index j = 0; j < pass.n; ++j)
      for (Index i = 0; i < pass.n; ++i)
        at(i, j) = is_stored(i, j) ? random_value<T>(generator) : nothing<T>();
    if constexpr (complex)
      for (Index j = 0; j < pass.n && pass.hermitian; ++j)
        at(j, j).imag(std::numeric_limits<Real<T>>::quiet_NaN());
    for (T* vector : {x_.data(), y_.data()})
      for (Index i = 0; i < pass.n; ++i) vector[i] = random_value<T>(generator);
    before_.assign(y_.data(), y_.data() + pass.n);
    pass.a = a_.data();
    pass.x = x_.data();
    pass.y = y_.data();
  }

  void expect_right() const {
    std::vector<Wide<T>> sums(before_.begin(), before_.end());
    std::vector<WideReal<T>> sizes;
    for (const T& value : before_) sizes.push_back(std::abs(Wide<T>(value)));
    const auto add = [&](Index to, Wide<T> element, Index from) {
      if (pass.conjugate && pass.hermitian) element = conjugated(element);
      const Wide<T> term = Wide<T>(pass.alpha) * element * Wide<T>(x_[std::size_t(from)]);
      sums[std::size_t(to)] += term;
      sizes[std::size_t(to)] += std::abs(term);
    };
    for (Index j = pass.begin; j < pass.end; ++j)
      for (Index i = 0; i < pass.n; ++i) {
        if (!is_stored(i, j)) continue;
        const Wide<T> value = i == j && pass.hermitian ? Wide<T>(std::real(at(i, j))) : Wide<T>(at(i, j));
        add(i, value, j);
        if (i != j) add(j, pass.hermitian ? conjugated(value) : value, i);
      }
    const auto bound = complex ? 2 * gamma<T>(2 * pass.n + 10) : gamma<T>(pass.n + 4);
    for (Index i = 0; i < pass.n; ++i)
      ASSERT_LE(std::abs(Wide<T>(y_[std::size_t(i)]) - sums[std::size_t(i)]), bound * sizes[std::size_t(i)])
          << "element " << i << " of " << pass.n << ", columns " << pass.begin << " to " << pass.end
          << (pass.lower ? ", lower" : ", upper") << (pass.hermitian ? ", hermitian" : "")
          << (pass.conjugate ? ", conjugated" : "");
  }

  MirrorPass<T> pass;

 private:
  static Wide<T> conjugated(const Wide<T>& value) {
    if constexpr (complex)
      return std::conj(value);
    else
      return value;
  }
  bool is_stored(Index i, Index j) const { return pass.lower ? i >= j : i <= j; }
  T& at(Index i, Index j) const { return a_[static_cast<std::size_t>(i + j * pass.leading)]; }

  Guarded<T> a_, x_, y_;
  std::vector<T> before_;
};

template <class T>
class Mirror : public ::testing::Test {};
TYPED_TEST_SUITE(Mirror, Types);

TYPED_TEST(Mirror, UsesEachElementForItsRowAndItsColumn) {
  using T = TypeParam;
  Generator generator(test_seed());
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  const auto below = [&](Index most) { return Index(generator() % std::uint64_t(most)); };
  for (const Kernel<T>& usable : usable_kernels<T>()) {
    SCOPED_TRACE(usable.shape.name);
    const FactorKernel<T>* const kernel = find_factor_kernel<T>(usable.shape);
    ASSERT_NE(kernel, nullptr);
    for (Index turn = 0; turn < 240 && !this->HasFatalFailure(); ++turn) {
      MirrorPass<T> shape;
      shape.n = turn < 80 ? 1 + turn : 1 + below(200);
      shape.leading = shape.n + below(3);
      shape.lower = below(2) == 0;
      shape.hermitian = Mirrored<T>::complex && below(2) == 0;
      shape.conjugate = shape.hermitian && below(2) == 0;
      shape.begin = below(2) == 0 ? 0 : below(shape.n);
      shape.end = below(2) == 0 ? shape.n : shape.begin + below(shape.n - shape.begin + 1);
      shape.alpha = below(3) == 0 ? T{1} : random_value<T>(generator);
      const Mirrored<T> mirrored(shape, generator);
      kernel->mirror(mirrored.pass);
      mirrored.expect_right();
    }
  }
}

/// Real matrices: an infinite element of x makes infinite what its row has, not a NaN.
template <class R>
void expect_infinite(bool lower) {
  constexpr R infinite = std::numeric_limits<R>::infinity();
  for (const Kernel<R>& usable : usable_kernels<R>())
    for (const Index n : {3, 8, 21})
      for (Index at = 0; at < n; ++at) {
        const std::vector<R> a(static_cast<std::size_t>(n * n), R{1});
        std::vector<R> x(static_cast<std::size_t>(n), R{1}), y(x.size());
        x[static_cast<std::size_t>(at)] = infinite;
        find_factor_kernel<R>(usable.shape)
            ->mirror({lower, false, false, TriangleUse::both, false, n, a.data(), n, 0, n, R{1}, x.data(),
                      y.data()});
        for (const R value : y) ASSERT_EQ(value, infinite) << usable.shape.name << ", " << at << " of " << n;
      }
}

TEST(MirrorOfReals, HasInfinitiesWhereTheyBelong) {
  for (const bool lower : {true, false}) {
    expect_infinite<float>(lower);
    expect_infinite<double>(lower);
  }
}

}  // namespace
}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cpu/find_microarch.hpp"
#include "kernel/triangle/factor_kernel.hpp"
#include "kernel/types.hpp"
#include "support/guarded.hpp"
#include "support/reference.hpp"

namespace numapack {
namespace {

using testing::gamma;
using testing::Generator;
using testing::Guarded;
using testing::random_value;
using testing::Real;
using testing::test_seed;
using testing::Wide;
using testing::WideReal;

template <class T>
class Reflect : public ::testing::Test {
 protected:
  static constexpr bool complex = !std::is_same_v<T, Real<T>>;
  Generator generator{test_seed()};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};

  /// Rounding of sums of so many terms.
  static WideReal<T> bound(Index terms) {
    return complex ? 2 * gamma<T>(2 * terms + 4) : gamma<T>(terms + 2);
  }
  static Wide<T> conjugated(const T& x) {
    if constexpr (complex)
      return std::conj(Wide<T>(x));
    else
      return x;
  }

  /// A column and some others, each ending at an inaccessible page if `leading` is `rows`.
  struct Columns {
    Guarded<T> v, x;
    Columns(Index rows, Index columns, Index leading, Generator& generator)
        : v(static_cast<std::size_t>(rows)), x(static_cast<std::size_t>(leading * (columns - 1) + rows)) {
      for (std::size_t i = 0; i < v.size(); ++i) v[i] = random_value<T>(generator);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = random_value<T>(generator);
    }
  };

  /// Those in fixed order that this CPU runs.
  static std::vector<const FactorKernel<T>*> in_fixed_order_here() {
    std::vector<const FactorKernel<T>*> found;
    for (const Kernel<T>& usable : usable_kernels<T>()) {
      KernelShape shape = usable.shape;
      shape.microarch = microarch_of_fma(*shape.microarch);
      if (shape.microarch == nullptr) continue;
      if (const FactorKernel<T>* const kernel = find_factor_kernel<T>(shape)) found.push_back(kernel);
    }
    return found;
  }

  template <class Check>
  void for_all(const Check& check) {
    std::vector<const FactorKernel<T>*> kernels = in_fixed_order_here();
    for (const Kernel<T>& usable : usable_kernels<T>())
      kernels.push_back(find_factor_kernel<T>(usable.shape));
    for (const FactorKernel<T>* const kernel : kernels) {
      ASSERT_NE(kernel, nullptr);
      SCOPED_TRACE(std::string(kernel->name) + (kernel->fixed_order ? " in fixed order" : ""));
      for (const Index rows : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 40, 63, 64, 65, 130})
        for (const Index columns : {1, 2, 3, 4, 5, 8, 11}) check(*kernel, rows, columns, rows + rows % 3);
    }
  }
};
TYPED_TEST_SUITE(Reflect, Types);

TYPED_TEST(Reflect, MultipliesColumnsWithOne) {
  using T = TypeParam;
  this->for_all([&](const FactorKernel<T>& kernel, Index rows, Index columns, Index leading) {
    const typename TestFixture::Columns of(rows, columns, leading, this->generator);
    std::vector<T> out(static_cast<std::size_t>(columns));
    kernel.dots(rows, of.v.data(), of.x.data(), leading, columns, out.data());
    for (Index c = 0; c < columns; ++c) {
      Wide<T> sum = 0;
      WideReal<T> size = 0;
      for (Index i = 0; i < rows; ++i) {
        const Wide<T> v = this->conjugated(of.v.data()[i]), x = of.x.data()[i + c * leading];
        sum += v * x;
        size += std::abs(v) * std::abs(x);
      }
      ASSERT_LE(std::abs(Wide<T>(out[static_cast<std::size_t>(c)]) - sum), this->bound(rows) * size)
          << rows << " rows, column " << c << " of " << columns;
    }
  });
}

TYPED_TEST(Reflect, SumsInFixedOrderByAnyInstructions) {
  using T = TypeParam;
  const std::vector<const FactorKernel<T>*> kernels = this->in_fixed_order_here();
  EXPECT_GE(kernels.size(), supported(InstructionSet::avx512) ? 3U : 0U);
  for (Index rows = 1; rows <= 130; ++rows) {
    const Index columns = 1 + rows % 7;
    const typename TestFixture::Columns of(rows, columns, rows, this->generator);
    std::vector<T> first, out(static_cast<std::size_t>(columns));
    for (const FactorKernel<T>* const kernel : kernels) {
      kernel->dots(rows, of.v.data(), of.x.data(), rows, columns, out.data());
      if (first.empty()) first = out;
      ASSERT_EQ(out, first) << kernel->name << ", " << rows << " rows";
    }
  }
}

TYPED_TEST(Reflect, SubtractsMultiplesOfColumn) {
  using T = TypeParam;
  this->for_all([&](const FactorKernel<T>& kernel, Index rows, Index columns, Index leading) {
    const typename TestFixture::Columns of(rows, columns, leading, this->generator);
    const std::vector<T> before(of.x.data(), of.x.data() + of.x.size());
    std::vector<T> factors(static_cast<std::size_t>(columns));
    for (T& factor : factors) factor = random_value<T>(this->generator);
    kernel.subtract(rows, of.v.data(), of.x.data(), leading, columns, factors.data());
    for (Index c = 0; c < columns; ++c)
      for (Index i = 0; i < leading && i + c * leading < static_cast<Index>(of.x.size()); ++i) {
        const Wide<T> x = before[static_cast<std::size_t>(i + c * leading)],
                      got = of.x.data()[i + c * leading];
        if (i >= rows) {
          ASSERT_EQ(got, x) << "written between columns";
          continue;
        }
        const Wide<T> product = Wide<T>(of.v.data()[i]) * Wide<T>(factors[static_cast<std::size_t>(c)]);
        ASSERT_LE(std::abs(got - (x - product)), this->bound(1) * (std::abs(x) + std::abs(product)))
            << rows << " rows, column " << c << " of " << columns;
      }
  });
}

}  // namespace
}  // namespace numapack

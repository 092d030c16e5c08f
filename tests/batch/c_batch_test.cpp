// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <complex>
#include <vector>

#include "batch/random_groups.hpp"
#include "numapack/batch.h"
#include "numapack/numapack.h"

namespace numapack {
namespace {

using testing::Generator;
using testing::random_value;
using testing::same_bits;
using testing::test_seed;

/// Every C function by its type: the same as single calls.
template <class T>
struct C;
#define NUMAPACK_C_BATCHES(T, letter)                                             \
  template <>                                                                     \
  struct C<T> {                                                                   \
    static constexpr auto gemm = numapack_##letter##gemm;                         \
    static constexpr auto gemm_batch = numapack_##letter##gemm_batch;             \
    static constexpr auto gemm_strided = numapack_##letter##gemm_batch_strided;   \
    static constexpr auto trsm = numapack_##letter##trsm;                         \
    static constexpr auto trsm_batch = numapack_##letter##trsm_batch;             \
    static constexpr auto trsm_strided = numapack_##letter##trsm_batch_strided;   \
    static constexpr auto potrf = numapack_##letter##potrf;                       \
    static constexpr auto potrf_batch = numapack_##letter##potrf_batch;           \
    static constexpr auto potrf_strided = numapack_##letter##potrf_batch_strided; \
    static constexpr auto getrf = numapack_##letter##getrf;                       \
    static constexpr auto getrf_batch = numapack_##letter##getrf_batch;           \
    static constexpr auto getrf_strided = numapack_##letter##getrf_batch_strided; \
    static constexpr auto geqrf = numapack_##letter##geqrf;                       \
    static constexpr auto geqrf_batch = numapack_##letter##geqrf_batch;           \
    static constexpr auto geqrf_strided = numapack_##letter##geqrf_batch_strided; \
  }
NUMAPACK_C_BATCHES(float, s);
NUMAPACK_C_BATCHES(double, d);
NUMAPACK_C_BATCHES(std::complex<float>, c);
NUMAPACK_C_BATCHES(std::complex<double>, z);

template <class T>
class CBatch : public ::testing::Test {
 protected:
  static constexpr Index order = 12, number = 30, step = order * order;
  static constexpr numapack_layout layout = NUMAPACK_COLUMN_MAJOR;
  using Matrices = std::vector<T>;

  CBatch() {
    for (Matrices* const all : {&a, &b, &c})
      for (Index i = 0; i < step * number; ++i)
        all->push_back(random_value<T>(generator) + (i % step % (order + 1) == 0 ? T{order} : T{0}));
  }
  std::vector<T*> list(Matrices& of) const {
    std::vector<T*> found;
    for (Index i = 0; i < number; ++i) found.push_back(of.data() + i * step);
    return found;
  }
  template <class Each>
  static void each(const Each& single) {
    for (Index i = 0; i < number; ++i)
      EXPECT_EQ(single(i, i * step), NUMAPACK_OK) << numapack_error_message();
  }
  static auto scalar(const T& value) {
    if constexpr (std::is_floating_point_v<T>)
      return value;
    else
      return static_cast<const void*>(&value);
  }
  template <class Call>
  static void expect_ok(const Call& call) {
    EXPECT_EQ(call(), NUMAPACK_OK) << numapack_error_message();
  }
  /// Lists as C functions of complex types have them.
  static auto as_list(const std::vector<T*>& addresses) {
    if constexpr (std::is_floating_point_v<T>)
      return addresses.data();
    else
      return reinterpret_cast<void* const*>(addresses.data());
  }
  static auto as_inputs(const std::vector<T*>& addresses) {
    if constexpr (std::is_floating_point_v<T>)
      return const_cast<const T* const*>(addresses.data());
    else
      return reinterpret_cast<const void* const*>(addresses.data());
  }

  Generator generator{test_seed()};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
  Matrices a, b, c;
  const T two{2}, one{1};
  const std::int64_t size = order, problems = number;
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(CBatch, Types);

TYPED_TEST(CBatch, Gemm) {
  using F = C<TypeParam>;
  auto strided = this->c, listed = this->c, single = this->c;
  this->each([&](Index, Index at) {
    return F::gemm(this->layout, 'T', 'N', this->order, this->order, this->order, this->scalar(this->two),
                   this->a.data() + at, this->order, this->b.data() + at, this->order,
                   this->scalar(this->one), single.data() + at, this->order);
  });
  this->expect_ok([&] {
    return F::gemm_strided(this->layout, 'T', 'N', this->order, this->order, this->order,
                           this->scalar(this->two), this->a.data(), this->order, this->step, this->b.data(),
                           this->order, this->step, this->scalar(this->one), strided.data(), this->order,
                           this->step, this->number);
  });
  const std::int64_t* const n = &this->size;
  const auto of_a = this->list(this->a), of_b = this->list(this->b), of_c = this->list(listed);
  this->expect_ok([&] {
    return F::gemm_batch(this->layout, "T", "N", n, n, n, &this->two, this->as_inputs(of_a), n,
                         this->as_inputs(of_b), n, &this->one, this->as_list(of_c), n, 1, &this->problems);
  });
  EXPECT_TRUE(same_bits(strided, single));
  EXPECT_TRUE(same_bits(listed, single));
}

TYPED_TEST(CBatch, Trsm) {
  using F = C<TypeParam>;
  auto strided = this->b, listed = this->b, single = this->b;
  this->each([&](Index, Index at) {
    return F::trsm(this->layout, 'R', 'U', 'N', 'N', this->order, this->order, this->scalar(this->two),
                   this->a.data() + at, this->order, single.data() + at, this->order);
  });
  this->expect_ok([&] {
    return F::trsm_strided(this->layout, 'R', 'U', 'N', 'N', this->order, this->order,
                           this->scalar(this->two), this->a.data(), this->order, this->step, strided.data(),
                           this->order, this->step, this->number);
  });
  const std::int64_t* const n = &this->size;
  const auto of_a = this->list(this->a), of_b = this->list(listed);
  this->expect_ok([&] {
    return F::trsm_batch(this->layout, "R", "U", "N", "N", n, n, &this->two, this->as_inputs(of_a), n,
                         this->as_list(of_b), n, 1, &this->problems);
  });
  EXPECT_TRUE(same_bits(strided, single));
  EXPECT_TRUE(same_bits(listed, single));
}

TYPED_TEST(CBatch, Factorisations) {
  using F = C<TypeParam>;
  const Index n = this->order, stride = this->step, count = this->number;
  std::vector<std::int64_t> info(static_cast<std::size_t>(count)), expected(info),
      pivots(static_cast<std::size_t>(n * count)), other_pivots(pivots);
  std::vector<TypeParam> tau(static_cast<std::size_t>(n * count)), other_tau(tau);
  std::vector<std::int64_t*> rows;
  std::vector<TypeParam*> taus;
  for (Index i = 0; i < count; ++i) rows.push_back(pivots.data() + i * n), taus.push_back(tau.data() + i * n);
  for (const int routine : {0, 1, 2})
    for (const bool by_list : {false, true}) {
      auto together = this->a, single = this->a;
      const auto of_a = this->list(together);
      this->each([&](Index i, Index at) {
        std::int64_t& found = expected[static_cast<std::size_t>(i)];
        auto* const matrix = single.data() + at;
        if (routine == 0) return F::potrf(this->layout, 'L', n, matrix, n, &found);
        if (routine == 1) return F::getrf(this->layout, n, n, matrix, n, other_pivots.data() + i * n, &found);
        return F::geqrf(this->layout, n, n, matrix, n, other_tau.data() + i * n, &found);
      });
      std::ranges::fill(info, -9);
      this->expect_ok([&] {
        auto* const all = together.data();
        if (routine == 0)
          return by_list ? F::potrf_batch(this->layout, 'L', n, this->as_list(of_a), n, count, info.data())
                         : F::potrf_strided(this->layout, 'L', n, all, n, stride, count, info.data());
        if (routine == 1)
          return by_list ? F::getrf_batch(this->layout, n, n, this->as_list(of_a), n, rows.data(), count,
                                          info.data())
                         : F::getrf_strided(this->layout, n, n, all, n, stride, pivots.data(), n, count,
                                            info.data());
        return by_list
                   ? F::geqrf_batch(this->layout, n, n, this->as_list(of_a), n, this->as_list(taus), count,
                                    info.data())
                   : F::geqrf_strided(this->layout, n, n, all, n, stride, tau.data(), n, count, info.data());
      });
      EXPECT_TRUE(same_bits(together, single)) << routine;
      EXPECT_EQ(info, expected);
      EXPECT_EQ(pivots, other_pivots);
      EXPECT_TRUE(same_bits(tau, other_tau));
    }
}

TYPED_TEST(CBatch, RefusesWhatIsNotThere) {
  using F = C<TypeParam>;
  auto kept = this->c;
  EXPECT_EQ(
      F::gemm_strided(this->layout, '?', 'N', this->order, this->order, this->order, this->scalar(this->two),
                      this->a.data(), this->order, this->step, this->b.data(), this->order, this->step,
                      this->scalar(this->one), kept.data(), this->order, this->step, this->number),
      NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(F::trsm_strided(this->layout, '?', 'U', 'N', 'N', this->order, this->order,
                            this->scalar(this->two), this->a.data(), this->order, this->step, kept.data(),
                            this->order, this->step, this->number),
            NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(F::potrf_strided(this->layout, 'L', this->order, kept.data(), this->order - 1, this->step,
                             this->number, nullptr),
            NUMAPACK_INVALID_ARGUMENT);
  EXPECT_TRUE(same_bits(kept, this->c));
}

}  // namespace
}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "batch/random_groups.hpp"
#include "batch/random_stacks.hpp"
#include "numapack/batch.hpp"
#include "numapack/error.hpp"
#include "numapack/lapack.hpp"
#include "numapack/level3.hpp"
#include "numapack/qr.hpp"
#include "runtime/thread_limit.hpp"

namespace numapack {
namespace {

using testing::layouts;
using testing::random_value;
using testing::same_bits;
using testing::Stack;

template <class T>
class LapackBatch : public testing::BatchOfRandomSizes<T> {};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(LapackBatch, Types);

TYPED_TEST(LapackBatch, PotrfHasTheBitsAndInfosOfSingleCalls) {
  using T = TypeParam;
  int failed = 0;
  for (int round = 0; round < 40; ++round) {
    const Layout layout = layouts[round % 2];
    const Uplo uplo = this->generator() % 2 == 0 ? Uplo::lower : Uplo::upper;
    const Index n = this->size(), count = this->problems();
    Stack<T> a(this->generator, layout, n, n, count, true);
    std::vector<std::int64_t> infos(static_cast<std::size_t>(count), -7), expected(infos), listed(infos);
    potrf_batch_strided(layout, uplo, n, a.together.data(), a.leading, a.stride, count, infos.data());
    potrf_batch(layout, uplo, n, Stack<T>::addresses(a.listed, a.stride, count).data(), a.leading, count,
                listed.data());
    for (Index i = 0; i < count; ++i)
      expected[static_cast<std::size_t>(i)] = potrf(layout, uplo, n, a.at(i), a.leading);
    a.expect_same("potrf", n, n);
    EXPECT_EQ(infos, expected);
    EXPECT_EQ(listed, expected);
    failed += static_cast<int>(std::ranges::count_if(expected, [](std::int64_t info) { return info > 0; }));
  }
  EXPECT_GT(failed, 0);
}

TYPED_TEST(LapackBatch, GetrfHasTheBitsPivotsAndInfosOfSingleCalls) {
  using T = TypeParam;
  int failed = 0;
  for (int round = 0; round < 40; ++round) {
    const Layout layout = layouts[round % 2];
    const Index m = this->size(), n = this->generator() % 2 == 0 ? m : this->size(), count = this->problems();
    Stack<T> a(this->generator, layout, m, n, count);
    const Index steps = std::min(m, n), stride = steps + 1;
    std::vector<std::int64_t> infos(static_cast<std::size_t>(count), -7), expected(infos), listed(infos);
    std::vector<std::int64_t> pivots(static_cast<std::size_t>(stride * count), -3), rows(pivots),
        others(pivots);
    getrf_batch_strided(layout, m, n, a.together.data(), a.leading, a.stride, pivots.data(), stride, count,
                        infos.data());
    std::vector<std::int64_t*> of_rows;
    for (Index i = 0; i < count; ++i) of_rows.push_back(rows.data() + i * stride);
    getrf_batch(layout, m, n, Stack<T>::addresses(a.listed, a.stride, count).data(), a.leading,
                of_rows.data(), count, listed.data());
    for (Index i = 0; i < count; ++i)
      expected[static_cast<std::size_t>(i)] =
          getrf(layout, m, n, a.at(i), a.leading, others.data() + i * stride);
    a.expect_same("getrf", m, n);
    EXPECT_EQ(pivots, others);
    EXPECT_EQ(rows, others);
    EXPECT_EQ(infos, expected);
    EXPECT_EQ(listed, expected);
    failed += static_cast<int>(std::ranges::count_if(expected, [](std::int64_t info) { return info > 0; }));
  }
  EXPECT_GT(failed, 0);
}

TYPED_TEST(LapackBatch, GeqrfHasTheBitsOfSingleCalls) {
  using T = TypeParam;
  for (int round = 0; round < 30; ++round) {
    const Layout layout = layouts[round % 2];
    const Index m = this->size(), n = this->generator() % 2 == 0 ? m : this->size(), count = this->problems();
    Stack<T> a(this->generator, layout, m, n, count);
    const Index stride = std::min(m, n) + 2;
    std::vector<T> tau(static_cast<std::size_t>(stride * count)), listed(tau), expected(tau);
    geqrf_batch_strided(layout, m, n, a.together.data(), a.leading, a.stride, tau.data(), stride, count);
    geqrf_batch(layout, m, n, Stack<T>::addresses(a.listed, a.stride, count).data(), a.leading,
                Stack<T>::addresses(listed, stride, count).data(), count);
    for (Index i = 0; i < count; ++i) geqrf(layout, m, n, a.at(i), a.leading, expected.data() + i * stride);
    a.expect_same("geqrf", m, n);
    EXPECT_TRUE(same_bits(tau, expected));
    EXPECT_TRUE(same_bits(listed, expected));
  }
}

TYPED_TEST(LapackBatch, TrsmHasTheBitsOfSingleCalls) {
  using T = TypeParam;
  for (int round = 0; round < 30; ++round) {
    const Layout layout = layouts[round % 2];
    std::vector<Side> side;
    std::vector<Uplo> uplo;
    std::vector<Transpose> trans;
    std::vector<Diag> diag;
    std::vector<std::int64_t> m, n, lda, ldb, sizes;
    std::vector<T> alpha;
    testing::ListedOperands<T> a, b;
    for (std::size_t g = 0; g < 1 + this->generator() % 4; ++g) {
      const auto heads = [&] { return this->generator() % 2 == 0; };
      side.push_back(heads() ? Side::left : Side::right);
      uplo.push_back(heads() ? Uplo::lower : Uplo::upper);
      trans.push_back(static_cast<Transpose>(this->generator() % 4));
      diag.push_back(heads() ? Diag::unit : Diag::non_unit);
      m.push_back(this->size()), n.push_back(this->size());
      alpha.push_back(this->generator() % 5 == 0 ? T{0} : random_value<T>(this->generator));
      sizes.push_back(this->problems());
      const Index order = side.back() == Side::left ? m.back() : n.back();
      lda.push_back(std::max<Index>(1, order) + 1);
      a.add(lda.back(), order, sizes.back(), this->generator);
      for (std::size_t i = a.begins.size() - static_cast<std::size_t>(sizes.back()); i < a.begins.size(); ++i)
        for (Index j = 0; j < order; ++j)
          a.data[a.begins[i] + static_cast<std::size_t>(j * (lda.back() + 1))] += T{4};
      const bool by_rows = layout == Layout::row_major;
      ldb.push_back(std::max<Index>(1, by_rows ? n.back() : m.back()) + 2);
      b.add(ldb.back(), by_rows ? m.back() : n.back(), sizes.back(), this->generator);
    }
    testing::ListedOperands<T> single = b;
    trsm_batch<T>(layout, side.data(), uplo.data(), trans.data(), diag.data(), m.data(), n.data(),
                  alpha.data(), a.list().data(), lda.data(), b.list().data(), ldb.data(),
                  static_cast<std::int64_t>(m.size()), sizes.data());
    std::size_t at = 0;
    single.list();
    for (std::size_t g = 0; g < m.size(); ++g)
      for (Index i = 0; i < sizes[g]; ++i, ++at)
        trsm<T>(layout, side[g], uplo[g], trans[g], diag[g], m[g], n[g], alpha[g], a.addresses[at], lda[g],
                single.addresses[at], ldb[g]);
    EXPECT_TRUE(same_bits(b.data, single.data));
  }
}

TYPED_TEST(LapackBatch, TrsmTakesStrides) {
  using T = TypeParam;
  const Index n = 20, count = 60;
  Stack<T> a(this->generator, Layout::column_major, n, n, 1, true),
      b(this->generator, Layout::column_major, n, 9, count);
  // All have the same triangle.
  trsm_batch_strided<T>(Layout::column_major, Side::left, Uplo::lower, Transpose::none, Diag::non_unit, n, 9,
                        T{2}, a.single.data(), a.leading, 0, b.together.data(), b.leading, b.stride, count);
  for (Index i = 0; i < count; ++i)
    trsm<T>(Layout::column_major, Side::left, Uplo::lower, Transpose::none, Diag::non_unit, n, 9, T{2},
            a.single.data(), a.leading, b.at(i), b.leading);
  EXPECT_TRUE(same_bits(b.together, b.single));
}

TYPED_TEST(LapackBatch, RefuseWhatSingleCallsRefuse) {
  using T = TypeParam;
  std::vector<T> a(64, T{1});
  std::vector<std::int64_t> infos(4, -7), pivots(16);
  T* list[] = {a.data(), nullptr};
  const auto message = [](const auto& call) {
    try {
      call();
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  using ::testing::HasSubstr;
  EXPECT_THAT(message([&] { potrf_batch(Layout::column_major, Uplo::lower, 4, list, 4, 2, infos.data()); }),
              HasSubstr("potrf_batch: a[1] is a null pointer"));
  EXPECT_THAT(message([&] {
                potrf_batch_strided(Layout::column_major, Uplo::lower, 4, a.data(), 3, 16, 2, infos.data());
              }),
              HasSubstr("lda is 3"));
  EXPECT_THAT(message([&] {
                potrf_batch_strided<T>(Layout::column_major, Uplo::lower, 4, a.data(), 4, 16, 2, nullptr);
              }),
              HasSubstr("info is a null pointer"));
  EXPECT_THAT(message([&] {
                getrf_batch_strided(Layout::column_major, -1, 4, a.data(), 4, 16, pivots.data(), 4, 2,
                                    infos.data());
              }),
              HasSubstr("m is -1"));
  EXPECT_THAT(message([&] {
                getrf_batch_strided<T>(Layout::column_major, 4, 4, a.data(), 4, 16, nullptr, 4, 2,
                                       infos.data());
              }),
              HasSubstr("ipiv is a null pointer"));
  EXPECT_THAT(
      message([&] { geqrf_batch_strided<T>(Layout::row_major, 4, 4, a.data(), 4, 16, nullptr, 4, 2); }),
      HasSubstr("tau is a null pointer"));
  EXPECT_THAT(
      message([&] { geqrf_batch_strided<T>(Layout::row_major, 4, 4, a.data(), 4, 16, a.data(), 4, -2); }),
      HasSubstr("the number of problems is -2"));
  EXPECT_TRUE(std::ranges::all_of(a, [](const T& element) { return element == T{1}; }));
  EXPECT_EQ(infos, std::vector<std::int64_t>(4, -7));
}

}  // namespace
}  // namespace numapack

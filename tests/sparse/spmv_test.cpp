// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "kernel/sparse/sparse_kernel.hpp"
#include "machine/here.hpp"
#include "numapack/numapack.h"
#include "runtime/runtime.hpp"
#include "sparse/random_csr.hpp"
#include "support/variable.hpp"

namespace numapack {
namespace {

using testing::Generator;
using testing::Real;
using testing::test_seed;
using testing::Variable;

using Long = std::complex<long double>;

/// (1 + e)^2 - (1 + 2e) for the least e: e^2 where the product is not rounded before it is added, else 0.
bool fuses() {
  const double e = std::numeric_limits<double>::epsilon();
  const std::int64_t starts[] = {0, 2}, indices[] = {0, 1};
  const double values[] = {-1, 1 + e}, x[] = {1 + 2 * e, 1 + e};
  double y = 0;
  spmv<double>(CsrView<double, std::int64_t>{1, 2, starts, indices, values}, 1.0, x, 0.0, &y);
  return y != 0;
}

TEST(SpmvKernels, AreThoseThatTheEnvironmentAsksFor) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const Variable kernel("NUMAPACK_KERNEL", ""), cpu("NUMAPACK_CPU", ""), bits("NUMAPACK_BITS", "");
  for (const char* name : {"NUMAPACK_KERNEL", "NUMAPACK_CPU", "NUMAPACK_BITS"}) {
    const Variable portable(name, "portable");
    EXPECT_EXIT(std::_Exit(fuses() ? 1 : 0), ::testing::ExitedWithCode(0), "") << name;
  }
  if (!supported(InstructionSet::avx2) && !supported(InstructionSet::neon)) return;
  const Variable fma("NUMAPACK_BITS", "fma");
  EXPECT_EXIT(std::_Exit(fuses() ? 0 : 1), ::testing::ExitedWithCode(0), "");
}

template <class T>
Long longer(const T& value) {
  return {static_cast<long double>(std::real(value)), static_cast<long double>(std::imag(value))};
}

template <class T>
std::vector<T> random_vector(Index size, Generator& random) {
  std::vector<T> made(static_cast<std::size_t>(size));
  for (T& element : made) element = testing::random_value<T>(random);
  return made;
}

/// The first row that is not alpha A x + beta y, within the rounding of its sum in any order; -1: none.
template <class T, class I>
Index first_wrong_row(const testing::RandomCsr<T, I>& a, T alpha, const std::vector<T>& x, T beta,
                      const std::vector<T>& before, const std::vector<T>& y) {
  for (Index row = 0; row < a.rows; ++row) {
    const auto at = static_cast<std::size_t>(row);
    Long sum = 0;
    long double size = 0;
    const auto begin = static_cast<std::size_t>(a.starts[at]),
               end = static_cast<std::size_t>(a.starts[at + 1]);
    for (std::size_t i = begin; i < end; ++i) {
      const Long product = longer(a.values[i]) * longer(x[static_cast<std::size_t>(a.indices[i])]);
      sum += product, size += std::abs(product);
    }
    const bool reads = beta != T{0};
    const Long wanted = longer(alpha) * sum + (reads ? longer(beta) * longer(before[at]) : Long{0});
    const long double sizes =
        std::abs(longer(alpha)) * size + (reads ? std::abs(longer(beta) * longer(before[at])) : 0);
    const long double bound = 4 * (static_cast<long double>(end - begin) + 4) *
                              static_cast<long double>(std::numeric_limits<Real<T>>::epsilon()) * sizes;
    if (!(std::abs(longer(y[at]) - wanted) <= bound)) return row;
  }
  return -1;
}

template <class T>
class Spmv : public ::testing::Test {
 protected:
  Generator random_{test_seed()};
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};

  template <class I>
  void compare(Index most_rows) {
    const auto a = testing::random_csr<T, I>(random_, most_rows);
    const std::vector<T> x = random_vector<T>(a.columns, random_);
    const T alpha = random_() % 3 == 0 ? T{1} : testing::random_value<T>(random_);
    const T beta = random_() % 2 == 0 ? T{0} : testing::random_value<T>(random_);
    std::vector<T> y = random_vector<T>(a.rows, random_);
    const T nothing{std::numeric_limits<Real<T>>::quiet_NaN()};
    if (beta == T{0}) std::fill(y.begin(), y.end(), nothing);
    const std::vector<T> before = y;
    std::vector<T> once = y;
    {
      auto copy = a;
      const Csr<T> placed(copy.view());
      std::fill(copy.values.begin(), copy.values.end(), nothing);
      std::fill(copy.indices.begin(), copy.indices.end(), I{-1});
      spmv(placed, alpha, x.data(), beta, y.data());
    }
    ASSERT_EQ(first_wrong_row(a, alpha, x, beta, before, y), -1) << a.rows << " x " << a.columns;
    spmv(a.view(), alpha, x.data(), beta, once.data());
    ASSERT_EQ(std::memcmp(once.data(), y.data(), y.size() * sizeof(T)), 0) << "as it lies, other bits";
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Spmv, Types);

TYPED_TEST(Spmv, IsRightForAnyPattern) {
  for (int turn = 0; turn < 60; ++turn) this->template compare<std::int32_t>(turn < 50 ? 300 : 3000);
  for (int turn = 0; turn < 30; ++turn) this->template compare<std::int64_t>(turn < 25 ? 300 : 3000);
}

/// Large enough for all threads.
TYPED_TEST(Spmv, HasTheSameBitsForAnyNumberOfThreads) {
  using T = TypeParam;
  testing::RandomCsr<T, std::int32_t> a;
  a.columns = 50000;
  while (a.rows < 40000) {
    const std::uint64_t length = this->random_() % 2000 == 0 ? 5000 : this->random_() % 12;
    for (std::uint64_t i = 0; i < length; ++i)
      a.add(static_cast<Index>(this->random_() % 50000), this->random_);
    a.end_row();
  }
  const std::vector<T> x = random_vector<T>(a.columns, this->random_);
  std::vector<T> all(40000), one(40000), twice(40000);
  const Csr<T> placed(a.view());
  spmv(placed, T{2}, x.data(), T{0}, all.data());
  spmv(placed, T{2}, x.data(), T{0}, twice.data());
  numapack_set_num_threads(1);
  spmv(placed, T{2}, x.data(), T{0}, one.data());
  std::vector<T> laid_out_by_one(40000);
  spmv(Csr<T>(a.view()), T{2}, x.data(), T{0}, laid_out_by_one.data());
  numapack_set_num_threads(0);
  EXPECT_EQ(all, one);
  EXPECT_EQ(all, twice);
  EXPECT_EQ(all, laid_out_by_one);
  EXPECT_EQ(first_wrong_row(a, T{2}, x, T{0}, all, all), -1);
}

TEST(SpmvOfNothing, IsY) {
  const std::vector<std::int32_t> starts{0, 0, 0};
  const CsrView<double, std::int32_t> view{2, 0, starts.data(), nullptr, nullptr};
  std::vector<double> y{3, 4};
  spmv(Csr<double>(view), 1.0, static_cast<const double*>(nullptr), 2.0, y.data());
  EXPECT_EQ(y, (std::vector<double>{6, 8}));
  spmv(Csr<double>(CsrView<double, std::int32_t>{}), 1.0, static_cast<const double*>(nullptr), 0.0,
       static_cast<double*>(nullptr));
  const CsrView<double, std::int32_t> wide{2, 5, starts.data(), nullptr, nullptr};
  const std::vector<double> x(5, 1);
  spmv(Csr<double>(wide), 1.0, x.data(), 0.0, y.data());
  EXPECT_EQ(y, (std::vector<double>{0, 0}));
}

std::string refusal_of(const CsrView<double, std::int32_t>& view) {
  const auto text = [](const auto& body) -> std::string {
    try {
      body();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  std::vector<double> x(16, 1), y(16, 7);
  const std::string placed = text([&] { Csr<double>{view}; });
  const std::string once = text([&] { spmv(view, 1.0, x.data(), 0.0, y.data()); });
  EXPECT_EQ(y, std::vector<double>(16, 7)) << "written";
  EXPECT_EQ(placed.substr(placed.find(':')), once.substr(once.find(':')));
  return placed;
}

TEST(SpmvRefusals, NameWhatIsWrong) {
  const std::vector<double> values(8, 1);
  const std::vector<std::int32_t> good{0, 2, 4}, falling{0, 3, 2}, late{1, 2, 4}, columns{0, 1, 2, 3},
      beyond{0, 1, 4, 3}, negative{0, -1, 2, 3};
  const auto view = [&](const std::vector<std::int32_t>& starts, const std::vector<std::int32_t>& indices) {
    return CsrView<double, std::int32_t>{2, 4, starts.data(), indices.data(), values.data()};
  };
  EXPECT_EQ(refusal_of(view(falling, columns)),
            "csr: row 1 begins with element 3 and ends before element 2; let starts rise from row to row");
  EXPECT_EQ(refusal_of(view(late, columns)),
            "csr: the first row begins with element 1; number elements from 0");
  EXPECT_EQ(refusal_of(view(good, beyond)), "csr: element 2, of row 1, is in column 4; columns are 0 to 3");
  EXPECT_EQ(refusal_of(view(good, negative)),
            "csr: element 1, of row 0, is in column -1; columns are 0 to 3");
  CsrView<double, std::int32_t> without = view(good, columns);
  without.values = nullptr;
  EXPECT_NE(refusal_of(without).find("values is a null pointer"), std::string::npos);
  without = view(good, columns);
  without.rows = -1;
  EXPECT_NE(refusal_of(without).find("-1"), std::string::npos);
  const std::vector<std::int64_t> starts{0, 0};
  const CsrView<double, std::int64_t> many{1, std::int64_t{1} << 31, starts.data(), nullptr, nullptr};
  try {
    Csr<double>{many};
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::not_supported);
  }
}

}  // namespace
}  // namespace numapack

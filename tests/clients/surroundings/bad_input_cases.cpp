// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>

#include "clients/surroundings/product.hpp"

namespace surroundings {

int refusals = 0;

}  // namespace surroundings

// The program's own takes the place of the library's.
extern "C" __attribute__((visibility("default"))) void xerbla_(const char*, const int*, std::size_t) {
  ++surroundings::refusals;
}

namespace surroundings {
namespace {

/// Address space of which only what is touched takes memory.
class Sparse {
 public:
  explicit Sparse(std::size_t bytes)
      : bytes_(bytes),
        start_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                    0)) {
    if (start_ != MAP_FAILED) madvise(start_, bytes, MADV_NOHUGEPAGE);
  }
  ~Sparse() {
    if (start_ != MAP_FAILED) munmap(start_, bytes_);
  }
  Sparse(const Sparse&) = delete;
  Sparse& operator=(const Sparse&) = delete;
  bool is_there() const { return start_ != MAP_FAILED; }
  double* doubles() const { return static_cast<double*>(start_); }

 private:
  std::size_t bytes_;
  void* start_;
};

/// Products with columns `ld` apart: more elements than 32 bits count from the first to the last.
void multiply_with_stride(int m, int n, int k, int ld) {
  const auto bytes = [ld](int columns) {
    return static_cast<std::size_t>(ld) * static_cast<std::size_t>(columns) * 8;
  };
  const Sparse a(bytes(k)), b(bytes(n)), c(bytes(n));
  if (!a.is_there() || !b.is_there() || !c.is_there()) GTEST_SKIP() << "no address space for this";
  const auto at = [ld](int i, int j) {
    return static_cast<std::size_t>(ld) * static_cast<std::size_t>(j) + static_cast<std::size_t>(i);
  };
  for (int l = 0; l < k; ++l)
    for (int i = 0; i < m; ++i) a.doubles()[at(i, l)] = i % 7 - l % 5;
  for (int j = 0; j < n; ++j)
    for (int l = 0; l < k; ++l) b.doubles()[at(l, j)] = l % 3 + j % 4;
  const double one = 1, zero = 0;
  dgemm_("N", "N", &m, &n, &k, &one, a.doubles(), &ld, b.doubles(), &ld, &zero, c.doubles(), &ld);
  int wrong = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      int sum = 0;
      for (int l = 0; l < k; ++l) sum += (i % 7 - l % 5) * (l % 3 + j % 4);
      wrong += c.doubles()[at(i, j)] == sum ? 0 : 1;
    }
  EXPECT_EQ(wrong, 0);
}

TEST(Sizes, WhoseProductsPassThirtyTwoBits) {
  multiply_with_stride(5, 4, 3, 1 << 30);
  multiply_with_stride(50, 6, 8, 2147483647);
  // Enough for all threads.
  multiply_with_stride(400, 300, 200, 1 << 24);
}

TEST(Sizes, WhoseWorkspacePassesThirtyTwoBits) {
  const auto dgeqrf =
      routine<void(const int*, const int*, double*, const int*, double*, double*, const int*, int*)>(
          "dgeqrf_");
  const auto sgeqrf =
      routine<void(const int*, const int*, float*, const int*, float*, float*, const int*, int*)>("sgeqrf_");
  const int most = 2147483647, query = -1;
  int info = -1;
  double asked = 0;
  dgeqrf(&most, &most, nullptr, &most, nullptr, &asked, &query, &info);
  EXPECT_EQ(info, 0);
  EXPECT_GE(asked, 1);
  float asked_single = 0;
  sgeqrf(&most, &most, nullptr, &most, nullptr, &asked_single, &query, &info);
  EXPECT_EQ(info, 0);
  EXPECT_GE(asked_single, 1);
}

TEST(Sizes, OfZeroReadNothing) {
  const int none = 0, some = 7;
  const double one = 1;
  const double* const nothing = nullptr;
  double* const nowhere = nullptr;
  refusals = 0;
  for (const auto& [m, n, k] :
       {std::array{&none, &some, &some}, {&some, &none, &some}, {&none, &none, &none}})
    dgemm_("N", "N", m, n, k, &one, nothing, &some, nothing, &some, &one, nowhere, &some);
  // k = 0 and beta = 1 leave C alone.
  std::vector<double> c(49, 3);
  dgemm_("N", "N", &some, &some, &none, &one, nothing, &some, nothing, &some, &one, c.data(), &some);
  for (const double element : c) EXPECT_EQ(element, 3);
  using Triangle = void(const char*, const char*, const char*, const char*, const int*, const int*,
                        const double*, const double*, const int*, double*, const int*);
  for (const char* const name : {"dtrsm_", "dtrmm_"}) {
    routine<Triangle>(name)("L", "U", "N", "N", &none, &some, &one, nothing, &some, nowhere, &some);
    routine<Triangle>(name)("R", "U", "N", "N", &none, &some, &one, nothing, &some, nowhere, &some);
    routine<Triangle>(name)("L", "U", "N", "N", &some, &none, &one, nothing, &some, nowhere, &some);
  }
  using Syrk = void(const char*, const char*, const int*, const int*, const double*, const double*,
                    const int*, const double*, double*, const int*);
  routine<Syrk>("dsyrk_")("U", "N", &none, &some, &one, nothing, &some, &one, nowhere, &some);
  int info = -1;
  routine<void(const int*, const int*, double*, const int*, int*, int*)>("dgetrf_")(&none, &some, nowhere,
                                                                                    &some, nullptr, &info);
  EXPECT_EQ(info, 0);
  info = -1;
  routine<void(const char*, const int*, double*, const int*, int*)>("dpotrf_")("U", &none, nowhere, &some,
                                                                               &info);
  EXPECT_EQ(info, 0);
  EXPECT_EQ(refusals, 0);
}

TEST(Refusals, ReachTheProgramsOwnXerbla) {
  const int some = 7, minus = -1;
  const double one = 1;
  double c[49];
  std::fill(std::begin(c), std::end(c), 3.0);
  refusals = 0;
  dgemm_("X", "N", &some, &some, &some, &one, c, &some, c, &some, &one, c, &some);
  dgemm_("N", "N", &some, &some, &some, &one, c, &some, c, &minus, &one, c, &some);
  EXPECT_EQ(refusals, 2);
  for (const double element : c) EXPECT_EQ(element, 3);
}

}  // namespace
}  // namespace surroundings

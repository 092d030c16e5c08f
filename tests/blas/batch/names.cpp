// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <complex>
#include <cstring>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "numapack/numapack.h"

// What a program sees that links libnumapack_batch: the names of MKL and OpenBLAS, each for every type and
// width of integers, and an xerbla_ of its own.

namespace {

std::string refused;
int position = 0;

}  // namespace

extern "C" [[gnu::visibility("default")]] void xerbla_(const char* routine, const std::int64_t* info,
                                                       std::size_t length) {
  refused = std::string(routine, length);
  position = static_cast<int>(*info);
}

namespace {

template <class T>
constexpr bool complex = !std::is_floating_point_v<T>;
template <class T>
using InC = std::conditional_t<complex<T>, void, T>;
template <class T>
using ByValue = std::conditional_t<complex<T>, const void*, T>;

template <class T>
ByValue<T> scalar(const T& value) {
  if constexpr (complex<T>)
    return &value;
  else
    return value;
}

template <class T, class Int>
struct Functions {
  void (*cblas)(int, const int*, const int*, const Int*, const Int*, const Int*, const InC<T>*,
                const InC<T>* const*, const Int*, const InC<T>* const*, const Int*, const InC<T>*,
                InC<T>* const*, const Int*, Int, const Int*);
  void (*cblas_strided)(int, int, int, Int, Int, Int, ByValue<T>, const InC<T>*, Int, Int, const InC<T>*, Int,
                        Int, ByValue<T>, InC<T>*, Int, Int, Int);
  void (*fortran)(const char*, const char*, const Int*, const Int*, const Int*, const T*, const T* const*,
                  const Int*, const T* const*, const Int*, const T*, T* const*, const Int*, const Int*,
                  const Int*);
  void (*fortran_strided)(const char*, const char*, const Int*, const Int*, const Int*, const T*, const T*,
                          const Int*, const Int*, const T*, const Int*, const Int*, const T*, T*, const Int*,
                          const Int*, const Int*);
};

/// Two groups whose problems have sizes and scalars of their own, by all four functions; the bits of single
/// calls.
template <class T, class Int, class Single>
void expect_bits(const Functions<T, Int>& functions, const Single& single) {
  std::mt19937_64 generator(std::random_device{}());
  std::uniform_real_distribution<double> uniform(-1, 1);
  const Int size[] = {7, 20}, count[] = {9, 4}, groups = 2, room = 400;
  std::vector<T> a, c;
  for (Int i = 0; i < 13 * room; ++i) a.push_back(T(uniform(generator))), c.push_back(T(uniform(generator)));
  const T alpha[] = {T{2}, T{-1}}, beta[] = {T{1}, T{0}};
  std::vector<T> expected = c;
  std::vector<const T*> of_a;
  for (Int i = 0; i < 13; ++i) of_a.push_back(a.data() + i * room);
  for (Int i = 0; i < 13; ++i) {
    const int g = i < count[0] ? 0 : 1;
    single(size[g], alpha[g], of_a[static_cast<std::size_t>(i)], beta[g], expected.data() + i * room);
  }
  const auto list = [&](std::vector<T>& of) {
    std::vector<T*> found;
    for (Int i = 0; i < 13; ++i) found.push_back(of.data() + i * room);
    return found;
  };
  const auto same = [&](const std::vector<T>& found) {
    return std::memcmp(found.data(), expected.data(), found.size() * sizeof(T)) == 0;
  };
  const int trans[] = {112, 112}, none[] = {111, 111};
  std::vector<T> found = c;
  functions.cblas(102, trans, none, size, size, size, static_cast<const InC<T>*>(alpha),
                  reinterpret_cast<const InC<T>* const*>(of_a.data()), size,
                  reinterpret_cast<const InC<T>* const*>(of_a.data()), size, static_cast<const InC<T>*>(beta),
                  reinterpret_cast<InC<T>* const*>(list(found).data()), size, groups, count);
  EXPECT_TRUE(same(found));
  found = c;
  functions.fortran("tT", "nN", size, size, size, alpha, of_a.data(), size, of_a.data(), size, beta,
                    list(found).data(), size, &groups, count);
  EXPECT_TRUE(same(found));
  for (const bool by_fortran : {false, true}) {
    found = c;
    for (int g = 0; g < 2; ++g) {
      const Int first = g == 0 ? 0 : count[0] * room;
      if (by_fortran)
        functions.fortran_strided("T", "N", &size[g], &size[g], &size[g], &alpha[g], a.data() + first,
                                  &size[g], &room, a.data() + first, &size[g], &room, &beta[g],
                                  found.data() + first, &size[g], &room, &count[g]);
      else
        functions.cblas_strided(102, 112, 111, size[g], size[g], size[g], scalar(alpha[g]), a.data() + first,
                                size[g], room, a.data() + first, size[g], room, scalar(beta[g]),
                                found.data() + first, size[g], room, count[g]);
    }
    EXPECT_TRUE(same(found));
  }
  // The wrong argument is reported by its position, and nothing is written.
  found = c;
  refused.clear();
  Int short_rows[] = {7, 19};
  functions.cblas(102, trans, none, size, size, size, static_cast<const InC<T>*>(alpha),
                  reinterpret_cast<const InC<T>* const*>(of_a.data()), size,
                  reinterpret_cast<const InC<T>* const*>(of_a.data()), size, static_cast<const InC<T>*>(beta),
                  reinterpret_cast<InC<T>* const*>(list(found).data()), short_rows, groups, count);
  EXPECT_EQ(refused.substr(0, 6), "cblas_");
  EXPECT_EQ(position, 14);
  EXPECT_EQ(found, c);
  refused.clear();
  functions.fortran("XT", "nN", size, size, size, alpha, of_a.data(), size, of_a.data(), size, beta,
                    list(found).data(), size, &groups, count);
  EXPECT_EQ(refused.substr(1), "GEMM_BATCH");
  EXPECT_EQ(position, 1);
  functions.cblas_strided(103, 112, 111, 7, 7, 7, scalar(alpha[0]), a.data(), 7, room, a.data(), 7, room,
                          scalar(beta[0]), found.data(), 7, room, 2);
  EXPECT_EQ(position, 1);
  const Int minus = -1;
  functions.fortran_strided("T", "N", &size[0], &size[0], &size[0], alpha, a.data(), size, &room, a.data(),
                            size, &room, beta, found.data(), size, &room, &minus);
  EXPECT_EQ(position, 17);
  EXPECT_EQ(found, c);
}

/// What the call itself refuses is C's fault.
template <class T, class Int>
void expect_overlap_refused(const Functions<T, Int>& functions) {
  const std::vector<T> a(16, T{1});
  std::vector<T> c(32, T{-7});
  const Int four = 4, stride = 16, short_stride = 15, two = 2;
  const T one{1};
  numapack_set_checked(1);
  refused.clear();
  functions.cblas_strided(102, 111, 111, four, four, four, scalar(one), a.data(), four, 0, a.data(), four, 0,
                          scalar(one), c.data(), four, short_stride, two);
  EXPECT_EQ(refused.substr(0, 6), "cblas_");
  EXPECT_EQ(position, 15);
  functions.fortran_strided("N", "N", &four, &four, &four, &one, a.data(), &four, &stride, a.data(), &four,
                            &stride, &one, c.data(), &four, &short_stride, &two);
  EXPECT_EQ(refused.substr(1), "GEMM_BATCH_STRIDED");
  EXPECT_EQ(position, 14);
  EXPECT_EQ(c, std::vector<T>(32, T{-7}));
  numapack_set_checked(0);
}

}  // namespace

// The names themselves. CBLAS's have untyped addresses for complex types.
#define DECLARE(letter, T, Int, end, cblas_end)                                                           \
  extern "C" {                                                                                            \
  extern std::remove_pointer_t<decltype(Functions<T, Int>::fortran)> letter##gemm_batch##end;             \
  extern std::remove_pointer_t<decltype(Functions<T, Int>::fortran_strided)>                              \
      letter##gemm_batch_strided##end;                                                                    \
  extern std::remove_pointer_t<decltype(Functions<T, Int>::cblas)> cblas_##letter##gemm_batch##cblas_end; \
  extern std::remove_pointer_t<decltype(Functions<T, Int>::cblas_strided)>                                \
      cblas_##letter##gemm_batch_strided##cblas_end;                                                      \
  }
#define TEST_OF(letter, T, Int, end, cblas_end, name)                                              \
  DECLARE(letter, T, Int, end, cblas_end)                                                          \
  TEST(BatchNames, letter##name) {                                                                 \
    const Functions<T, Int> functions{cblas_##letter##gemm_batch##cblas_end,                       \
                                      cblas_##letter##gemm_batch_strided##cblas_end,               \
                                      letter##gemm_batch##end, letter##gemm_batch_strided##end};   \
    expect_bits(functions, [](Int n, const T& alpha, const T* a, const T& beta, T* c) {            \
      numapack_##letter##gemm(NUMAPACK_COLUMN_MAJOR, 'T', 'N', n, n, n, scalar(alpha), a, n, a, n, \
                              scalar(beta), c, n);                                                 \
    });                                                                                            \
    expect_overlap_refused(functions);                                                             \
  }
TEST_OF(s, float, std::int32_t, _, , OfTheUsualIntegers)
TEST_OF(d, double, std::int32_t, _, , OfTheUsualIntegers)
TEST_OF(c, std::complex<float>, std::int32_t, _, , OfTheUsualIntegers)
TEST_OF(z, std::complex<double>, std::int32_t, _, , OfTheUsualIntegers)
TEST_OF(s, float, std::int64_t, _64_, _64, OfLongOnes)
TEST_OF(d, double, std::int64_t, _64_, _64, OfLongOnes)
TEST_OF(c, std::complex<float>, std::int64_t, _64_, _64, OfLongOnes)
TEST_OF(z, std::complex<double>, std::int64_t, _64_, _64, OfLongOnes)

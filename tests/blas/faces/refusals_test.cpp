// SPDX-License-Identifier: BSD-3-Clause
#include <cstdlib>
#include <filesystem>

#include "blas/faces/faces.hpp"
#include "blas/serve.hpp"
#include "numapack/error.hpp"
#include "support/command.hpp"

namespace numapack::testing {

Refusal refusal;

}  // namespace numapack::testing

// The program's own take the place of the library's.
extern "C" {
__attribute__((visibility("default"))) void xerbla_(const char* routine, const int* info,
                                                    std::size_t length) {
  numapack::testing::refusal = {std::string(routine, length), *info};
  // Handlers that are declared with seven letters read as many.
  EXPECT_EQ(std::string(routine, 7), std::string(routine, length) + std::string(7 - length, ' '));
}
__attribute__((visibility("default"))) void cblas_xerbla(int position, const char* routine, const char*,
                                                         ...) {
  numapack::testing::refusal = {routine, position};
}
}

namespace numapack::testing {
namespace {

template <class S>
class Refusals : public Faces<S> {
 protected:
  void expect(const std::string& routine, int position) {
    EXPECT_EQ(refusal.routine, routine);
    EXPECT_EQ(refusal.position, position);
    refusal = {};
  }
};
TYPED_TEST_SUITE(Refusals, AllFaces);

TYPED_TEST(Refusals, NameRoutineAndArgument) {
  using T = typename TypeParam::T;
  using Int = typename TypeParam::Int;
  const T one{1};
  std::vector<T> c(16, T{7});
  const std::vector<T> before = c;
  const Int four = 4, three = 3, minus = -1, zero = 0;
  Int info = 0;
  const std::string capital(1, static_cast<char>(letter_of<T>() & ~0x20));
  const auto gemm = [&](const char* ta, const Int* m, const Int* lda, const Int* ldc) {
    TestFixture::fortran("gemm", ta, "N", m, &four, &four, &one, c.data(), lda, c.data(), &four, &one,
                         c.data(), ldc);
  };
  gemm("R", &four, &four, &four);
  this->expect(capital + "GEMM ", 1);
  gemm("N", &minus, &four, &four);
  this->expect(capital + "GEMM ", 3);
  gemm("T", &four, &three, &four);
  this->expect(capital + "GEMM ", 8);
  gemm("N", &four, &four, &three);
  this->expect(capital + "GEMM ", 13);
  TestFixture::fortran("gemv", "N", &four, &four, &one, c.data(), &four, c.data(), &zero, &one, c.data(),
                       &four);
  this->expect(capital + "GEMV ", 8);
  TestFixture::fortran("getrf", &four, &minus, c.data(), &four, static_cast<Int*>(nullptr), &info);
  this->expect(capital + "GETRF", 2);
  EXPECT_EQ(info, -2);
  TestFixture::fortran("potrf", "X", &four, c.data(), &four, &info);
  this->expect(capital + "POTRF", 1);
  EXPECT_EQ(info, -1);
  // A workspace that is too small.
  TestFixture::fortran("geqrf", &four, &four, c.data(), &four, c.data(), c.data(), &three, &info);
  this->expect(capital + "GEQRF", 7);
  EXPECT_EQ(info, -7);

  const auto scalar = [&] {
    if constexpr (TestFixture::complex)
      return static_cast<const void*>(&one);
    else
      return one;
  }();
  const auto cblas_gemm = [&](int layout, int ta, Int n, Int lda, Int ldb) {
    TestFixture::cblas("gemm", layout, ta, 111, Int{4}, n, Int{4}, scalar, c.data(), lda, c.data(), ldb,
                       scalar, c.data(), Int{4});
  };
  const std::string name = std::string("cblas_") + letter_of<T>() + "gemm";
  cblas_gemm(7, 111, 4, 4, 4);
  this->expect(name, 1);
  for (const int layout : {101, 102}) {
    cblas_gemm(layout, 'N', 4, 4, 4);
    this->expect(name, 2);
    cblas_gemm(layout, 111, -4, 4, 4);
    this->expect(name, 5);
    cblas_gemm(layout, 111, 4, 3, 4);
    this->expect(name, 9);
    cblas_gemm(layout, 111, 4, 4, 3);
    this->expect(name, 11);
  }
  EXPECT_EQ(c, before);
}

TEST(NoRefusal, WhereSizesAreZero) {
  const int zero = 0, one = 1;
  const double scalar = 1;
  const double* const none = nullptr;
  double* const nothing = nullptr;
  const auto dgemm = Faces<TypeAndInt<double, std::int32_t>>::function<
      const char*, const char*, const int*, const int*, const int*, const double*, const double*, const int*,
      const double*, const int*, const double*, double*, const int*>("dgemm_");
  refusal = {};
  dgemm("N", "N", &zero, &zero, &zero, &scalar, none, &one, none, &one, &scalar, nothing, &one);
  EXPECT_EQ(refusal.position, 0);
}

TEST(RoutinesLeft, AreReadFromText) {
  using standard::Routine;
  using standard::routines_left;
  const auto bit = [](Routine routine) { return std::uint64_t{1} << static_cast<unsigned>(routine); };
  const std::uint64_t all = bit(Routine::count) - 1;
  EXPECT_EQ(routines_left(""), 0U);
  EXPECT_EQ(routines_left("-trsm"), bit(Routine::trsm));
  EXPECT_EQ(routines_left("-trsm,-gels"), bit(Routine::trsm) | bit(Routine::gels));
  EXPECT_EQ(routines_left("-all"), all);
  EXPECT_EQ(routines_left("-all,+gemm"), all & ~bit(Routine::gemm));
  EXPECT_EQ(routines_left("+gemm,+trsm"), all & ~bit(Routine::gemm) & ~bit(Routine::trsm));
  for (const char* const wrong : {"trsm", "-", "-dtrsm", "-trsm,,-gemm", "x", "-TRSM", "+"}) {
    EXPECT_THROW(routines_left(wrong), Error) << wrong;
  }
}

/// By these names, with gemm switched off: what stands in C's first place, which is 7 for the product.
int product_of_fortran() {
  const int n = 2;
  const double one = 1, a[4] = {1, 2, 3, 4};
  double c[4] = {};
  const auto dgemm = Faces<TypeAndInt<double, std::int32_t>>::function<
      const char*, const char*, const int*, const int*, const int*, const double*, const double*, const int*,
      const double*, const int*, const double*, double*, const int*>("dgemm_");
  dgemm("N", "N", &n, &n, &n, &one, a, &n, a, &n, &one, c, &n);
  return static_cast<int>(c[0]);
}
int product_of_c(const char* name) {
  const double a[4] = {1, 2, 3, 4};
  double c[4] = {};
  using Size = std::int64_t;
  const auto dgemm =
      Faces<TypeAndInt<double, Size>>::function<int, int, int, Size, Size, Size, double, const double*, Size,
                                                const double*, Size, double, double*, Size>(name);
  dgemm(102, 111, 111, 2, 2, 2, 1, a, 2, a, 2, 1, c, 2);
  return static_cast<int>(c[0]);
}

/// Another library, which nobody else sees, as Python loads them; with `twice` behind a copy of this one,
/// with which it must not play ball.
bool has_another(bool twice) {
  const TemporaryDirectory folder;
  const std::string copy = folder.file("libnumapack_copy.so");
  std::filesystem::copy_file(NUMAPACK_BLAS, copy);
  if (twice && dlopen(copy.c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr) return false;
  return dlopen(NUMAPACK_OTHER_BLAS, RTLD_NOW | RTLD_LOCAL) != nullptr;
}

/// In a process of its own, since the variable is read once.
template <class Product>
void expect_without_gemm(int others, int result, const Product& product) {
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const auto is_right = [&] {
    setenv("NUMAPACK_ROUTINES", "-gemm", 1);
    return (others == 0 || has_another(others > 1)) && product() == result;
  };
  EXPECT_EXIT(std::exit(is_right() ? 0 : 1), ::testing::ExitedWithCode(0), "") << others;
}

TEST(RoutinesLeftDeathTest, AreDoneByTheProgramsOwnLibrary) {
  for (const int others : {1, 2}) {
    expect_without_gemm(others, 4711, product_of_fortran);
    // Its only name of 64 bits is one of OpenBLAS's own kind.
    for (const char* const name : {"cblas_dgemm_64", "cblas_dgemm64_", "scipy_cblas_dgemm64_"})
      expect_without_gemm(others, 4712, [name] { return product_of_c(name); });
  }
}

TEST(RoutinesLeftDeathTest, AreDoneAllTheSameWhereNobodyElseDoes) {
  expect_without_gemm(0, 7, product_of_fortran);
  expect_without_gemm(0, 7, [] { return product_of_c("cblas_dgemm_64"); });
}

}  // namespace
}  // namespace numapack::testing

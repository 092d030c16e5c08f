// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "support/random.hpp"

namespace numapack::testing {

template <class T>
constexpr char letter_of() {
  return std::is_same_v<T, float>                 ? 's'
         : std::is_same_v<T, double>              ? 'd'
         : std::is_same_v<T, std::complex<float>> ? 'c'
                                                  : 'z';
}

/// A type with a width of integers.
template <class Element, class Integer>
struct TypeAndInt {
  using T = Element;
  using Int = Integer;
};

/// Calls the routine of that name in the type's and the width's names: call("gemm", …) is dgemm_(…), or
/// dgemm_64_(…), and in turn scipy_dgemm_(…), which is to be the same function.
template <class S>
class Faces : public ::testing::Test {
 public:
  using Element = typename S::T;
  using Integer = typename S::Int;
  static constexpr bool complex = !std::is_floating_point_v<Element>;
  static constexpr bool wide = sizeof(Integer) == 8;

  static std::string fortran_name(const std::string& routine) {
    return letter_of<Element>() + routine + (wide ? "_64_" : "_");
  }
  static std::string cblas_name(const std::string& routine) {
    return std::string("cblas_") + letter_of<Element>() + routine + (wide ? "_64" : "");
  }
  template <class... Arguments>
  static void fortran(const std::string& routine, Arguments... arguments) {
    function<Arguments...>(fortran_name(routine))(arguments...);
  }
  template <class... Arguments>
  static void cblas(const std::string& routine, Arguments... arguments) {
    function<Arguments...>(cblas_name(routine))(arguments...);
  }

  template <class... Arguments>
  static auto function(const std::string& name) {
    void* const found = dlsym(RTLD_DEFAULT, name.c_str());
    if (found == nullptr) throw std::runtime_error(name + " is not there");
    return reinterpret_cast<void (*)(Arguments...)>(found);
  }

  std::vector<Element> matrix(std::int64_t elements) {
    std::vector<Element> all(static_cast<std::size_t>(elements));
    for (Element& element : all) element = random_value<Element>(generator_);
    return all;
  }

  Generator generator_{test_seed()};
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
};

using AllFaces =
    ::testing::Types<TypeAndInt<float, std::int32_t>, TypeAndInt<double, std::int32_t>,
                     TypeAndInt<std::complex<float>, std::int32_t>,
                     TypeAndInt<std::complex<double>, std::int32_t>, TypeAndInt<float, std::int64_t>,
                     TypeAndInt<double, std::int64_t>, TypeAndInt<std::complex<float>, std::int64_t>,
                     TypeAndInt<std::complex<double>, std::int64_t>>;

/// What xerbla was last told; "" and 0: it was not called. The test's own takes the place of the library's.
struct Refusal {
  std::string routine;
  int position = 0;
};
extern Refusal refusal;

}  // namespace numapack::testing

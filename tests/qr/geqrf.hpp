// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "qr/qr.hpp"
#include "support/qr_check.hpp"

namespace numapack::testing {

/// Tests of factorisations of one type.
template <class T>
class Geqrf : public ::testing::Test {
 protected:
  Generator generator{test_seed()};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};

  Index pick(const std::vector<Index>& from) { return from[generator() % from.size()]; }

  /// Factors it; check_qr()'s word, unless the caller wants the factors, too.
  std::string factor_and_check(const Rectangle<T>& a, std::vector<T>* factors_of_reflectors = nullptr) {
    const WideMatrix<T> before(a);
    std::vector<T> tau(static_cast<std::size_t>(std::min(a.m, a.n)), T{-99});
    factor(QrProblem<T>{a.m, a.n, a.data(), a.ld, tau.data()});
    if (factors_of_reflectors != nullptr) *factors_of_reflectors = tau;
    return check_qr(a, tau, before);
  }
};

}  // namespace numapack::testing

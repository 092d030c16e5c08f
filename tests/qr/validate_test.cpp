// SPDX-License-Identifier: BSD-3-Clause
#include "qr/validate.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace numapack {
namespace {

/// The call is refused with these words.
template <class Call>
void expect_refused(const Call& call, const std::string& words) {
  try {
    has_work(call);
    ADD_FAILURE() << words << " was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

template <class Call, class Member, class Value>
Call with(Call call, Member member, Value value) {
  call.*member = value;
  return call;
}

constexpr Index vast = Index{1} << 40;

TEST(QrArguments, OfGeqrf) {
  double a = 1, tau = 1;
  using P = QrProblem<double>;
  const P right{1, 1, &a, 1, &tau};
  EXPECT_TRUE(has_work(right));
  EXPECT_FALSE(has_work(P{0, 3, nullptr, 1, nullptr}));
  EXPECT_FALSE(has_work(P{3, 0, nullptr, 3, nullptr}));
  expect_refused(with(right, &P::m, -1), "m is -1");
  expect_refused(with(right, &P::n, -2), "n is -2");
  expect_refused(with(right, &P::lda, 0), "lda is 0");
  expect_refused(with(right, &P::a, nullptr), "a is a null pointer");
  expect_refused(with(right, &P::tau, nullptr), "tau is a null pointer");
  expect_refused(P{vast, vast, &a, vast, &tau}, "the bytes of a");
}

template <class T>
void check_ormqr(const std::string& name) {
  T a{1}, tau{1}, c{1};
  using P = QrProduct<T>;
  const P right{Side::left, Transpose::none, 1, 1, 1, &a, 1, &tau, &c, 1};
  EXPECT_TRUE(has_work(right));
  EXPECT_TRUE(has_work(with(right, &P::trans, Transpose::conjugate_transpose)));
  EXPECT_FALSE(has_work(with(right, &P::k, 0)));
  expect_refused(with(right, &P::side, static_cast<Side>(5)), "side 5");
  expect_refused(with(right, &P::trans, Transpose::conjugate), "transposition 3");
  expect_refused(with(right, &P::m, -1), name);
  expect_refused(with(right, &P::m, -1), "m is -1");
  expect_refused(with(right, &P::n, -1), "n is -1");
  expect_refused(with(right, &P::k, -1), "k is -1");
  expect_refused(with(right, &P::k, 2), "k is 2");
  expect_refused(with(with(right, &P::side, Side::right), &P::n, 0), "k is 1");
  expect_refused(with(right, &P::lda, 0), "lda is 0");
  expect_refused(with(right, &P::ldc, 0), "ldc is 0");
  expect_refused(with(right, &P::a, nullptr), "a is a null pointer");
  expect_refused(with(right, &P::tau, nullptr), "tau is a null pointer");
  expect_refused(with(right, &P::c, nullptr), "c is a null pointer");
  const P transposed = with(right, &P::trans, Transpose::transpose);
  if (name == "ormqr")
    EXPECT_TRUE(has_work(transposed));
  else
    expect_refused(transposed, "transposition 1");
}

TEST(QrArguments, OfOrmqr) {
  check_ormqr<float>("ormqr");
  check_ormqr<std::complex<double>>("unmqr");
}

TEST(QrArguments, OfOrgqr) {
  double a = 1, tau = 1;
  using P = QrColumns<double>;
  const P right{1, 1, 1, &a, 1, &tau};
  EXPECT_TRUE(has_work(right));
  EXPECT_FALSE(has_work(P{3, 0, 0, nullptr, 3, nullptr}));
  EXPECT_TRUE(has_work(P{1, 1, 0, &a, 1, nullptr}));
  expect_refused(with(right, &P::m, -1), "m is -1");
  expect_refused(with(right, &P::n, -1), "n is -1");
  expect_refused(with(right, &P::n, 2), "n is 2");
  expect_refused(with(right, &P::k, -1), "k is -1");
  expect_refused(with(right, &P::k, 2), "k is 2");
  expect_refused(with(right, &P::lda, 0), "lda is 0");
  expect_refused(with(right, &P::a, nullptr), "a is a null pointer");
  expect_refused(with(right, &P::tau, nullptr), "tau is a null pointer");
}

TEST(QrArguments, OfGels) {
  std::complex<float> a{1}, b{1};
  using P = LeastSquares<std::complex<float>>;
  const P right{Transpose::none, 1, 1, 1, &a, 1, &b, 1};
  EXPECT_TRUE(has_work(right));
  EXPECT_FALSE(has_work(with(right, &P::columns, 0)));
  // The answer is zeros.
  EXPECT_TRUE(has_work(P{Transpose::none, 0, 1, 1, nullptr, 1, &b, 1}));
  expect_refused(with(right, &P::trans, Transpose::transpose), "transposition 1");
  expect_refused(with(right, &P::m, -1), "m is -1");
  expect_refused(with(right, &P::n, -1), "n is -1");
  expect_refused(with(right, &P::columns, -1), "nrhs is -1");
  expect_refused(with(right, &P::lda, 0), "lda is 0");
  expect_refused(with(right, &P::n, 2), "ldb is 1");
  expect_refused(with(right, &P::a, nullptr), "a is a null pointer");
  expect_refused(with(right, &P::b, nullptr), "b is a null pointer");
}

TEST(QrArguments, OfRows) {
  double a[6] = {}, tau[2] = {};
  const auto problem = [&](Index lda, Layout layout) { return QrProblem<double>{2, 3, a, lda, tau, layout}; };
  EXPECT_TRUE(has_work(problem(2, Layout::column_major)));
  EXPECT_THROW(has_work(problem(2, Layout::row_major)), Error);
  EXPECT_TRUE(has_work(problem(3, Layout::row_major)));
  EXPECT_THROW(has_work(problem(2, static_cast<Layout>(7))), Error);
}

}  // namespace
}  // namespace numapack

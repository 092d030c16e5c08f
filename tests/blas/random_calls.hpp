// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "blas/two_libraries.hpp"

namespace numapack::testing {

/// Random calls of each routine of level 2 and 3. How numbers are scaled: products, solutions and what is
/// between stay within what the type has, whatever the order of sums.
template <class T>
class BlasCalls {
 protected:
  using R = Real<T>;
  static constexpr bool complex = !std::is_same_v<T, R>;

 public:
  BlasCalls(Tally& tally, Numbers numbers, std::uint64_t seed)
      : draw_(numbers, seed),
        libraries_(tally,
                   std::string("numbers ") + numbers_names[int(numbers)] + " seed " + std::to_string(seed)) {}

  void gemm() {
    const char *const ta = draw_.letter("NTC"), *const tb = draw_.letter("NTC");
    const int m = draw_.size(), n = draw_.size(), k = draw_.size();
    const Exponents rows = draw_.grade(m, 3), inner = draw_.grade(k, 3), columns = draw_.grade(n, 3);
    Matrix<T> a = strewn(draw_.matrix(rows, inner, *ta != 'N')),
              b = strewn(draw_.matrix(negated(inner), columns, *tb != 'N')),
              c = strewn(draw_.matrix(rows, columns));
    const T alpha = draw_.scalar(), beta = draw_.scalar();
    Both<T> of_c(c.data);
    libraries_.call("gemm", ta, tb, &m, &n, &k, &alpha, a.data, &a.ld, b.data, &b.ld, &beta, of_c, &c.ld);
    libraries_.compare("c", of_c);
  }

  void symm(bool hermitian) {
    const char *const side = draw_.letter("LR"), *const uplo = draw_.letter("UL");
    const int m = draw_.size(), n = draw_.size();
    const bool left = *side == 'L';
    const Exponents both = draw_.grade(left ? m : n, 3), others = draw_.grade(left ? n : m, 3);
    Matrix<T> a = triangle(strewn(draw_.matrix(both, both)), *uplo, false),
              b = strewn(left ? draw_.matrix(negated(both), others) : draw_.matrix(others, negated(both))),
              c = strewn(left ? draw_.matrix(both, others) : draw_.matrix(others, both));
    const T alpha = draw_.scalar(), beta = draw_.scalar();
    Both<T> of_c(c.data);
    libraries_.call(hermitian ? "hemm" : "symm", side, uplo, &m, &n, &alpha, a.data, &a.ld, b.data, &b.ld,
                    &beta, of_c, &c.ld);
    libraries_.compare("c", of_c);
  }

  void syrk() { rank_k<T>("syrk", complex ? "NT" : "NTC", draw_.scalar(), draw_.scalar()); }
  void herk() { rank_k<R>("herk", "NC", draw_.real_scalar(), draw_.real_scalar()); }
  void syr2k() { rank_2k<T>("syr2k", complex ? "NT" : "NTC", draw_.scalar()); }
  void her2k() { rank_2k<R>("her2k", "NC", draw_.real_scalar()); }

  void trmm(bool solves) {
    const char *const side = draw_.letter("LR"), *const uplo = draw_.letter("UL"),
                      *const trans = draw_.letter("NTC"), *const diag = draw_.letter("NNNU");
    const int m = draw_.size(), n = draw_.size();
    const bool left = *side == 'L', transposed = *trans != 'N', unit = *diag == 'U';
    const int order = left ? m : n;
    // op(A) of r_i + k_j, from the left: X of -k_j, B of r_i. Ones on the diagonal scale nothing.
    Exponents rows = unit ? draw_.level(order) : draw_.grade(order, 3),
              columns = unit ? draw_.level(order) : draw_.grade(order, 3);
    const Exponents others = draw_.grade(left ? n : m, 3);
    // From the right the reference multiplies by inverses, which subnormal numbers have none of.
    if (solves && !unit && draw_.numbers == Numbers::edges)
      (left ? rows : columns) = draw_.edge(order, !left);
    Matrix<T> a = triangle(strewn_triangle(draw_.dominant(rows, columns, transposed), solves), *uplo, unit);
    const Exponents of_b = solves ? (left ? rows : columns) : negated(left ? columns : rows);
    Matrix<T> b = strewn(left ? draw_.matrix(of_b, others) : draw_.matrix(others, of_b));
    const T alpha = draw_.scalar();
    Both<T> of_b_(b.data);
    libraries_.call(solves ? "trsm" : "trmm", side, uplo, trans, diag, &m, &n, &alpha, a.data, &a.ld, of_b_,
                    &b.ld);
    libraries_.compare("b", of_b_);
  }

  void gemv() {
    const char* const trans = draw_.letter("NTC");
    const int m = draw_.size(), n = draw_.size();
    const bool transposed = *trans != 'N';
    const Exponents rows = draw_.grade(transposed ? n : m, 2), inner = draw_.grade(transposed ? m : n, 2);
    Matrix<T> a = strewn(draw_.matrix(rows, inner, transposed));
    const std::vector<T> x = vector(negated(inner));
    Both<T> y(vector(rows));
    const T alpha = draw_.scalar(), beta = draw_.scalar();
    libraries_.call("gemv", trans, &m, &n, &alpha, a.data, &a.ld, x, &one_, &beta, y, &one_);
    libraries_.compare("y", y);
  }

  void ger(const char* name) {
    const int m = draw_.size(), n = draw_.size();
    const Exponents rows = draw_.grade(m, 2), columns = draw_.grade(n, 2);
    Matrix<T> a = strewn(draw_.matrix(rows, columns));
    Both<T> of_a(a.data);
    const T alpha = draw_.scalar();
    libraries_.call(name, &m, &n, &alpha, vector(rows), &one_, vector(columns), &one_, of_a, &a.ld);
    libraries_.compare("a", of_a);
  }

  void symv(const char* name) {
    const char* const uplo = draw_.letter("UL");
    const int n = draw_.size();
    const Exponents both = draw_.grade(n, 3);
    Matrix<T> a = triangle(strewn(draw_.matrix(both, both)), *uplo, false);
    Both<T> y(vector(both));
    const T alpha = draw_.scalar(), beta = draw_.scalar();
    libraries_.call(name, uplo, &n, &alpha, a.data, &a.ld, vector(negated(both)), &one_, &beta, y, &one_);
    libraries_.compare("y", y);
  }

  void trmv(bool solves) {
    const char *const uplo = draw_.letter("UL"), *const trans = draw_.letter("NTC"),
                      *const diag = draw_.letter("NNNU");
    const int n = draw_.below(12) == 0 ? 500 + draw_.size() : draw_.size();
    const bool transposed = *trans != 'N', unit = *diag == 'U';
    Exponents rows = unit ? draw_.level(n) : draw_.grade(n, 2),
              columns = unit ? draw_.level(n) : draw_.grade(n, 2);
    if (solves && !unit && draw_.numbers == Numbers::edges) rows = draw_.edge(n);
    Matrix<T> a = triangle(strewn_triangle(draw_.dominant(rows, columns, transposed), solves), *uplo, unit);
    Both<T> x(vector(solves ? rows : negated(columns)));
    libraries_.call(solves ? "trsv" : "trmv", uplo, trans, diag, &n, a.data, &a.ld, x, &one_);
    libraries_.compare("x", x);
  }

  void syr() { rank_1<T>("syr", draw_.scalar()); }
  void her() { rank_1<R>("her", draw_.real_scalar()); }
  void syr2(const char* name) {
    const char* const uplo = draw_.letter("UL");
    const int n = draw_.size();
    const Exponents both = draw_.grade(n, 2);
    Matrix<T> a = triangle(strewn(draw_.matrix(both, both)), *uplo, false);
    Both<T> of_a(a.data);
    const T alpha = draw_.scalar();
    libraries_.call(name, uplo, &n, &alpha, vector(both), &one_, vector(both), &one_, of_a, &a.ld);
    libraries_.compare("a", of_a);
  }

 protected:
  Matrix<T> strewn(Matrix<T> matrix) {
    draw_.strew(matrix.data);
    return matrix;
  }
  Matrix<T> strewn_nan(Matrix<T> matrix) {
    draw_.strew_nan(matrix.data);
    return matrix;
  }
  Matrix<T> strewn_triangle(Matrix<T> matrix, bool divides) {
    if (!divides) return strewn(std::move(matrix));
    draw_.strew_divisors(matrix);
    return matrix;
  }
  std::vector<T> vector(const Exponents& exponents) { return strewn(draw_.matrix(exponents, {0})).data; }
  /// What is not of a triangle is no number, nor is a diagonal of ones.
  static Matrix<T> triangle(Matrix<T> matrix, char uplo, bool unit) {
    const int n = static_cast<int>(matrix.data.size()) / matrix.ld;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if ((uplo == 'U' ? i > j : i < j) || (unit && i == j)) matrix.at(i, j) = nothing<T>();
    return matrix;
  }

  Draw<T> draw_;
  TwoLibraries<T> libraries_;
  const int one_ = 1;

 private:
  template <class Scalar>
  void rank_k(const char* name, const char* transposes, Scalar alpha, Scalar beta) {
    const char *const uplo = draw_.letter("UL"), *const trans = draw_.letter(transposes);
    const int n = draw_.size(), k = draw_.size();
    const Exponents both = draw_.grade(n, 2);
    Matrix<T> a = strewn(draw_.matrix(both, draw_.level(k), *trans != 'N')),
              c = triangle(strewn(draw_.matrix(both, both)), *uplo, false);
    Both<T> of_c(c.data);
    libraries_.call(name, uplo, trans, &n, &k, &std::as_const(alpha), a.data, &a.ld, &std::as_const(beta),
                    of_c, &c.ld);
    libraries_.compare("c", of_c);
  }

  template <class Scalar>
  void rank_2k(const char* name, const char* transposes, Scalar beta) {
    const char *const uplo = draw_.letter("UL"), *const trans = draw_.letter(transposes);
    const int n = draw_.size(), k = draw_.size();
    const Exponents both = draw_.grade(n, 4), inner = draw_.grade(k, 4);
    const bool transposed = *trans != 'N';
    Matrix<T> a = strewn(draw_.matrix(both, inner, transposed)),
              b = strewn(draw_.matrix(both, negated(inner), transposed)),
              c = triangle(strewn(draw_.matrix(both, both)), *uplo, false);
    const T alpha = draw_.scalar();
    Both<T> of_c(c.data);
    libraries_.call(name, uplo, trans, &n, &k, &alpha, a.data, &a.ld, b.data, &b.ld, &std::as_const(beta),
                    of_c, &c.ld);
    libraries_.compare("c", of_c);
  }

  template <class Scalar>
  void rank_1(const char* name, Scalar alpha) {
    const char* const uplo = draw_.letter("UL");
    const int n = draw_.size();
    const Exponents both = draw_.grade(n, 2);
    Matrix<T> a = triangle(strewn(draw_.matrix(both, both)), *uplo, false);
    Both<T> of_a(a.data);
    libraries_.call(name, uplo, &n, &std::as_const(alpha), vector(both), &one_, of_a, &a.ld);
    libraries_.compare("a", of_a);
  }
};

}  // namespace numapack::testing

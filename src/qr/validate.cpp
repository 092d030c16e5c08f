// SPDX-License-Identifier: BSD-3-Clause
#include "qr/validate.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "level3/call/arguments.hpp"

namespace numapack {

namespace {

/// The checks of one routine, in words.
class Checks {
 public:
  Checks(const char* routine, Layout layout) : routine_(routine), by_rows_(is_by_rows(routine, layout)) {}

  void side(Side side) const { require_side(routine_, side); }
  void trans(Transpose trans, bool complex) const {
    const bool right = trans == Transpose::none || trans == Transpose::conjugate_transpose ||
                       (trans == Transpose::transpose && !complex);
    if (!right)
      invalid(routine_, "transposition " + std::to_string(static_cast<int>(trans)) + " is not possible",
              complex ? "use N or C" : "use N, T or C");
  }
  void size(const char* name, Index size) const { require_size(routine_, name, size); }
  void at_most(const char* name, Index size, const char* other, Index most) const {
    if (size > most)
      invalid(routine_, std::string(name) + " is " + std::to_string(size),
              "at most " + std::string(other) + ", which is " + std::to_string(most));
  }
  void stored(const char* name, Index rows, Index columns, Index leading, std::size_t element) const {
    require_matrix(routine_, name, std::string("ld") + name, by_rows_ ? columns : rows,
                   by_rows_ ? rows : columns, leading, element);
  }
  void pointer(const char* name, const void* data, const char* advice) const {
    require_address(routine_, name, data, advice);
  }
  void matrix(const char* name, const void* data) const { require_address(routine_, name, data); }

 private:
  const char* const routine_;
  const bool by_rows_;
};

template <class T>
constexpr bool complex = !std::is_floating_point_v<T>;

}  // namespace

template <class T>
bool has_work(const QrProblem<T>& p) {
  const Checks check("geqrf", p.layout);
  check.size("m", p.m);
  check.size("n", p.n);
  check.stored("a", p.m, p.n, p.lda, sizeof(T));
  if (p.m == 0 || p.n == 0) return false;
  check.matrix("a", p.a);
  check.pointer("tau", p.tau, "pass room for min(m, n) elements");
  return true;
}

template <class T>
bool has_work(const QrProduct<T>& p) {
  const Checks check(complex<T> ? "unmqr" : "ormqr", p.layout);
  check.side(p.side);
  check.trans(p.trans, complex<T>);
  check.size("m", p.m);
  check.size("n", p.n);
  check.size("k", p.k);
  check.at_most("k", p.k, p.side == Side::left ? "m" : "n", p.order());
  check.stored("a", p.order(), p.k, p.lda, sizeof(T));
  check.stored("c", p.m, p.n, p.ldc, sizeof(T));
  if (p.m == 0 || p.n == 0 || p.k == 0) return false;
  check.matrix("a", p.a);
  check.pointer("tau", p.tau, "pass the k elements that geqrf gave");
  check.matrix("c", p.c);
  return true;
}

template <class T>
bool has_work(const QrColumns<T>& p) {
  const Checks check(complex<T> ? "ungqr" : "orgqr", p.layout);
  check.size("m", p.m);
  check.size("n", p.n);
  check.at_most("n", p.n, "m", p.m);
  check.size("k", p.k);
  check.at_most("k", p.k, "n", p.n);
  check.stored("a", p.m, p.n, p.lda, sizeof(T));
  if (p.n == 0) return false;
  check.matrix("a", p.a);
  if (p.k > 0) check.pointer("tau", p.tau, "pass the k elements that geqrf gave");
  return true;
}

template <class T>
bool has_work(const LeastSquares<T>& p) {
  const Checks check("gels", p.layout);
  check.trans(p.trans, complex<T>);
  check.size("m", p.m);
  check.size("n", p.n);
  check.size("nrhs", p.columns);
  check.stored("a", p.m, p.n, p.lda, sizeof(T));
  check.stored("b", std::max(p.m, p.n), p.columns, p.ldb, sizeof(T));
  if (p.columns == 0 || std::max(p.m, p.n) == 0) return false;
  check.matrix("b", p.b);
  if (std::min(p.m, p.n) > 0) check.matrix("a", p.a);
  return true;
}

template bool has_work(const QrProblem<float>&);
template bool has_work(const QrProblem<double>&);
template bool has_work(const QrProblem<std::complex<float>>&);
template bool has_work(const QrProblem<std::complex<double>>&);
template bool has_work(const QrProduct<float>&);
template bool has_work(const QrProduct<double>&);
template bool has_work(const QrProduct<std::complex<float>>&);
template bool has_work(const QrProduct<std::complex<double>>&);
template bool has_work(const QrColumns<float>&);
template bool has_work(const QrColumns<double>&);
template bool has_work(const QrColumns<std::complex<float>>&);
template bool has_work(const QrColumns<std::complex<double>>&);
template bool has_work(const LeastSquares<float>&);
template bool has_work(const LeastSquares<double>&);
template bool has_work(const LeastSquares<std::complex<float>>&);
template bool has_work(const LeastSquares<std::complex<double>>&);

}  // namespace numapack

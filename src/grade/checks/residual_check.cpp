// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "grade/calls/call_data.hpp"
#include "grade/checks/check.hpp"
#include "peer/routines/lapack_call.hpp"
#include "peer/work/extended.hpp"

namespace numapack {

namespace {

constexpr double kPassingRatio = 30;  ///< of LAPACK's own test programs

/// Column-major, in the arithmetic of checks.
class Wide {
 public:
  Wide(Index rows, Index columns)
      : rows_(rows), columns_(columns), data_(static_cast<std::size_t>(rows * columns)) {}
  Extended& operator()(Index i, Index j) { return data_[static_cast<std::size_t>(i + j * rows_)]; }
  Extended operator()(Index i, Index j) const { return data_[static_cast<std::size_t>(i + j * rows_)]; }
  Index rows() const { return rows_; }
  Index columns() const { return columns_; }

  long double norm() const {
    long double most = 0;
    for (Index j = 0; j < columns_; ++j) {
      long double sum = 0;
      for (Index i = 0; i < rows_; ++i) sum += std::abs((*this)(i, j));
      most = sum <= most ? most : sum;  // also NaN
    }
    return most;
  }

 private:
  Index rows_, columns_;
  std::vector<Extended> data_;
};

template <class Element>
Wide made(Index rows, Index columns, const Element& element) {
  Wide wide(rows, columns);
  for (Index j = 0; j < columns; ++j)
    for (Index i = 0; i < rows; ++i) wide(i, j) = element(i, j);
  return wide;
}

Wide times(const Wide& a, const Wide& b) {
  Wide c(a.rows(), b.columns());
  for (Index j = 0; j < b.columns(); ++j)
    for (Index p = 0; p < b.rows(); ++p)
      for (Index i = 0; i < a.rows(); ++i) c(i, j) += product(a(i, p), b(p, j));
  return c;
}
Wide adjoint(const Wide& a) {
  return made(a.columns(), a.rows(), [&](Index i, Index j) { return std::conj(a(j, i)); });
}
long double distance(const Wide& a, const Wide& b) {
  return made(a.rows(), a.columns(), [&](Index i, Index j) { return a(i, j) - b(i, j); }).norm();
}
Wide identity(Index n) {
  return made(n, n, [](Index i, Index j) { return Extended{i == j ? 1.0L : 0.0L}; });
}

template <class T>
class Residuals {
  using Real = decltype(std::abs(T{}));

 public:
  Residuals(const CheckRun& run, Index n) : run_(run), n_(n) {}

  void all() {
    if (asked("potrf") || asked("potri")) cholesky();
    if (asked("getrf") || asked("getri")) lu();
    if (asked("geqrf")) qr();
  }

 private:
  const char* letters(const char* name) const { return std::string_view(name).starts_with("po") ? "L" : ""; }
  RoutineForm form(const char* name) const { return {find_routine(name), letters(name)}; }
  std::string named(const char* name) const { return letter(type_of<T>()) + std::string(name); }

  bool asked(const char* name) const { return run_.asked(name); }

  /// False if the library lacks it.
  bool call(const char* name, LapackProblem<T>& p) {
    p.form = form(name);
    if (!run_.library.missing(p.form, type_of<T>()).empty()) return false;
    run_.begin(named(name));
    const LibraryRoutine routine = run_.library.routine(p.form, type_of<T>());
    const auto pivots = p.pivots;
    const auto narrow = p.narrow_pivots;
    make_room(&routine, p);
    if (std::string_view(name) == "getri") p.pivots = pivots, p.narrow_pivots = narrow;
    run_.library.run(routine, p);
    return true;
  }

  void say(const char* name, long double residual, long double scale, Index info) {
    const long double epsilon = std::numeric_limits<Real>::epsilon() / 2;
    const auto ratio = double(residual / (static_cast<long double>(n_) * scale * epsilon));
    const bool passed = info == 0 && ratio < kPassingRatio;
    run_.say({{"item", named(name)},
              {"passed", passed},
              {"ratio", std::isfinite(ratio) ? ratio : double(kWorstError)},
              {"what",
               passed ? "" : fmt::format("{} n={}: ratio {:.3g}, info {}", named(name), n_, ratio, info)}});
  }

  CallData<T> matrix(const char* name) const {
    Job job;
    job.form = form(name);
    job.call = product_of(job.form, type_of<T>(), n_, n_, 0, false);
    job.seed = 11;
    return CallData<T>(job, {{0, 0, 0}, {3, 0, 0}});
  }
  LapackProblem<T> problem(CallData<T>& data) const {
    LapackProblem<T> p;
    p.m = p.n = n_, p.a = data.data(0), p.lda = data.job().leading(0);
    return p;
  }
  Wide wide(CallData<T>& data) const {
    return made(n_, n_, [&](Index i, Index j) { return extended(data.at(0, i, j)); });
  }
  Wide lower(CallData<T>& data, bool unit) const {
    return made(n_, n_, [&](Index i, Index j) {
      return i == j && unit ? Extended{1} : i >= j ? extended(data.at(0, i, j)) : Extended{0};
    });
  }
  Wide upper(CallData<T>& data) const {
    return made(n_, n_, [&](Index i, Index j) { return i <= j ? extended(data.at(0, i, j)) : Extended{0}; });
  }
  static Wide mirrored(const Wide& a) {
    return made(a.rows(), a.rows(), [&](Index i, Index j) { return i >= j ? a(i, j) : std::conj(a(j, i)); });
  }

  void cholesky() {
    CallData<T> data = matrix("potrf");
    for (Index i = 0; i < n_; ++i) data.at(0, i, i) = T(std::real(data.at(0, i, i)));
    const Wide a = mirrored(wide(data));
    LapackProblem<T> p = problem(data);
    if (!call("potrf", p)) return;
    const Wide l = lower(data, false);
    if (asked("potrf")) say("potrf", distance(times(l, adjoint(l)), a), a.norm(), p.info);
    if (asked("potri") && call("potri", p)) inverse("potri", a, mirrored(wide(data)), p.info);
  }

  void lu() {
    CallData<T> data = matrix("getrf");
    const Wide a = wide(data);
    LapackProblem<T> p = problem(data);
    if (!call("getrf", p)) return;
    if (asked("getrf")) factors(data, a, p);
    if (asked("getri") && call("getri", p)) inverse("getri", a, wide(data), p.info);
  }

  void factors(CallData<T>& data, const Wide& a, LapackProblem<T>& p) {
    Wide exchanged = a;
    const LibraryRoutine routine = run_.library.routine(p.form, type_of<T>());
    const std::vector<std::int64_t> pivots = pivots_of(&routine, p);
    for (Index k = 0; k < n_; ++k) {
      const Index row = pivots[static_cast<std::size_t>(k)] - 1;
      for (Index j = 0; row > k && row < n_ && j < n_; ++j) std::swap(exchanged(k, j), exchanged(row, j));
    }
    say("getrf", distance(times(lower(data, true), upper(data)), exchanged), a.norm(), p.info);
    solution(a);
  }

  void solution(const Wide& a) {
    if constexpr (std::is_same_v<T, double>) {
      if (!run_.library.has_solver()) return;
      run_.begin("dgetrs");
      CallData<T> data = matrix("getrf");
      std::vector<double> packed, b(static_cast<std::size_t>(n_), 1);
      for (Index j = 0; j < n_; ++j) packed.insert(packed.end(), &data.at(0, 0, j), &data.at(0, 0, j) + n_);
      const Index info = run_.library.factor_and_solve(n_, packed.data(), b.data());
      const Wide x = made(n_, 1, [&](Index i, Index) { return Extended{b[static_cast<std::size_t>(i)]}; });
      const Wide ones = made(n_, 1, [](Index, Index) { return Extended{1}; });
      // LAPACK's ratio of solutions has no n.
      say("getrs", distance(times(a, x), ones) * static_cast<long double>(n_), a.norm() * x.norm(), info);
    }
  }

  void inverse(const char* name, const Wide& a, const Wide& x, Index info) {
    say(name, distance(times(a, x), identity(n_)), a.norm() * x.norm(), info);
  }

  void qr() {
    CallData<T> data = matrix("geqrf");
    const Wide a = wide(data);
    LapackProblem<T> p = problem(data);
    if (!call("geqrf", p)) return;
    Wide q = identity(n_);
    for (Index r = n_ - 1; r >= 0; --r) {
      const auto v = [&](Index i) { return i == r ? Extended{1} : extended(data.at(0, i, r)); };
      for (Index j = r; j < n_; ++j) {
        Extended sum = 0;
        for (Index i = r; i < n_; ++i) sum += product(std::conj(v(i)), q(i, j));
        sum = product(sum, extended(p.tau[static_cast<std::size_t>(r)]));
        for (Index i = r; i < n_; ++i) q(i, j) -= product(v(i), sum);
      }
    }
    const Wide adjoint_q = adjoint(q);
    const long double factors = distance(times(adjoint_q, a), upper(data)) / a.norm();
    say("geqrf", std::max(factors, distance(times(adjoint_q, q), identity(n_))), 1, p.info);
  }

  const CheckRun& run_;
  Index n_;
};

}  // namespace

void check_residuals(const CheckRun& run) {
  for (const Index n : {Index{31}, Index{150}})
    for (const Type type : {Type::s, Type::d, Type::c, Type::z})
      with_type(type, [&]<class T>() { Residuals<T>(run, n).all(); });
}

}  // namespace numapack

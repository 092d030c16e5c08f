// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "grade/calls/call_data.hpp"
#include "grade/calls/random_call.hpp"
#include "grade/checks/check.hpp"
#include "peer/routines/lapack_call.hpp"

namespace numapack {

namespace {

template <class T>
bool is_finite(T value) {
  return std::isfinite(std::real(value)) && std::isfinite(std::imag(value));
}

/// Calls of one type and size, with what each rule puts into their operands.
template <class T>
class Rules {
  using Real = decltype(std::abs(T{}));

 public:
  Rules(const CheckRun& run, Index n) : run_(run), n_(n), at_(n / 3) {}

  /// One rule. False if it is broken, and then the call is in call().
  bool holds(const std::string& rule) {
    if (rule == "NaN in A reaches its row of C") return reaches_row(nan());
    if (rule == "infinity in A reaches its row of C")
      return reaches_row(T(std::numeric_limits<Real>::infinity()));
    if (rule == "zero times NaN is NaN") return zero_times_nan();
    if (rule == "beta = 0 does not read C") return does_not_read("gemm", "NN", 2, 1, 0);
    if (rule == "alpha = 0 does not read A") return does_not_read("gemm", "NN", 0, 0, 1);
    if (rule == "alpha = NaN makes C NaN") return alpha_nan();
    if (rule == "symm reads one triangle of A") return reads_one_triangle("symm", "LL");
    if (rule == "syrk writes one triangle of C") return writes_one_triangle();
    if (rule == "trsm reads one triangle of A") return reads_one_triangle("trsm", "LLNN");
    if (rule == "trsm by a triangle of NaN is NaN, zeros or not") return triangle_of_nan();
    if (rule == "trsm with alpha = 0 makes B zero") return trsm_to_zero();
    if (rule == "trsm divided by zero is not finite") return division_by_zero();
    if (rule == "potrf of NaN is info") return stopped_by_nan();
    return zero_pivot();
  }
  const std::string& call() const { return call_; }
  bool lacks(const char* routine, const char* letters) const {
    return !run_.library.missing({find_routine(routine), letters}, type_of<T>()).empty();
  }

 private:
  static T nan() { return T(std::numeric_limits<Real>::quiet_NaN()); }

  CallData<T> make(const char* routine, const char* letters, double alpha = 1, double beta = 0) {
    Job job;
    job.form = {find_routine(routine), letters};
    job.alpha = alpha, job.beta = beta;
    job.call = product_of(job.form, type_of<T>(), n_, n_, n_, beta != 0);
    call_ = describe_call(job);
    return CallData<T>(job);
  }

  template <class Wanted>
  bool not_finite_where(CallData<T>& data, const Wanted& wanted) {
    data.call(run_.library);
    const int written = data.job().form.routine->written();
    for (Index j = 0; j < n_; ++j)
      for (Index i = 0; i < n_; ++i)
        if (is_finite(data.at(written, i, j)) == wanted(i, j)) return said_of(data, written, i, j);
    return true;
  }
  bool said_of(CallData<T>& data, int operand, Index i, Index j) {
    call_ += fmt::format(": element ({}, {}) is {:g}", i, j, double(std::real(data.at(operand, i, j))));
    return false;
  }
  static bool nowhere(Index, Index) { return false; }
  static bool everywhere(Index, Index) { return true; }

  bool reaches_row(T value) {
    CallData<T> data = make("gemm", "NN");
    data.at(0, at_, n_ / 2) = value;
    return not_finite_where(data, [&](Index i, Index) { return i == at_; });
  }
  bool zero_times_nan() {
    CallData<T> data = make("gemm", "NN");
    data.at(0, at_, n_ / 2) = nan();
    for (Index j = 0; j < n_; ++j) data.at(1, n_ / 2, j) = T{};
    return not_finite_where(data, [&](Index i, Index) { return i == at_; });
  }
  bool does_not_read(const char* routine, const char* letters, int operand, double alpha, double beta) {
    CallData<T> data = make(routine, letters, alpha, beta);
    fill_with(data, operand, nan());
    return not_finite_where(data, nowhere);
  }
  void fill_with(CallData<T>& data, int operand, T value) {
    for (Index j = 0; j < n_; ++j)
      for (Index i = 0; i < n_; ++i) data.at(operand, i, j) = value;
  }
  bool alpha_nan() {
    CallData<T> data = make("gemm", "NN", std::numeric_limits<double>::quiet_NaN(), 1);
    return not_finite_where(data, everywhere);
  }
  bool reads_one_triangle(const char* routine, const char* letters) {
    CallData<T> data = make(routine, letters);
    for (Index j = 0; j < n_; ++j)
      for (Index i = 0; i < j; ++i) data.at(0, i, j) = nan();
    return not_finite_where(data, nowhere);
  }
  bool writes_one_triangle() {
    CallData<T> data = make("syrk", "LN"), before = make("syrk", "LN");
    data.call(run_.library);
    for (Index j = 0; j < n_; ++j)
      for (Index i = 0; i < j; ++i)
        if (data.at(2, i, j) != before.at(2, i, j)) return said_of(data, 2, i, j);
    return true;
  }
  bool triangle_of_nan() {
    CallData<T> data = make("trsm", "LLNN");
    fill_with(data, 0, nan());
    fill_with(data, 1, T{});
    return not_finite_where(data, everywhere);
  }
  bool trsm_to_zero() {
    CallData<T> data = make("trsm", "LLNN", 0);
    fill_with(data, 0, nan());
    fill_with(data, 1, nan());
    data.call(run_.library);
    for (Index j = 0; j < n_; ++j)
      for (Index i = 0; i < n_; ++i)
        if (data.at(1, i, j) != T{}) return said_of(data, 1, i, j);
    return true;
  }
  bool division_by_zero() {
    CallData<T> data = make("trsm", "LLNN");
    for (Index i = 0; i < n_; ++i) data.at(0, i, i) = T{1};
    for (Index j = 0; j < n_; ++j)
      for (Index i = j + 1; i < n_; ++i) data.at(0, i, j) = T{};
    data.at(0, at_, at_) = T{};
    // Those behind it by zero times infinity.
    return not_finite_where(data, [&](Index i, Index) { return i >= at_; });
  }

  Index info_of(CallData<T>& data) {
    LapackProblem<T> p;
    p.form = data.job().form;
    p.m = p.n = n_, p.a = data.data(0), p.lda = data.job().leading(0);
    const LibraryRoutine routine = run_.library.routine(p.form, type_of<T>());
    make_room(&routine, p);
    run_.library.run(routine, p);
    call_ += fmt::format(": info {}", p.info);
    return p.info;
  }
  bool stopped_by_nan() {
    CallData<T> data = make("potrf", "L");
    data.at(0, at_, at_) = nan();
    return info_of(data) == at_ + 1;
  }
  /// The first column that is zero is named, and those behind it are factored all the same.
  bool zero_pivot() {
    CallData<T> data = make("getrf", "");
    for (Index i = 0; i < n_; ++i) data.at(0, i, at_) = T{};
    if (info_of(data) != at_ + 1) return false;
    for (Index j = 0; j < n_; ++j)
      for (Index i = 0; i < n_; ++i)
        if (!is_finite(data.at(0, i, j))) return said_of(data, 0, i, j);
    return true;
  }

  const CheckRun& run_;
  Index n_, at_;
  std::string call_;
};

struct Rule {
  const char *name, *routine, *letters;
};
constexpr Rule kRules[] = {
    {"NaN in A reaches its row of C", "gemm", "NN"},
    {"infinity in A reaches its row of C", "gemm", "NN"},
    {"zero times NaN is NaN", "gemm", "NN"},
    {"beta = 0 does not read C", "gemm", "NN"},
    {"alpha = 0 does not read A", "gemm", "NN"},
    {"alpha = NaN makes C NaN", "gemm", "NN"},
    {"symm reads one triangle of A", "symm", "LL"},
    {"syrk writes one triangle of C", "syrk", "LN"},
    {"trsm reads one triangle of A", "trsm", "LLNN"},
    {"trsm by a triangle of NaN is NaN, zeros or not", "trsm", "LLNN"},
    {"trsm with alpha = 0 makes B zero", "trsm", "LLNN"},
    {"trsm divided by zero is not finite", "trsm", "LLNN"},
    {"potrf of NaN is info", "potrf", "L"},
    {"getrf of a zero column is info, the rest factored", "getrf", ""},
};

}  // namespace

void check_exceptions(const CheckRun& run) {
  for (const Rule& rule : kRules) {
    if (!run.asked(rule.routine)) continue;
    run.begin(rule.name);
    bool there = false;
    std::string broken;
    for (const Type type : {Type::s, Type::d, Type::c, Type::z}) {
      for (const Index n : {Index{5}, Index{40}, Index{200}}) {
        with_type(type, [&]<class T>() {
          Rules<T> rules(run, n);
          if (rules.lacks(rule.routine, rule.letters)) return;
          there = true;
          if (broken.empty() && !rules.holds(rule.name)) broken = rules.call();
        });
      }
    }
    if (there) run.grade(rule.name, broken.empty(), broken);
  }
}

}  // namespace numapack

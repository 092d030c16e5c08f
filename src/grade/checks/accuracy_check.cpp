// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "grade/calls/call_data.hpp"
#include "grade/checks/check.hpp"
#include "peer/work/extended.hpp"

namespace numapack {

namespace {

/// How the elements of A and B are graded, by powers of two from 1 down to 2^-30, shuffled.
enum class Grading : std::uint8_t { none, rows_and_columns, inner };
constexpr std::array<const char*, 3> kGradings{"random", "graded rows and columns", "graded inner dimension"};

int exponent(Index line) { return -static_cast<int>((line * 7919) % 31); }

template <class T>
void apply_grading(Grading grading, CallData<T>& data) {
  using Real = decltype(std::abs(T{}));
  const Index n = data.job().call.n;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      if (grading == Grading::rows_and_columns) {
        data.at(0, i, j) *= std::ldexp(Real{1}, exponent(i));
        data.at(1, i, j) *= std::ldexp(Real{1}, exponent(j));
      } else if (grading == Grading::inner) {
        data.at(0, i, j) *= std::ldexp(Real{1}, exponent(j));
        data.at(1, i, j) *= std::ldexp(Real{1}, -exponent(i));
      }
    }
  }
}

template <class T>
long double norm_of(CallData<T>& data, int operand, Index row, Index rows, Index column, Index columns) {
  long double sum = 0;
  for (Index j = column; j < column + columns; ++j)
    for (Index i = row; i < row + rows; ++i) sum += std::norm(extended(data.at(operand, i, j)));
  return std::sqrt(sum);
}

/// The greatest errors over the bounds of A, B and C.
struct Ratios {
  std::array<double, 3> over{};
  char grade() const {
    for (std::size_t i = 0; i < over.size(); ++i)
      if (over[i] <= 1) return static_cast<char>('A' + i);
    return 'D';
  }
};

template <class T>
Ratios look(CallData<T>& data) {
  const Index n = data.job().call.n, looked_at = std::min<Index>(n, 24);
  const long double norms = norm_of(data, 0, 0, n, 0, n) * norm_of(data, 1, 0, n, 0, n);
  Ratios ratios;
  for (Index r = 0; r < looked_at; ++r) {
    const Index i = r * n / looked_at;
    const long double row = norm_of(data, 0, i, 1, 0, n);
    for (Index s = 0; s < looked_at; ++s) {
      const Index j = s * n / looked_at;
      Extended exact = 0;
      long double sizes = 0;
      for (Index p = 0; p < n; ++p) {
        const Extended a = extended(data.at(0, i, p)), b = extended(data.at(1, p, j));
        exact += product(a, b);
        sizes += std::abs(a) * std::abs(b);
      }
      const long double error = std::abs(extended(data.at(2, i, j)) - exact);
      const long double magnitudes[] = {sizes, row * norm_of(data, 1, 0, n, j, 1), norms};
      for (std::size_t k = 0; k < 3; ++k)
        ratios.over[k] = std::max(ratios.over[k], Deviation{error, magnitudes[k], n}.over_bound<T>());
    }
  }
  return ratios;
}

const char* form_of(char grade) {
  if (grade == 'B') return "small elements of a row are cut off, as by fixed point";
  if (grade == 'C')
    return "small rows and columns have the errors of large ones, as Strassen's algorithm gives them";
  return "even the norm of its error is too large";
}

template <class T>
void grade_gemm(const CheckRun& run) {
  const std::string name = letter(type_of<T>()) + std::string("gemm");
  run.begin(name);
  Job job;
  job.form = {find_routine("gemm"), "NN"};
  char worst = 'A';
  double over = 0;
  std::string what;
  for (const Index n : run.order.at("sizes").get<std::vector<Index>>()) {
    for (std::size_t grading = 0; grading < kGradings.size(); ++grading) {
      job.call = product_of(job.form, type_of<T>(), n, n, n, false);
      CallData<T> data(job);
      apply_grading(static_cast<Grading>(grading), data);
      data.call(run.library);
      const Ratios ratios = look(data);
      over = std::max(over, ratios.over[0]);
      if (ratios.grade() <= worst) continue;
      worst = ratios.grade();
      what = fmt::format("{} N N n={}, {} elements: {:.3g} of bound A, {:.3g} of B, {:.3g} of C: {}", name, n,
                         kGradings[grading], ratios.over[0], ratios.over[1], ratios.over[2], form_of(worst));
    }
  }
  run.say({{"item", name},
           {"passed", worst == 'A'},
           {"what", what},
           {"grade", std::string(1, worst)},
           {"error_over_bound", over}});
}

}  // namespace

void check_accuracy(const CheckRun& run) {
  if (!run.asked("gemm")) return;
  for (const Type type : {Type::s, Type::d, Type::c, Type::z}) {
    if (run.library.missing({}, type).empty()) with_type(type, [&]<class T>() { grade_gemm<T>(run); });
  }
}

}  // namespace numapack

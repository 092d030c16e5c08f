// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sparse/spmv_measure.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <random>

#include "base/clock.hpp"
#include "kernel/triangle/factor_kernel.hpp"
#include "numapack/matrix.hpp"
#include "numapack/sparse.hpp"
#include "peer/work/extended.hpp"
#include "sparse/placed_csr.hpp"

namespace numapack {

namespace {

template <class T>
T as_type(double re, double im) {
  using R = typename RealPart<T>::type;
  if constexpr (std::is_same_v<T, R>)
    return static_cast<R>(re);
  else
    return {static_cast<R>(re), static_cast<R>(im)};
}

/// One matrix and its vectors in one type.
template <class T>
class SpmvBench {
 public:
  SpmvBench(const SparseMatrix& matrix, const SpmvOptions& options)
      : matrix_(matrix),
        options_(options),
        values_(values_of(matrix)),
        x_(matrix.columns, 1, MatrixOptions{options.x}),
        y_(matrix.rows, 1, MatrixOptions{options.y}) {
    std::mt19937_64 random(options.seed + 1);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (Index i = 0; i < matrix.columns; ++i) x_.data()[i] = as_type<T>(uniform(random), uniform(random));
  }

  SpmvResult run() {
    SpmvResult result;
    const double begin = seconds_now();
    const PlacedCsr<T> placed(matrix_.pattern(), values_.data());
    result.layout_seconds = seconds_now() - begin;
    result.plan = placed.plan();
    result.bytes = placed.bytes();
    for (const PlacedPart& part : placed.parts()) {
      const ColumnRun* const runs = part.column_runs.template as<ColumnRun>();
      result.used.emplace_back(runs, runs + part.runs);
    }
    compare(placed, result);
    measure(placed, result);
    result.pages = placed.where();
    return result;
  }

 private:
  static std::vector<T> values_of(const SparseMatrix& matrix) {
    std::vector<T> values;
    values.reserve(matrix.values.size());
    for (std::size_t i = 0; i < matrix.values.size(); ++i)
      values.push_back(as_type<T>(matrix.values[i], matrix.imaginary.empty() ? 0 : matrix.imaginary[i]));
    return values;
  }

  void laid_out(const PlacedCsr<T>& placed) { spmv(placed, T{1}, x_.data(), T{0}, y_.data()); }
  void as_it_lies() { spmv(matrix_.pattern(), values_.data(), T{1}, x_.data(), T{0}, y_.data()); }

  /// As a program has it that knows no library.
  void by_one_loop() {
    const T *const x = x_.data(), *const values = values_.data();
    T* const y = y_.data();
    for (Index row = 0; row < matrix_.rows; ++row) {
      T sum{};
      const auto at = static_cast<std::size_t>(row);
      for (Index i = matrix_.starts[at]; i < matrix_.starts[at + 1]; ++i)
        sum += values[i] * x[matrix_.indices[static_cast<std::size_t>(i)]];
      y[row] = sum;
    }
  }

  void compare(const PlacedCsr<T>& placed, SpmvResult& result) {
    laid_out(placed);
    const std::vector<T> first(y_.data(), y_.data() + matrix_.rows);
    as_it_lies();
    result.same_bits = first.empty() || std::memcmp(first.data(), y_.data(), first.size() * sizeof(T)) == 0;
    for (Index row = 0; row < matrix_.rows; ++row)
      result.error_over_bound =
          std::max(result.error_over_bound, error_of_row(row, first[static_cast<std::size_t>(row)]));
  }

  double error_of_row(Index row, const T& found) const {
    const Range elements = matrix_.pattern().of_row(row);
    Extended sum = 0;
    long double size = 0;
    for (Index i = elements.end; i > elements.begin; --i) {
      const auto at = static_cast<std::size_t>(i - 1);
      const Extended added = product(extended(values_[at]), extended(x_.data()[matrix_.indices[at]]));
      sum += added, size += std::abs(added);
    }
    const auto epsilon = static_cast<long double>(std::numeric_limits<typename RealPart<T>::type>::epsilon());
    const long double error = std::abs(extended(found) - sum);
    if (error == 0) return 0;
    return static_cast<double>(error /
                               (4 * (static_cast<long double>(elements.size()) + 2) * epsilon * size));
  }

  template <class Product>
  double seconds_of(const Product& product) const {
    int count = 0;
    const double begin = seconds_now();
    double now = begin;
    while (count == 0 || now - begin < options_.sample) product(), ++count, now = seconds_now();
    return (now - begin) / count;
  }

  void measure(const PlacedCsr<T>& placed, SpmvResult& result) {
    result.times = {{"laid out", {}}, {"as it lies", {}}, {"one loop", {}}};
    const double begin = seconds_now();
    for (int round = 0; round < options_.rounds && !result.interrupted; ++round) {
      const double left = round == 0 ? -1 : (seconds_now() - begin) / round * double(options_.rounds - round);
      options_.progress("products", left);
      result.times[0].seconds.push_back(seconds_of([&] { laid_out(placed); }));
      result.times[1].seconds.push_back(seconds_of([&] { as_it_lies(); }));
      result.times[2].seconds.push_back(seconds_of([&] { by_one_loop(); }));
      result.interrupted = options_.interrupted();
    }
  }

  const SparseMatrix& matrix_;
  const SpmvOptions& options_;
  const std::vector<T> values_;
  Matrix<T> x_, y_;
};

}  // namespace

SpmvResult measure_spmv(const SparseMatrix& matrix, const SpmvOptions& options) {
  return with_type(options.type, [&]<class T>() { return SpmvBench<T>(matrix, options).run(); });
}

}  // namespace numapack

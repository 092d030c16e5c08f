// SPDX-License-Identifier: BSD-3-Clause
#include "peer/work/linpack_workload.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "level3/explain/explain.hpp"
#include "level3/gemm.hpp"
#include "lu/lu.hpp"
#include "memory/buffer.hpp"
#include "memory/pages/census.hpp"
#include "numapack/lab.h"
#include "peer/processes/blas_library.hpp"
#include "peer/processes/bound_threads.hpp"
#include "peer/work/json.hpp"
#include "peer/work/random.hpp"

namespace numapack {

namespace {

using nlohmann::json;

/// Operands of the random numbers: the matrix, then what goes with it.
constexpr int matrix_stream = 0, right_side_stream = 1, left_stream = 1, upper_stream = 2;

class Linpack : public Workload {
 public:
  Linpack(const LinpackJob& job, const Machine& machine, const BlasLibrary* library)
      : job_(job), machine_(machine), library_(library), pus_(pus_in_turn(machine, job.threads)) {
    if (pus_.empty()) invalid("linpack", "no usable processor", "allow this process some");
  }

  json prepare() override {
    if (library_ != nullptr && job_.k == 0) library_->factor_symbol();  // before memory is spent
    BufferOptions plain;
    plain.huge_pages = false;
    plain.process_policy = true;
    const auto bytes = [](Index rows, Index columns) {
      return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) * sizeof(double);
    };
    matrix_ = Buffer(bytes(job_.n, job_.n), machine_, plain);
    first_ = Buffer(bytes(job_.n, std::max<Index>(1, job_.k)), machine_, plain);
    if (job_.k > 0) second_ = Buffer(bytes(job_.k, job_.n), machine_, plain);
    fill();
    json answer;
    answer["pages"] = census_to_json(census(matrix_.data(), matrix_.size(), machine_), machine_);
    if (library_ == nullptr && job_.k == 0)
      answer["explanation"] = explain(plan_for(problem(), options()), machine_);
    calls_ = 1;
    double seconds = timed();
    if (job_.k > 0) {
      seconds = timed();
      calls_ = std::max<Index>(1, std::llround(std::ceil(0.05 / seconds)));
    }
    answer["seconds"] = seconds * static_cast<double>(calls_);
    return answer;
  }

  json sample() override {
    fill();
    const double seconds = timed();
    json answer = {{"flops", job_.flops() * static_cast<double>(calls_)}, {"seconds", seconds}};
    if (job_.k == 0) answer["factor_seconds"] = factored_ - started_;
    return answer;
  }

  json check() override {
    if (job_.k > 0) return json::object();
    fill();
    timed();
    if (info_ != 0) return {{"info", info_}};
    return {{"residual", scaled_residual(job_, first_.as<double>())}};
  }

 private:
  LuProblem<double> problem() {
    pivots_.resize(static_cast<std::size_t>(job_.n));
    return {job_.n, job_.n, matrix_.as<double>(), job_.n, pivots_.data()};
  }
  Options options() const {
    Options options;
    options.nb = job_.lu_nb;
    return options;
  }

  /// The seed's init_matrix: thread t fills blocks t, t + threads … of columns; or the first thread all.
  void fill() {
    double* const a = matrix_.as<double>();
    const auto columns = [&](Index begin, Index end) {
      for (Index i = begin * job_.n; i < end * job_.n; ++i)
        a[i] = random_element<double>(job_.seed, matrix_stream, i);
    };
    if (job_.init_nb == 0) {
      run_bound({pus_.front()}, [&](std::size_t, std::size_t) {
        columns(0, job_.n);
        fill_others();
      });
      return;
    }
    run_bound(pus_, [&](std::size_t thread, std::size_t threads) {
      const Index stride = job_.init_nb * static_cast<Index>(threads);
      for (Index j = job_.init_nb * static_cast<Index>(thread); j < job_.n; j += stride)
        columns(j, std::min(job_.n, j + job_.init_nb));
      if (thread == 0) fill_others();
    });
  }
  void fill_others() {
    const int stream = job_.k > 0 ? left_stream : right_side_stream;
    double* const first = first_.as<double>();
    for (Index i = 0; i < job_.n * std::max<Index>(1, job_.k); ++i)
      first[i] = random_element<double>(job_.seed, stream, i);
    double* const second = second_.as<double>();
    for (Index i = 0; i < job_.n * job_.k; ++i)
      second[i] = random_element<double>(job_.seed, upper_stream, i);
  }

  double timed() {
    // What the emulated machine counts between markers, whichever library it is.
    NUMAPACK_LAB_START();
    started_ = seconds_now();
    for (Index call = 0; call < calls_; ++call) {
      if (job_.k > 0)
        multiply();
      else
        solve_system();
    }
    const double seconds = seconds_now() - started_;
    NUMAPACK_LAB_STOP();
    return seconds;
  }

  void multiply() {
    Problem<double> product;
    product.m = product.n = job_.n;
    product.k = job_.k;
    product.alpha = -1;
    product.beta = 1;
    product.a = first_.as<double>();
    product.lda = job_.n;
    product.b = second_.as<double>();
    product.ldb = job_.k;
    product.c = matrix_.as<double>();
    product.ldc = job_.n;
    if (library_ != nullptr)
      library_->gemm(product);
    else
      gemm(product);
  }

  void solve_system() {
    if (library_ != nullptr) {
      info_ = library_->factor_and_solve(job_.n, matrix_.as<double>(), first_.as<double>(),
                                         [&] { factored_ = seconds_now(); });
      return;
    }
    const LuProblem<double> matrix = problem();
    info_ = factor(matrix, options());
    factored_ = seconds_now();
    if (info_ == 0)
      solve(LuSolution<double>{Transpose::none, job_.n, 1, matrix.a, matrix.lda, Layout::column_major,
                               matrix.pivots, first_.as<double>(), job_.n});
  }

  const LinpackJob job_;
  const Machine& machine_;
  const BlasLibrary* library_;
  const std::vector<int> pus_;
  Buffer matrix_, first_, second_;  ///< A and b; or C, A and B of the outer product
  std::vector<std::int64_t> pivots_;
  Index calls_ = 1, info_ = 0;
  double started_ = 0, factored_ = 0;  ///< when the last sample began, and when its matrix was factored
};

}  // namespace

double scaled_residual(const LinpackJob& job, const double* x) {
  const auto n = static_cast<std::size_t>(job.n);
  std::vector<double> difference(n), row_sums(n, 0.0);
  double b_norm = 0, x_norm = 0, a_norm = 0, error = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto b = random_element<double>(job.seed, right_side_stream, static_cast<Index>(i));
    difference[i] = -b;
    b_norm = std::max(b_norm, std::abs(b));
    x_norm = std::max(x_norm, std::abs(x[i]));
    if (std::isnan(x[i])) return x[i];
  }
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      const auto a = random_element<double>(job.seed, matrix_stream, static_cast<Index>(i + j * n));
      difference[i] += a * x[j];
      row_sums[i] += std::abs(a);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    a_norm = std::max(a_norm, row_sums[i]);
    error = std::max(error, std::abs(difference[i]));
  }
  return error / (0x1p-53 * (a_norm * x_norm + b_norm) * static_cast<double>(n));
}

std::unique_ptr<Workload> make_linpack(const LinpackJob& job, const Machine& machine,
                                       const BlasLibrary* library) {
  return std::make_unique<Linpack>(job, machine, library);
}

}  // namespace numapack

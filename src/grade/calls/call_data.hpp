// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>

#include "peer/processes/blas_library.hpp"
#include "peer/work/job.hpp"
#include "peer/work/random.hpp"

namespace numapack {

/// How the operands of a call lie in memory, in elements, of A, B and C: how far behind the begin of a page,
/// and how many there are between two columns.
struct StorageVariant {
  std::array<Index, 3> offsets{}, gaps{};
};

/// The operands of a call in plain memory, filled with the job's numbers (gaps with NaN): what a program that
/// knows nothing of nodes has.
template <class T>
class CallData {
 public:
  CallData(const Job& job, const StorageVariant& variant = {}) : job_(job) {
    for (std::size_t operand = 0; operand < 3; ++operand) {
      if (!job.has(static_cast<int>(operand))) continue;
      job_.gapped[operand] = std::max<Index>(1, job.rows(static_cast<int>(operand))) + variant.gaps[operand];
      const Index elements = job_.gapped[operand] * job.columns(static_cast<int>(operand));
      blocks_[operand] = make_block(elements + variant.offsets[operand]);
      data_[operand] = blocks_[operand].get() + variant.offsets[operand];
      fill(static_cast<int>(operand));
    }
  }

  const Job& job() const { return job_; }  ///< with these leading dimensions
  T* data(int operand) { return data_[static_cast<std::size_t>(operand)]; }
  T* written() { return data(job_.form.routine->written()); }
  T& at(int operand, Index row, Index column) { return data(operand)[row + column * job_.leading(operand)]; }

  /// The job's numbers again.
  void fill(int operand) {
    using Real = decltype(std::abs(T{}));
    const T nan(std::numeric_limits<Real>::quiet_NaN());
    const Index rows = job_.rows(operand);
    for (Index column = 0; column < job_.columns(operand); ++column)
      for (Index row = 0; row < job_.leading(operand); ++row)
        at(operand, row, column) = row < rows ? operand_element<T>(job_, operand, row + column * rows) : nan;
  }

  /// gemm's.
  Problem<T> product() {
    const Call& call = job_.call;
    Problem<T> problem;
    problem.trans_a = call.a.op, problem.trans_b = call.b.op;
    problem.m = call.m, problem.n = call.n, problem.k = call.k;
    problem.alpha = scalar(job_.alpha), problem.beta = scalar(job_.beta);
    problem.a = data(0), problem.b = data(1), problem.c = data(2);
    problem.lda = job_.leading(0), problem.ldb = job_.leading(1), problem.ldc = job_.leading(2);
    return problem;
  }
  /// Any other routine's of level 3.
  RoutineProblem<T> routine() {
    const Call& call = job_.call;
    return {job_.form, call.m,          call.n,  call.k,          scalar(job_.alpha),
            data(0),   job_.leading(0), data(1), job_.leading(1), scalar(job_.beta),
            data(2),   job_.leading(2)};
  }
  void call(const BlasLibrary& library) {
    if (job_.form.is_gemm())
      library.gemm(product());
    else
      library.run(library.routine(job_.form, type_of<T>()), routine());
  }

  /// Of the elements written, wherever they lie.
  std::uint64_t digest() {
    const int operand = job_.form.routine->written();
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (Index column = 0; column < job_.columns(operand); ++column) {
      const auto* const bytes = reinterpret_cast<const unsigned char*>(&at(operand, 0, column));
      const auto count = static_cast<std::size_t>(job_.rows(operand)) * sizeof(T);
      for (std::size_t i = 0; i < count; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3U;  // FNV-1a
    }
    return hash;
  }

 private:
  static T scalar(std::complex<double> value) {
    if constexpr (std::is_floating_point_v<T>)
      return static_cast<T>(value.real());
    else
      return T(value);
  }

  struct Free {
    void operator()(T* block) const { std::free(block); }
  };
  using Block = std::unique_ptr<T, Free>;

  static Block make_block(Index elements) {
    constexpr std::size_t page = 4096;
    const std::size_t bytes = (static_cast<std::size_t>(elements) * sizeof(T) / page + 1) * page;
    Block block(static_cast<T*>(std::aligned_alloc(page, bytes)));
    if (block == nullptr) throw std::bad_alloc();
    return block;
  }

  Job job_;
  std::array<Block, 3> blocks_;
  std::array<T*, 3> data_{};
};

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <functional>

#include "memory/buffer.hpp"
#include "memory/pages/census.hpp"
#include "peer/work/job.hpp"

namespace numapack {

/// The operands of a job that its routine has, column-major, each placed as asked and filled with the job's
/// random numbers (gaps between columns with zeros).
template <class T>
class Operands {
 public:
  /// Allocates, places and fills. Throws Error(out_of_memory). Memory without a policy (first touch) is
  /// touched by threads bound to the first compute node, and where the kernel refuses a policy, by threads on
  /// the nodes wanted.
  Operands(const Job& job, const Machine& machine);

  /// C, or the operand in its place.
  void refill_written();
  const T* written() const { return data(job_.form.routine->written()); }

  Problem<T> problem() const;  ///< the product
  RoutineProblem<T> routine_problem() const;
  T* place(int operand) const { return data(operand); }  ///< of a routine of LAPACK
  std::array<Census, 3> pages() const;
  /// Why a policy was refused, or "".
  const std::string& policy_refused(int operand) const {
    return buffers_[static_cast<std::size_t>(operand)].policy_refused();
  }

 private:
  T* data(int operand) const {
    return buffers_[static_cast<std::size_t>(operand)].template as<T>() + job_.offset;
  }
  void touch(int operand) const;
  void fill(int operand) const;

  Job job_;
  const Machine& machine_;
  std::array<Buffer, 3> buffers_;
};

}  // namespace numapack

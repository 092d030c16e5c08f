// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "level3/call/problem.hpp"
#include "level3/plan/plan.hpp"
#include "memory/placement.hpp"
#include "peer/routines/blas_routine.hpp"

namespace numapack {

/// What every process of a comparison does, each with operands of its own: a multiplication, or another
/// routine of BLAS or of LAPACK. A, B and C are the routine's, as its callers call them.
struct Job {
  RoutineForm form;  ///< gemm, unless said otherwise
  /// Sizes and operations of the product that it is (product_of()); how operands are stored is below, see
  /// stored()
  Call call;
  std::complex<double> alpha{1}, beta{0};
  std::array<Placement, 3> placement;  ///< of A, B and C
  std::array<Index, 3> gapped{};       ///< leading dimensions of A, B and C; 0: no gaps between columns
  Index offset = 0;                    ///< elements between the start of a page and the first of each operand
  /// Requested as row-major, and transposed into this column-major job (C^T = op(B)^T op(A)^T); see
  /// transposed().
  bool row_major = false;
  bool huge_pages = false;  ///< ask for transparent huge pages for A, B and C
  std::uint64_t seed = 1;
  int threads = 1;
  double sample_seconds = 0.1;  ///< what a round measures of each library, in as many visits as that takes
  double visit_seconds = 0.01;  ///< a visit repeats the call until it lasts so long
  Options options;              ///< for numapack alone

  bool has(int operand) const { return form.routine->has_operand(operand); }  ///< A, B or C (0, 1, 2)
  Index rows(int operand) const;     ///< as stored; 0 of one that the routine does not have
  Index columns(int operand) const;  ///< likewise
  Index leading(int operand) const;  ///< from one column to the next
  /// The call with how its operands are stored, which plans go by.
  Call stored() const;
  double flops() const;  ///< as the routine counts them
  /// Bytes of A, B and C together, gaps included; a double, because nonsense overflows integers.
  double bytes() const;
};

/// The same multiplication (gemm's alone) with the two storage orders exchanged: A and B, m and n change
/// places. Twice is the job itself.
Job transposed(Job job);

/// The job on operands stored the simplest way: column-major, nothing transposed, no gaps, aligned.
Job stored_plainly(const Job& job);

/// Homes of the product's operands when each page is where the job asks; first touch is by the first compute
/// node.
Homes homes_of_job(const Job& job, const Machine& machine);

void to_json(nlohmann::json& out, const Job& job);
void from_json(const nlohmann::json& in, Job& job);

}  // namespace numapack

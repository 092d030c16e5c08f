#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "gemm/plan.hpp"
#include "gemm/problem.hpp"
#include "memory/placement.hpp"

namespace numapack {

/// The multiplication that every process of a comparison does, each with operands of its own.
struct Job {
  Shape shape;
  std::complex<double> alpha{1}, beta{0};
  std::array<Placement, 3> placement;  ///< of A, B and C
  bool huge_pages = false;             ///< ask for transparent huge pages for A, B and C
  std::uint64_t seed = 1;
  int threads = 1;
  double sample_seconds = 0.05;  ///< a sample repeats the call until it lasts so long
  PlanOptions options;           ///< for numapack alone

  Index rows(int operand) const;     ///< of A, B or C (0, 1, 2) as stored
  Index columns(int operand) const;  ///< likewise
  /// Bytes of A, B and C together; a double, because nonsense overflows integers.
  double bytes() const;
};

/// Homes of the operands when each page is where the job asks; first touch is by the first compute node.
Homes homes_of_job(const Job& job, const Machine& machine);

void to_json(nlohmann::json& out, const Job& job);
void from_json(const nlohmann::json& in, Job& job);

}  // namespace numapack

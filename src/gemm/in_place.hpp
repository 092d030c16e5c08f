#pragma once

#include "gemm/problem.hpp"
#include "kernel/choices.hpp"

namespace numapack {

/// Multiplies without packing where that is faster: A in columns, and all of A and B, gaps between their
/// columns included, in the caches next to the core (most_in_place_bytes). Returns false, having done
/// nothing, for other problems. Needs no workspace, no plan and no process-wide state.
template <class T>
bool multiply_in_place(const Problem<T>& problem, const Kernel<T>& kernel) {
  if (kernel.in_place == nullptr || transposes(problem.trans_a)) return false;
  const bool turned = transposes(problem.trans_b);
  const Index elements = problem.lda * problem.k + problem.ldb * (turned ? problem.k : problem.n);
  if (static_cast<std::size_t>(elements) * sizeof(T) > most_in_place_bytes) return false;
  // More than one slab of K would be summed slab by slab, with other bits. No kc is less than this.
  constexpr Index least_kc = 64;
  if (problem.k > least_kc && choose_blocking(kernel.shape, CacheSizes{}, problem.k).kc < problem.k)
    return false;
  kernel.in_place(problem.m, problem.n, problem.k, problem.alpha, problem.a, problem.lda,
                  {problem.b, turned ? Index{1} : problem.ldb, turned ? problem.ldb : Index{1}}, problem.beta,
                  problem.c, problem.ldc);
  return true;
}

}  // namespace numapack

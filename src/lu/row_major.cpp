// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "base/error.hpp"
#include "base/unless_denied.hpp"
#include "level3/call/turn.hpp"
#include "lu/lu.hpp"
#include "lu/plain_lu.hpp"
#include "memory/buffer.hpp"
#include "runtime/runtime.hpp"

namespace numapack {

template <class T>
Index factor_row_major(const LuProblem<T>& problem, const Options& options) {
  if (problem.m >= 0 && problem.n >= 0 && problem.lda < std::max<Index>(1, problem.n))
    invalid("getrf", "lda is " + std::to_string(problem.lda),
            "at least " + std::to_string(std::max<Index>(1, problem.n)) + " is needed for rows of " +
                std::to_string(problem.n));
  LuProblem<T> turned = problem;
  if (problem.m == problem.n) {
    if (problem.n == 0 || problem.a == nullptr || problem.pivots == nullptr) return factor(turned, options);
    turn_in_place(problem.a, problem.lda, problem.n);
    try {
      const Index info = factor(turned, options);
      turn_in_place(problem.a, problem.lda, problem.n);
      return info;
    } catch (...) {
      turn_in_place(problem.a, problem.lda, problem.n);
      throw;
    }
  }
  turned.lda = std::max<Index>(1, problem.m);
  if (problem.m <= 0 || problem.n <= 0 || problem.a == nullptr) return factor(turned, options);
  Index info = 0;
  const auto by_copy = [&] {
    const Machine& machine = Runtime::get().machine();
    BufferOptions where;
    if (machine.nodes.size() > 1) where.placement = parse_placement("interleave", machine);
    const Buffer copy(static_cast<std::size_t>(problem.m) * static_cast<std::size_t>(problem.n) * sizeof(T),
                      machine, where);
    turned.a = copy.as<T>();
    turn<false>(problem.a, problem.lda, problem.n, problem.m, turned.a, turned.lda);
    info = factor(turned, options);
    turn<false>(turned.a, turned.lda, problem.m, problem.n, problem.a, problem.lda);
  };
  if (unless_denied(by_copy)) return info;
  return PlainLu(problem.m, problem.n, problem.a, problem.lda, 1, problem.pivots).factor();
}

template Index factor_row_major(const LuProblem<float>&, const Options&);
template Index factor_row_major(const LuProblem<double>&, const Options&);
template Index factor_row_major(const LuProblem<std::complex<float>>&, const Options&);
template Index factor_row_major(const LuProblem<std::complex<double>>&, const Options&);

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "level3/call/arguments.hpp"
#include "lu/lu.hpp"
#include "runtime/runtime.hpp"
#include "triangle/triangle.hpp"

namespace numapack {

namespace {

template <class T>
void validate(const LuSolution<T>& s) {
  const auto at_least = [](const char* name, Index value, Index least) {
    if (value < least)
      invalid("getrs", std::string(name) + " is " + std::to_string(value),
              "at least " + std::to_string(least) + " is needed");
  };
  if (static_cast<unsigned>(s.trans) > static_cast<unsigned>(Transpose::conjugate_transpose))
    invalid("getrs", "transposition " + std::to_string(static_cast<int>(s.trans)) + " does not exist here",
            "use none, transpose or conjugate_transpose");
  at_least("n", s.n, 0);
  at_least("nrhs", s.columns, 0);
  at_least("lda", s.ldlu, std::max<Index>(1, s.n));
  at_least("ldb", s.ldb, std::max<Index>(1, s.n));
  if (s.n == 0 || s.columns == 0) return;
  for (const auto& [name, address] :
       {std::pair<const char*, const void*>{"a", s.lu}, {"ipiv", s.pivots}, {"b", s.b}})
    if (address == nullptr) invalid("getrs", std::string(name) + " is a null pointer", "pass its address");
  require_pivots("getrs", s.pivots, s.n);
}

}  // namespace

template <class T>
void solve(const LuSolution<T>& s) {
  validate(s);
  if (s.n == 0 || s.columns == 0) return;
  require_runtime();
  // Row-major factors are the column-major ones transposed: L is where U would be, and either is read the
  // other way round.
  const bool rows = s.factors == Layout::row_major;
  const Transpose trans = rows ? transposed(s.trans) : s.trans;
  const bool lower_first = !transposes(s.trans);
  const auto triangle = [&](bool lower, bool unit, const RowInterchanges& interchanges) {
    return TriangularProblem<T>{"getrs", false,       Side::left, lower ? Triangle::lower : Triangle::upper,
                                trans,   unit,        s.n,        s.columns,
                                T{1},    s.lu,        s.ldlu,     s.b,
                                s.ldb,   interchanges};
  };
  const TriangularProblem<T> lower = triangle(!rows, true, {s.pivots, lower_first}),
                             upper = triangle(rows, false, {});
  solve_triangle(lower_first ? lower : upper);
  solve_triangle(lower_first ? upper : lower);
}

template void solve(const LuSolution<float>&);
template void solve(const LuSolution<double>&);
template void solve(const LuSolution<std::complex<float>>&);
template void solve(const LuSolution<std::complex<double>>&);

}  // namespace numapack

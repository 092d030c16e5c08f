// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "kernel/triangle/factor_kernel.hpp"
#include "kernel/write_out.hpp"
#include "level3/run/macro_kernel.hpp"
#include "triangle/triangle.hpp"
#include "triangle/triangle_plan.hpp"

namespace numapack {

/// Some right-hand sides, lines of B, where they are worked at: columns (left) or rows (right).
template <class T>
struct RightHandSides {
  Range range;
  bool left = true;
  T* data = nullptr;  ///< of the first line's first element
  Index leading = 0;

  /// These lines of a B that `data` is the first element of.
  RightHandSides from_block() const {
    return {range, left, data + range.begin * (left ? leading : 1), leading};
  }
  T* at(Index line, Index place) const {
    return left ? data + place + line * leading : data + line + place * leading;
  }
};

/// Into a node's buffer.
template <class T>
void fetch_rhs(const RightHandSides<T>& home, Index order, const RightHandSides<T>& buffer) {
  const Index count = home.range.size();
  copy_block(home.left ? order : count, home.left ? count : order, home.data, home.leading, buffer.data,
             buffer.leading);
}

/// And back: around the caches, or each line would cross a third time to be overwritten (LAB-008).
template <class T>
void return_rhs(const RightHandSides<T>& buffer, Index order, const RightHandSides<T>& home) {
  const Index count = home.range.size();
  write_out(home.left ? order : count, home.left ? count : order, buffer.data, buffer.leading, home.data,
            home.leading);
}

/// A step, and what is packed of the triangle for it.
template <class T>
struct PackedStep {
  Range now, rest;
  const T* diagonal;
  const T* beyond;   ///< op(A) between now and rest
  const T* inverse;  ///< of the diagonal's elements
  bool first;        ///< alpha is not yet in B
};

/// What one thread does to some lines at a step.
template <class T>
class RhsWork {
 public:
  /// `packed`: room for the lines' elements of a step as panels.
  RhsWork(const TrianglePlan& plan, const TriangularProblem<T>& problem, const Kernel<T>& kernel,
          const FactorKernel<T>& factor, T* packed)
      : plan_(plan), problem_(problem), kernel_(kernel), factor_(factor), packed_(packed) {}

  void meet(const PackedStep<T>& step, const RightHandSides<T>& rhs) const {
    const bool solves = plan_.call.solves;
    if (solves)
      solve(step, rhs);
    else
      pack(step.now, rhs);
    if (step.rest.size() > 0)
      add(step, rhs, solves ? T{-1} : problem_.alpha, solves && step.first ? problem_.alpha : T{1});
    if (!solves) multiply(step, rhs);
  }

 private:
  Index unit() const { return plan_.call.left() ? plan_.kernel.nr : plan_.kernel.mr; }

  /// each(first, count, their panel) for as many lines as make one.
  template <class Each>
  void for_each_panel(const Range& now, const RightHandSides<T>& rhs, const Each& each) const {
    for (Index first = 0; first < rhs.range.size(); first += unit())
      each(first, std::min(unit(), rhs.range.size() - first), packed_ + first * now.size());
  }

  void pack(const Range& now, const RightHandSides<T>& rhs) const {
    if (rhs.left)
      kernel_.pack_b({rhs.at(0, now.begin), rhs.leading, 1}, rhs.range.size(), now.size(), packed_);
    else
      kernel_.pack_a({rhs.at(0, now.begin), 1, rhs.leading}, rhs.range.size(), now.size(), packed_);
  }

  void solve(const PackedStep<T>& step, const RightHandSides<T>& rhs) const {
    if (step.first && problem_.alpha != T{1}) scale(step.now, rhs);
    const bool unit_diagonal = problem_.unit_diagonal;
    if (!unit_diagonal && !usable(step.inverse, step.now.size())) {
      divide(step.now, rhs);
      return pack(step.now, rhs);
    }
    const DiagonalBlock<T> diagonal{step.diagonal, step.now.size(), unit_diagonal ? nullptr : step.inverse,
                                    !rhs.left, plan_.call.up()};
    for_each_panel(step.now, rhs, [&](Index first, Index count, T* panel) {
      factor_.solve_diagonal(kernel_, diagonal, rhs.at(first, step.now.begin), rhs.leading, count, panel);
    });
  }

  /// False if an element on the diagonal is so small, or so large, that its inverse is not what a division by
  /// it gives.
  static bool usable(const T* inverse, Index count) {
    for (Index i = 0; i < count; ++i) {
      const auto size = std::abs(inverse[i]);
      if (!std::isnormal(size)) return false;
    }
    return true;
  }

  void scale(const Range& now, const RightHandSides<T>& rhs) const {
    for (Index line = 0; line < rhs.range.size(); ++line)
      for (Index i = now.begin; i < now.end; ++i) *rhs.at(line, i) *= problem_.alpha;
  }

  /// Substitution as the books have it, for diagonals whose inverses would not do.
  void divide(const Range& now, const RightHandSides<T>& rhs) const {
    const bool up = plan_.call.up();
    for (Index line = 0; line < rhs.range.size(); ++line)
      for (Index turn = 0; turn < now.size(); ++turn) {
        const Index i = up ? now.end - 1 - turn : now.begin + turn;
        T sum = *rhs.at(line, i);
        for (Index p = up ? i + 1 : now.begin; p < (up ? now.end : i); ++p)
          sum -= (rhs.left ? problem_.op_of_a(i, p) : problem_.op_of_a(p, i)) * *rhs.at(line, p);
        *rhs.at(line, i) = quotient(sum, problem_.op_of_a(i, i));
      }
  }

  /// B[rest] = factor op(A) B[now] + beta B[rest].
  void add(const PackedStep<T>& step, const RightHandSides<T>& rhs, T factor, T beta) const {
    const Index depth = step.now.size(), count = rhs.range.size(), mr = plan_.kernel.mr;
    if (!rhs.left) {
      for (Index i = 0; i < count; i += plan_.mc)
        macro_kernel(kernel_, {std::min(plan_.mc, count - i), step.rest.size(), depth, packed_ + i * depth,
                               const_cast<T*>(step.beyond), factor, beta, rhs.at(i, step.rest.begin),
                               rhs.leading, mr});
      return;
    }
    for (Index i = step.rest.begin; i < step.rest.end; i += plan_.mc)
      macro_kernel(kernel_, {std::min(plan_.mc, step.rest.end - i), count, depth,
                             step.beyond + (i - step.rest.begin) * depth, packed_, factor, beta, rhs.at(0, i),
                             rhs.leading, mr});
  }

  /// B[now] = alpha times the triangle times the packed part of B. Zeros are left out, except for those in
  /// the tiles on the diagonal, which turn elements that are not finite into NaN: such lines are computed
  /// again without the zeros.
  void multiply(const PackedStep<T>& step, const RightHandSides<T>& rhs) const {
    const Index size = step.now.size(), mr = plan_.kernel.mr, nr = plan_.kernel.nr;
    const Index width = rhs.left ? mr : nr;
    const bool up = plan_.call.up();
    for_each_panel(step.now, rhs, [&](Index line, Index count, const T* panel) {
      for (Index first = 0; first < size; first += width) {
        const Index end = std::min(size, first + width), known = up ? first : 0,
                    depth = up ? size - first : end;
        const T* const triangle = step.diagonal + first * size + known * width;
        T* const c = rhs.at(line, step.now.begin + first);
        const T *const a = rhs.left ? triangle : panel + known * mr, *const b = rhs.left ? panel + known * nr
                                                                                         : triangle;
        kernel_.tile(depth, a, b, problem_.alpha, T{0}, c, rhs.leading,
                     static_cast<int>(rhs.left ? end - first : count),
                     static_cast<int>(rhs.left ? count : end - first), {b});
      }
    });
    // One element of a line tells of all: in the tile that all of them go to it has met whatever is not
    // finite.
    const Index last = up ? step.now.begin : step.now.end - 1;
    if (!is_finite(rhs, last)) [[unlikely]]
      multiply_exactly(step, rhs, last);
  }

  static bool is_finite(const RightHandSides<T>& rhs, Index place) {
    bool all = true;
    for (Index line = 0; line < rhs.range.size(); ++line) {
      const T& element = *rhs.at(line, place);
      all &= std::real(element) * 0 + std::imag(element) * 0 == 0;
    }
    return all;
  }

  /// Panels of which a line is not finite there. (Cold: compiled into the loop above, it holds that up.)
  [[gnu::cold, gnu::noinline]] void multiply_exactly(const PackedStep<T>& step, const RightHandSides<T>& rhs,
                                                     Index place) const {
    for_each_panel(step.now, rhs, [&](Index line, Index count, const T* panel) {
      const RightHandSides<T> some{{line, line + count}, rhs.left, rhs.at(line, 0), rhs.leading};
      if (!is_finite(some, place)) multiply_exactly(step, some, panel);
    });
  }

  /// The same for a panel of lines: tiles without their triangle on the diagonal, which is added element by
  /// element.
  void multiply_exactly(const PackedStep<T>& step, const RightHandSides<T>& rhs, const T* panel) const {
    const bool left = rhs.left, up = plan_.call.up();
    const Index size = step.now.size(), count = rhs.range.size(), mr = plan_.kernel.mr, nr = plan_.kernel.nr,
                width = left ? mr : nr;
    for (Index first = 0; first < size; first += width) {
      const Index end = std::min(size, first + width), known = up ? end : 0, depth = up ? size - end : first;
      const T* const triangle = step.diagonal + first * size;
      const T *const beyond = triangle + known * width, *const of_lines = panel + known * unit();
      const T *const a = left ? beyond : of_lines, *const b = left ? of_lines : beyond;
      if (depth > 0)
        kernel_.tile(depth, a, b, problem_.alpha, T{0}, rhs.at(0, step.now.begin + first), rhs.leading,
                     static_cast<int>(left ? end - first : count),
                     static_cast<int>(left ? count : end - first), {b});
      for (Index line = 0; line < count; ++line)
        for (Index i = first; i < end; ++i) {
          T sum{0};
          for (Index p = up ? i : first; p < (up ? end : i + 1); ++p)
            sum += plain_product(triangle[p * width + i - first], panel[p * unit() + line]);
          T& element = *rhs.at(line, step.now.begin + i);
          element = plain_product(problem_.alpha, sum) + (depth > 0 ? element : T{0});
        }
    }
  }

  const TrianglePlan& plan_;
  const TriangularProblem<T>& problem_;
  const Kernel<T>& kernel_;
  const FactorKernel<T>& factor_;
  T* const packed_;
};

}  // namespace numapack

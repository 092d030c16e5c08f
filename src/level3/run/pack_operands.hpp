// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <complex>

#include "level3/call/packing.hpp"
#include "level3/call/plain_product.hpp"

namespace numapack {

/// A node's own copy of what is stored of a symmetric matrix between some rows and the same columns; none if
/// there are none.
template <class T>
struct TriangleCopy {
  Range square{0, 0};
  T* data = nullptr;
  Index leading = 0;
  bool holds(Index line) const { return line >= square.begin && line < square.end; }
};

/// A structured operand by lines along K: rows of op(A), or columns of op(B). Line and step count from the
/// matrix's corner, so that its diagonal is where they are equal.
template <class T>
class StructuredLines {
 public:
  /// `stored` reads as if all were there; `stored_below`: what is, is at steps up to the line's number.
  /// `near`: for lines that it has, steps that it has are read there.
  StructuredLines(const Pattern& pattern, const PackSource<T>& stored, bool stored_below,
                  const TriangleCopy<T>& near)
      : pattern_(pattern), stored_(stored), stored_below_(stored_below), near_(near) {}

  /// Lines x steps into micro-panels of `width` lines, as PackPanels does. Across the diagonal a few steps of
  /// all panels at a time, so that lines that two panels share are fetched once.
  void pack(PackPanels<T> pack_panels, Index width, Range lines, Range steps, T* panels) const {
    const bool from_one = one_place(steps).end == steps.end;
    if (from_one && steps.end <= lines.begin)
      return side(pack_panels, width, lines, steps, stored_below_, panels);
    if (from_one && steps.begin >= lines.end)
      return side(pack_panels, width, lines, steps, !stored_below_, panels);
    constexpr Index together = 16;
    for (Index first = steps.begin, next = 0; first < steps.end; first = next) {
      next = one_place({first, std::min(first + together, steps.end)}).end;
      const Range now{first, next};
      T* to = panels + (first - steps.begin) * width;
      for (Index line = lines.begin; line < lines.end; line += width, to += width * steps.size())
        pack_panel(pack_panels, width, {line, std::min(line + width, lines.end)}, now, to);
    }
  }

 private:
  /// The first of some steps, as far as all are in the copy, or none is.
  Range one_place(Range steps) const {
    for (const Index edge : {near_.square.begin, near_.square.end})
      if (edge > steps.begin && edge < steps.end) return {steps.begin, edge};
    return steps;
  }

  PackSource<T> from(Index line, Index step) const {
    PackSource<T> source = stored_;
    if (near_.holds(line) && near_.holds(step)) {
      source.data = near_.data;
      (source.along == 1 ? source.step : source.along) = near_.leading;
      line -= near_.square.begin, step -= near_.square.begin;
    }
    source.data += line * source.along + step * source.step;
    return source;
  }
  /// What is not stored lies on the other side of the diagonal.
  PackSource<T> mirrored(Index line, Index step) const {
    const PackSource<T> source = from(step, line);
    return {source.data, source.step, source.along,
            source.conjugate != (pattern_.structure == Structure::hermitian)};
  }

  /// Of a triangle, the side of the diagonal that is not stored.
  bool is_zero(bool is_stored) const { return !is_stored && pattern_.is_triangular(); }
  PackSource<T> one_side(Index line, Index step, bool is_stored) const {
    return is_stored ? from(line, step) : mirrored(line, step);
  }

  /// One panel.
  void pack_panel(PackPanels<T> pack_panels, Index width, Range panel, Range steps, T* panels) const {
    const auto to = [&](Index step) { return panels + (step - steps.begin) * width; };
    const Range below{steps.begin, std::clamp(panel.begin, steps.begin, steps.end)};
    const Range above{std::clamp(panel.end, below.end, steps.end), steps.end};
    side(pack_panels, width, panel, below, stored_below_, to(below.begin));
    for (Index step = below.end; step < above.begin; ++step) across_diagonal(width, panel, step, to(step));
    side(pack_panels, width, panel, above, !stored_below_, to(above.begin));
  }

  /// Steps on one side of the diagonal of all these lines.
  void side(PackPanels<T> pack_panels, Index width, Range lines, Range steps, bool is_stored, T* to) const {
    if (steps.size() <= 0) return;
    if (is_zero(is_stored))
      std::fill_n(to, round_up(lines.size(), width) * steps.size(), T{0});
    else
      pack_panels(one_side(lines.begin, steps.begin, is_stored), lines.size(), steps.size(), to);
  }

  /// A step that meets the diagonal in one of these lines.
  void across_diagonal(Index width, Range lines, Index step, T* to) const {
    one_step({lines.begin, step}, step, !stored_below_, to);
    to[step - lines.begin] = on_diagonal(step);
    one_step({step + 1, lines.end}, step, stored_below_, to + (step + 1 - lines.begin));
    std::fill(to + lines.size(), to + width, T{0});
  }

  /// A step on one side of the diagonal of these lines, for few of which a call of the kernel's packing is
  /// too much.
  void one_step(Range lines, Index step, bool is_stored, T* to) const {
    const Index count = lines.size();
    if (count <= 0) return;
    if (is_zero(is_stored)) {
      std::fill_n(to, count, T{0});
      return;
    }
    const PackSource<T> source = one_side(lines.begin, step, is_stored);
    if (source.conjugate)
      for (Index i = 0; i < count; ++i) to[i] = conjugate_of(source.data[i * source.along]);
    else if (source.along == 1)
      std::copy_n(source.data, count, to);
    else
      for (Index i = 0; i < count; ++i) to[i] = source.data[i * source.along];
  }

  T on_diagonal(Index line) const {
    if (pattern_.unit_diagonal) return T{1};
    const PackSource<T> source = from(line, line);
    const T stored = source.conjugate ? conjugate_of(*source.data) : *source.data;
    return pattern_.structure == Structure::hermitian ? T{std::real(stored)} : stored;
  }
  const Pattern pattern_;
  const PackSource<T> stored_;
  const bool stored_below_;
  const TriangleCopy<T> near_;
};

/// Rows x steps of op(A) into micro-panels of mr rows. `near`: of a symmetric one, with all of these rows.
template <class T>
void pack_a(const Kernel<T>& kernel, const Problem<T>& problem, Range rows, Range steps, T* panels,
            const TriangleCopy<T>& near = {}) {
  if (problem.pattern_a.is_general())
    return kernel.pack_a(source_of_a(problem, rows.begin, steps.begin), rows.size(), steps.size(), panels);
  const Operand a{problem.trans_a, problem.lda, problem.pattern_a};
  StructuredLines<T>(a.pattern, source_of_a(problem, 0, 0), a.triangle() == Triangle::lower, near)
      .pack(kernel.pack_a, kernel.shape.mr, rows, steps, panels);
}

/// A problem's product, and the second of a twofold one, whose steps of K follow the first's.
template <class T>
struct Products {
  explicit Products(const Problem<T>& problem) : first(problem), second(problem.exchanged()) {}
  const Problem<T>& first;
  const Problem<T> second;

  /// The product that some steps are of, and which of its own they are.
  const Problem<T>& of(Range steps) const { return steps.begin < first.k ? first : second; }
  Range own(Range steps) const {
    const Index before = steps.begin < first.k ? 0 : first.k;
    return {steps.begin - before, steps.end - before};
  }
};

/// Some columns of op(B), where they lie in panels with all steps of a twofold product; none if there are
/// none.
template <class T>
struct PackedColumns {
  Range columns{0, 0};
  const T* panels = nullptr;
};

/// Rows x steps of op(A) like pack_a(), of a twofold product, steps of one kc: rows that are columns of op(B)
/// come from there. As columns their lines are the other product's, with the same steps.
template <class T>
void pack_a_from_columns(const Kernel<T>& kernel, const Problem<T>& product, Range rows, Range steps,
                         T* panels, const PackedColumns<T>& near, Index first_there) {
  const Index mr = kernel.shape.mr, nr = kernel.shape.nr, depth = steps.size();
  const T* const there = near.panels + first_there * round_up(near.columns.size(), nr);
  const bool conjugate = conjugates(product.trans_a) != conjugates(product.trans_b);
  const auto is_near = [&](Range lines) { return common(lines, near.columns).size() > 0; };
  for (Index row = rows.begin; row < rows.end;) {
    T* const to = panels + (row - rows.begin) * depth;
    Range now{row, std::min(row + mr, rows.end)};
    if (!is_near(now)) {  // with all such panels that follow
      while (now.end < rows.end && !is_near({now.end, std::min(now.end + mr, rows.end)}))
        now.end = std::min(now.end + mr, rows.end);
      kernel.pack_a(source_of_a(product, row, steps.begin), now.size(), depth, to);
      row = now.end;
      continue;
    }
    if (now.size() < mr) std::fill_n(to, mr * depth, T{0});
    for (Index count = 0; row < now.end; row += count) {  // what lies together
      const Index column = row - near.columns.begin, in_panel = column % nr;
      PackSource<T> from = source_of_a(product, row, steps.begin);
      if (column < 0) {
        count = std::min(-column, now.end - row);
      } else if (row < near.columns.end) {
        count = std::min({nr - in_panel, now.end - row, near.columns.end - row});
        from = {there + (column - in_panel) * depth + in_panel, 1, nr, conjugate};
      } else {
        count = now.end - row;
      }
      T* out = to + (row - now.begin);
      for (Index step = 0; step < depth; ++step, out += mr)
        for (Index line = 0; line < count; ++line) {
          const T& value = from.data[line * from.along + step * from.step];
          out[line] = from.conjugate ? conjugate_of(value) : value;
        }
    }
  }
}

/// Steps x columns of op(B) into micro-panels of nr columns.
template <class T>
void pack_b(const Kernel<T>& kernel, const Problem<T>& problem, Range columns, Range steps, T* panels,
            const TriangleCopy<T>& near = {}) {
  if (problem.pattern_b.is_general())
    return kernel.pack_b(source_of_b(problem, columns.begin, steps.begin), columns.size(), steps.size(),
                         panels);
  const Operand b{problem.trans_b, problem.ldb, problem.pattern_b};
  StructuredLines<T>(b.pattern, source_of_b(problem, 0, 0), b.triangle() == Triangle::upper, near)
      .pack(kernel.pack_b, kernel.shape.nr, columns, steps, panels);
}

}  // namespace numapack

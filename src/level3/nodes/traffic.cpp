// SPDX-License-Identifier: BSD-3-Clause
#include "level3/nodes/traffic.hpp"

#include <algorithm>

#include "base/split.hpp"
#include "level3/algorithms/row_blocks.hpp"
#include "level3/nodes/part_in_lines.hpp"
#include "level3/tasks/workspace_layout.hpp"

namespace numapack {

namespace {

/// Threads in a row of the grid read the same rows of A, those in a column the same columns of B, each time
/// that they go through them: from the caches, where all of it stays there.
double from_home(double times, Index elements, const NodeTask& task, const Call& call) {
  const auto bytes = static_cast<std::size_t>(elements) * call.element_bytes();
  return bytes <= task.why.cache_bytes ? 1 : times;
}

/// Parts of the grid that are not empty.
Grid busy(const NodeTask& task, Index rows_unit, Index columns_unit) {
  return {int(std::min<Index>(task.thread_grid.rows, divide_up(task.rows.size(), rows_unit))),
          int(std::min<Index>(task.thread_grid.columns, divide_up(task.columns.size(), columns_unit)))};
}

Passes passes_in_place(const InPlaceAlgorithm& algorithm, const NodeTask& task, const Call& call,
                       const KernelShape& kernel) {
  const Grid parts = busy(task, kernel.mr, kernel.nr);
  const Index columns = divide_up(task.columns.size(), Index{parts.columns});
  Passes passes;
  passes.a = from_home(double(parts.columns) * double(divide_up(columns, algorithm.columns)),
                       task.rows.size() * call.k, task, call);
  passes.b = from_home(double(parts.rows), task.columns.size() * call.k, task, call);
  return passes;
}

Passes passes_of_skinny(const NodeTask& task, const Call& call, const KernelShape& kernel) {
  const Grid parts = busy(task, line_of(call.type), kernel.nr);
  Passes passes;
  passes.a = from_home(double(parts.columns), task.rows.size() * call.k, task, call);
  passes.b = from_home(double(parts.rows), task.columns.size() * call.k, task, call);
  return passes;
}

Index ldc(const Call& call) { return call.c.leading > 0 ? call.c.leading : call.m; }

/// Share of C's lines that blocks of rows cut: those are fetched although all of C goes around the caches.
double share_fetched(const Panels& algorithm, const NodeTask& task, const Call& call,
                     const KernelShape& kernel) {
  const int shared = algorithm.schedule == LoopSchedule::dynamic ? 1 : task.thread_grid.rows;
  const Index threads = algorithm.schedule == LoopSchedule::dynamic ? task.threads : 1;
  std::vector<Index> edges;
  for (int part = 0; part < shared; ++part)
    for (const Range block : blocks_of_rows(split(task.rows, shared, kernel.mr, part), algorithm.blocking.mc,
                                            kernel.mr, threads, algorithm.pages))
      edges.push_back(block.begin);
  edges.push_back(task.rows.end);
  return PartInLines(task.rows, task.columns, ldc(call), Index(call.element_bytes())).share_cut(edges);
}

Passes passes_of_panels(const Panels& algorithm, const NodeTask& task, const Call& call,
                        const KernelShape& kernel) {
  Passes passes;
  // A thread alone keeps a block of A that is all of its rows and steps.
  const Index thread_rows = split(task.rows, task.thread_grid.rows, kernel.mr, 0).size();
  const bool kept = algorithm.schedule == LoopSchedule::static_ && thread_rows <= algorithm.blocking.mc &&
                    call.k <= algorithm.kc_block;
  if (algorithm.jc_block > 0 && !kept) passes.a = double(divide_up(task.columns.size(), algorithm.jc_block));
  if (!algorithm.copies_triangle_a) passes.a *= times_mirrored(call.a.pattern, task.rows.size(), task, call);
  if (!algorithm.copies_triangle_b)
    passes.b *= times_mirrored(call.b.pattern, task.columns.size(), task, call);
  if (call.twofold) {
    // Needs have lines that are rows and columns once, as columns.
    const double times = passes.a - (has_rows_in_panels_of_b(algorithm, call) ? 1 : 0);
    passes.b += times * double(common(task.rows, task.columns).size()) / double(task.columns.size());
  }
  const Index depth = algorithm.buffered_c ? algorithm.kc_block : algorithm.blocking.kc;
  if (call.k > 0 && depth > 0) passes.c_read = passes.c_written = double(call.kc_blocks(depth));
  if (algorithm.streams_c && !call.reads_c) passes.c_read += share_fetched(algorithm, task, call, kernel) - 1;
  return passes;
}

}  // namespace

double times_mirrored(const Pattern& pattern, Index lines, const NodeTask& task, const Call& call) {
  const Panels* const algorithm = task.panels();
  if (algorithm == nullptr || pattern.is_general() || pattern.is_triangular()) return 1;
  const double stored = double(lines) * (2.0 * double(call.k) - double(lines)) / 2;
  const double panels_b = double(std::min(algorithm->kc_block, call.k)) *
                          double(std::min(algorithm->jc_block, task.columns.size()));
  if ((stored + panels_b) * double(call.element_bytes()) <= double(task.why.cache_bytes)) return 1;
  return 1 + double(lines) / (2.0 * double(call.k) - double(lines));
}

Passes passes_of(const NodeTask& task, const Call& call, const KernelShape& kernel) {
  if (task.order.pieces > 1) return {};
  if (const InPlaceAlgorithm* const algorithm = task.in_place())
    return passes_in_place(*algorithm, task, call, kernel);
  if (task.skinny() != nullptr) return passes_of_skinny(task, call, kernel);
  return passes_of_panels(*task.panels(), task, call, kernel);
}

double bytes_moved(const Passes& passes, const Needs& needs, std::size_t home) {
  return passes.a * needs.a[home] + passes.b * needs.b[home] +
         (passes.c_read + passes.c_written) * needs.c[home];
}

Needs in_whole_lines(const Needs& needs, const Call& call, Range rows, Range columns) {
  if (rows.size() <= 0 || columns.size() <= 0 || call.k <= 0) return needs;
  const Range depth{0, call.k};
  const auto scaled = [&](std::vector<double> bytes, bool transposed, Range down, Range across,
                          Index leading) {
    const auto element = static_cast<Index>(call.element_bytes());
    const PartInLines part(transposed ? across : down, transposed ? down : across, leading, element);
    const double over_elements = part.over_elements();
    for (double& of_home : bytes) of_home *= over_elements;
    return bytes;
  };
  return {scaled(needs.a, transposes(call.a.op), rows, depth, call.lda()),
          scaled(needs.b, transposes(call.b.op), depth, columns, call.ldb()),
          scaled(needs.c, false, rows, columns, ldc(call))};
}

void add_traffic(Traffic& traffic, int node, const Needs& needs, const Passes& passes) {
  auto& read = traffic.read[std::size_t(node)];
  auto& written = traffic.written[std::size_t(node)];
  for (std::size_t home = 0; home < needs.a.size(); ++home) {
    read[home] += passes.a * needs.a[home] + passes.b * needs.b[home] + passes.c_read * needs.c[home];
    written[home] += passes.c_written * needs.c[home];
  }
}

}  // namespace numapack

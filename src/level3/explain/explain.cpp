// SPDX-License-Identifier: BSD-3-Clause
#include "level3/explain/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/readable.hpp"

namespace numapack {

namespace {

/// Lines of cells, the columns as wide as their widest cell.
class Table {
 public:
  void add(std::vector<std::string> cells) { lines_.push_back(std::move(cells)); }

  std::string text() const {
    std::vector<std::size_t> widths;
    for (const auto& line : lines_) {
      widths.resize(std::max(widths.size(), line.size()), 0);
      for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
    }
    std::string text;
    for (const auto& line : lines_) {
      std::string padded;
      for (std::size_t i = 0; i < line.size(); ++i) padded += fmt::format("  {:<{}}", line[i], widths[i]);
      padded.erase(padded.find_last_not_of(' ') + 1);
      text += padded + "\n";
    }
    return text;
  }

 private:
  std::vector<std::vector<std::string>> lines_;
};

std::string span(Range range) {
  return range.size() <= 0 ? "none" : fmt::format("{}-{}", range.begin, range.end - 1);
}

std::string node_name(const Machine& machine, int node) {
  return fmt::format("node {}", machine.os_index_of(node));
}

std::string problem_text(const Plan& plan, const Machine& machine) {
  constexpr const char* types[] = {"float", "double", "complex float", "complex double"};
  const Call& call = plan.call;
  int threads = 0;
  for (const NodeTask& task : plan.tasks) threads += task.threads;
  const auto stored = [](char name_of, const Operand& operand, Index rows, Index columns) {
    const Pattern& pattern = operand.pattern;
    std::string known;
    if (!pattern.is_general())
      known = fmt::format(", {}, {} triangle stored{}", name(pattern.structure), name(pattern.stored),
                          pattern.unit_diagonal ? ", ones on the diagonal" : "");
    const std::string name_and_op = operand.op == Transpose::none
                                        ? std::string(1, name_of)
                                        : fmt::format("op{}({})", letter(operand.op), name_of);
    return fmt::format("{} ({} x {}{})", name_and_op, rows, columns, known);
  };
  const std::string triangle =
      call.region == MatrixType::general ? "" : fmt::format(", {} triangle", name(call.region));
  Table table;
  table.add(
      {"problem", fmt::format("C ({} x {}{}) {} {} * {}{}, {}, {:.4g} Gflop", call.m, call.n, triangle,
                              call.reads_c ? "+=" : "=", stored('A', call.a, call.m, call.k),
                              stored('B', call.b, call.k, call.n), call.twofold ? " and B * A likewise" : "",
                              types[int(call.type)], call.flops() / 1e9)});
  table.add({"kernel", fmt::format("{} ({} x {} of C in registers)", plan.kernel.name, plan.kernel.mr,
                                   plan.kernel.nr)});
  table.add({"machine",
             fmt::format("{}, {}, {} nodes", machine.source, machine.architecture, machine.nodes.size())});
  table.add({"threads", plan.caller_only
                            ? std::string("the calling thread alone")
                            : fmt::format("{} thread{} on {} node{}", threads, threads == 1 ? "" : "s",
                                          plan.tasks.size(), plan.tasks.size() == 1 ? "" : "s")});
  table.add({"estimate", readable_seconds(plan.seconds_estimate)});
  table.add({"workspace", readable_bytes(double(plan.workspace_bytes()))});
  return table.text();
}

/// One cell a node: strips of columns side by side, each cut into its own rows.
std::string grid_picture(const Plan& plan, const Machine& machine) {
  std::map<Index, std::vector<const NodeTask*>> strips;
  for (const NodeTask& task : plan.tasks) strips[task.columns.begin].push_back(&task);
  Table table;
  std::vector<std::string> heading;
  std::size_t most = 0;
  for (auto& [begin, tasks] : strips) {
    std::sort(tasks.begin(), tasks.end(), [](const NodeTask* left, const NodeTask* right) {
      return left->rows.begin < right->rows.begin;
    });
    Range columns = tasks[0]->columns;  // in a region, parts of a strip may end earlier
    for (const NodeTask* task : tasks) columns.end = std::max(columns.end, task->columns.end);
    heading.push_back("columns " + span(columns));
    most = std::max(most, tasks.size());
  }
  table.add(heading);
  for (std::size_t row = 0; row < most; ++row) {
    std::vector<std::string> cells;
    for (const auto& [begin, tasks] : strips) {
      cells.push_back(row < tasks.size() ? fmt::format("{}: rows {}", node_name(machine, tasks[row]->node),
                                                       span(tasks[row]->rows))
                                         : std::string());
    }
    table.add(cells);
  }
  return fmt::format("\nC over nodes, {} x {}\n{}", plan.grid.rows, plan.grid.columns, table.text());
}

const char* algorithm_name(const NodeTask& task) {
  if (task.in_place() != nullptr) return "in place";
  return task.skinny() != nullptr ? "skinny" : "panels";
}

std::string blocks_text(const Plan& plan, const NodeTask& task) {
  if (const Panels* const algorithm = task.panels())
    return fmt::format("mc {} kc {} nc {}", algorithm->blocking.mc, algorithm->blocking.kc,
                       algorithm->blocking.nc);
  if (const InPlaceAlgorithm* const algorithm = task.in_place())
    return fmt::format("{} x {}", std::min(algorithm->depth, plan.call.k),
                       std::min(algorithm->columns, task.columns.size()));
  const Skinny& algorithm = *task.skinny();
  if (algorithm.form != SkinnyForm::in_kc_blocks) return "none";
  return fmt::format("{} rows x {}", algorithm.tall.height, algorithm.tall.depth);
}

std::string packed_text(const Plan& plan, const NodeTask& task) {
  const Panels* const algorithm = task.panels();
  if (algorithm == nullptr) return task.in_place() != nullptr && task.in_place()->copies_b ? "B" : "nothing";
  if (task.order.pieces > 1) return "A B";
  const char* const triangles = algorithm->copies_triangle_a && algorithm->copies_triangle_b
                                    ? ", copies of A's and B's triangles"
                                : algorithm->copies_triangle_a ? ", a copy of A's triangle"
                                : algorithm->copies_triangle_b ? ", a copy of B's triangle"
                                                               : "";
  return fmt::format(
      "A B{}{}, {} of K, {} columns", triangles, algorithm->buffered_c ? ", C in a buffer" : "",
      std::min(algorithm->kc_block, plan.call.steps()), std::min(algorithm->jc_block, task.columns.size()));
}

std::string task_table(const Plan& plan, const Machine& machine) {
  Table table;
  table.add({"", "threads", "way", "blocks", "packed here", "A read", "B read", "C read", "C written",
             "workspace"});
  for (const NodeTask& task : plan.tasks) {
    std::string workspace = readable_bytes(double(task.workspace_bytes));
    if (task.workspace_bytes > 0 && task.memory_node != task.node)
      workspace += " on " + node_name(machine, task.memory_node);
    const auto times = [](double count) { return fmt::format("{:.3g} x", count); };
    table.add({node_name(machine, task.node),
               fmt::format("{} = {}x{}", task.threads, task.thread_grid.rows, task.thread_grid.columns),
               algorithm_name(task), blocks_text(plan, task), packed_text(plan, task), times(task.passes.a),
               times(task.passes.b), times(task.passes.c_read), times(task.passes.c_written), workspace});
  }
  return "\nEach node\n" + table.text();
}

std::string reasons_text(const Plan& plan, const Machine& machine) {
  std::string text = "\nWhy\n";
  for (const std::string& reason : reasons_of(plan, machine)) text += "  " + reason + "\n";
  for (const NodeTask& task : plan.tasks) {
    for (const std::string& reason : reasons_of(plan, task)) {
      text += fmt::format("  {}: {}\n", node_name(machine, task.node), reason);
    }
  }
  return text;
}

std::string traffic_text(const Plan& plan, const Machine& machine) {
  Table table;
  table.add({"node", "home", "distance", "read", "least", "written", "least"});
  const std::size_t nodes = plan.traffic.read.size();
  for (std::size_t from = 0; from < nodes; ++from) {
    for (std::size_t home = 0; home < nodes; ++home) {
      const double read = plan.traffic.read[from][home], written = plan.traffic.written[from][home];
      const double least_read = plan.bound.read[from][home], least_written = plan.bound.written[from][home];
      if (read + written + least_read + least_written <= 0) continue;
      table.add({node_name(machine, int(from)), node_name(machine, int(home)),
                 name(machine.reach(int(from), int(home))), readable_bytes(read), readable_bytes(least_read),
                 readable_bytes(written), readable_bytes(least_written)});
    }
  }
  Table totals;
  totals.add({"read and written", "plan", "least", "ratio"});
  const auto total = [&](const char* what, double moved, double least) {
    totals.add({what, readable_bytes(moved), readable_bytes(least),
                least > 0 ? fmt::format("{:.3f}", moved / least) : std::string(moved > 0 ? "-" : "1.000")});
  };
  for (const Reach reach : {Reach::local, Reach::cross_die, Reach::cross_chip}) {
    total(name(reach), plan.traffic.crossing(machine, reach), plan.bound.crossing(machine, reach));
  }
  total("all that crosses", plan.traffic.crossing(), plan.bound.crossing());
  return fmt::format(
      "\nBytes of A, B and C between nodes, next to the least possible for their homes\n{}\n{}", table.text(),
      totals.text());
}

}  // namespace

std::string explain(const Plan& plan, const Machine& machine) {
  return problem_text(plan, machine) + grid_picture(plan, machine) + task_table(plan, machine) +
         reasons_text(plan, machine) + traffic_text(plan, machine);
}

}  // namespace numapack

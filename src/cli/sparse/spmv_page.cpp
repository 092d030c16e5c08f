// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sparse/spmv_page.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "base/readable.hpp"
#include "base/statistics.hpp"
#include "cli/terminal/table.hpp"
#include "level3/call/call.hpp"

namespace numapack {

namespace {

double flops_of_spmv(const SpmvReport& report) {
  return flops_each(report.type) * static_cast<double>(report.plan.elements);
}

std::string times_text(const SpmvReport& report) {
  const SpmvResult& result = *report.measured;
  Table table({"way", "ms", "fastest", "GFLOP/s", "times one loop"});
  const double loop = median(result.times.back().seconds);
  for (const SpmvTimes& variant : result.times) {
    const Spread seconds = spread(variant.seconds);
    table.row({variant.variant, fmt::format("{:.4g}", seconds.median * 1e3),
               fmt::format("{:.4g}", seconds.min * 1e3),
               fmt::format("{:.3g}", flops_of_spmv(report) / seconds.median * 1e-9),
               fmt::format("{:.2f}", loop / seconds.median)});
  }
  return table.text();
}

std::string pages_text(const Census& pages, const Machine& machine) {
  if (!pages.unavailable.empty()) return "  pages       " + pages.unavailable + "\n";
  std::string text = "  pages      ";
  for (std::size_t node = 0; node < pages.by_node.size(); ++node)
    text += fmt::format(" {} on node {}{}", pages.by_node[node], machine.nodes[node].os_index,
                        node + 1 < pages.by_node.size() ? "," : "");
  return text + "\n";
}

std::string measured_text(const SpmvReport& report) {
  const SpmvResult& result = *report.measured;
  std::string text = fmt::format("\nMatrix, laid out\n  memory      {}, {:.3g} bytes an element\n",
                                 readable_bytes(double(result.bytes)),
                                 double(result.bytes) / std::max(1.0, double(report.plan.elements)));
  text += fmt::format("  took        {}\n", readable_seconds(result.layout_seconds));
  text += pages_text(result.pages, report.machine);
  text += fmt::format("\nResult\n  error       {:.2g} of its bound\n  as it lies  {}\n",
                      result.error_over_bound, result.same_bits ? "the same bits" : "OTHER BITS");
  if (!result.times.front().seconds.empty()) text += "\nTimes\n" + times_text(report);
  if (result.interrupted) text += "\ninterrupted: what was measured so far\n";
  return text;
}

}  // namespace

std::string spmv_page(const SpmvReport& report) {
  const SparsePlan& plan = report.plan;
  std::string text =
      fmt::format("{}spmv: {}\n  {} rows, {} columns, {} elements\n\nPlan\n", letter(report.type),
                  report.matrix.name, grouped(plan.rows), grouped(plan.columns), grouped(plan.elements));
  text += explain(plan, report.machine);
  if (report.machine.nodes.size() > 1)
    text += fmt::format(
        "  {} cross a product, the least there is with these rows;\n"
        "  {} if the matrix lay on all nodes in turn\n",
        readable_bytes(report.traffic.moved.crossing()), readable_bytes(report.traffic.oblivious_bytes));
  if (report.measured) text += measured_text(report);
  return text;
}

nlohmann::json to_json(const SpmvReport& report) {
  nlohmann::json parts = nlohmann::json::array();
  for (const SparsePart& part : report.plan.parts)
    parts.push_back({{"node", report.machine.os_index_of(part.node)},
                     {"first_row", part.rows.begin},
                     {"rows", part.rows.size()},
                     {"elements", part.elements}});
  nlohmann::json document{{"matrix", report.matrix.name},
                          {"type", std::string(1, letter(report.type))},
                          {"machine", report.machine.source},
                          {"rows", report.plan.rows},
                          {"columns", report.plan.columns},
                          {"elements", report.plan.elements},
                          {"plan",
                           {{"parts", std::move(parts)},
                            {"gathers", report.plan.gathers},
                            {"read_bytes", report.traffic.moved.read},
                            {"written_bytes", report.traffic.moved.written},
                            {"crossing_bytes", report.traffic.moved.crossing()},
                            {"least_bytes", report.traffic.least_bytes},
                            {"blind_bytes", report.traffic.oblivious_bytes}}}};
  if (!report.measured) return document;
  const SpmvResult& result = *report.measured;
  nlohmann::json times = nlohmann::json::array();
  for (const SpmvTimes& variant : result.times)
    times.push_back({{"way", variant.variant}, {"seconds", variant.seconds}});
  document["measured"] = {{"matrix_bytes", result.bytes},
                          {"layout_seconds", result.layout_seconds},
                          {"pages_by_node", result.pages.by_node},
                          {"error_over_bound", result.error_over_bound},
                          {"same_bits", result.same_bits},
                          {"interrupted", result.interrupted},
                          {"times", std::move(times)}};
  return document;
}

}  // namespace numapack

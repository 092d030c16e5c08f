// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/run_page.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/readable.hpp"
#include "cli/terminal/json_values.hpp"
#include "cli/terminal/table.hpp"

namespace numapack {

namespace {

using standard::CallCounts;

constexpr std::size_t shown_rows = 20, shown_processes = 8;

std::string count_text(std::uint64_t count) { return count == 0 ? "-" : std::to_string(count); }

double seconds_of(const CallCounts& counts) { return 1e-9 * double(counts.nanoseconds); }

std::string many(std::uint64_t count, const std::string& one, const std::string& several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

std::string size_range(const CallsOfSize& calls) {
  if (calls.below_size == 0) return fmt::format("{}-", calls.least_size);
  return fmt::format("{}-{}", calls.least_size, calls.below_size - 1);
}

/// Columns of nodes only where there are several.
std::vector<std::string> cells(const CallCounts& counts, bool several_nodes) {
  std::vector<std::string> row{
      std::to_string(counts.calls), readable_seconds(seconds_of(counts)),
      counts.nanoseconds == 0 ? "-" : fmt::format("{:.1f}", counts.flops / double(counts.nanoseconds)),
      count_text(counts.one_thread), count_text(counts.one_node)};
  if (several_nodes) {
    row.push_back(count_text(counts.some_nodes));
    row.push_back(count_text(counts.all_nodes));
  }
  return row;
}

std::string table_of_calls(const RunSums& sums) {
  const bool several_nodes = sums.most_nodes > 1;
  std::vector<std::string> header{"routine", "size", "calls", "time", "GF/s", "one thread", "one node"};
  if (several_nodes) {
    header.emplace_back("some nodes");
    header.emplace_back("all nodes");
  }
  Table table(std::move(header));
  const auto add = [&](std::vector<std::string> row, const CallCounts& counts) {
    for (std::string& cell : cells(counts, several_nodes)) row.push_back(std::move(cell));
    table.row(std::move(row));
  };
  CallCounts others;
  std::size_t rows = 0, hidden = 0;
  for (const CallsOfSize& calls : sums.calls) {
    if (calls.counts.calls == 0) continue;
    if (++rows <= shown_rows) {
      add({calls.routine, size_range(calls)}, calls.counts);
      continue;
    }
    ++hidden;
    others = added(others, calls.counts);
  }
  if (hidden > 0) add({"others", many(hidden, "row", "rows")}, others);
  if (rows > 1) add({"all", ""}, sums.total);
  return table.text();
}

std::string operand_lines(const RunSums& sums) {
  const double all = sums.operand_bytes();
  if (all <= 0) return "";
  std::string nodes;
  for (const auto& [node, bytes] : sums.operand_bytes_at)
    nodes += fmt::format("{}{}: {:.0f} %", nodes.empty() ? "node " : ", ", node, 100 * bytes / all);
  return fmt::format(
      "\nOperands of {} whose homes were looked up\n"
      "  {}\n"
      "  on one node {:.0f} %, interleaved {:.0f} %, divided otherwise {:.0f} %\n"
      "Bytes between nodes in these calls\n"
      "  by plan {}, by a BLAS that knows no nodes about {}\n",
      many(sums.calls_that_asked, "call", "calls"), nodes, 100 * sums.on_one_node_bytes / all,
      100 * sums.interleaved_bytes / all, 100 * sums.divided_bytes / all,
      readable_bytes(sums.total.crossing_bytes), readable_bytes(sums.total.oblivious_bytes));
}

std::string process_lines(const RunSums& sums) {
  if (sums.processes.size() < 2) return "";
  std::string text = "\nProcesses that called\n";
  Table table({"  process", "command", "calls", "time", "threads"});
  for (std::size_t i = 0; i < std::min(sums.processes.size(), shown_processes); ++i) {
    const ReportedProcess& process = sums.processes[i];
    table.row({fmt::format("  {}", process.process), process.command, std::to_string(process.calls),
               readable_seconds(process.seconds), std::to_string(process.threads)});
  }
  text += table.text({1});
  if (sums.processes.size() > shown_processes)
    text += fmt::format("  and {} more\n", sums.processes.size() - shown_processes);
  return text;
}

std::string remarks(const RunSums& sums, const RunOutcome& outcome) {
  std::string text;
  if (sums.total.left > 0)
    text +=
        fmt::format("{} left to the program's own BLAS\n", many(sums.total.left, "call was", "calls were"));
  if (sums.unreadable > 0)
    text += fmt::format("{} left no counts that can be read\n",
                        many(std::uint64_t(sums.unreadable), "process", "processes"));
  if (!outcome.trace.empty())
    text += fmt::format("{} in {}{}\n", many(sums.traced, "call", "calls"), outcome.trace,
                        sums.cut == 0 ? "" : fmt::format(", cut: {} more are not", sums.cut));
  return text.empty() ? "" : "\n" + text;
}

nlohmann::json counts_json(const CallCounts& counts) {
  return {
      {"calls", counts.calls},
      {"left_calls", counts.left},
      {"seconds", seconds_of(counts)},
      {"flops", counts.flops},
      {"gigaflops_per_second", or_null(counts.nanoseconds > 0, counts.flops / double(counts.nanoseconds))},
      {"one_thread_calls", counts.one_thread},
      {"one_node_calls", counts.one_node},
      {"some_nodes_calls", counts.some_nodes},
      {"all_nodes_calls", counts.all_nodes},
      {"crossing_bytes", counts.crossing_bytes},
      {"blind_crossing_bytes", counts.oblivious_bytes}};
}

nlohmann::json processes_json(const RunSums& sums) {
  auto processes = nlohmann::json::array();
  for (const ReportedProcess& process : sums.processes)
    processes.push_back({{"process", process.process},
                         {"parent", process.parent},
                         {"command", process.command},
                         {"cpu", process.cpu},
                         {"nodes", process.nodes},
                         {"threads", process.threads},
                         {"calls", process.calls},
                         {"left_calls", process.left},
                         {"seconds", process.seconds}});
  return processes;
}

}  // namespace

std::string describe(const RunSums& sums, const std::vector<std::string>& hints, const RunOutcome& outcome) {
  std::string text = fmt::format("numapack: run: {} ended with status {} after {}\n", outcome.command.front(),
                                 outcome.status, readable_seconds(outcome.seconds));
  text += fmt::format("{} from {}, {} in them\n", many(sums.total.calls, "call", "calls"),
                      many(sums.processes.size(), "process", "processes"),
                      readable_seconds(seconds_of(sums.total)));
  if (sums.total.calls > 0) text += "\n" + table_of_calls(sums);
  text += operand_lines(sums) + process_lines(sums) + remarks(sums, outcome);
  if (!hints.empty()) text += "\n";
  for (const std::string& hint : hints) text += "Hint: " + hint + "\n";
  return text;
}

nlohmann::json to_json(const RunSums& sums, const std::vector<std::string>& hints,
                       const RunOutcome& outcome) {
  auto calls = nlohmann::json::array();
  for (const CallsOfSize& of_size : sums.calls) {
    nlohmann::json row = counts_json(of_size.counts);
    row["routine"] = of_size.routine;
    row["least_size"] = of_size.least_size;
    row["below_size"] = or_null(of_size.below_size > 0, of_size.below_size);
    calls.push_back(std::move(row));
  }
  nlohmann::json bytes_by_node = nlohmann::json::object();
  for (const auto& [node, bytes] : sums.operand_bytes_at) bytes_by_node[std::to_string(node)] = bytes;
  nlohmann::json document{{"numapack", NUMAPACK_VERSION},
                          {"command", outcome.command},
                          {"status", outcome.status},
                          {"seconds", outcome.seconds},
                          {"total", counts_json(sums.total)},
                          {"calls", calls},
                          {"operands",
                           {{"calls", sums.calls_that_asked},
                            {"bytes_by_node", bytes_by_node},
                            {"on_one_node_bytes", sums.on_one_node_bytes},
                            {"interleaved_bytes", sums.interleaved_bytes},
                            {"divided_bytes", sums.divided_bytes}}},
                          {"processes", processes_json(sums)},
                          {"unreadable_processes", sums.unreadable},
                          {"hints", hints}};
  document["trace"] =
      outcome.trace.empty()
          ? nlohmann::json()
          : nlohmann::json{{"file", outcome.trace}, {"calls", sums.traced}, {"cut_calls", sums.cut}};
  return document;
}

}  // namespace numapack

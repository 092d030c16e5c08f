// SPDX-License-Identifier: BSD-3-Clause
#include "insight/position/latency_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <sstream>

#include "base/error.hpp"

namespace numapack {

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// Either triangle stands for both; CPUs without a whole row are left out, the emptiest first.
LatencyTable completed(std::vector<int> cpus, std::vector<std::vector<double>> ns) {
  const std::size_t size = cpus.size();
  std::vector<std::size_t> kept(size);
  for (std::size_t one = 0; one < size; ++one) {
    kept[one] = one;
    for (std::size_t other = 0; other < size; ++other)
      if (std::isnan(ns[one][other])) ns[one][other] = ns[other][one];
  }
  const auto empty_cells = [&](std::size_t one) {
    return std::count_if(kept.begin(), kept.end(),
                         [&](std::size_t other) { return other != one && std::isnan(ns[one][other]); });
  };
  while (!kept.empty()) {
    const auto worst = std::max_element(kept.begin(), kept.end(), [&](std::size_t one, std::size_t other) {
      return empty_cells(one) < empty_cells(other);
    });
    if (empty_cells(*worst) == 0) break;
    kept.erase(worst);
  }
  LatencyTable all{cpus, cpus, true, std::move(ns), 0};
  LatencyTable table = part_of(all, kept);
  table.left_out = size - kept.size();
  return table;
}

}  // namespace

LatencyTable part_of(const LatencyTable& table, const std::vector<std::size_t>& rows) {
  LatencyTable part;
  part.between_cores = table.between_cores;
  part.columns = table.columns;
  if (table.between_cores) part.columns.clear();
  for (const std::size_t row : rows) {
    part.cpus.push_back(table.cpus[row]);
    if (!table.between_cores) {
      part.ns.push_back(table.ns[row]);
      continue;
    }
    part.columns.push_back(table.cpus[row]);
    std::vector<double> line;
    for (const std::size_t column : rows) line.push_back(table.ns[row][column]);
    part.ns.push_back(std::move(line));
  }
  return part;
}

LatencyTable memory_table(const MeasuredProfile& profile) {
  std::map<int, std::map<int, const MemoryLatency*>> nodes;  // by node and CPU
  std::set<int> pus;
  for (const MemoryLatency& cell : profile.memory_latency) {
    if (!cell.latency_ns.valid() || cell.load_gb_per_s > 0 || cell.pu < 0) continue;
    const MemoryLatency*& known = nodes[cell.node][cell.pu];
    if (known == nullptr || known->bytes < cell.bytes) known = &cell;
    pus.insert(cell.pu);
  }
  std::vector<int> order;
  for (const auto& [node, cells] : nodes) order.push_back(node);
  std::stable_sort(order.begin(), order.end(),
                   [&](int one, int other) { return nodes[one].size() > nodes[other].size(); });
  LatencyTable best;
  std::vector<int> columns;
  for (const int node : order) {
    columns.push_back(node);
    std::vector<int> sorted = columns;
    std::sort(sorted.begin(), sorted.end());
    LatencyTable table{{}, sorted, false, {}, 0};
    for (const int pu : pus) {
      std::vector<double> row;
      for (const int column : sorted)
        if (const auto cell = nodes[column].find(pu); cell != nodes[column].end())
          row.push_back(cell->second->latency_ns.value());
      if (row.size() < sorted.size()) continue;
      table.cpus.push_back(pu);
      table.ns.push_back(std::move(row));
    }
    table.left_out = pus.size() - table.cpus.size();
    if (table.cpus.size() * table.columns.size() > best.cpus.size() * best.columns.size())
      best = std::move(table);
  }
  return best;
}

LatencyTable pair_table(const MeasuredProfile& profile) {
  using Series = std::pair<LineState, int>;
  std::map<Series, std::map<std::pair<int, int>, double>> series;
  std::set<int> pus;
  for (const CoreToCore& cell : profile.core_to_core) {
    if (!cell.latency_ns.valid() || cell.reader == cell.owner) continue;
    const double value = cell.latency_ns.value();
    const auto known = series[{cell.state, cell.level}].emplace(std::pair(cell.reader, cell.owner), value);
    known.first->second = std::min(known.first->second, value);
  }
  if (series.empty()) return {};
  const auto& cells = std::max_element(series.begin(), series.end(), [](const auto& one, const auto& other) {
                        return one.second.size() < other.second.size();
                      })->second;
  for (const auto& [pair, value] : cells) pus.insert({pair.first, pair.second});
  const std::vector<int> cpus(pus.begin(), pus.end());
  std::vector<std::vector<double>> ns(cpus.size(), std::vector<double>(cpus.size(), missing));
  const auto place = [&](int pu) {
    return std::size_t(std::lower_bound(cpus.begin(), cpus.end(), pu) - cpus.begin());
  };
  for (const auto& [pair, value] : cells) ns[place(pair.first)][place(pair.second)] = value;
  return completed(cpus, std::move(ns));
}

LatencyTable parse_pair_table(const std::string& text, const std::string& name, const PairFigures& figures) {
  std::vector<std::vector<double>> ns;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::vector<double> row;
    for (std::size_t at = start; at <= end;) {
      const std::size_t comma = std::min(text.find(',', at), end);
      std::size_t begin = text.find_first_not_of(" \r", at), last = comma;
      while (last > at && (text[last - 1] == ' ' || text[last - 1] == '\r')) --last;
      double value = missing;
      if (begin < last) {
        const auto [stop, error] = std::from_chars(text.data() + begin, text.data() + last, value);
        if (error != std::errc() || stop != text.data() + last || !(value >= 0 && value <= figures.most))
          invalid(name, fmt::format("\"{}\" is no {}", text.substr(begin, last - begin), figures.figure),
                  fmt::format("give {}, 0 to {:g}, or nothing", figures.unit, figures.most));
      }
      row.push_back(value);
      at = comma + 1;
    }
    if (start < end) ns.push_back(std::move(row));
    start = end + 1;
  }
  for (const auto& row : ns) {
    if (row.size() != ns.size())
      invalid(name, std::to_string(ns.size()) + " lines, one of " + std::to_string(row.size()) + " figures",
              "give as many figures a line as lines");
  }
  if (ns.size() < 2)
    invalid(name, fmt::format("holds no table of {}s", figures.line),
            fmt::format("give a line a {}, at least two", figures.line));
  std::vector<int> cpus;
  for (std::size_t cpu = 0; cpu < ns.size(); ++cpu) cpus.push_back(int(cpu));
  return completed(cpus, std::move(ns));
}

LatencyTable read_pair_table(const std::string& option, const std::string& path, const PairFigures& figures) {
  std::ifstream file(path);
  std::stringstream text;
  if (!file || !(text << file.rdbuf())) invalid(option, "cannot read " + path, "give a file of figures");
  return parse_pair_table(text.str(), path, figures);
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "cli/terminal/cpu_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/terminal/table.hpp"

namespace numapack {

namespace {

std::string text_of(const std::map<int, std::string>& texts, int cpu, const char* none) {
  const auto text = texts.find(cpu);
  return text == texts.end() ? none : text->second;
}

std::string in_rows(const std::string& title, const std::map<int, std::string>& texts) {
  constexpr int across = 8;
  std::vector<std::string> header{title};
  for (int column = 0; column < across; ++column) header.push_back(fmt::format("+{}", column));
  Table table(header);
  std::set<int> first;
  for (const auto& [cpu, text] : texts) first.insert(cpu - cpu % across);
  for (const int from : first) {
    std::vector<std::string> row{fmt::format("CPU {}", from)};
    for (int cpu = from; cpu < from + across; ++cpu) row.push_back(text_of(texts, cpu, ""));
    table.row(row);
  }
  return table.text();
}

std::string without_end(const std::string& line) { return line.substr(0, line.find_last_not_of(' ') + 1); }

std::string on_chip(const std::string& title, const std::map<int, std::string>& texts,
                    const std::vector<std::vector<int>>& layout) {
  std::size_t width = 3;
  for (const auto& [cpu, text] : texts) width = std::max({width, text.size(), std::to_string(cpu).size()});
  std::string lines = title + ", CPUs as they lie on the chip\n";
  for (const std::vector<int>& row : layout) {
    std::string cpus, below;
    for (const int cpu : row) {
      cpus += fmt::format("{:>{}}", cpu < 0 ? "" : std::to_string(cpu), width + 1);
      below += fmt::format("{:>{}}", cpu < 0 ? "" : text_of(texts, cpu, "-"), width + 1);
    }
    lines += without_end(cpus) + "\n" + without_end(below) + "\n";
  }
  return lines;
}

}  // namespace

std::string cpu_grid(const std::string& title, const std::map<int, std::string>& texts,
                     const std::vector<std::vector<int>>& layout) {
  return layout.empty() ? in_rows(title, texts) : on_chip(title, texts, layout);
}

}  // namespace numapack

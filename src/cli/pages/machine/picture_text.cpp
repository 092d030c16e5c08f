// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>

#include "cli/pages/machine/picture.hpp"
#include "cli/terminal/columns.hpp"
#include "cli/terminal/fit.hpp"
#include "cli/terminal/table.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

using Lines = std::vector<std::string>;
using Figures = std::map<std::pair<int, int>, double>;

std::size_t width_of(const std::string& line) { return from_utf8(line).size(); }

std::size_t width_of(const Lines& lines) {
  std::size_t width = 0;
  for (const std::string& line : lines) width = std::max(width, width_of(line));
  return width;
}

std::string repeated(const char* what, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += what;
  return text;
}

Lines framed(const std::string& title, const Lines& inner) {
  const std::size_t width = std::max(width_of(inner), width_of(title) + 1);
  Lines lines{"┌ " + title + " " + repeated("─", width + 1 - width_of(title) - 1) + "┐"};
  for (const std::string& line : inner)
    lines.push_back("│ " + line + std::string(width - width_of(line), ' ') + " │");
  lines.push_back("└" + repeated("─", width + 2) + "┘");
  return lines;
}

/// Next to each other as far as `width` goes, the others below.
Lines arranged(const std::vector<Lines>& boxes, std::size_t width) {
  Lines all;
  for (std::size_t first = 0; first < boxes.size();) {
    std::size_t last = first, taken = width_of(boxes[first]), height = boxes[first].size();
    while (last + 1 < boxes.size() && taken + 1 + width_of(boxes[last + 1]) <= width) {
      ++last;
      taken += 1 + width_of(boxes[last]);
      height = std::max(height, boxes[last].size());
    }
    for (std::size_t row = 0; row < height; ++row) {
      std::string line;
      for (std::size_t box = first; box <= last; ++box) {
        const std::string part = row < boxes[box].size() ? boxes[box][row] : "";
        if (box > first) line += " ";
        line += part + std::string(width_of(boxes[box]) - width_of(part), ' ');
      }
      all.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
    }
    first = last + 1;
  }
  return all;
}

std::string caches_text(const PicturedCaches& caches) {
  const std::size_t each = caches.groups.front().size();
  std::string text = fmt::format("L{} {}", caches.level, size_text(caches.bytes));
  if (caches.groups.size() > 1) text += fmt::format(" x {}", caches.groups.size());
  if (caches.groups.size() > 1 && each > 1) text += fmt::format(", {} cores each", each);
  return text;
}

Lines box_of(const PicturedNode& node, const MachinePicture& picture) {
  Lines lines{node.memory};
  for (const PicturedCaches& caches : node.caches) lines.push_back(caches_text(caches));
  lines.push_back(node.cores.empty() ? "no cores" : fmt::format("cores {}", list_text(node.cores)));
  std::string own;
  if (const auto ns = picture.latency_ns.find({node.number, node.number}); ns != picture.latency_ns.end())
    own = fmt::format("{:.3g} ns", ns->second);
  if (const auto rate = picture.gb_per_s.find({node.number, node.number}); rate != picture.gb_per_s.end())
    own += fmt::format("{}{:.3g} GB/s", own.empty() ? "" : ", ", rate->second);
  if (!own.empty()) lines.push_back("own memory " + own);
  return framed(fmt::format("node {}", node.number), lines);
}

std::string table_of(const MachinePicture& picture, const Figures& figures, const std::string& title) {
  if (figures.empty()) return "";
  CrossTable table("from \\ to");
  for (const PicturedNode& from : picture.nodes) {
    for (const PicturedNode& to : picture.nodes) {
      if (from.cores.empty()) continue;
      const auto found = figures.find({from.number, to.number});
      table.set(fmt::format("node {}", from.number), fmt::format("node {}", to.number),
                found == figures.end() ? "-" : fmt::format("{:.3g}", found->second));
    }
  }
  return "\n" + title + "\n" + table.text();
}

}  // namespace

std::string drawn_as_text(const MachinePicture& picture, std::size_t width) {
  const std::size_t limit = width > 0 ? width : std::size_t(-1);
  std::map<int, std::vector<Lines>> packages;
  for (const PicturedNode& node : picture.nodes) packages[node.package].push_back(box_of(node, picture));
  std::vector<Lines> boxes;
  constexpr std::size_t frame = 4;
  for (const auto& [package, nodes] : packages) {
    const Lines inner = arranged(nodes, limit - std::min(limit, frame));
    boxes.push_back(framed(package < 0 ? "in no package" : fmt::format("package {}", package), inner));
  }
  std::string text = picture.name + "\n";
  for (const std::string& line : arranged(boxes, limit)) text += line + "\n";
  std::string tables =
      table_of(picture, picture.latency_ns, "Latency in ns, measured, of cores and memory of") +
      table_of(picture, picture.gb_per_s, "GB/s, measured (" + picture.kernel + ")");
  if (tables.empty())
    tables =
        table_of(picture, picture.distances, "Distances (firmware; 10 is local); numapack probe measures");
  return text + fit(tables, width);
}

}  // namespace numapack

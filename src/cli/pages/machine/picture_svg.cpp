// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cli/pages/machine/picture.hpp"
#include "cli/terminal/xml_text.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

using Figures = std::map<std::pair<int, int>, double>;

constexpr double margin = 20, gap = 18, node_width = 200, line_height = 18, core_size = 9, core_gap = 3;
constexpr std::size_t most_arcs = 8, cores_a_row = 16, most_groups = 4;

/// Colours for both backgrounds; figures from light to strong are one hue with growing opacity.
constexpr const char* style =
    ".ground{fill:#fff}text{font:13px system-ui,'DejaVu Sans',sans-serif;fill:#16202c}"
    ".title{font-size:17px;font-weight:600}.quiet{fill:#4d5866;font-size:12px}"
    ".package{fill:#f4f5f7;stroke:#8a94a1}.node{fill:#fff;stroke:#00498d;stroke-width:1.5}"
    ".cache{fill:#cfe3f7;stroke:none}.core{fill:#00498d}.arc{fill:none;stroke:#d9480f}"
    ".cell{fill:#d9480f}.label{paint-order:stroke;stroke:#fff;stroke-width:4px}"
    "@media(prefers-color-scheme:dark){text{fill:#e7ebf0}.quiet{fill:#aab4c0}.package{fill:#1a212b;stroke:#"
    "66717e}"
    ".node{fill:#10151c;stroke:#8cc4ff}.cache{fill:#1f3a57}.core{fill:#8cc4ff}.arc{stroke:#ff9f66}"
    ".cell{fill:#ff9f66}.label{stroke:#10151c}.ground{fill:#10151c}}";

std::string text_at(double x, double y, const std::string& text, const char* kind,
                    const char* anchor = "start") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\" text-anchor=\"{}\">{}</text>\n", x, y,
                     kind, anchor, xml_text(text));
}

std::string box(double x, double y, double width, double height, const char* kind, double round = 6) {
  return fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"{}\" class=\"{}\"/>\n", x, y,
      width, height, round, kind);
}

std::string figure_text(const Figures& figures, int from, int to) {
  const auto found = figures.find({from, to});
  return found == figures.end() ? "" : fmt::format("{:.3g}", found->second);
}

/// Both ways in one label, where they differ as shown.
std::string both_ways(const Figures& figures, int from, int to, const char* unit) {
  const std::string there = figure_text(figures, from, to), back = figure_text(figures, to, from);
  if (there.empty() && back.empty()) return "";
  return (there == back || back.empty() ? there : there.empty() ? back : there + "/" + back) + " " + unit;
}

std::size_t core_rows(const PicturedNode& node) {
  return (node.cores.size() + cores_a_row - 1) / cores_a_row;
}

double height_of(const PicturedNode& node) {
  return line_height * (2.6 + static_cast<double>(node.caches.size())) +
         static_cast<double>(core_rows(node)) * (core_size + core_gap) + 10;
}

std::string cache_bar(const PicturedCaches& caches, double x, double y, double width) {
  const std::size_t groups = caches.groups.size(), bars = groups <= most_groups ? groups : 1;
  const double each = (width - 4.0 * static_cast<double>(bars - 1)) / static_cast<double>(bars);
  std::string svg;
  for (std::size_t bar = 0; bar < bars; ++bar)
    svg += box(x + static_cast<double>(bar) * (each + 4), y, each, line_height - 3, "cache", 3);
  return svg + text_at(x + width / 2, y + 12,
                       fmt::format("L{} {}{}", caches.level, size_text(caches.bytes),
                                   groups > 1 ? fmt::format(" x {}", groups) : ""),
                       "quiet", "middle");
}

std::string node_at(const PicturedNode& node, const MachinePicture& picture, double x, double y,
                    double height) {
  const double inner = node_width - 20;
  std::string svg = box(x, y, node_width, height, "node");
  svg += text_at(x + 10, y + 18, fmt::format("node {}", node.number), "");
  svg += text_at(x + node_width - 10, y + 18, node.memory, "quiet", "end");
  double at = y + line_height + 8;
  for (const PicturedCaches& caches : node.caches) {
    svg += cache_bar(caches, x + 10, at, inner);
    at += line_height;
  }
  for (std::size_t core = 0; core < node.cores.size(); ++core) {
    const auto column = static_cast<double>(core % cores_a_row),
               row = static_cast<double>(core / cores_a_row);
    svg += box(x + 10 + column * (core_size + core_gap - 0.8), at + 2 + row * (core_size + core_gap),
               core_size - 0.8, core_size, "core", 1.5);
  }
  std::string own = figure_text(picture.latency_ns, node.number, node.number);
  if (!own.empty()) own += " ns";
  if (const std::string rate = figure_text(picture.gb_per_s, node.number, node.number); !rate.empty())
    own += (own.empty() ? "" : ", ") + rate + " GB/s";
  const std::string cores = node.cores.empty() ? "memory only" : "cores " + list_text(node.cores);
  svg += text_at(x + 10, y + height - 9, cores, "quiet");
  return svg + text_at(x + node_width - 10, y + height - 9, own, "quiet", "end");
}

/// From the middle of one node's lower edge to another's: deeper for those further apart on the page.
std::string arcs(const MachinePicture& picture, const std::vector<double>& middles, double y,
                 double& lowest) {
  const Figures& shade = picture.latency_ns.empty() ? picture.gb_per_s : picture.latency_ns;
  double most = 0;
  for (const auto& [nodes, value] : shade) most = std::max(most, value);
  std::string lines, labels;
  for (std::size_t from = 0; from < middles.size(); ++from) {
    for (std::size_t to = from + 1; to < middles.size(); ++to) {
      const int a = picture.nodes[from].number, b = picture.nodes[to].number;
      const std::string ns = both_ways(picture.latency_ns, a, b, "ns"),
                        rate = both_ways(picture.gb_per_s, a, b, "GB/s");
      if (ns.empty() && rate.empty()) continue;
      const double depth = 46 * static_cast<double>(to - from);
      const auto found = shade.find({a, b}), back = shade.find({b, a});
      const double value = found != shade.end() ? found->second : back != shade.end() ? back->second : most;
      lines += fmt::format(
          "<path class=\"arc\" d=\"M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}\" "
          "stroke-width=\"{:.2f}\"/>\n",
          middles[from], y, middles[from], y + depth * 4 / 3, middles[to], y + depth * 4 / 3, middles[to], y,
          0.8 + 3.2 * value / most);
      const double middle = (middles[from] + middles[to]) / 2;
      labels += text_at(middle, y + depth - (rate.empty() || ns.empty() ? -4 : 3), ns.empty() ? rate : ns,
                        "label", "middle");
      if (!ns.empty() && !rate.empty())
        labels += text_at(middle, y + depth + 12, rate, "label quiet", "middle");
      lowest = std::max(lowest, y + depth + 22);
    }
  }
  return lines + labels;
}

/// A cell for each two nodes, stronger for more.
std::string matrix(const MachinePicture& picture, const Figures& figures, const std::string& title, double x,
                   double& y) {
  constexpr double cell_width = 58, cell_height = 24, label = 64;
  double most = 0;
  for (const auto& [nodes, value] : figures) most = std::max(most, value);
  std::string svg = text_at(x, y + 14, title, "");
  y += 24;
  for (std::size_t to = 0; to < picture.nodes.size(); ++to)
    svg += text_at(x + label + (static_cast<double>(to) + 0.5) * cell_width, y + 14,
                   fmt::format("node {}", picture.nodes[to].number), "quiet", "middle");
  y += 20;
  for (const PicturedNode& from : picture.nodes) {
    if (from.cores.empty()) continue;
    svg += text_at(x, y + 16, fmt::format("node {}", from.number), "quiet");
    for (std::size_t to = 0; to < picture.nodes.size(); ++to) {
      const auto found = figures.find({from.number, picture.nodes[to].number});
      const double left = x + label + static_cast<double>(to) * cell_width;
      const double share = found == figures.end() ? 0 : found->second / most;
      svg += fmt::format(
          "<rect class=\"cell\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" "
          "fill-opacity=\"{:.2f}\"/>\n",
          left, y, cell_width - 2, cell_height - 2, 0.45 * share);
      svg += text_at(left + cell_width / 2 - 1, y + 16,
                     found == figures.end() ? "-" : fmt::format("{:.3g}", found->second), "", "middle");
    }
    y += cell_height;
  }
  y += 16;
  return svg;
}

}  // namespace

std::string drawn_as_svg(const MachinePicture& picture) {
  std::map<int, std::vector<std::size_t>> packages;
  double height = 0;
  for (std::size_t node = 0; node < picture.nodes.size(); ++node) {
    packages[picture.nodes[node].package].push_back(node);
    height = std::max(height, height_of(picture.nodes[node]));
  }
  std::vector<double> middles(picture.nodes.size());
  double x = margin, y = margin + 30;
  std::string svg = text_at(margin, margin + 14, picture.name, "title");
  for (const auto& [package, nodes] : packages) {
    const double width = static_cast<double>(nodes.size()) * (node_width + gap) + gap;
    svg += box(x, y, width, height + 46, "package", 10);
    svg +=
        text_at(x + gap, y + 20, package < 0 ? "in no package" : fmt::format("package {}", package), "quiet");
    for (std::size_t at = 0; at < nodes.size(); ++at) {
      const double left = x + gap + static_cast<double>(at) * (node_width + gap);
      svg += node_at(picture.nodes[nodes[at]], picture, left, y + 30, height);
      middles[nodes[at]] = left + node_width / 2;
    }
    x += width + gap;
  }
  const double right = x - gap;
  y += 30 + height;
  double lowest = y + 16;
  if (picture.nodes.size() <= most_arcs) svg += arcs(picture, middles, y, lowest);
  y = lowest + 16;
  if (!picture.latency_ns.empty())
    svg += matrix(picture, picture.latency_ns,
                  "Latency in ns, measured: cores of (rows), memory of (columns)", margin, y);
  if (!picture.gb_per_s.empty())
    svg += matrix(picture, picture.gb_per_s, "GB/s, measured (" + picture.kernel + ")", margin, y);
  if (picture.latency_ns.empty() && picture.gb_per_s.empty() && !picture.distances.empty())
    svg += matrix(picture, picture.distances, "Distances (firmware; 10 is local); numapack probe measures",
                  margin, y);
  const double table = 2 * margin + 64 + 58 * static_cast<double>(picture.nodes.size());
  const double page_width = std::max({right + margin, table, 480.0}), page_height = y + margin / 2;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" "
      "role=\"img\">\n<title>{2}</title>\n<style>{3}</style>\n<rect class=\"ground\" width=\"100%\" "
      "height=\"100%\"/>\n{4}"
      "</svg>\n",
      page_width, page_height, xml_text(picture.name), style, svg);
}

}  // namespace numapack

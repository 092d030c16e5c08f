// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/structure_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/terminal/cpu_grid.hpp"
#include "cli/terminal/json_values.hpp"
#include "cli/terminal/table.hpp"
#include "machine/text.hpp"

namespace numapack {

using nlohmann::json;

namespace {

/// A row a group under its number: "2.1" is the first part of the second. Of several memories a range over
/// all of them says nothing.
void add_rows(const LatencyGroup& group, const std::string& number, Table& table) {
  const bool one_memory = group.to_memories_ns.size() < 2;
  const bool has_range = one_memory && group.greatest_ns > 0;
  std::vector<std::string> row{number.empty() ? "all" : number, std::to_string(group.cpus.size()),
                               latencies_text(group)};
  if (one_memory)
    row.push_back(has_range ? fmt::format("{:.4g} to {:.4g}", group.least_ns, group.greatest_ns) : "-");
  row.push_back(group.silhouette > 0 ? fmt::format("{:.2f}", group.silhouette) : "-");
  row.push_back(list_text(group.cpus));
  table.row(row);
  for (std::size_t part = 0; part < group.parts.size(); ++part)
    add_rows(group.parts[part], (number.empty() ? "" : number + ".") + std::to_string(part + 1), table);
}

std::string groups_text(const FoundStructure& found) {
  if (found.whole.to_memories_ns.size() < 2) {
    Table table({"group", "CPUs", "median", "range", "silhouette", "which"});
    add_rows(found.whole, "", table);
    return table.text({5});
  }
  Table table({"group", "CPUs", "to nodes " + list_text(found.table.columns), "silhouette", "which"});
  add_rows(found.whole, "", table);
  return table.text({4});
}

/// Each CPU's group, to so many numbers.
void add_numbers(const LatencyGroup& group, const std::string& number, int deep,
                 std::map<int, std::string>& of) {
  if (group.parts.empty() || deep == 0) {
    for (const int cpu : group.cpus) of[cpu] = number;
    return;
  }
  for (std::size_t part = 0; part < group.parts.size(); ++part)
    add_numbers(group.parts[part], (number.empty() ? "" : number + ".") + std::to_string(part + 1), deep - 1,
                of);
}

/// As deep as fits a line: eight CPUs, or those of a row on the chip.
std::map<int, std::string> group_numbers(const LatencyGroup& whole,
                                         const std::vector<std::vector<int>>& layout) {
  const std::size_t widest = layout.empty() ? 7 : 79 / std::max<std::size_t>(8, layout.front().size()) - 1;
  std::map<int, std::string> numbers;
  for (int deep = int(widest + 1) / 2; deep > 0; --deep) {
    numbers.clear();
    add_numbers(whole, "", deep, numbers);
    if (std::none_of(numbers.begin(), numbers.end(),
                     [&](const auto& one) { return one.second.size() > widest; }))
      break;
  }
  return numbers;
}

std::string chance_text(double chance, const GroupingOptions& options) {
  return chance >= 1                     ? "not tried"
         : chance <= options.most_chance ? fmt::format("{:.3f}", chance)
                                         : fmt::format("{:.2f}, more than {:g}", chance, options.most_chance);
}

std::string verdict(const FoundStructure& found) {
  const LatencyGroup& whole = found.whole;
  switch (whole.structure) {
    case LatencyStructure::none:
      return "no structure: " + whole.because + "\n";
    case LatencyStructure::gradient:
      return "an order, but " + whole.because + "\n";
    case LatencyStructure::groups:
      break;
  }
  return fmt::format("{} groups, {} at the finest (silhouette {:.2f})\n", whole.parts.size(),
                     undivided(whole).size(), whole.silhouette);
}

std::string grid(const FoundStructure& found) {
  const Mesh& mesh = found.mesh;
  std::map<MeshTile, std::vector<int>> cpus;
  std::size_t ambiguous = 0;
  for (const CorePosition& core : found.fit->cores) {
    cpus[core.tiles.front()].push_back(core.cpu);
    ambiguous += core.tiles.size() > 1 ? 1 : 0;
  }
  std::vector<std::string> header{mesh.ring ? "ring" : "mesh"};
  for (int x = 0; x < mesh.width; ++x) header.push_back(std::to_string(x));
  Table table(header);
  for (int y = 0; y < mesh.height; ++y) {
    std::vector<std::string> row{std::to_string(y)};
    for (int x = 0; x < mesh.width; ++x) row.push_back(cpus.contains({x, y}) ? list_text(cpus[{x, y}]) : ".");
    table.row(row);
  }
  std::string text =
      fmt::format("\nlatency = {:.4g} ns + {:.3g} ns a hop, residual {:.2g} ns (root mean square)\n{}",
                  found.fit->base_ns, found.fit->hop_ns, found.fit->residual_ns, table.text());
  if (ambiguous > 0)
    text += fmt::format("{} of {} CPUs could sit elsewhere as well: more memories would tell\n", ambiguous,
                        found.fit->cores.size());
  return text;
}

/// Of the CPU that is least sure.
double least_gap(const NearestMemory& group) {
  return *std::min_element(group.gaps_ns.begin(), group.gaps_ns.end());
}

std::string nearest_text(const FoundStructure& found) {
  const NearestMemories& nearest = found.nearest;
  std::string text = fmt::format(
      "\nBy the nearest of the memories of nodes {}: {} groups (silhouette {:.2f}, chance of noise {:.3f})\n",
      list_text(nearest.nodes), nearest.groups.size(), nearest.silhouette, nearest.chance);
  Table table({"node", "CPUs", "ns", "next", "least gap", "which"});
  for (const NearestMemory& group : nearest.groups)
    table.row({std::to_string(group.node), std::to_string(group.cpus.size()),
               fmt::format("{:.4g}", group.own_ns), fmt::format("{:.4g}", group.next_ns),
               fmt::format("{:.2g}", least_gap(group)), list_text(group.cpus)});
  return text + table.text({5});
}

json nearest_json(const NearestMemories& nearest) {
  if (nearest.groups.empty()) return {};
  json groups = json::array();
  for (const NearestMemory& group : nearest.groups)
    groups.push_back({{"node", group.node},
                      {"cpus", group.cpus},
                      {"own_ns", group.own_ns},
                      {"next_ns", group.next_ns},
                      {"least_gap_ns", least_gap(group)}});
  return {{"nodes", nearest.nodes},
          {"silhouette", nearest.silhouette},
          {"chance", nearest.chance},
          {"groups", std::move(groups)}};
}

/// Between cores a CPU alone has no latencies.
json figure_json(double ns, const LatencyGroup& group) {
  return group.to_memories_ns.empty() && group.cpus.size() < 2 ? json() : json(ns);
}

json group_json(const LatencyGroup& group) {
  json parts = json::array();
  for (const LatencyGroup& part : group.parts) parts.push_back(group_json(part));
  return {{"cpus", group.cpus},
          {"median_ns", figure_json(group.median_ns, group)},
          {"least_ns", figure_json(group.least_ns, group)},
          {"greatest_ns", figure_json(group.greatest_ns, group)},
          {"to_memories_ns", group.to_memories_ns},
          {"structure", name(group.structure)},
          {"silhouette", group.silhouette},
          {"chance_of_groups", or_null(group.chance_of_groups < 1, group.chance_of_groups)},
          {"chance_of_order", or_null(group.chance_of_order < 1, group.chance_of_order)},
          {"because", group.because},
          {"parts", parts}};
}

}  // namespace

std::string structure_page(const FoundStructure& found) {
  const LatencyTable& table = found.table;
  std::string text = fmt::format(
      "latencies of {} CPUs to {}{}\n", table.cpus.size(),
      table.between_cores ? "each other" : "memory of nodes " + list_text(table.columns),
      table.left_out > 0 ? fmt::format("; {} more are left out, of which figures are missing", table.left_out)
                         : "");
  text += verdict(found);
  // A document that prints what one CPU sees.
  if (table.cpus.size() < least_rows && table.left_out > 0)
    text += "what a single CPU's latencies tell of the others: numapack advise\n";
  text += fmt::format("chance that noise has such groups: {}; such an order: {} (shuffled {} times each)\n\n",
                      chance_text(found.whole.chance_of_groups, found.options),
                      chance_text(found.whole.chance_of_order, found.options), found.options.shuffles);
  text += groups_text(found);
  if (!found.whole.parts.empty() && !found.fit)
    text += "\n" + cpu_grid("group of", group_numbers(found.whole, found.layout), found.layout);
  if (!found.nearest.groups.empty()) text += nearest_text(found);
  if (!table.between_cores && found.nearest.nodes.size() == 1 &&
      found.whole.structure != LatencyStructure::none)
    text += fmt::format(
        "\nOnly node {}'s memory was read: groups are distances from it; quadrants need several memories\n",
        found.nearest.nodes.front());
  if (!found.disagreements.empty()) text += "\nFirmware says otherwise\n";
  for (const std::string& line : found.disagreements) text += "  " + line + "\n";
  return found.fit ? text + grid(found) : text;
}

json to_json(const FoundStructure& found) {
  json document = {{"between", found.table.between_cores ? "cores" : "memory"},
                   {"cpus", found.table.cpus},
                   {"columns", found.table.columns},
                   {"cpus_left_out", found.table.left_out},
                   {"shuffles", found.options.shuffles},
                   {"most_chance", found.options.most_chance},
                   {"least_silhouette", found.options.least_silhouette},
                   {"groups", group_json(found.whole)},
                   {"nearest", nearest_json(found.nearest)},
                   {"firmware", found.disagreements},
                   {"layout", found.layout},
                   {"mesh", nullptr}};
  if (!found.fit) return document;
  json cores = json::array();
  for (const CorePosition& core : found.fit->cores) {
    json tiles = json::array();
    for (const auto& [x, y] : core.tiles) tiles.push_back({x, y});
    cores.push_back({{"cpu", core.cpu}, {"tiles", tiles}, {"residual_ns", core.residual_ns}});
  }
  document["mesh"] = {{"width", found.mesh.width},   {"height", found.mesh.height},
                      {"ring", found.mesh.ring},     {"base_ns", found.fit->base_ns},
                      {"hop_ns", found.fit->hop_ns}, {"residual_ns", found.fit->residual_ns},
                      {"cores", std::move(cores)}};
  return document;
}

}  // namespace numapack

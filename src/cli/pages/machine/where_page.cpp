// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/machine/where_page.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/terminal/json_values.hpp"
#include "cli/terminal/table.hpp"
#include "machine/text.hpp"
#include "memory/pages/census.hpp"

namespace numapack {

namespace {

constexpr std::size_t shown_mappings = 15;

std::string address_text(std::uintptr_t address) { return fmt::format("{:x}", address); }

std::string bytes_or_nothing(std::uint64_t bytes) { return bytes == 0 ? "-" : size_text(bytes); }

std::vector<std::string> cells(const ProcessMapping& mapping, bool swapped) {
  std::vector<std::string> row{size_text(mapping.resident())};
  for (const std::uint64_t bytes : mapping.by_node) row.push_back(bytes_or_nothing(bytes));
  row.push_back(bytes_or_nothing(mapping.huge_bytes));
  if (swapped) row.push_back(bytes_or_nothing(mapping.swapped_bytes));
  return row;
}

/// The end of a path says more than its beginning.
std::string shortened(const std::string& name) {
  constexpr std::size_t most = 40;
  return name.size() <= most ? name : "..." + name.substr(name.size() - most + 3);
}

nlohmann::json numbers(const MatrixMap& map, const Machine& machine) {
  auto cells = nlohmann::json::array();
  for (const std::int16_t node : map.node) {
    if (node >= 0) {
      cells.push_back(machine.os_index_of(node));
    } else {
      cells.push_back(node == page_untouched ? nlohmann::json("untouched") : nlohmann::json("unknown"));
    }
  }
  return cells;
}

}  // namespace

std::string describe(const ProcessPages& pages, const Machine& machine, bool all) {
  const ProcessMapping total = pages.total();
  std::string text =
      fmt::format("process {} ({}) of {}: {} in memory, {} mappings\n", pages.process, pages.command,
                  pages.user, size_text(total.resident()), pages.mappings.size());
  if (!pages.incomplete.empty()) text += pages.incomplete + "\n";
  if (pages.mappings.empty()) return text;
  const bool swapped = total.swapped_bytes > 0;
  std::vector<std::string> header{"from", "what", "policy", "size", "in memory"};
  for (const Node& node : machine.nodes) header.push_back("node " + std::to_string(node.os_index));
  header.push_back("in huge pages");
  if (swapped) header.push_back("swapped");
  std::vector<const ProcessMapping*> order;
  for (const ProcessMapping& mapping : pages.mappings) {
    if (all || mapping.resident() + mapping.swapped_bytes > 0) order.push_back(&mapping);
  }
  const auto larger = [](const ProcessMapping* a, const ProcessMapping* b) {
    return a->resident() + a->swapped_bytes > b->resident() + b->swapped_bytes;
  };
  if (!all) std::stable_sort(order.begin(), order.end(), larger);
  const std::size_t shown = all ? order.size() : std::min(order.size(), shown_mappings);
  Table table(std::move(header));
  const auto add = [&](std::vector<std::string> row, const ProcessMapping& mapping) {
    for (std::string& cell : cells(mapping, swapped)) row.push_back(std::move(cell));
    table.row(std::move(row));
  };
  for (std::size_t i = 0; i < shown; ++i) {
    const ProcessMapping& mapping = *order[i];
    add({address_text(mapping.begin), shortened(mapping.name), mapping.policy,
         size_text(mapping.end - mapping.begin)},
        mapping);
  }
  if (shown < order.size()) {
    ProcessPages rest;
    std::uint64_t size = 0;
    for (std::size_t i = shown; i < order.size(); ++i) {
      rest.mappings.push_back(*order[i]);
      size += order[i]->end - order[i]->begin;
    }
    add({"others", fmt::format("{} mappings", rest.mappings.size()), "", size_text(size)}, rest.total());
  }
  add({"all", "", "", ""}, total);
  return text + "\n" + table.text({1, 2});
}

std::string describe(const WhereMap& map, const Machine& machine, bool colours) {
  std::string text;
  if (map.of_matrix) {
    text = fmt::format("matrix at {:x}, {} x {} cells\n", map.range.begin, map.map.height, map.map.width);
  } else {
    text = fmt::format("{:x}-{:x}, a character is {}\n", map.range.begin, map.range.end,
                       size_text(map.cell_bytes));
  }
  text += "  node with most of it: its number (its last digit), '.': nothing in memory, '?': unknown\n";
  for (int row = 0; row < map.map.height; ++row) {
    if (!map.of_matrix) {
      text += fmt::format("  {:>12x}  ", map.range.begin + static_cast<std::size_t>(row) *
                                                               static_cast<std::size_t>(map.map.width) *
                                                               map.cell_bytes);
    } else {
      text += "  ";
    }
    for (int column = 0; column < map.map.width; ++column) {
      const auto cell = static_cast<std::size_t>(row) * static_cast<std::size_t>(map.map.width) +
                        static_cast<std::size_t>(column);
      if (cell < map.map.node.size()) {
        text += cell_text(map.map.node[cell], map.map.mixed[cell], machine, colours);
      }
    }
    text += "\n";
  }
  return text;
}

nlohmann::json to_json(const ProcessPages& pages, const std::optional<WhereMap>& map,
                       const Machine& machine) {
  const auto sizes = [](const ProcessMapping& mapping) {
    return nlohmann::json{{"resident_bytes", mapping.resident()},
                          {"bytes_by_node", mapping.by_node},
                          {"huge_bytes", mapping.huge_bytes},
                          {"swapped_bytes", mapping.swapped_bytes}};
  };
  auto nodes = nlohmann::json::array();
  for (const Node& node : machine.nodes) nodes.push_back(node.os_index);
  auto mappings = nlohmann::json::array();
  for (const ProcessMapping& mapping : pages.mappings) {
    nlohmann::json entry = sizes(mapping);
    entry.update({{"begin", address_text(mapping.begin)},
                  {"end", address_text(mapping.end)},
                  {"name", mapping.name},
                  {"policy", mapping.policy}});
    mappings.push_back(std::move(entry));
  }
  nlohmann::json document{
      {"process", pages.process}, {"command", pages.command},         {"user", pages.user},
      {"nodes", nodes},           {"page_bytes", machine.page_bytes}, {"total", sizes(pages.total())},
      {"mappings", mappings}};
  document["incomplete"] = or_null(pages.incomplete);
  if (map) {
    document["map"] = {{"begin", address_text(map->range.begin)},
                       {"end", address_text(map->range.end)},
                       {"cell_bytes", or_null(!map->of_matrix, map->cell_bytes)},
                       {"height", map->map.height},
                       {"width", map->map.width},
                       {"cells", numbers(map->map, machine)}};
  }
  return document;
}

}  // namespace numapack

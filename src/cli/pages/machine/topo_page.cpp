// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "cli/pages/machine/topo.hpp"
#include "cli/terminal/table.hpp"
#include "machine/text.hpp"

namespace numapack {
namespace {

/// "1 node", "4 nodes".
std::string count(std::size_t number, const std::string& thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

std::string or_dash(int number) { return number < 0 ? "-" : std::to_string(number); }

const Node& node_at(const Machine& machine, int node) {
  return machine.nodes.at(static_cast<std::size_t>(node));
}

std::string node_name(const Machine& machine, int node) {
  const int number = node_at(machine, node).os_index;
  return number < 0 ? "?" : std::to_string(number);
}

/// Hardware threads of some cores: all online ones or those that may be used.
std::vector<int> threads_of(const Machine& machine, const std::vector<int>& cores, bool usable) {
  std::vector<int> pus;
  for (const int index : cores) {
    const Core& core = machine.cores.at(static_cast<std::size_t>(index));
    const std::vector<int>& part = usable ? core.usable_pus : core.pus;
    pus.insert(pus.end(), part.begin(), part.end());
  }
  return pus;
}

std::string heading(const Machine& machine) {
  std::string text = fmt::format(
      "{}, {}\n{}, {}, {}, {}, {}\n", machine.source, machine.architecture,
      count(machine.packages.size(), "package"), count(static_cast<std::size_t>(machine.dies), "die"),
      count(machine.nodes.size(), "NUMA node"), count(machine.cores.size(), "core"),
      count(static_cast<std::size_t>(machine.allowance.online_pus), "hardware thread"));
  std::map<std::string, std::vector<int>> models;
  for (std::size_t package = 0; package < machine.packages.size(); ++package) {
    models[machine.packages[package].model].push_back(static_cast<int>(package));
  }
  for (const auto& [model, packages] : models) {
    if (model.empty()) continue;
    text += fmt::format("package{} {}: {}\n", packages.size() == 1 ? "" : "s", list_text(packages), model);
  }
  return text;
}

/// Cells as wide as the widest: flush left in a table whose columns are flush right.
std::vector<std::string> flush_left(std::vector<std::string> cells) {
  std::size_t width = 0;
  for (const std::string& cell : cells) width = std::max(width, cell.size());
  for (std::string& cell : cells) cell.resize(width, ' ');
  return cells;
}

/// What is special about a node, in words.
std::string remark(const Machine& machine, int index) {
  const Node& node = node_at(machine, index);
  const bool works = !machine.usable_cores(index).empty();
  if (!works && !node.usable_memory && node.has_memory()) return "not for this process";
  if (node.cores.empty()) return node.has_memory() ? "memory only" : "neither processors nor memory";
  const int home = machine.home_for(index);
  if (!node.has_memory()) return "no memory: works in that of node " + node_name(machine, home);
  if (!node.usable_memory)
    return "memory not for this process: works in that of node " + node_name(machine, home);
  return "";
}

std::string node_table(const Machine& machine) {
  Table table({"node", "package", "die", "kind", "memory", "cores", "hardware threads", "usable", ""});
  std::vector<std::string> remarks;
  for (int index = 0; index < static_cast<int>(machine.nodes.size()); ++index) {
    remarks.push_back(remark(machine, index));
  }
  remarks = flush_left(std::move(remarks));
  for (int index = 0; index < static_cast<int>(machine.nodes.size()); ++index) {
    const Node& node = node_at(machine, index);
    const bool memory = node.has_memory();
    const std::string size = node.memory_bytes ? size_text(*node.memory_bytes) : "unknown";
    const std::string cores = fmt::format("{}: {}", node.cores.size(), list_text(node.cores));
    const std::vector<int> all = threads_of(machine, node.cores, false);
    const std::vector<int> some = threads_of(machine, node.cores, true);
    std::string usable = some.empty() ? "none" : some.size() == all.size() ? "all" : list_text(some);
    if (all.empty()) usable = "-";
    table.row({node_name(machine, index), or_dash(node.package), or_dash(node.die), memory ? node.kind : "-",
               memory ? size : "none", node.cores.empty() ? "none" : cores,
               all.empty() ? "-" : list_text(all), usable, remarks[static_cast<std::size_t>(index)]});
  }
  return table.text();
}

std::string sharers(const std::vector<std::vector<int>>& groups) {
  const std::size_t cores = groups.front().size();
  const bool even =
      std::all_of(groups.begin(), groups.end(), [&](auto& group) { return group.size() == cores; });
  if (even && cores == 1) return "each core its own";
  // A line a person can read; beyond that the pattern says as much.
  constexpr std::size_t most_groups = 8;
  std::string text;
  for (std::size_t at = 0; at < std::min(groups.size(), most_groups); ++at) {
    text += (at == 0 ? "cores " : " | ") + list_text(groups[at]);
  }
  return groups.size() > most_groups ? text + " | ..." : text;
}

std::string cache_table(const Machine& machine) {
  if (machine.caches.empty()) return "unknown\n";
  using Shape = std::tuple<int, std::size_t, int, std::size_t>;
  std::map<Shape, std::vector<std::vector<int>>> shapes;
  for (const Cache& cache : machine.caches) {
    shapes[{cache.level, cache.bytes, cache.ways, cache.line_bytes}].push_back(cache.cores);
  }
  std::vector<std::string> shared{"shared by"};
  for (const auto& [shape, groups] : shapes) shared.push_back(sharers(groups));
  shared = flush_left(std::move(shared));
  std::size_t row = 0;
  Table table({"level", "size", "ways", "line", "number", shared[row++]});
  for (const auto& [shape, groups] : shapes) {
    const auto& [level, bytes, ways, line] = shape;
    table.row({fmt::format("L{}", level), size_text(bytes), ways == 0 ? "-" : std::to_string(ways),
               size_text(line), std::to_string(groups.size()), shared[row++]});
  }
  return table.text();
}

std::string distance_table(const Machine& machine) {
  const auto name = [&](std::size_t node) { return node_name(machine, static_cast<int>(node)); };
  CrossTable table("from \\ to");
  for (std::size_t from = 0; from < machine.nodes.size(); ++from)
    for (std::size_t to = 0; to < machine.nodes.size(); ++to)
      table.set("node " + name(from), name(to), fmt::format("{:g}", machine.distances[from][to]));
  return table.text();
}

std::string page_lines(const Machine& machine) {
  std::string text = fmt::format("page                    {}\n", size_text(machine.page_bytes));
  text += fmt::format("transparent huge pages  {}\n",
                      machine.transparent_huge_pages.empty() ? "unknown" : machine.transparent_huge_pages);
  for (const HugePages& pool : machine.huge_pages) {
    text += fmt::format("{:<24}{}{}\n", size_text(pool.bytes) + " pool", pool.total,
                        machine.is_this_machine ? fmt::format(" pages, {} free", pool.free) : " pages");
  }
  return text + fmt::format("kernel.numa_balancing   {}\n",
                            machine.numa_balancing ? std::to_string(*machine.numa_balancing) : "unknown");
}

std::string allowance_lines(const Machine& machine) {
  const Allowance& allowance = machine.allowance;
  std::vector<int> pus, memory;
  for (const Core& core : machine.cores)
    pus.insert(pus.end(), core.usable_pus.begin(), core.usable_pus.end());
  for (const Node& node : machine.nodes) {
    if (node.usable_memory) memory.push_back(node.os_index);
  }
  std::string text = fmt::format("hardware threads        {} of {} online: {}\n", pus.size(),
                                 allowance.online_pus, list_text(pus));
  if (machine.is_this_machine) text += fmt::format("left by affinity        {}\n", allowance.affinity_pus);
  text += fmt::format("left by cpuset          {}\n", allowance.cpuset_pus);
  text += fmt::format("offline                 {}\n",
                      allowance.offline_pus.empty() ? "none" : list_text(allowance.offline_pus));
  const std::vector<int> unknown = machine.nodes_of_unknown_memory();
  text += fmt::format(
      "memory of nodes         {}{}\n", list_text(memory),
      unknown.empty()
          ? ""
          : fmt::format("; of {} it is not known how much: plans take it for enough", list_text(unknown)));
  text += fmt::format("CPU quota               {}\n",
                      allowance.quota_cpus
                          ? fmt::format("{:g} CPUs ({})", *allowance.quota_cpus, allowance.quota_source)
                      : machine.is_this_machine ? "none"
                                                : "unknown");
  return text + fmt::format("threads worth starting  {}\n", machine.usable_threads());
}

}  // namespace

std::string describe_machine(const Machine& machine) {
  const char* distances =
      machine.distances_known
          ? "Distances (firmware; 10 is local)"
          : "Distances (assumed, where firmware gives none: 10 local, 12 cross-die, 20 cross-chip)";
  return heading(machine) + "\nNodes\n" + node_table(machine) + "\nCaches\n" + cache_table(machine) + "\n" +
         distances + "\n" + distance_table(machine) + "\nPages\n" + page_lines(machine) +
         (machine.is_this_machine ? "\nThis process may use\n" : "\nA process there may use\n") +
         allowance_lines(machine);
}

}  // namespace numapack

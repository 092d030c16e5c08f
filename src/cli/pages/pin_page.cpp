// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/pin_page.hpp"

#include <fmt/core.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/terminal/table.hpp"
#include "launch/cpu_expression.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

using nlohmann::json;

/// Core, node, die and package of a hardware thread.
std::vector<std::string> place_cells(int cpu, const Machine& machine) {
  const int index = machine.core_of_pu(cpu);
  if (index < 0) return {"?", "?", "?", "?"};
  const Core& core = machine.cores[static_cast<std::size_t>(index)];
  return {std::to_string(index), core.node < 0 ? "-" : std::to_string(machine.os_index_of(core.node)),
          std::to_string(core.die),
          std::to_string(machine.packages[static_cast<std::size_t>(core.package)].os_index)};
}

std::vector<std::string> with_place(std::vector<std::string> row, int cpu, const Machine& machine) {
  for (std::string& cell : place_cells(cpu, machine)) row.push_back(std::move(cell));
  return row;
}

std::vector<int> node_numbers_of(const std::vector<int>& nodes, const Machine& machine) {
  std::vector<int> numbers;
  for (const int node : nodes) numbers.push_back(machine.os_index_of(node));
  return numbers;
}

/// What may be named instead of what was.
std::string there_is(const Machine& machine) {
  std::set<int> packages, dies;
  std::vector<int> cpus;
  for (const Core& core : machine.cores) {
    if (!core.usable()) continue;
    packages.insert(machine.packages[static_cast<std::size_t>(core.package)].os_index);
    dies.insert(core.die);
    cpus.insert(cpus.end(), core.usable_pus.begin(), core.usable_pus.end());
  }
  std::vector<int> cores;
  for (std::size_t core = 0; core < machine.cores.size(); ++core)
    if (machine.cores[core].usable()) cores.push_back(static_cast<int>(core));
  return fmt::format("there are  package:{}, die:{}, node:{}, core:{}, cpu:{}\n",
                     list_text({packages.begin(), packages.end()}), list_text({dies.begin(), dies.end()}),
                     list_text(node_numbers_of(machine.compute_nodes(), machine)), list_text(cores),
                     list_text(cpus));
}

constexpr const char* kind_names[] = {"local", "bind", "preferred", "interleave"};

}  // namespace

std::string describe(const Pinning& pinning, const Machine& machine) {
  std::set<int> cores;
  for (const int cpu : pinning.cpus) cores.insert(machine.core_of_pu(cpu));
  const std::vector<int> nodes = node_numbers_of(nodes_of_cpus(pinning.cpus, machine), machine);
  return fmt::format(
      "CPU{} {}, {} core{} of node{} {}, {}; {}{}", pinning.cpus.size() == 1 ? "" : "s",
      list_text(pinning.cpus), cores.size(), cores.size() == 1 ? "" : "s", nodes.size() == 1 ? "" : "s",
      list_text(nodes), pinning.each ? "one a thread" : "shared by all threads",
      describe(pinning.memory, machine), pinning.arranged.empty() ? "" : "\n" + pinning.arranged);
}

std::string describe_choice(const Pinning& pinning, const Machine& machine) {
  Table table({"thread", "CPU", "core", "node", "die", "package"});
  for (std::size_t at = 0; at < pinning.cpus.size(); ++at)
    table.row(with_place({pinning.each ? std::to_string(at) : "any", std::to_string(pinning.cpus[at])},
                         pinning.cpus[at], machine));
  return describe(pinning, machine) + "\n\n" + table.text() + "\n" + there_is(machine);
}

std::string describe(const PinnedRun& run, const Pinning& pinning, const Machine& machine) {
  std::string text = fmt::format("numapack pin: {}, {:.2f} s, status {}\n{}\n", run.command.front(),
                                 run.seconds, run.status, describe(pinning, machine));
  if (run.threads.empty())
    return text + "no thread was bound: the program is not reached by a library that is preloaded\n";
  Table table({"process", "thread", "CPU", "core", "node", "die", "package"});
  for (const PinnedThread& one : run.threads) {
    std::vector<std::string> row{std::to_string(one.process), std::to_string(one.place)};
    if (one.error != 0)
      table.row({row[0], row[1], std::strerror(one.error), "", "", "", ""});
    else if (one.cpu < 0)
      table.row({row[0], row[1], "several", "", "", "", ""});
    else
      table.row(with_place({row[0], row[1], std::to_string(one.cpu)}, one.cpu, machine));
  }
  text += "\n" + table.text();
  std::set<long> shared;
  for (const PinnedThread& one : run.threads)
    if (one.place >= pinning.cpus.size()) shared.insert(one.process);
  for (const long process : shared)
    text += fmt::format("process {} has more threads than the {} CPUs: some share one\n", process,
                        pinning.cpus.size());
  return text;
}

json to_json(const Pinning& pinning, const Machine& machine) {
  return {{"numapack_pin", 1},
          {"cpus", pinning.cpus},
          {"nodes", node_numbers_of(nodes_of_cpus(pinning.cpus, machine), machine)},
          {"each", pinning.each},
          {"arranged", pinning.arranged},
          {"memory", kind_names[static_cast<int>(pinning.memory.kind)]},
          {"memory_nodes", node_numbers_of(pinning.memory.nodes, machine)},
          {"refused", pinning.refused}};
}

json to_json(const PinnedRun& run, const Pinning& pinning, const Machine& machine) {
  json document = to_json(pinning, machine), threads = json::array();
  for (const PinnedThread& one : run.threads)
    threads.push_back({{"process", one.process},
                       {"thread", one.thread},
                       {"place", one.place},
                       {"cpu", one.cpu < 0 ? json() : json(one.cpu)},
                       {"error", one.error == 0 ? json() : json(std::strerror(one.error))}});
  document.update(
      {{"command", run.command}, {"status", run.status}, {"seconds", run.seconds}, {"threads", threads}});
  return document;
}

}  // namespace numapack

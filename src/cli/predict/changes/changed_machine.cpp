// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/changes/changed_machine.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "base/statistics.hpp"
#include "cli/options/quoted.hpp"
#include "cli/predict/changes/copied_nodes.hpp"
#include "cli/predict/what_if.hpp"

namespace numapack {

namespace {

[[noreturn]] void refuse_machine(const std::string& problem, const std::string& advice) {
  invalid("--what-if", problem, advice);
}

Amount parse_amount(const std::string& part, std::size_t sign, bool is_bytes) {
  const std::string text = part.substr(sign + 1);
  Amount amount{0, text.starts_with('x')};
  const char* const last = text.data() + text.size();
  const auto read = std::from_chars(text.data() + (amount.is_times ? 1 : 0), last, amount.value);
  const bool is_number = read.ec == std::errc() && read.ptr == last;
  if (!is_number && is_bytes && !amount.is_times) {
    amount.value = double(parse_bytes(text, "--what-if"));
  } else if (!is_number || !(amount.value > 0) || !std::isfinite(amount.value)) {
    refuse_machine(quoted(part) + " is no size of a machine", "use cores=48, nodes=x2, l3=64M");
  }
  return amount;
}

/// A whole number from 1 to `most`.
int count_of(const Amount& amount, int own, int most, const char* what) {
  const double count = std::round(amount.of(own));
  if (count < 1 || count > most || (!amount.is_times && count != amount.value))
    refuse_machine(fmt::format("{:.6g} {} is no machine", amount.of(own), what),
                   fmt::format("use 1 to {}", most));
  return static_cast<int>(count);
}

void set_l3(Machine& machine, const Amount& amount) {
  constexpr double least = 1 << 20, most = std::size_t{64} << 30;
  bool has_l3 = false;
  for (Cache& cache : machine.caches) {
    if (cache.level != 3) continue;
    const double bytes = amount.of(double(cache.bytes));
    if (!(bytes >= least && bytes <= most))
      refuse_machine(fmt::format("an L3 of {:.6g} bytes is no machine", bytes), "use 1M to 64G");
    cache.bytes = static_cast<std::size_t>(bytes);
    has_l3 = true;
  }
  if (!has_l3) refuse_machine("l3: this machine has none", "leave it out");
}

/// Of each pair of nodes the figure of the pair that it is like, or of those between packages, or what the
/// estimate makes of the node's own.
std::vector<std::vector<double>> figures_of(const std::vector<std::vector<double>>& own,
                                            const std::vector<std::vector<double>>& estimate,
                                            const Machine& before, const std::vector<CopiedNode>& nodes) {
  std::vector<double> between;
  for (std::size_t from = 0; from < own.size(); ++from)
    for (std::size_t home = 0; home < own.size(); ++home)
      if (from != home && before.reach(int(from), int(home)) == Reach::cross_chip)
        between.push_back(own[from][home]);
  std::vector<std::vector<double>> figures = estimate;
  for (std::size_t from = 0; from < nodes.size(); ++from)
    for (std::size_t home = 0; home < nodes.size(); ++home) {
      const auto like = [&](std::size_t node) { return static_cast<std::size_t>(nodes[node].like); };
      if (nodes[from].copy == nodes[home].copy)
        figures[from][home] = own[like(from)][like(home)];
      else if (!between.empty())
        figures[from][home] = mean(between);
      else
        figures[from][home] = own[like(from)][like(from)] * estimate[from][home] / estimate[from][from];
    }
  return figures;
}

}  // namespace

MachineChange take_machine_change(std::string& text) {
  MachineChange change;
  std::string rest;
  for (const std::string& part : parts_of_what_if(text)) {
    const std::size_t sign = std::min(part.find('='), part.size());
    const std::string name = part.substr(0, sign);
    std::optional<Amount>* const amount = name == "cores"   ? &change.cores
                                          : name == "nodes" ? &change.nodes
                                          : name == "l3"    ? &change.l3
                                                            : nullptr;
    if (amount != nullptr && sign < part.size())
      *amount = parse_amount(part, sign, name == "l3");
    else
      rest += part + ",";
  }
  text = rest.empty() ? rest : rest.substr(0, rest.size() - 1);
  return change;
}

ChangedMachine changed(const Machine& machine, const ChosenProfile& chosen, const MachineChange& change) {
  ChangedMachine result{machine, chosen, ""};
  const auto note = [&](const std::string& text) { result.note += (result.note.empty() ? "" : "; ") + text; };
  if (change.cores || change.nodes) {
    constexpr int most_nodes = 64, most_cores = 1024, most_threads = 4096;
    const std::vector<int> with_cores = machine.compute_nodes();
    if (with_cores.empty()) refuse_machine("this machine has no usable cores", "use another");
    const auto own_nodes = static_cast<int>(with_cores.size());
    const int nodes =
        change.nodes ? count_of(*change.nodes, own_nodes, most_nodes, "nodes with cores") : own_nodes;
    std::vector<int> cores(machine.nodes.size(), 0);
    int most = 0;
    for (const int node : with_cores) {
      int& count = cores[static_cast<std::size_t>(node)];
      count = static_cast<int>(machine.usable_cores(node).size());
      if (change.cores) count = count_of(*change.cores, count, most_cores, "cores of a node");
      most = std::max(most, count);
    }
    if (nodes * most > most_threads)
      refuse_machine(fmt::format("{} nodes of {} cores are too many", nodes, most),
                     fmt::format("use at most {} cores in all", most_threads));
    const std::vector<CopiedNode> copies = copied_nodes(machine, nodes);
    result.machine = machine_of(machine, copies, cores);
    Profile estimate = estimate_profile(result.machine);
    Profile& figures = result.chosen.figures;
    const auto taken = [&](const auto& own, const auto& estimated) {
      return figures_of(own, estimated, machine, copies);
    };
    if (chosen.measured) {
      figures.latency_ns = taken(figures.latency_ns, estimate.latency_ns);
      figures.bandwidth_gb_per_s = taken(figures.bandwidth_gb_per_s, estimate.bandwidth_gb_per_s);
    } else {
      figures.latency_ns = estimate.latency_ns, figures.bandwidth_gb_per_s = estimate.bandwidth_gb_per_s;
    }
    if (nodes > own_nodes)
      note(fmt::format("{} nodes more are like the first ones, in packages of their own", nodes - own_nodes));
    if (nodes < own_nodes) note(fmt::format("the first {} of {} nodes", nodes, own_nodes));
    if (change.cores)
      note(fmt::format("{} cores a node{}", most,
                       chosen.measured ? ", its memory's bandwidth and barrier as they are" : ""));
  }
  if (change.l3) {
    set_l3(result.machine, *change.l3);
    note("other L3 caches");
  }
  return result;
}

}  // namespace numapack

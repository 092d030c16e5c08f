// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/advice_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/terminal/json_values.hpp"
#include "cli/terminal/table.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

constexpr std::size_t most_rows = 16;

std::string sharing(const Advice& advice) {
  std::string text = "Which cores should share a variable\n";
  if (advice.groups.empty()) return text + "  not known: core-to-core latencies were not measured\n";
  text +=
      fmt::format("  cores with a common {}: {:.4g} ns between them", advice.groups_share, advice.inside_ns);
  text += advice.outside_ns > 0 ? fmt::format(", {:.4g} ns or more beyond\n", advice.outside_ns) : "\n";
  for (std::size_t i = 0; i < std::min(most_rows, advice.groups.size()); ++i) {
    text += fmt::format("  pin to {}\n", list_text(advice.groups[i].pus));
  }
  if (advice.groups.size() > most_rows) {
    text += fmt::format("  … {} groups in all (--json)\n", advice.groups.size());
  }
  if (advice.inferences.one_reader)
    text += "  (latencies were measured from one core only: there may be more groups)\n";
  if (advice.fast_bytes > 0) {
    text += fmt::format("  keep what they share within {} ({})\n", size_text(advice.fast_bytes),
                        advice.fast_because);
  }
  return text;
}

std::string crossing(const Advice& advice) {
  std::string text = "\nWhich node to take if one must cross\n";
  if (advice.nodes.empty()) return text + "  not known: memory latencies were not measured\n";
  for (const NodeOrder& order : advice.nodes) {
    text += fmt::format("  from node {}:", order.from);
    for (const NodeChoice& choice : order.choices) {
      text += fmt::format("  {} ({:.4g} ns", choice.node, choice.latency_ns);
      if (choice.gb_per_s > 0) {
        text += fmt::format(", {:.4g} GB/s{}", choice.gb_per_s,
                            choice.threads > 0 ? fmt::format(" with {:g} thread{}", choice.threads,
                                                             choice.threads == 1 ? "" : "s")
                                               : "");
      }
      text += ")";
    }
    text += "\n";
  }
  return text;
}

std::string interleaving(const InterleaveAdvice& advice) {
  std::string text = "\nHow to interleave pages over nodes, for bandwidth\n";
  if (advice.sockets.empty())
    return text + "  not known: bandwidth from a socket to every node was not measured (numapack stream)\n";
  Table table({"threads of", "GB/s alone, by node", "plain", "own weights", "", "advised"});
  for (const SocketInterleave& socket : advice.sockets) {
    std::string rates;
    for (const double rate : socket.gb_per_s)
      rates += (rates.empty() ? "" : " ") + fmt::format("{:.4g}", rate);
    table.row({socket.package < 0 ? "the cores" : fmt::format("socket {}", socket.package), rates,
               fmt::format("{:.4g}", socket.plain), fmt::format("{:.4g}", socket.own),
               fmt::format("{}", fmt::join(socket.weights, ":")), fmt::format("{:.4g}", socket.chosen)});
  }
  text += table.text();
  if (advice.sockets_missing > 0)
    return text +
           fmt::format(
               "  no weights for the system, which has one set: bandwidths of {} more socket{} were not "
               "measured (numapack stream)\n",
               advice.sockets_missing, advice.sockets_missing == 1 ? "" : "s");
  const bool plain = std::all_of(advice.weights.begin(), advice.weights.end(), [](int w) { return w == 1; });
  if (plain)
    return text +
           "  plain interleave: no weights give every socket a twentieth more (a system has one set)\n"
           "  numactl --interleave=all PROGRAM\n";
  std::string pairs;
  for (std::size_t node = 0; node < advice.nodes.size(); ++node)
    pairs += fmt::format(" {}:{}", advice.nodes[node], advice.weights[node]);
  const char* const folder = "/sys/kernel/mm/mempolicy/weighted_interleave/node";
  text += fmt::format(
      "  weights{} (node:weight): at least {:.2f} of plain interleave by this model; set (Linux 6.9), "
      "use, check:\n",
      pairs, advice.least_gain);
  for (std::size_t node = 0; node < advice.nodes.size(); ++node)
    text += fmt::format("  echo {} | sudo tee {}{}\n", advice.weights[node], folder, advice.nodes[node]);
  return text + fmt::format(
                    "  numactl --weighted-interleave={} PROGRAM\n"
                    "  grep . {}*\n"
                    "  numapack where PID  # pages by node are in these proportions\n",
                    list_text(advice.nodes), folder);
}

std::string bottlenecks(const Advice& advice, const MeasuredProfile& profile) {
  std::string text = "\nWhat holds up a barrier, a broadcast or a reduction\n";
  if (advice.patterns.empty()) return text + "  not known: core-to-core latencies were not measured\n";
  text += fmt::format("  {} threads; {} of {} latencies measured, the others taken from pairs as far apart\n",
                      advice.threads, advice.pairs_measured, advice.pairs);
  Table table({"pattern", "predicted", "steps", "dearest step", "", "between nodes"});
  for (const PatternAdvice& one : advice.patterns) {
    const PatternStep& step = one.bottleneck;
    const std::string nodes = step.from < 0
                                  ? ""
                                  : fmt::format("node {} -> node {}", profile.machine.node_of_pu(step.from),
                                                profile.machine.node_of_pu(step.to));
    table.row({one.cost.pattern, fmt::format("{:.0f} ns", one.cost.ns), std::to_string(one.cost.path.size()),
               step.from < 0 ? "-" : fmt::format("{} -> {}, {:.4g} ns", step.from, step.to, step.ns), nodes,
               fmt::format("{:.0f} %", 100 * one.crossing)});
  }
  std::string rows = table.text();
  for (std::size_t at = 0; at < rows.size(); at = rows.find('\n', at) + 1) rows.insert(at, "  ");
  return text + rows;
}

std::string inferred(const Advice& advice) {
  std::string text = "\nWhat is inferred, and from what\n";
  if (advice.inferences.statements.empty()) return text + "  nothing: too little was measured\n";
  for (const Inference& inference : advice.inferences.statements) {
    text += "  " + inference.statement + "\n";
    constexpr std::size_t most = 10;
    for (std::size_t i = 0; i < std::min(most, inference.evidence.size()); ++i) {
      text += "      " + inference.evidence[i] + "\n";
    }
    if (inference.evidence.size() > most) {
      text += fmt::format("      … {} more (--json)\n", inference.evidence.size() - most);
    }
  }
  return text;
}

const char* word(LastLevel value) {
  return value == LastLevel::inclusive   ? "inclusive"
         : value == LastLevel::exclusive ? "exclusive"
                                         : "unknown";
}
const char* word(SharedCopy value) {
  return value == SharedCopy::nearest ? "nearest" : value == SharedCopy::first ? "first" : "unknown";
}
const char* word(Symmetry value) {
  return value == Symmetry::symmetric    ? "symmetric"
         : value == Symmetry::asymmetric ? "asymmetric"
                                         : "unknown";
}

using nlohmann::json;

json pairs(const std::vector<Pair>& list, const char* one, const char* other) {
  json result = json::array();
  for (const Pair& pair : list) result.push_back({{one, pair.one}, {other, pair.other}});
  return result;
}

json interleave_to_json(const InterleaveAdvice& advice) {
  json sockets = json::array();
  for (const SocketInterleave& socket : advice.sockets) {
    sockets.push_back({{"package", socket.package},
                       {"gb_per_s", socket.gb_per_s},
                       {"weights", socket.weights},
                       {"plain_gb_per_s", socket.plain},
                       {"own_weights_gb_per_s", socket.own},
                       {"advised_gb_per_s", socket.chosen}});
  }
  return {{"nodes", advice.nodes},
          {"weights", advice.weights},
          {"least_gain", advice.least_gain},
          {"sockets_missing", advice.sockets_missing},
          {"sockets", sockets}};
}

json inferences_to_json(const Inferences& found) {
  json caches = json::array(), distances = json::array(), statements = json::array();
  for (const SharedCache& cache : found.shared_caches) {
    caches.push_back({{"level", cache.level}, {"latency_ns", cache.latency_ns}, {"pus", cache.pus}});
  }
  for (const DistanceClass& distance : found.distances) {
    distances.push_back(
        {{"from_ns", distance.from_ns}, {"up_to_ns", distance.up_to_ns}, {"groups", distance.groups}});
  }
  for (const Inference& one : found.statements) {
    statements.push_back({{"kind", one.kind}, {"statement", one.statement}, {"evidence", one.evidence}});
  }
  json affinity;
  if (found.affinity) {
    affinity = {{"pus", found.affinity->pus},
                {"near_ns", found.affinity->near_ns},
                {"far_ns", found.affinity->far_ns},
                {"fast_bytes", found.affinity->fast_bytes},
                {"meets_bytes", found.affinity->meets_bytes}};
  }
  return {{"shared_caches", caches},
          {"last_level_cache", found.last_level_cache},
          {"last_level", word(found.last_level)},
          {"shared_lines", word(found.shared_copy)},
          {"affinity", affinity},
          {"distances", distances},
          {"one_reader", found.one_reader},
          {"symmetry", word(found.symmetry)},
          {"asymmetric_pairs", pairs(found.asymmetric_pairs, "reader", "owner")},
          {"asymmetric_links", pairs(found.asymmetric_links, "reader_node", "owner_node")},
          {"slow_links", pairs(found.slow_links, "node", "other_node")},
          {"statements", statements}};
}

}  // namespace

std::string describe(const Advice& advice, const MeasuredProfile& profile) {
  return sharing(advice) + crossing(advice) + interleaving(advice.interleave) + bottlenecks(advice, profile) +
         inferred(advice);
}

json to_json(const Advice& advice) {
  json groups = json::array(), nodes = json::array(), patterns = json::array();
  for (const PinGroup& group : advice.groups) groups.push_back(group.pus);
  for (const NodeOrder& order : advice.nodes) {
    json choices = json::array();
    for (const NodeChoice& choice : order.choices) {
      choices.push_back({{"node", choice.node},
                         {"latency_ns", choice.latency_ns},
                         {"gb_per_s", or_null(choice.gb_per_s > 0, choice.gb_per_s)},
                         {"threads", or_null(choice.threads > 0, choice.threads)}});
    }
    nodes.push_back({{"from", order.from}, {"nearest_first", choices}});
  }
  for (const PatternAdvice& one : advice.patterns) {
    json path = json::array();
    for (const PatternStep& step : one.cost.path) {
      path.push_back({{"from", step.from}, {"to", step.to}, {"ns", step.ns}});
    }
    patterns.push_back({{"pattern", one.cost.pattern},
                        {"predicted_ns", one.cost.ns},
                        {"share_between_nodes", one.crossing},
                        {"critical_path", path}});
  }
  return {{"pin_groups", groups},
          {"groups_share", advice.groups_share},
          {"inside_ns", advice.inside_ns},
          {"outside_ns", or_null(advice.outside_ns > 0, advice.outside_ns)},
          {"fast_bytes", or_null(advice.fast_bytes > 0, advice.fast_bytes)},
          {"fast_because", advice.fast_because},
          {"nodes", nodes},
          {"interleave", interleave_to_json(advice.interleave)},
          {"patterns", patterns},
          {"threads", advice.threads},
          {"pairs", advice.pairs},
          {"pairs_measured", advice.pairs_measured},
          {"inferences", inferences_to_json(advice.inferences)}};
}

}  // namespace numapack

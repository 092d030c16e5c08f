// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/statistics.hpp"
#include "insight/infer.hpp"

namespace numapack {

namespace {

using Link = std::pair<int, int>;

std::map<Link, std::vector<double>> core_links(const Reading& reading) {
  std::map<Link, std::vector<double>> links;
  for (const auto& [reader, owner] : reading.table.pairs()) {
    const int from = reading.profile.machine.node_of_pu(reader);
    const int to = reading.profile.machine.node_of_pu(owner);
    if (from >= 0 && to >= 0 && from != to)
      links[{from, to}].push_back(*reading.table.latency(reader, owner));
  }
  return links;
}

std::map<Link, std::vector<double>> memory_links(const MeasuredProfile& profile) {
  std::map<Link, std::vector<double>> links;
  std::map<std::pair<int, int>, std::uint64_t> largest;
  for (const bool collect : {false, true}) {
    for (const MemoryLatency& cell : profile.memory_latency) {
      const int from = profile.machine.node_of_pu(cell.pu);
      if (!cell.latency_ns.valid() || cell.load_gb_per_s > 0 || from < 0 || from == cell.node) continue;
      // Memory of another kind is no other end of the same links.
      const ProfiledNode* const home = profile.machine.node(cell.node);
      if (home == nullptr || home->pus.empty()) continue;
      std::uint64_t& bytes = largest[{cell.pu, cell.node}];
      bytes = std::max(bytes, cell.bytes);
      if (collect && cell.bytes == bytes) links[{from, cell.node}].push_back(cell.latency_ns.value());
    }
  }
  return links;
}

/// The lower of the two middle values: an actual one, so that half of an even number are not above it.
double lower_median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[(values.size() - 1) / 2];
}

bool known(const std::vector<Pair>& pairs, Pair pair) {
  return std::find(pairs.begin(), pairs.end(), pair) != pairs.end();
}

struct Kind {
  const char* what;
  std::map<Link, std::vector<double>> links;
  double differs;
};

void asymmetric_links(const Kind& kind, Inferences& found) {
  for (const auto& [link, values] : kind.links) {
    const auto back = kind.links.find({link.second, link.first});
    if (back == kind.links.end()) continue;
    const double there = median(values), other = median(back->second);
    if (there < other * (1 + kind.differs)) continue;
    const Pair pair{link.first, link.second};
    if (known(found.asymmetric_links, pair)) continue;
    // One pair of cores between nodes says nothing of the link.
    if (values.size() < 2) continue;
    found.asymmetric_links.push_back(pair);
    found.statements.push_back(
        {"asymmetric",
         fmt::format("the way from node {} to node {} is slower than back", link.first, link.second),
         {fmt::format("{}: {} there, {} back (medians of {} and {})", kind.what, ns(there), ns(other),
                      values.size(), back->second.size())}});
  }
}

void slow_links(const Reading& reading, const Kind& kind, Inferences& found) {
  std::map<bool, std::map<Link, double>> classes;  // by "same package"
  for (const auto& [link, values] : kind.links) {
    const ProfiledNode* const from = reading.profile.machine.node(link.first);
    const ProfiledNode* const to = reading.profile.machine.node(link.second);
    const auto both = std::minmax(link.first, link.second);
    const double value = median(values);
    const auto entry =
        classes[from->package >= 0 && from->package == to->package].emplace(Link(both), value).first;
    entry->second = std::min(entry->second, value);
  }
  for (const auto& [same_package, links] : classes) {
    if (links.size() < 3) continue;
    std::vector<double> values, deviations;
    for (const auto& [link, value] : links) values.push_back(value);
    const double usual = lower_median(values);
    for (const double value : values) deviations.push_back(std::abs(value - usual));
    // Meshes have many distances: only what stands out of their spread is a fault of one link.
    const double bound = usual + std::max(kind.differs * usual, 5 * 1.4826 * lower_median(deviations));
    std::vector<std::pair<Link, double>> slow;
    for (const auto& [link, value] : links) {
      if (value > bound) slow.emplace_back(link, value);
    }
    // As many slow as usual ones are two distances.
    if (2 * slow.size() >= links.size()) continue;
    for (const auto& [link, value] : slow) {
      if (known(found.slow_links, {link.first, link.second})) continue;
      found.slow_links.push_back({link.first, link.second});
      found.statements.push_back(
          {"slow link",
           fmt::format("nodes {} and {} are farther apart than others {}", link.first, link.second,
                       same_package ? "of a package" : "in different packages"),
           {fmt::format("{}: {}, usual {} ({} links)", kind.what, ns(value), ns(usual), links.size())}});
    }
  }
}

}  // namespace

void infer_links(const Reading& reading, Inferences& found) {
  for (const Kind& kind : {Kind{"core to core", core_links(reading), reading.differs},
                           Kind{"memory", memory_links(reading.profile), reading.memory_differs}}) {
    asymmetric_links(kind, found);
    slow_links(reading, kind, found);
  }
}

void infer_symmetry(const Reading& reading, Inferences& found) {
  std::size_t both_ways = 0;
  std::vector<std::pair<Pair, std::string>> pairs;
  double largest = 0;
  for (const auto& [reader, owner] : reading.table.pairs()) {
    const auto there = reading.table.latency(reader, owner), back = reading.table.latency(owner, reader);
    if (!back) continue;
    ++both_ways;
    if (*there <= *back) continue;
    const double difference = *there / *back - 1;
    if (difference < 1.5 * reading.differs) {
      largest = std::max(largest, difference);
      continue;
    }
    const Pair link{reading.profile.machine.node_of_pu(reader), reading.profile.machine.node_of_pu(owner)};
    if (known(found.asymmetric_links, link)) continue;
    pairs.push_back({{reader, owner},
                     fmt::format("{}: {}, {}: {}", pair_text(reader, owner), ns(*there),
                                 pair_text(owner, reader), ns(*back))});
  }
  both_ways /= 2;
  if (both_ways == 0) return;
  found.symmetry =
      pairs.empty() && found.asymmetric_links.empty() ? Symmetry::symmetric : Symmetry::asymmetric;
  if (found.symmetry == Symmetry::symmetric) {
    found.statements.push_back(
        {"symmetry",
         "distances between cores are symmetric",
         {fmt::format("{} pairs measured both ways differ by {:.1f} % at most", both_ways, 100 * largest)}});
  }
  for (const auto& [pair, text] : pairs) {
    found.asymmetric_pairs.push_back(pair);
    found.statements.push_back(
        {"asymmetric",
         fmt::format("{} reads from {} slower than {} from {}", pair.one, pair.other, pair.other, pair.one),
         {text, fmt::format("of {} pairs measured both ways", both_ways)}});
  }
}

}  // namespace numapack

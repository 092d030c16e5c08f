// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "cli/quantities/pages.hpp"
#include "cli/quantities/profile_figures.hpp"
#include "cli/terminal/table.hpp"
#include "machine/text.hpp"
#include "probe/quantities/stream.hpp"

namespace numapack {

namespace {

/// By what the tables of rates differ: streaming stores, compiler, threads, and how they are bound.
using RatesBlock = std::tuple<bool, std::string, int, int>;

std::string threads_text(const StreamRow& row) {
  return fmt::format("{} {}{}", row.threads, row.threads == 1 ? "thread" : "threads",
                     !row.pinned   ? ""
                     : *row.pinned ? ", pinned"
                                   : ", not pinned");
}

/// As numactl's options name it.
std::string placement_text(const StreamRow& row) {
  const std::string cpus = row.cpu_nodes.empty() ? "" : "cpubind=" + list_text(row.cpu_nodes) + " ";
  const std::string nodes = row.memory_nodes.empty() ? "all" : list_text(row.memory_nodes);
  if (row.policy == "bind") return cpus + "membind=" + nodes;
  return cpus + row.policy + (row.policy == "interleave" ? "=" + nodes : "");
}

std::string kernel_text(std::string kernel) {
  std::ranges::replace(kernel, '_', '-');
  return kernel;
}

std::string stream_rates(const MeasuredProfile& profile, WithoutFigure& missing) {
  std::map<RatesBlock, std::vector<const StreamRow*>> blocks;
  for (const StreamRow& row : profile.stream) {
    // Bound threads first, then those of which it is not said.
    blocks[{row.streaming_stores, row.compiler, row.threads,
            !row.pinned   ? 1
            : *row.pinned ? 0
                          : 2}]
        .push_back(&row);
    missing.note(row.gb_per_s);
  }
  std::string text;
  for (const auto& [block, rows] : blocks) {
    const StreamRow& first = *rows.front();
    CrossTable table(fmt::format("GB/s, {}, {} stores{}", threads_text(first),
                                 first.streaming_stores ? "streaming" : "ordinary",
                                 first.compiler.empty() ? "" : ", " + first.compiler));
    for (const StreamRow* const row : rows)
      table.set(placement_text(*row), kernel_text(row->kernel), best_text(row->gb_per_s));
    text += (text.empty() ? "" : "\n") + table.text();
  }
  return text;
}

/// Where the pages of each row lay, and what the kernel's counters grew by meanwhile: of all its kernels
/// together.
std::string page_counts(const MeasuredProfile& profile) {
  constexpr std::pair<const char*, const char*> counters[] = {{"hit", "numa_hit"},
                                                              {"miss", "numa_miss"},
                                                              {"local", "local_node"},
                                                              {"other", "other_node"},
                                                              {"interleave", "interleave_hit"}};
  std::vector<std::string> columns;
  for (const ProfiledNode& node : profile.machine.nodes)
    columns.push_back("on " + profiled_node(profile.machine, node.os_index));
  columns.emplace_back("in huge pages");
  CrossTable table("pages of the arrays", columns);
  for (const StreamRow& row : profile.stream) {
    if (row.pages_by_node.empty() && row.numastat.empty()) continue;
    const std::string name = placement_text(row) + ", " + threads_text(row);
    table.set(name, "in huge pages", row.huge_bytes ? size_text(*row.huge_bytes) : "?");
    for (const auto& [node, pages] : row.pages_by_node)
      table.set(name, "on " + profiled_node(profile.machine, node), std::to_string(pages));
    for (const ProfiledNode& node : profile.machine.nodes)
      for (const auto& [text, key] : counters)
        if (const auto grown = row.numastat.find(key);
            grown != row.numastat.end() && grown->second.contains(node.os_index))
          table.set(name, fmt::format("{} {}", text, node.os_index),
                    std::to_string(grown->second.at(node.os_index)));
  }
  return table.empty() ? "" : "\n" + table.text("?");
}

struct NodeRate {
  int threads = 0;
  std::string text;
};

/// Threads of one node on the memory of one, a table a kernel, with the most threads that were measured
/// there.
std::string node_matrices(const MeasuredProfile& profile) {
  std::map<std::string, std::map<std::pair<int, int>, NodeRate>> kernels;
  const auto note = [&](const std::string& kernel, int from, int home, int threads, const Figure& figure) {
    NodeRate& known = kernels[kernel][{from, home}];
    if (figure.valid() && known.threads <= threads) known = {threads, best_text(figure)};
  };
  for (const StreamRow& row : profile.stream) {
    const bool nodes = row.policy == "bind" && row.cpu_nodes.size() == 1 && row.memory_nodes.size() == 1;
    // The others stand in the tables of rates.
    if (nodes && row.pinned.value_or(false) && !row.streaming_stores &&
        (row.kernel == "read" || row.kernel == "triad"))
      note(row.kernel, row.cpu_nodes.front(), row.memory_nodes.front(), row.threads, row.gb_per_s);
  }
  for (const NodeBandwidth& one : profile.node_bandwidth)
    if (profile.stream.empty())
      note(kernel_text(one.kernel) + (one.streaming_stores ? ", streaming" : ""), one.cpu_node,
           one.memory_node, one.threads, one.gb_per_s);
  std::string text;
  for (const auto& [kernel, cells] : kernels) {
    std::set<int> threads;
    for (const auto& [place, rate] : cells) threads.insert(rate.threads);
    const bool alike = threads.size() == 1 && *threads.begin() > 0;
    CrossTable table(fmt::format("GB/s, {}, {} of", kernel,
                                 !alike                  ? "cores"
                                 : *threads.begin() == 1 ? "1 thread"
                                                         : std::to_string(*threads.begin()) + " threads"));
    for (const auto& [place, rate] : cells)
      table.set(profiled_node(profile.machine, place.first),
                "memory of " + profiled_node(profile.machine, place.second),
                rate.text.empty() ? "-" : rate.text);
    text += "\n" + table.text("-");
  }
  return text;
}

}  // namespace

std::string stream_counting() {
  std::string text =
      "Rates count the bytes that the formula names, as STREAM does: the best repetition, the first not "
      "counted.\n"
      "An ordinary store also reads the line that it writes; what moves then is";
  const char* separator = " ";
  for (const probe::StreamKernel& kernel : probe::stream_kernels()) {
    if (kernel.writes == 0) continue;
    text += fmt::format("{}{:.4g} x {}", separator,
                        kernel.moved_bytes_an_element(false) / kernel.bytes_an_element(), kernel.name);
    separator = ", ";
  }
  return text + ".\n";
}

std::string stream_figures(const MeasuredProfile& profile, WithoutFigure& missing) {
  return stream_rates(profile, missing) + page_counts(profile) + node_matrices(profile);
}

}  // namespace numapack

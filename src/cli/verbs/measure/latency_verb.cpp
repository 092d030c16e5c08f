// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "cli/quantities/pages.hpp"
#include "cli/quantities/quantity.hpp"
#include "cli/verbs/verbs.hpp"
#include "machine/text.hpp"
#include "probe/plans/select.hpp"
#include "probe/quantities/latency.hpp"
#include "probe/quantities/loaded_latency.hpp"
#include "probe/quantities/quick_latency.hpp"
#include "probe/running/channel_stride.hpp"
#include "probe/running/giant_pages.hpp"

namespace numapack {

namespace {

struct LatencyVerb {
  MeasuringOptions measuring;
  std::string cores = "auto", homes = "all", size, separate, sources = "all";
  std::vector<std::string> pages{"huge"}, orders{"random"};
  std::vector<std::string> writes{"reads", "3:1", "1:1"};
  std::size_t stride = 2;
  int points = 9;
  bool sweep = false, loaded = false, quick = false;
};

/// Expected of --quick, and after which it begins nothing: neighbours and setting up may take what is left of
/// five.
constexpr double quick_seconds = 3, quick_end = 4;
/// Where a dozen threads want each CPU, a figure for every cell is worth waiting for.
constexpr double quick_first_round = 30;

/// The first core of each of these nodes.
std::vector<int> cores_of_sources(const std::string& text, const Machine& machine) {
  std::vector<int> cores;
  for (const int node : parse_nodes_of(text, "--sources", machine.compute_nodes(), "cores", machine))
    cores.push_back(machine.usable_cores(node).front());
  return cores;
}

/// Each kind once, in the order given; "all" has the pool's pages where this machine has such a pool.
std::vector<probe::PageKind> page_kinds(const std::vector<std::string>& words, const Machine& machine) {
  using probe::PageKind;
  const bool has_pool = std::any_of(
      machine.huge_pages.begin(), machine.huge_pages.end(),
      [](const HugePages& pool) { return pool.bytes == probe::giant_page_bytes && pool.total > 0; });
  std::vector<PageKind> kinds;
  const auto add = [&](PageKind kind) {
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  };
  for (const std::string& word : words) {
    if (word == "huge" || word == "all") add(PageKind::huge);
    if (word == "small" || word == "all") add(PageKind::small);
    if (word == "1G" || (word == "all" && has_pool)) add(PageKind::giant);
  }
  return kinds;
}

/// Random first, whatever is asked for: what the others are compared with.
std::vector<probe::ChaseOrder> orders(const std::vector<std::string>& words) {
  using probe::ChaseOrder;
  std::vector<ChaseOrder> all{ChaseOrder::random};
  for (const ChaseOrder order : {ChaseOrder::list, ChaseOrder::stride})
    if (std::find(words.begin(), words.end(), name(order)) != words.end()) all.push_back(order);
  return all;
}

Measurement latency_on(const LatencyVerb& verb, const Machine& machine, MeasuringOptions& measuring) {
  const std::vector<int> homes = parse_memory_nodes(verb.homes, machine);
  if (!verb.separate.empty()) {
    probe::ChannelStrideOptions options;
    options.nodes = homes;
    options.seed = verb.measuring.seed;
    if (verb.separate != "find") {
      options.separate_bytes = parse_bytes(verb.separate, "--separate");
      options.cores = parse_cores(verb.cores, machine);
    }
    return {std::make_unique<probe::ChannelStride>(machine, options),
            "loads that separate the memory channels, every one from the memory, in huge pages\n",
            verb.separate == "find" ? found_strides : latency_matrix};
  }
  if (verb.loaded) {
    probe::LoadedLatencyOptions options;
    options.nodes = homes;
    options.seed = verb.measuring.seed;
    options.cores =
        verb.cores != "auto" ? parse_cores(verb.cores, machine) : cores_of_sources(verb.sources, machine);
    if (!verb.size.empty()) options.bytes = parse_bytes(verb.size, "--size");
    options.mixes.clear();
    std::vector<std::string> texts;
    for (const std::string& text : verb.writes) {
      const probe::Mix mix = probe::parse_mix(text, "--writes");
      if (std::find(texts.begin(), texts.end(), probe::mix_text(mix)) != texts.end()) continue;
      texts.push_back(probe::mix_text(mix));
      options.mixes.push_back(mix);
    }
    options.points = verb.points;
    return {
        std::make_unique<probe::LoadedLatency>(machine, options),
        fmt::format(
            "latency while the other cores of the node draw on the same memory: {} points from idle to all "
            "there is, bytes read to bytes written {}\n",
            verb.points, fmt::join(texts, ", ")),
        loaded_latency_page};
  }
  if (verb.quick) {
    const std::vector<int> cores =
        verb.cores == "auto" ? std::vector<int>() : parse_cores(verb.cores, machine);
    probe::QuickLatency quick = probe::quick_latency(machine, cores, homes, quick_seconds);
    quick.options.seed = verb.measuring.seed;
    measuring.rounds = quick.rounds;
    measuring.budget = quick_end;
    measuring.first_round = quick_first_round;
    measuring.keep_disturbed = true;
    measuring.looks_around = false;
    const std::string size = size_text(quick.options.sizes.front());
    const bool flushed = quick.options.cold;
    return {std::make_unique<probe::Latency>(machine, std::move(quick.options)),
            fmt::format("one random cycle through {}{}; every sample counts, disturbed or not\n", size,
                        flushed ? ", flushed from the caches before each visit" : ""),
            quick_latency_page};
  }
  probe::LatencyOptions options;
  options.nodes = homes;
  options.step_lines = verb.stride;
  options.pages = page_kinds(verb.pages, machine);
  options.orders = orders(verb.orders);
  options.seed = verb.measuring.seed;
  if (verb.sweep) {
    options.sizes = probe::full_sweep(machine);
    options.cores = verb.cores == "auto" ? std::vector<int>{probe::usable_cores(machine).front()}
                                         : parse_cores(verb.cores, machine);
    if (verb.homes == "all" && verb.cores == "auto") {
      options.nodes = {machine.home_for(machine.cores[static_cast<std::size_t>(options.cores.front())].node)};
    }
  } else {
    options.cores = parse_cores(verb.cores, machine);
    options.sizes = {verb.size.empty() ? 4 * probe::last_level_bytes(machine)
                                       : parse_bytes(verb.size, "--size")};
  }
  const std::size_t line = probe::line_bytes(machine);
  const std::string sizes = verb.sweep
                                ? size_text(options.sizes.front()) + " to " + size_text(options.sizes.back())
                                : size_text(options.sizes.front());
  std::vector<std::string> names;
  for (const probe::PageKind kind : options.pages) names.emplace_back(name(kind));
  return {std::make_unique<probe::Latency>(machine, options),
          fmt::format("one random cycle through {}, elements {} lines of {} bytes apart, {} pages wanted\n",
                      sizes, verb.stride, line, fmt::join(names, ", ")),
          latency_matrix};
}

}  // namespace

void add_latency(CLI::App& app) {
  auto verb = std::make_shared<LatencyVerb>();
  CLI::App& latency =
      *app.add_subcommand("latency", "Measure the load latency from every core to the memory of every node");
  latency
      .add_option(
          "--cores", verb->cores,
          "all, groups (one core a group that shares the last cache), auto (all up to 16), or CPUs: 0,4-7")
      ->capture_default_str();
  latency.add_option("--homes", verb->homes, "Nodes whose memory is read: all, or 0,2-3")
      ->capture_default_str();
  latency.add_option("--size", verb->size,
                     "Size of the memory to walk, such as 100M (4 times the last cache)");
  latency.add_option("--stride", verb->stride, "Distance of neighbouring elements in lines")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  latency
      .add_option(
          "--pages", verb->pages,
          "Pages to ask for: huge, small, 1G (of the pool that an administrator keeps), several, or all; "
          "a column each, the first for the profile's latencies")
      ->delimiter(',')
      ->check(CLI::IsMember({"huge", "small", "1G", "all"}))
      ->capture_default_str();
  auto* const order =
      latency
          .add_option(
              "--order", verb->orders,
              "Also in order list (one after the other) or stride (each a page and an element ahead), "
              "which shows what prefetchers gain")
          ->delimiter(',')
          ->check(CLI::IsMember({"random", "list", "stride"}))
          ->capture_default_str();
  auto* const sweep = latency.add_flag(
      "--sweep", verb->sweep, "All sizes from half of L1 to 4 times the last cache, and the levels found");
  auto* const loaded =
      latency.add_flag("--loaded", verb->loaded, "Over the bandwidth that the other cores of the node draw");
  auto* const separate =
      latency.add_option("--separate", verb->separate,
                         "find: the stride that stays on one memory channel; BYTES: its offsets apart");
  latency
      .add_option("--writes", verb->writes,
                  "With --loaded: bytes read to bytes written, such as reads,3:1,1:1; a curve each")
      ->delimiter(',')
      ->needs(loaded)
      ->capture_default_str();
  latency.add_option("--points", verb->points, "With --loaded: of a curve, from idle to all there is")
      ->needs(loaded)
      ->check(CLI::Range(3, 64))
      ->capture_default_str();
  latency
      .add_option("--sources", verb->sources,
                  "With --loaded: nodes whose cores draw and wait: all, or 0,2-3 (--cores names who waits)")
      ->needs(loaded)
      ->capture_default_str();
  auto* const quick = latency.add_flag(
      "--quick", verb->quick,
      "Within five seconds, however busy the machine: each cell with its least, middle and greatest");
  order->excludes(sweep);
  quick->excludes(order)->excludes(sweep)->excludes(loaded)->excludes(separate);
  loaded->excludes(sweep)->excludes(order);
  separate->excludes(order)->excludes(sweep)->excludes(loaded);
  add_measuring_options(latency, verb->measuring, 3);
  for (const char* const own : {"--size", "--stride", "--pages", "--rounds", "--budget", "--keep-disturbed"})
    quick->excludes(latency.get_option(own));
  latency.footer(
      "Example:\n  numapack latency\n  numapack latency --quick\n  numapack latency --sweep --cores 0\n  "
      "numapack latency --loaded\n"
      "  numapack latency --pages all\n  numapack latency --order list,stride\n"
      "  numapack latency --loaded --writes 2:1 --points 12 --sources 0 --homes 0\n"
      "  numapack latency --separate find");
  latency.callback([verb] {
    run_quantity({"latencies of memory", "ns", latency_figures,
                  [&](const Machine& machine, MeasuringOptions& options) {
                    return latency_on(*verb, machine, options);
                  }},
                 verb->measuring);
  });
}

}  // namespace numapack

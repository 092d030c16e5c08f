// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "cli/quantities/pages.hpp"
#include "cli/quantities/quantity.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/verbs/verbs.hpp"
#include "machine/text.hpp"
#include "probe/quantities/stream.hpp"

namespace numapack {

namespace {

struct StreamVerb {
  MeasuringOptions measuring;
  std::string size, threads, pin = "yes", stores = "both";
  std::vector<std::string> placements, kernels;
  int repetitions = 10;
  bool huge_pages = false;
};

probe::StreamOptions stream_options(const StreamVerb& verb, const Machine& machine) {
  probe::StreamOptions options;
  // One size for all rows, so that they can be compared.
  options.elements = probe::stream_elements(machine, probe::stream_cores(machine, -1, 0));
  if (!verb.size.empty()) {
    options.elements = parse_bytes(verb.size, "--size") / sizeof(double) / 64 * 64;
    if (options.elements == 0) invalid("--size", verb.size + " is too small", "use at least 512");
  }
  const int most = static_cast<int>(probe::stream_cores(machine, -1, 0).size());
  if (verb.threads == "all") {
    for (int count = 1; count <= most; ++count) options.threads.push_back(count);
  } else if (!verb.threads.empty()) {
    options.threads = parse_list(verb.threads, "--threads");
    for (const int count : options.threads) {
      if (count < 1 || count > most) {
        invalid("--threads", fmt::format("there are no {} cores", count), fmt::format("use 1 to {}", most));
      }
    }
  }
  options.pinned = verb.pin == "both" ? std::vector<bool>{true, false} : std::vector<bool>{verb.pin == "yes"};
  options.placements = verb.placements;
  options.kernels = verb.kernels;
  options.ordinary = verb.stores != "streaming";
  options.streaming = verb.stores != "ordinary";
  options.huge_pages = verb.huge_pages;
  options.repetitions = verb.repetitions;
  options.interrupted = stop_asked;
  return options;
}

std::string row_line(const probe::Cell& cell, const Machine& machine) {
  return fmt::format("  {}, {} threads, {}\n", probe::placement_text(cell, machine), cell.threads,
                     cell.pinned ? "pinned" : "not pinned");
}

Measurement stream_on(const StreamVerb& verb, const Machine& machine) {
  const probe::StreamOptions options = stream_options(verb, machine);
  const std::size_t bytes = options.elements * sizeof(double);
  if (!verb.measuring.list && 3.0 * static_cast<double>(bytes) > available_memory()) {
    invalid("--size", fmt::format("three arrays of {} are more than is available", size_text(bytes)),
            "make them smaller");
  }
  const auto page = [](const probe::RunResult& result, const Machine& of) {
    return stream_page(result, of) + "\n" + stream_counting();
  };
  return {
      std::make_unique<probe::Stream>(machine, options),
      fmt::format("three arrays of {} doubles ({} each), {} repetitions; one cell is a row of all kernels\n",
                  options.elements, size_text(bytes), options.repetitions),
      page, "", row_line};
}

std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const probe::StreamKernel& kernel : probe::stream_kernels()) names.push_back(kernel.name);
  return names;
}

}  // namespace

void add_stream(CLI::App& app) {
  auto verb = std::make_shared<StreamVerb>();
  CLI::App& stream = *app.add_subcommand(
      "stream", "Measure memory bandwidth by placement, threads and kind of stores, like STREAM");
  stream.add_option("--size", verb->size, "Of one array, such as 1.5G (4 times all last-level caches)");
  stream.add_option("--threads", verb->threads,
                    "Counts such as 1,12,24, or all (1, a node's cores, all cores)");
  stream
      .add_option("--pin", verb->pin,
                  "yes, no or both: threads bound to cores, or to no more than the row's nodes")
      ->check(CLI::IsMember({"yes", "no", "both"}))
      ->capture_default_str();
  stream.add_option("--placements", verb->placements, "Some of default, local, membind, interleave (all)")
      ->delimiter(',')
      ->check(CLI::IsMember(probe::placement_names()));
  stream.add_option("--kernels", verb->kernels, "Some of copy, scale, add, triad, add-add, read, fill (all)")
      ->delimiter(',')
      ->check(CLI::IsMember(kernel_names()));
  stream.add_option("--stores", verb->stores, "ordinary, streaming or both")
      ->check(CLI::IsMember({"ordinary", "streaming", "both"}))
      ->capture_default_str();
  stream.add_option("--repetitions", verb->repetitions, "Of every kernel; the first does not count")
      ->check(CLI::Range(2, 100'000))
      ->capture_default_str();
  stream.add_flag("--huge-pages", verb->huge_pages, "Ask for transparent huge pages");
  add_measuring_options(stream, verb->measuring, 1);
  stream.footer(
      "Example:\n  numapack stream\n  numapack stream --threads 1 --placements membind --kernels copy,triad\n"
      "  numapack stream --list --from tests/machines/xeon-2s.xml");
  stream.callback([verb] {
    run_quantity({"bandwidths", "GB/s", stream_figures,
                  [&](const Machine& machine, MeasuringOptions&) { return stream_on(*verb, machine); }},
                 verb->measuring);
  });
}

}  // namespace numapack

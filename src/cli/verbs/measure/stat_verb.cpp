// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "cli/pages/counters_page.hpp"
#include "cli/runs/command_run.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/terminal/page.hpp"
#include "cli/terminal/table.hpp"
#include "cli/verbs/verbs.hpp"
#include "counters/counting.hpp"
#include "machine/text.hpp"
#include "memory/pages/numastat.hpp"

namespace numapack {

namespace {

struct StatVerb {
  std::shared_ptr<const std::vector<std::string>> words;  ///< of the command
  bool counters = false;
  JsonOption json;
};

struct Counter {
  const char* name;
  const char* meaning;
  std::int64_t NumaCounters::Node::*value;
};

constexpr Counter counters[] = {
    {"hit", "allocated here as requested", &NumaCounters::Node::hit},
    {"miss", "allocated here, requested elsewhere", &NumaCounters::Node::miss},
    {"foreign", "requested here, allocated elsewhere", &NumaCounters::Node::foreign},
    {"interleave", "allocated here as interleaving requested", &NumaCounters::Node::interleave},
    {"local", "allocated here for a process running here", &NumaCounters::Node::local},
    {"other", "allocated here for a process on another node", &NumaCounters::Node::other},
};

/// A figure of /proc/vmstat; 0 where it is missing.
std::int64_t vmstat(const std::string& wanted) {
  std::ifstream file("/proc/vmstat");
  std::int64_t value = 0;
  for (std::string key; file >> key >> value;) {
    if (key == wanted) return value;
  }
  return 0;
}

struct Counted {
  CommandRun run;
  NumaCounters numa;
  std::int64_t huge_pages = 0;  ///< transparent ones made at first touch, in the whole system
  nlohmann::json counters;      ///< with --counters

  std::int64_t given() const {
    std::int64_t sum = 0;
    for (const auto& node : numa.nodes) sum += node.hit + node.miss;
    return sum;
  }
};

std::string describe(const Counted& counted, const Machine& machine, const std::string& command) {
  std::string text = fmt::format("numapack stat: {}, {:.2f} s, status {}\n\n", command, counted.run.seconds,
                                 counted.run.status);
  std::vector<std::string> header{"pages"};
  for (const Node& node : machine.nodes) header.push_back("node " + std::to_string(node.os_index));
  header.push_back("meaning");
  Table table(std::move(header));
  for (const Counter& counter : counters) {
    std::vector<std::string> row{counter.name};
    for (const auto& node : counted.numa.nodes) row.push_back(grouped(node.*counter.value));
    row.push_back(counter.meaning);
    table.row(std::move(row));
  }
  text += table.text({machine.nodes.size() + 1}) + "\nWhere the counts come from\n";
  const auto page = static_cast<std::int64_t>(machine.page_bytes);
  const std::string page_text = size_text(machine.page_bytes);
  const auto peak = static_cast<std::int64_t>(counted.run.peak_bytes);
  const auto faults = static_cast<std::int64_t>(counted.run.minor_faults + counted.run.major_faults);
  const std::int64_t given = counted.given();
  text +=
      fmt::format("  {:>13}  counted on all nodes (hit + miss): one per page allocation\n", grouped(given));
  text += fmt::format("  {:>13}  page faults of the command: memory comes at the first touch, page by page\n",
                      grouped(faults));
  text += fmt::format("  {:>13}  pages at its peak: {} / {}\n", grouped((peak + page - 1) / page),
                      size_text(counted.run.peak_bytes), page_text);
  text += fmt::format(
      "  {:>13}  huge pages made meanwhile in the whole system: each counts once and holds {} of {}\n",
      grouped(counted.huge_pages), grouped((2 << 20) / page), page_text);
  const bool more = given >= faults;
  text += fmt::format(
      "  {:>13}  {}\n", grouped(more ? given - faults : faults - given),
      more ? "more than its page faults: page tables, files, the kernel, and other processes, all of "
             "which the kernel counts, too"
           : "fewer than its page faults, which found pages that were in memory already, or huge");
  if (!counted.counters.is_null())
    text +=
        "\nCounters, of the command and its children in user mode\n" + describe_counters(counted.counters);
  return text;
}

nlohmann::json to_json(const Counted& counted, const Machine& machine, const StatVerb& verb) {
  auto nodes = nlohmann::json::array();
  for (std::size_t node = 0; node < machine.nodes.size(); ++node) {
    nlohmann::json entry{{"node", machine.nodes[node].os_index}};
    for (const Counter& counter : counters) entry[counter.name] = counted.numa.nodes[node].*counter.value;
    nodes.push_back(std::move(entry));
  }
  nlohmann::json document = {{"command", *verb.words},
                             {"status", counted.run.status},
                             {"seconds", counted.run.seconds},
                             {"nodes", nodes},
                             {"counted", counted.given()},
                             {"minor_faults", counted.run.minor_faults},
                             {"major_faults", counted.run.major_faults},
                             {"peak_bytes", counted.run.peak_bytes},
                             {"page_bytes", machine.page_bytes},
                             {"huge_pages_in_system", counted.huge_pages}};
  if (!counted.counters.is_null()) document["counters"] = counted.counters;
  return document;
}

void run(const StatVerb& verb) {
  if (verb.words->empty()) {
    invalid("command", "there is none", "give one, as in numapack stat ./stream");
  }
  const auto file = verb.json.open();
  const Machine machine = detect_machine();
  const NumaCounters before = read_numa_counters(machine);
  const std::int64_t huge_before = vmstat("thp_fault_alloc");
  Counted counted;
  std::unique_ptr<Counting> counting;
  const auto count = [&](pid_t command) {
    counting = std::make_unique<Counting>(machine, CountedProcess{.process = command, .on_exec = true});
    counting->start();
  };
  try {
    counted.run = run_command(*verb.words, verb.counters ? count : std::function<void(pid_t)>());
  } catch (const Error& error) {
    // As shells and nice do it: the command's own statuses stay apart from ours.
    std::fflush(stdout);
    print_message(fmt::format("stat: {}", error.what()));
    throw CLI::RuntimeError(error.code() == ErrorCode::not_supported ? 127 : 126);
  }
  if (counting != nullptr) {
    counting->stop();
    counted.counters = to_json(counting->summary(), machine);
  }
  counted.huge_pages = vmstat("thp_fault_alloc") - huge_before;
  counted.numa = read_numa_counters(machine) - before;
  // The command's own output may go into a pipe: keep our messages out of the pipe.
  if (prints_pages(file.get())) {
    print_page(describe(counted, machine, fmt::format("{}", fmt::join(*verb.words, " "))), stderr);
  }
  if (file != nullptr) file->write(to_json(counted, machine, verb));
  if (counted.run.status != 0) throw CLI::RuntimeError(counted.run.status);
}

}  // namespace

void add_stat(CLI::App& app, std::shared_ptr<const std::vector<std::string>> command) {
  auto verb = std::make_shared<StatVerb>();
  verb->words = std::move(command);
  CLI::App& stat = *app.add_subcommand(
      "stat", "Run a command and show the kernel's page counters: hit, miss, foreign, local, other");
  stat.add_flag("--counters", verb->counters,
                "Also CPU counters: reads and writes by distance, node loads and misses");
  verb->json.add(stat);
  stat.footer(
      "numapack stat [OPTIONS] [--] COMMAND [ARGUMENTS...]\n"
      "The page goes to standard error; the status is the command's.\n"
      "Example:\n"
      "  numapack stat ./stream\n"
      "  numapack stat --counters ./stream\n"
      "  numapack stat --json pages.json numactl --interleave=all ./stream");
  stat.callback([verb] { run(*verb); });
}

}  // namespace numapack

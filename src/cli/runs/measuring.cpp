// SPDX-License-Identifier: BSD-3-Clause
#include "cli/runs/measuring.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>

#include "base/clock.hpp"
#include "base/environment.hpp"
#include "base/error.hpp"
#include "cli/options/numbers.hpp"
#include "cli/runs/machine_profile.hpp"
#include "cli/runs/run_notes.hpp"
#include "cli/runs/stored_profiles.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/progress.hpp"
#include "machine/text.hpp"
#include "probe/plans/select.hpp"
#include "probe/to_profile.hpp"

namespace numapack {

namespace {

/// "a reason (12 cells)" a line, the commonest first.
std::string counted(const std::map<std::string, int>& lines, const char* before) {
  std::vector<std::pair<int, std::string>> order;
  for (const auto& [line, count] : lines) order.emplace_back(-count, line);
  std::sort(order.begin(), order.end());
  std::string text;
  for (const auto& [count, line] : order) {
    text += fmt::format("  {}{} ({} {})\n", before, line, -count, count == -1 ? "cell" : "cells");
  }
  return text;
}

}  // namespace

void add_measuring_options(CLI::App& verb, MeasuringOptions& options, int rounds) {
  options.rounds = rounds;
  options.verb = &verb;
  const char* const group = "Measurement";
  verb.add_option("--rounds", options.rounds, "Visits of every cell, each round in a new random order")
      ->group(group)
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  accept_seconds(
      verb.add_option("--budget", options.budget, "Start nothing new after this many seconds (0: no limit)"))
      ->group(group)
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  verb.add_option("--seed", options.seed, "Seed of the order and of the random walks")
      ->group(group)
      ->capture_default_str();
  verb.add_flag("--list", options.list, "Only list what would be measured and how long it takes")
      ->group(group);
  verb.add_option(
          "--from", options.from,
          "Show a profile's figures (FILE.json) as if measured here; with --list any machine, as in topo")
      ->group(group)
      ->type_name("MACHINE");
  add_keep_disturbed(verb, options)->group(group);
  options.json.add(verb)->group(group);
}

void refuse_options_of_measuring(const CLI::App& verb, std::initializer_list<const char*> also) {
  std::vector<std::string> shows{"--from", "--json", "--wide"};
  shows.insert(shows.end(), also.begin(), also.end());
  for (const CLI::Option* const option : verb.get_options())
    if (option->count() > 0 && std::ranges::find(shows, option->get_name()) == shows.end())
      invalid(option->get_name(), "changes nothing: the figures of a profile are shown as they are",
              fmt::format("with --from FILE.json give {}", fmt::join(shows, ", ")));
}

void refuse_file_of_list(const MeasuringOptions& options, const char* option, bool given) {
  if (options.list && given)
    invalid(option, "--list measures nothing that could be written", "leave one of the two out");
}

CLI::Option* add_keep_disturbed(CLI::App& verb, MeasuringOptions& options) {
  return verb.add_flag("--keep-disturbed", options.keep_disturbed,
                       "Keep the samples of disturbed visits; the page still counts them");
}

Machine measuring_machine(const MeasuringOptions& options) {
  if (!options.from.empty() && !options.list) {
    invalid("--from", "another machine cannot be measured from here",
            "add --list to see what would be measured, or give a profile (FILE.json) to see its figures");
  }
  return machine_or_profile(options.from);
}

const probe::RunResult& measure(probe::Probe& probe, const std::vector<probe::Cell>& cells,
                                const Machine& machine, const MeasuringOptions& options, Measured& measured) {
  if (options.looks_around && !measured.looked_around) look_around(cells, machine, options, measured);
  if (measured.runs.empty()) {
    measured.conditions = conditions_now(machine);
    measured.processes = probe::processes_now();
    measured.kept_disturbed = options.keep_disturbed;
  }
  const CpuTimes before = cpu_times();
  const probe::WorkCount work_before = probe::work_now();
  const double start = seconds_now();
  {
    Progress progress;
    probe::RunOptions run;
    run.rounds = options.rounds;
    run.budget_seconds = options.budget;
    run.first_round_seconds = options.first_round;
    run.seed = options.seed;
    run.keep_disturbed = options.keep_disturbed;
    run.interrupted = stop_asked;
    run.progress = [&](const std::string& what, double left) { progress.show(what, left); };
    measured.runs.push_back(probe::run(probe, cells, machine, run));
  }
  const double stolen = steal_percent_since(before), seconds = seconds_now() - start;
  measured.conditions.steal_percent =
      (measured.conditions.steal_percent * measured.seconds + stolen * seconds) /
      (measured.seconds + seconds);
  measured.seconds += seconds;
  measured.others =
      added_up(measured.others, others_between(work_before, probe::work_now(), probe::siblings_of(machine)));
  return measured.runs.back();
}

std::string effort(const std::vector<probe::Cell>& cells, int rounds) {
  return fmt::format("{} {}, {} {}, about {}", cells.size(), cells.size() == 1 ? "cell" : "cells", rounds,
                     rounds == 1 ? "round" : "rounds", duration(probe::expected_seconds(cells, rounds)));
}

std::string notes(const Measured& measured) {
  const Conditions& now = measured.conditions;
  std::string text = fmt::format("\nConditions\n  {}, {} of {} CPUs usable, Linux {}\n", now.cpu,
                                 now.usable_cpus, now.online_cpus, now.kernel_release);
  text += fmt::format("  {}, pages of {} bytes, load {:.2f}, stolen {:.1f} %, {}\n", paging_line(now),
                      now.page_bytes, now.load_average, now.steal_percent, duration(measured.seconds));
  if (const std::string others = others_text(measured.others); !others.empty()) {
    const std::string busiest =
        busiest_text(work_between(measured.processes, probe::processes_now()), measured.seconds);
    text += "  " + others + (busiest.empty() ? "" : ": " + busiest) + "\n";
  }
  std::map<std::string, int> problems, remarks;
  for (const probe::RunResult& run : measured.runs) {
    if (!run.drift.empty()) text += "  " + run.drift + "\n";
    for (const probe::CellResult& cell : run.cells) {
      // What was wrong with the visits of a cell that has some stands above.
      if (!cell.valid())
        ++problems[cell.visits > 0 ? cell.problem.substr(0, cell.problem.find(':')) : cell.problem];
      for (const std::string& remark : cell.remarks) ++remarks[remark];
    }
  }
  for (const std::string& line : disturbance_notes(measured.runs, measured.kept_disturbed))
    text += "  " + line + "\n";
  for (const std::string& line : clock_notes(measured.runs)) text += "  " + line + "\n";
  return text + counted(remarks, "") + counted(problems, "not measured: ");
}

MeasuredProfile measured_profile(const Measured& measured, const Machine& machine, double budget) {
  MeasuredProfile profile = new_profile(machine);
  profile.conditions = measured.conditions;
  profile.conditions.budget_s = budget;
  profile.conditions.duration_s = measured.seconds;
  if (measured.others.known) {
    profile.conditions.others_cpus = measured.others.cpus;
    profile.conditions.sibling_cpus = measured.others.sibling_cpus;
    profile.conditions.others_running = measured.others.running;
  }
  for (const probe::RunResult& run : measured.runs) probe::add_to_profile(profile, machine, run);
  for (const std::string& line : disturbance_notes(measured.runs, measured.kept_disturbed))
    profile.remarks.push_back(line);
  return profile;
}

void exit_status(const Measured& measured) {
  // Also where it came between two runs.
  if (const int signal = InterruptGuard::signal_noted(); signal != 0) throw CLI::RuntimeError(128 + signal);
  bool any = false;
  for (const probe::RunResult& run : measured.runs) {
    for (const probe::CellResult& cell : run.cells) any = any || cell.valid();
  }
  if (!any)
    throw Error(ErrorCode::system, "measuring", "no cell has a figure",
                "the conditions say what is in the way");
}

std::vector<int> parse_cores(const std::string& text, const Machine& machine, const char* option) {
  std::vector<int> all = probe::usable_cores(machine);
  if (text == "all" || (text == "auto" && all.size() <= 16)) return all;
  if (text == "groups" || text == "auto") return probe::one_core_a_group(machine);
  std::vector<int> cores;
  for (const int pu : parse_list(text, option)) {
    const int core = machine.core_of_pu(pu);
    if (core < 0 || !machine.cores[static_cast<std::size_t>(core)].usable()) {
      std::vector<int> pus;
      for (const int one : all)
        pus.push_back(machine.cores[static_cast<std::size_t>(one)].usable_pus.front());
      invalid(option, "CPU " + std::to_string(pu) + " is none that this process may use",
              "use all, groups or CPUs of " + list_text(pus));
    }
    if (std::find(cores.begin(), cores.end(), core) == cores.end()) cores.push_back(core);
  }
  return cores;
}

std::vector<int> parse_nodes_of(const std::string& text, const char* option, const std::vector<int>& all,
                                const char* what, const Machine& machine) {
  if (text == "all") return all;
  std::vector<int> nodes;
  for (const int number : parse_list(text, option)) {
    const int node = machine.node_by_os_index(number);
    if (std::find(all.begin(), all.end(), node) == all.end()) {
      std::vector<int> numbers;
      for (const int one : all) numbers.push_back(machine.os_index_of(one));
      invalid(option, fmt::format("node {} has no {} that this process may use", number, what),
              "use all or nodes of " + list_text(numbers));
    }
    nodes.push_back(node);
  }
  return nodes;
}

std::vector<int> parse_memory_nodes(const std::string& text, const Machine& machine) {
  return parse_nodes_of(text, "--homes", probe::memory_nodes(machine), "memory", machine);
}

std::string core_text(const Machine& machine, int core) {
  const Core& one = machine.cores[static_cast<std::size_t>(core)];
  return "CPU " + std::to_string(one.usable() ? one.usable_pus.front() : one.pus.front());
}

std::string node_text(const Machine& machine, int node) {
  const Node& one = machine.nodes[static_cast<std::size_t>(node)];
  return "node " + std::to_string(one.os_index) + (one.kind == "DRAM" ? "" : " (" + one.kind + ")");
}

std::string figure(double value) {
  return value >= 1000 ? fmt::format("{:.0f}", value)
         : value >= 10 ? fmt::format("{:.1f}", value)
                       : fmt::format("{:.2f}", value);
}

}  // namespace numapack

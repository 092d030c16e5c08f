// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "cli/runs/conditions.hpp"
#include "cli/runs/json_file.hpp"
#include "probe/running/runner.hpp"
#include "probe/watch/others.hpp"
#include "probe/watch/processes.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

/// The arguments that all measuring verbs share, as typed.
struct MeasuringOptions {
  int rounds = 3;
  double budget = 0;
  std::uint64_t seed = 1;
  bool list = false, keep_disturbed = false;
  bool looks_around = true;  ///< before it measures; not an argument, nor is
  double first_round = 0;    ///< probe::RunOptions::first_round_seconds
  std::string from;
  JsonOption json;
  const CLI::App* verb = nullptr;  ///< whose arguments they are
};

/// Adds them to a subcommand; `options` must live until it has run.
void add_measuring_options(CLI::App& verb, MeasuringOptions& options, int rounds);

/// Throws Error(invalid_argument) for the first option given that says how to measure: with --from FILE.json
/// nothing is measured. `also`: options that this verb reads all the same.
void refuse_options_of_measuring(const CLI::App& verb, std::initializer_list<const char*> also = {});

/// Throws Error(invalid_argument) where a file is asked for in this option, and --list measures nothing.
void refuse_file_of_list(const MeasuringOptions& options, const char* option, bool given);

/// What a measuring verb has in the end.
struct Measured {
  std::deque<probe::RunResult> runs;  ///< stay where they are when another is added
  Conditions conditions;
  probe::OthersAtWork others;
  std::vector<probe::ProcessWork> processes;  ///< when it began: all but this one
  double seconds = 0;
  bool kept_disturbed = false;  ///< as asked
  bool looked_around = false;
};

/// The machine that the verb is about: this one, or with --list any. Throws Error(invalid_argument) where
/// another machine is to be measured.
Machine measuring_machine(const MeasuringOptions& options);

/// Adds --keep-disturbed.
CLI::Option* add_keep_disturbed(CLI::App& verb, MeasuringOptions& options);

/// Says on standard error, in one line, if somebody disturbs this machine just now, and how many of the cells
/// that costs. Once; measure() does it for its own cells if nobody has.
void look_around(const std::vector<probe::Cell>& cells, const Machine& machine,
                 const MeasuringOptions& options, Measured& measured);

/// Measures with progress on standard error; Ctrl-C ends with what there is. Adds to `measured`.
const probe::RunResult& measure(probe::Probe& probe, const std::vector<probe::Cell>& cells,
                                const Machine& machine, const MeasuringOptions& options, Measured& measured);

/// "24 cells, 3 rounds, about 12 s".
std::string effort(const std::vector<probe::Cell>& cells, int rounds);

/// The lines under a table: conditions, what the sentinel saw, remarks of cells, cells without figures and
/// why.
std::string notes(const Measured& measured);

/// The profile that the runs make: what --json writes.
MeasuredProfile measured_profile(const Measured& measured, const Machine& machine, double budget);

/// Throws CLI::RuntimeError where the run was interrupted (128 + signal), Error(system) where no cell has a
/// figure.
void exit_status(const Measured& measured);

/// Cores of a list of kernel numbers of hardware threads, or "all", or "groups" (one a group that shares the
/// last level of cache), or "auto" (all up to 16, else groups).
std::vector<int> parse_cores(const std::string& text, const Machine& machine, const char* option = "--cores");

/// Nodes of a list of kernel numbers, or "all": of these, which have `what`: "memory", "cores".
std::vector<int> parse_nodes_of(const std::string& text, const char* option, const std::vector<int>& all,
                                const char* what, const Machine& machine);
/// The same of those with usable memory.
std::vector<int> parse_memory_nodes(const std::string& text, const Machine& machine);

/// "CPU 17": what the kernel calls the hardware thread that measures.
std::string core_text(const Machine& machine, int core);
/// "node 1 (HBM)": the kind only where it is not ordinary memory.
std::string node_text(const Machine& machine, int node);

/// Up to four digits: 98.1, 1.62, 1043.
std::string figure(double value);

}  // namespace numapack

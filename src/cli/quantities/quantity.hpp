// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cli/quantities/pages.hpp"
#include "cli/runs/measuring.hpp"

namespace numapack {

/// What a verb measures on a machine, and how that is shown.
struct Measurement {
  std::unique_ptr<probe::Probe> probe;
  std::string title;  ///< before "24 cells, 3 rounds, about 12 s"
  std::function<std::string(const probe::RunResult&, const Machine&)> page;
  std::string after{};                                                 ///< of that line
  std::string (*line)(const probe::Cell&, const Machine&) = nullptr;   ///< what --list says of a cell
  std::unique_ptr<probe::Probe> first{};                               ///< measured before, in one round,
  void (*prepare)(std::vector<probe::Cell>&, const probe::RunResult&,  ///< and what cells take from that
                  const Machine&) = nullptr;
};

/// A quantity of a verb, described once. --list, --from, the page with its notes, --json and the exit status
/// follow from it.
struct VerbQuantity {
  const char* figures;  ///< that a profile may lack: "latencies of memory"
  const char* unit;     ///< in which a profile may report others in words
  FiguresPage* page;    ///< of those that it has
  /// What to measure. May change how: rounds, budget. Only listed, if options.list says so.
  std::function<Measurement(const Machine&, MeasuringOptions& options)> on;
};

/// Measures and shows it, or shows what the profile of --from has. Throws Error, also where no cell has a
/// figure; CLI::RuntimeError with the status after Ctrl-C.
void run_quantity(const VerbQuantity& quantity, MeasuringOptions options);

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include "cli/runs/measuring.hpp"
#include "cli/terminal/page.hpp"
#include "probe/running/unrest.hpp"

namespace numapack {

void look_around(const std::vector<probe::Cell>& cells, const Machine& machine,
                 const MeasuringOptions& options, Measured& measured) {
  measured.looked_around = true;
  // In a run so short the look would be most of it.
  if (options.budget > 0 && options.budget < 5 * probe::unrest_seconds) return;
  const probe::Unrest unrest = probe::look_for_unrest(machine);
  const int lost = probe::cells_lost(cells, unrest, machine);
  if (lost == 0) return;
  const std::string who = unrest.busiest.empty() ? "" : ": " + unrest.busiest;
  const std::string cost = fmt::format("if that goes on, {} of {} cells", lost, cells.size());
  print_message(fmt::format(
      "not quiet: {}{}; {}", text_of(unrest.wrong), who,
      options.keep_disturbed
          ? cost + " hold disturbed samples, which plans leave out"
          : cost + " have no figure; --keep-disturbed keeps their samples, which plans leave out"));
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <cstdio>
#include <memory>

#include "cli/runs/stored_profiles.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/page.hpp"
#include "cli/verbs/measure/probe_pass.hpp"
#include "probe/running/unrest.hpp"
#include "profile/document/json.hpp"
#include "profile/store.hpp"

namespace numapack {

void probe_quickly(const Machine& machine, const MeasuringOptions& measuring, const std::string& output) {
  const double budget = measuring.budget;
  probe::WholeMachine whole = probe::WholeMachine::quick(machine, measuring.seed, stop_asked);
  const std::vector<probe::PlannedPart> plan = probe::plan_within(whole.parts(), budget);
  const std::string head = fmt::format("{}\nleft out, for they need a quiet machine: {}\n",
                                       effort_table(plan, budget), probe::WholeMachine::quick_leaves_out());
  if (measuring.list) return print_page(head);
  const std::unique_ptr<JsonFile> file =
      output.empty() ? nullptr : std::make_unique<JsonFile>(output, "--output", bytes_of(plan));
  const bool quiet = output == "-";
  if (!quiet) print_page(head);
  std::fflush(stdout);
  const InterruptGuard guard;
  MeasuringOptions options = measuring;
  options.keep_disturbed = true;
  ProbePass pass = probe_pass(whole, plan, machine, options, budget, true);
  pass.profile.remarks.push_back(std::string("quick, on a machine that may be busy; left out: ") +
                                 probe::WholeMachine::quick_leaves_out());
  const probe::Unrest unrest = probe::look_for_unrest(machine);
  const std::string when =
      unrest.wrong.empty()
          ? "it is quiet now: numapack probe measures everything"
          : fmt::format(
                "not quiet still: {}; {}; nothing tells when it ends: numapack probe "
                "--wait-for-quiet 60 waits for it",
                unrest.busiest.empty() ? text_of(unrest.wrong) : unrest.busiest, unrest.outlook);
  if (!quiet) print_page(fmt::format("{}{}  {}\n", pass.pages, notes(pass.measured), when));
  if (file != nullptr) {
    file->write_text(to_json_text(pass.profile));
    if (!quiet) print_page("\n" + stored_text({output, "", {}}, output, pass.profile));
  }
  std::fflush(stdout);
  exit_status(pass.measured);
}

}  // namespace numapack

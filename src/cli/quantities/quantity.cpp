// SPDX-License-Identifier: BSD-3-Clause
#include "cli/quantities/quantity.hpp"

#include <fmt/core.h>

#include "cli/runs/machine_profile.hpp"
#include "cli/runs/shown_profile.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/page.hpp"
#include "profile/document/json.hpp"

namespace numapack {

namespace {

void show_profile(const VerbQuantity& quantity, const MeasuringOptions& options) {
  refuse_options_of_measuring(*options.verb);
  const MeasuredProfile profile = read_profile(options.from);
  const auto file = options.json.open();
  if (prints_pages(file.get())) {
    WithoutFigure missing;
    std::string figures = quantity.page(profile, missing);
    figures += reported_text(profile, quantity.unit) + missing.text();
    // Parts begin with an empty line, the first one, too.
    figures.erase(0, figures.find_first_not_of('\n'));
    print_page(whose_figures(profile, options.from) + "\n" +
               (figures.empty() ? fmt::format("the profile has no {}; it has {}\n", quantity.figures,
                                              tables_text(profile))
                                : figures));
  }
  if (file != nullptr) file->write_text(to_json_text(profile));
}

}  // namespace

void run_quantity(const VerbQuantity& quantity, MeasuringOptions options) {
  refuse_file_of_list(options, "--json", options.json.given->count() > 0);
  if (is_profile(options.from) && !options.list) return show_profile(quantity, options);
  const Machine machine = measuring_machine(options);
  const Measurement one = quantity.on(machine, options);
  std::vector<probe::Cell> cells = one.probe->cells(machine);
  std::string head = one.title + effort(cells, options.rounds) + one.after + "\n";
  if (options.list) {
    for (const probe::Cell& cell : cells) head += one.line != nullptr ? one.line(cell, machine) : "";
    return print_page(head);
  }
  const auto file = options.json.open();
  const InterruptGuard guard;
  Measured measured;
  if (one.first != nullptr) {
    const std::vector<probe::Cell> before = one.first->cells(machine);
    std::vector<probe::Cell> all = before;
    all.insert(all.end(), cells.begin(), cells.end());
    look_around(all, machine, options, measured);
    MeasuringOptions once = options;
    once.rounds = 1;
    one.prepare(cells, measure(*one.first, before, machine, once, measured), machine);
  }
  const probe::RunResult& result = measure(*one.probe, cells, machine, options, measured);
  if (prints_pages(file.get())) print_page(head + "\n" + one.page(result, machine) + notes(measured));
  if (file != nullptr) file->write_text(to_json_text(measured_profile(measured, machine, options.budget)));
  std::fflush(stdout);
  exit_status(measured);
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "cli/grade/grade_page.hpp"
#include "cli/grade/libraries.hpp"
#include "cli/options/library_options.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/page.hpp"
#include "cli/verbs/verbs.hpp"
#include "team/teams.hpp"

namespace numapack {

namespace {

struct GradeVerb {
  std::vector<std::string> libraries, routines;
  std::uint64_t calls = 100, seed = 1;
  double patience = 60;
  std::string html;
  JsonOption json;
  CLI::Option* html_given = nullptr;
};

int usable_cores(const Machine& machine) {
  int cores = 0;
  for (const int node : machine.compute_nodes()) cores += static_cast<int>(machine.usable_cores(node).size());
  return std::max(cores, 1);
}

void grade_all(const GradeVerb& verb, const Machine& machine, ReportCards& cards) {
  Progress progress;
  ChildOptions all = watched_children(progress);
  all.patience = verb.patience;
  refuse_what_does_not_load(verb.libraries, machine, all);
  // Speed takes about as long as one library.
  const double parts = double(verb.libraries.size()) + 1;
  ChildOptions one = all;
  one.progress = [&](const std::string& what, double share) {
    all.progress(what, (double(cards.libraries.size()) + share) / parts);
  };
  const int threads = usable_cores(machine);
  std::vector<Peer> peers;
  for (const std::string& text : verb.libraries) {
    if (all.stopped()) return;
    cards.libraries.push_back(
        grade_library([&](int count) { return find_library(text, count, machine); }, cards.options, one));
    peers.push_back(find_library(text, threads, machine));
    if (peers.back().name == "numapack") peers.back().name = "numapack, given";
  }
  cards.speeds = measure_speed(peers, threads, machine, cards.options.routines, one);
}

void run(const GradeVerb& verb) {
  const Machine machine = detect_machine();
  refuse_same_names(verb.libraries, machine);
  ReportCards cards;
  cards.options.routines = chosen_routines(verb.routines, graded_routines());
  cards.options.bits.calls = verb.calls, cards.options.bits.seed = verb.seed;
  cards.options.bits.threads = {1, std::max(2, usable_cores(machine))};
  cards.options.patience = std::min(verb.patience, cards.options.patience);
  const auto file = verb.json.open();
  std::unique_ptr<JsonFile> page;
  if (verb.html_given->count() > 0) page = std::make_unique<JsonFile>(verb.html, "--html");
  cards.conditions = conditions_now(machine);
  const InterruptGuard guard;
  grade_all(verb, machine, cards);
  show(grade_page(cards), grade_document(cards), file.get());
  if (page != nullptr) page->write_text(grade_html(cards));
  std::fflush(stdout);
  if (const int signal = InterruptGuard::signal_noted(); signal != 0) throw CLI::RuntimeError(128 + signal);
  if (!std::all_of(cards.libraries.begin(), cards.libraries.end(),
                   [](const auto& one) { return one.passed(); }))
    throw CLI::RuntimeError(1);
}

}  // namespace

void add_grade(CLI::App& app) {
  auto verb = std::make_shared<GradeVerb>();
  CLI::App& grade = *app.add_subcommand("grade",
                                        "A report card for any BLAS and LAPACK: accuracy, exceptions, bits, "
                                        "threads, fork, small stacks, process end, bad arguments, "
                                        "speed; exit status 1 if a check fails");
  add_library_options(grade, verb->libraries, verb->routines);
  grade.get_option("--routines")
      ->description(
          "Only these, without the letter of a type: gemm,potrf (all); fork and process end call dgemm all "
          "the same");
  grade.add_option("--calls", verb->calls, "Random calls of level 3")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  grade.add_option("--seed", verb->seed, "Of the random calls")->capture_default_str();
  grade.add_option("--patience", verb->patience, "Seconds without an answer that count as hanging")
      ->capture_default_str()
      ->check(CLI::Range(1, 3600));
  verb->json.add(grade);
  verb->html_given = grade.add_option("--html", verb->html, "Also as a page of HTML")->type_name("FILE");
  grade.footer(
      "Example:\n  numapack grade --library openblas --library blis --html cards.html\n"
      "  numapack grade --library mine=./libmine.so --routines gemm,trsm --json card.json");
  grade.callback([verb] { run(*verb); });
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "cli/options/numbers.hpp"
#include "cli/pages/verify_page.hpp"
#include "cli/runs/machine_profile.hpp"
#include "cli/runs/measuring.hpp"
#include "cli/runs/shown_profile.hpp"
#include "cli/runs/stored_profiles.hpp"
#include "cli/runs/wait_for_quiet.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/page.hpp"
#include "cli/terminal/progress.hpp"
#include "cli/terminal/table.hpp"
#include "cli/verbs/measure/probe_kernels.hpp"
#include "cli/verbs/measure/probe_pass.hpp"
#include "cli/verbs/verbs.hpp"
#include "insight/diff.hpp"
#include "probe/whole_machine.hpp"
#include "profile/document/json.hpp"
#include "profile/knowledge.hpp"
#include "profile/store.hpp"

namespace numapack {

namespace {

struct ProbeVerb {
  MeasuringOptions measuring;
  std::string output, verify_json;
  double wait_minutes = 0;
  bool verify = false, replace = false, quick = false;
};

/// By more than so much a cell must not differ when it is measured again.
constexpr double differs_percent = 5;

/// The second measurement against the first; its cells in an order of their own, in memory of its own. Rates
/// of kernels are fitted once: fits differ more than what they are fitted to.
ProfileDifference second_measurement(const ProbeVerb& verb, const std::vector<probe::PlannedPart>& plan,
                                     const Machine& machine, double budget, const MeasuredProfile& first,
                                     Measured& measured) {
  probe::WholeMachine whole(machine, verb.measuring.seed, stop_asked);
  MeasuringOptions options = verb.measuring;
  ++options.seed;
  ProbePass second = probe_pass(whole, plan, machine, options, budget);
  measured = std::move(second.measured);
  return difference(first, second.profile, differs_percent / 100);
}

/// Where a profile went, and the message about it.
struct Written {
  std::string path, text;
};

/// Puts the profile among the kept ones.
Written store(const MeasuredProfile& profile, const Machine& machine, const std::string& path, bool replace) {
  // Half a profile does not take the place of a whole one.
  if (stop_asked()) return {"", "no profile written: interrupted (with --output what there is would be)\n"};
  const FigureCount figures = count_figures(profile);
  if (figures.clean + figures.disturbed == 0) return {"", "no profile written: nothing was measured\n"};
  const StoreOutcome stored = store_profile(profile, machine, path, replace);
  return {stored.path, stored_text(stored, path, profile)};
}

/// The last part, and the profile with it; without a file the profile is among the kept ones already, because
/// the calls that are timed are planned with that one, and because whoever ends this part keeps the others.
Written complete(MeasuredProfile& profile, const KernelRates& rates, const std::string& path, JsonFile* file,
                 Written kept) {
  rates.add_to(profile);
  profile.conditions.duration_s += rates.seconds;
  if (file != nullptr) {
    file->write_text(to_json_text(profile));
    return {path, stored_text({path, "", {}}, path, profile)};
  }
  if (kept.path.empty() || rates.costs.empty()) return kept;
  MeasuredProfile there = read_profile(kept.path);
  rates.add_to(there);
  there.conditions.duration_s = profile.conditions.duration_s;
  write_profile(there, kept.path);
  return kept;
}

/// What a profile has and lacks; and of the machine that it describes, what would be measured.
std::string profile_page(const MeasuredProfile& profile, const ProbeVerb& verb) {
  Table table({"table", "figures", "disturbed", "without one"});
  for (const auto& [name, figures] : figures_by_table(profile)) {
    if (figures.clean + figures.disturbed + figures.without > 0)
      table.row({name, std::to_string(figures.clean), std::to_string(figures.disturbed),
                 std::to_string(figures.without)});
  }
  Table known({"what plans and advice rest on", "known", "of"});
  for (const Knowledge& one : knowledge_of(profile))
    known.row({one.what, std::to_string(one.known), std::to_string(one.of)});
  std::string text =
      whose_figures(profile, verb.measuring.from) + "\n" + table.text() + "\n" + known.text() + "\n";
  for (const std::string& remark : profile.remarks) text += remark + "\n";
  if (profile.machine.hwloc.empty())
    return text + "\nthe profile does not describe its tree, so it is not known what would be measured\n";
  const Machine machine = machine_or_profile(verb.measuring.from);
  probe::WholeMachine whole(machine, verb.measuring.seed, stop_asked);
  const double budget = verb.measuring.budget;
  return text + "\non that machine would be measured, " +
         effort_table(plan_of_probe(whole, machine, budget), budget);
}

void run(const ProbeVerb& verb) {
  refuse_file_of_list(verb.measuring, "--output", !verb.output.empty());
  refuse_file_of_list(verb.measuring, "--verify-json", !verb.verify_json.empty());
  if (verb.measuring.list && is_profile(verb.measuring.from))
    return print_page(profile_page(read_profile(verb.measuring.from), verb));
  const Machine machine = measuring_machine(verb.measuring);
  if (!(verb.measuring.budget > 0))
    invalid("--budget", fmt::format("{} s is no time", verb.measuring.budget), "give seconds");
  if (verb.quick) return probe_quickly(machine, verb.measuring, verb.output);
  const bool verify = verb.verify || !verb.verify_json.empty();
  if (verb.output == "-" && verb.verify_json == "-")
    invalid("--verify-json", "standard output is the profile's already", "name a file for one of the two");
  const double budget = verb.measuring.budget / (verify ? 2 : 1);
  probe::WholeMachine whole(machine, verb.measuring.seed, stop_asked);
  const std::vector<probe::PlannedPart> plan = plan_of_probe(whole, machine, budget);
  const std::string head =
      effort_table(plan, budget) + (verify ? "\neverything but the kernels twice\n" : "");
  if (verb.measuring.list) return print_page(stored_profiles_page(machine) + "\n" + head);
  const std::string path = verb.output.empty() ? path_to_store(machine) : verb.output;
  const bool quiet = path == "-" || verb.verify_json == "-";
  // A file that cannot be written is known before anything is measured.
  std::unique_ptr<JsonFile> file, verified;
  if (verb.output.empty())
    try_profile_file(path, bytes_of(plan));
  else
    file = std::make_unique<JsonFile>(path, "--output", bytes_of(plan));
  if (!verb.verify_json.empty()) verified = std::make_unique<JsonFile>(verb.verify_json, "--verify-json");
  if (!quiet) print_page(head);
  std::fflush(stdout);

  const InterruptGuard guard;
  if (verb.wait_minutes > 0) wait_for_quiet(cells_of(plan, whole.parts().size()), machine, verb.wait_minutes);
  const double begun = seconds_now();
  ProbePass pass = probe_pass(whole, plan, machine, verb.measuring, budget);
  MeasuredProfile& profile = pass.profile;
  // What was tuned stays: it does not depend on these figures.
  if (const FoundProfile tuned = find_profile(machine); tuned.profile) {
    profile.tuned = tuned.profile->tuned;
    profile.tuned_figures = tuned.profile->tuned_figures;
    profile.kernel_costs = tuned.profile->kernel_costs;
  }
  for (const probe::PlannedPart& part : plan) {
    if (part.left_out.empty()) continue;
    profile.remarks.push_back(fmt::format("{}: {} of {} cells were left out, because the budget was {}",
                                          part.name, part.left_out.size(),
                                          part.left_out.size() + part.cells.size(), duration(budget)));
  }
  if (!quiet) {
    print_page(pass.pages + notes(pass.measured));
    for (const probe::PlannedPart& part : plan) {
      if (!part.left_out.empty())
        fmt::print("  {}: {} cells left out for lack of time\n", part.name, part.left_out.size());
    }
    std::fflush(stdout);
  }
  Written kept;
  if (file == nullptr) kept = store(profile, machine, path, verb.replace);
  const KernelRates rates =
      kernel_rates(plan.back(), machine, profile, verb.measuring.seed, budget - (seconds_now() - begun));
  const Written written = complete(profile, rates, path, file.get(), std::move(kept));
  if (!quiet)
    print_page(rates.page() + "\n" + written.text);
  else if (file == nullptr)
    print_page(written.text, stderr);
  std::fflush(stdout);
  exit_status(pass.measured);
  if (!verify) return;
  Measured again;
  const ProfileDifference found = second_measurement(verb, plan, machine, budget, profile, again);
  if (!quiet) print_page(verify_page(found, differs_percent));
  if (verified != nullptr) verified->write(verify_document(found, differs_percent));
  std::fflush(stdout);
  exit_status(again);
  if (count(found).moved > 0) throw CLI::RuntimeError(1);
}

}  // namespace

void add_probe(CLI::App& app) {
  auto verb = std::make_shared<ProbeVerb>();
  CLI::App& probe = *app.add_subcommand(
      "probe", "Measure the whole machine within a time budget, and store the profile that plans use");
  verb->measuring.budget = 120;
  accept_seconds(
      probe.add_option("--budget", verb->measuring.budget, "Seconds in all")->capture_default_str());
  probe.add_option("--seed", verb->measuring.seed, "Of the order, the random walks and the samples of pairs")
      ->capture_default_str();
  CLI::Option* const output =
      probe
          .add_option("-o,--output", verb->output,
                      "File of the profile; - is standard output (this machine's in the cache folder)")
          ->type_name("FILE");
  probe
      .add_flag("--replace", verb->replace,
                "Replace this machine's kept profile even if that one has more figures; the old file stays "
                "next to it")
      ->excludes(output);
  probe.add_flag(
      "--verify", verb->verify,
      "Measure everything twice, half of the time each, and say which cells differ by more than 5 %");
  probe
      .add_option("--verify-json", verb->verify_json,
                  "The same, and what differs as JSON into this file; - is standard output")
      ->type_name("FILE");
  probe
      .add_option("--wait-for-quiet", verb->wait_minutes,
                  "Start when the machine is quiet, or after this many minutes")
      ->check(CLI::Range(0.0, 10080.0))
      ->type_name("MINUTES");
  CLI::Option* const keep = add_keep_disturbed(probe, verb->measuring);
  CLI::Option* const quick = probe.add_flag(
      "--quick", verb->quick,
      "On a busy machine, in half a minute: the best of many short samples of what needs no quiet");
  quick->excludes(keep);
  for (const char* const other : {"--replace", "--verify", "--verify-json", "--wait-for-quiet"})
    quick->excludes(probe.get_option(other));
  probe.add_flag(
      "--list", verb->measuring.list,
      "Only list the kept profiles, how complete they are, what would be measured and how long it takes");
  probe
      .add_option("--from", verb->measuring.from,
                  "With --list: another machine, as in topo, or what a profile (FILE.json) knows")
      ->type_name("MACHINE");
  probe.footer(
      "Example:\n  numapack probe\n  numapack probe --budget 300 -o profile.json\n"
      "  numapack probe --budget 120 --verify\n  numapack probe --wait-for-quiet 30\n"
      "  numapack probe --quick\n"
      "  numapack probe --list --from tests/machines/kunpeng920.xml");
  probe.callback([verb, &probe] {
    if (verb->quick && probe.get_option("--budget")->count() == 0) verb->measuring.budget = 30;
    if (is_profile(verb->measuring.from))
      refuse_options_of_measuring(probe, {"--list", "--budget", "--seed"});
    run(*verb);
  });
}

}  // namespace numapack

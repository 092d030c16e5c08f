// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "cli/options/numbers.hpp"
#include "cli/pages/linpack_report.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/page.hpp"
#include "cli/terminal/progress.hpp"
#include "cli/verbs/verbs.hpp"
#include "team/teams.hpp"

namespace numapack {

namespace {

struct LinpackVerb {
  LinpackRequest request;
  std::vector<std::string> libraries{"numapack"};
  int threads = 0, rounds = 5;
  bool no_check = false;
  JsonOption json;
  CLI::Option *threads_given = nullptr, *init_given = nullptr, *policy_given = nullptr;
};

std::vector<std::optional<Peer>> find_libraries(const std::vector<std::string>& texts, int threads,
                                                const Machine& machine) {
  std::vector<std::optional<Peer>> found;
  for (const std::string& text : texts) {
    if (text == "numapack") {
      found.emplace_back();
    } else if (text.find('/') != std::string::npos && text.find('=') == std::string::npos) {
      found.emplace_back(
          find_peer(text.substr(text.rfind('/') + 1) + "=" + text, threads, machine, {}, "--library"));
    } else {
      found.emplace_back(find_peer(text, threads, machine, {}, "--library"));
    }
  }
  const auto name = [](const std::optional<Peer>& library) { return library ? library->name : "numapack"; };
  for (std::size_t i = 0; i < found.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (name(found[i]) == name(found[j]))
        invalid("--library", "there is a " + name(found[i]) + " already", "give the other a name: NAME=PATH");
  return found;
}

void refuse_beyond_memory(const std::vector<std::vector<LinpackCase>>& groups) {
  const double available = available_memory();
  for (const auto& group : groups) {
    double needed = 0;
    for (const LinpackCase& one : group) needed += 1.2 * one.job.bytes();  // with panels and workspaces
    if (needed <= available) continue;
    invalid("-n",
            fmt::format("{} matrices of n = {}, one a process, take {:.4g} GB, and {:.4g} GB are available",
                        group.size(), group.front().job.n, needed / 1e9, available / 1e9),
            "make n smaller or compare fewer");
  }
}

/// 0, or what the process ends with.
int status_of(const std::vector<LinpackGroup>& groups) {
  if (stop_asked()) return 128 + InterruptGuard::signal_noted();
  int status = 0;
  for (const LinpackGroup& group : groups) {
    for (std::size_t i = 0; i < group.cases.size(); ++i) {
      if (sound(group.cases[i], group.runs.results[i])) continue;
      status = 1;
      const LinpackResult& result = group.runs.results[i];
      const std::string why = !result.failure.empty() ? "failed: " + result.failure
                              : result.info != 0
                                  ? fmt::format("says that the matrix is singular (info {})", result.info)
                                  : fmt::format("is wrong: its scaled residual is {:.3g}", *result.residual);
      print_message(
          fmt::format("linpack: {} at n = {} {}", group.cases[i].library(), group.cases[i].job.n, why));
    }
  }
  return status;
}

void run(LinpackVerb& verb) {
  if (verb.rounds < 1) invalid("--rounds", std::to_string(verb.rounds) + " is too few", "use 1 or more");
  if (verb.request.lu_nb < 0)
    invalid("--nb", std::to_string(verb.request.lu_nb) + " is no width", "use 1 or more");
  const Machine machine = detect_machine();
  int most = 0;
  for (const TeamLayout& team : lay_out_teams(machine)) most += static_cast<int>(team.cores.size());
  if (verb.threads_given->count() > 0 && (verb.threads < 1 || verb.threads > most))
    invalid("--threads", fmt::format("{} threads", verb.threads), fmt::format("use 1 to {}", most));
  LinpackRequest& request = verb.request;
  if (!request.study.empty() && verb.init_given->count() + verb.policy_given->count() > 0)
    invalid("--study", "it chooses initialisations and policies itself", "leave --init and --policy out");
  request.threads = verb.threads > 0 ? verb.threads : most;
  request.libraries = find_libraries(verb.libraries, request.threads, machine);
  const auto cases = cases_of(request, machine);
  refuse_beyond_memory(cases);
  const auto file = verb.json.open();

  Conditions conditions = conditions_now(machine);
  const InterruptGuard guard;
  const CpuTimes before = cpu_times();
  std::vector<LinpackGroup> groups;
  {
    Progress progress;
    LinpackOptions options;
    options.rounds = verb.rounds;
    options.check = !verb.no_check;
    options.interrupted = stop_asked;
    options.progress = [&](const std::string& what, double left) {
      progress.show(fmt::format("{} of {}: {}", groups.size() + 1, cases.size(), what), left);
    };
    for (const auto& group : cases) {
      if (options.interrupted()) break;
      LinpackRuns runs = measure_linpack(group, machine, options);
      groups.push_back({group, std::move(runs), {}});
    }
  }
  const ChosenProfile chosen = choose_profile("", "", machine);
  for (LinpackGroup& group : groups)
    for (std::size_t i = 0; i < group.cases.size(); ++i)
      group.times.push_back(time_of(group.cases[i], group.runs.results[i], machine, chosen));
  conditions.steal_percent = steal_percent_since(before);
  show(describe(request, groups, machine, conditions), to_json(request, groups, machine, conditions),
       file.get());
  std::fflush(stdout);
  if (const int status = status_of(groups); status != 0) throw CLI::RuntimeError(status);
}

}  // namespace

void add_linpack(CLI::App& app) {
  auto verb = std::make_shared<LinpackVerb>();
  verb->request.inits = {"single"};
  verb->request.policies = {"default"};
  CLI::App& linpack = *app.add_subcommand(
      "linpack",
      "Solve HPL's problem, with the matrix initialised by one thread or by all; compare libraries");
  const char* const problem = "Problem";
  linpack.add_option("-n,--n", verb->request.sizes, "Equations; several: 1024,2048")
      ->group(problem)
      ->delimiter(',');
  linpack.add_option("--nb", verb->request.lu_nb, "Columns of numapack's panels (its own choice)")
      ->group(problem);
  linpack.add_option("--threads", verb->threads, "Threads of every library (all usable cores)")
      ->group(problem);
  verb->threads_given = linpack.get_option("--threads");
  linpack.add_option("--seed", verb->request.seed, "Of the random numbers")
      ->group(problem)
      ->capture_default_str();
  const char* const placement = "Placement";
  verb->init_given =
      linpack
          .add_option("--init", verb->request.inits,
                      "Who writes the matrix first: single, or cyclic:NB (all threads, blocks of "
                      "NB columns in turn); several: single,cyclic:64")
          ->group(placement)
          ->delimiter(',')
          ->capture_default_str();
  verb->policy_given =
      linpack
          .add_option("--policy", verb->request.policies,
                      "Memory policy of the process, as numactl's: default, interleave or bind:N")
          ->group(placement)
          ->delimiter(',')
          ->capture_default_str();
  linpack
      .add_option("--study", verb->request.study,
                  "sizes: both initialisations and both policies over n; nb: cyclic:8 to cyclic:512; outer: "
                  "C -= A B with k = 64 and 192 in three placements")
      ->group(placement)
      ->type_name("{sizes,nb,outer}");
  const char* const measurement = "Measurement";
  linpack
      .add_option("--library", verb->libraries,
                  "numapack, openblas, mkl, a path or NAME=PATH; may come more than once")
      ->group(measurement)
      ->type_name("{numapack,openblas,mkl,NAME=PATH}")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->capture_default_str();
  linpack.add_option("--rounds", verb->rounds, "Samples of each case")
      ->group(measurement)
      ->capture_default_str();
  linpack.add_flag("--no-check", verb->no_check, "Leave the residuals out")->group(measurement);
  verb->json.add(linpack)->group(measurement);
  accept_sizes(linpack, {"-n", "--nb"});
  linpack.footer(
      "Examples:\n  numapack linpack -n 2048 --library numapack --library openblas\n"
      "  numapack linpack --study sizes --json sizes.json && python3 python/linpack_plot.py sizes.json");
  linpack.callback([verb] { run(*verb); });
}

}  // namespace numapack

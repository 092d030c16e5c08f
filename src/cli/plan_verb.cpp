#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/json_file.hpp"
#include "cli/problem_options.hpp"
#include "cli/report.hpp"
#include "cli/verbs.hpp"
#include "peer/json.hpp"
#include "team/teams.hpp"

namespace numapack {

namespace {

struct PlanVerb {
  ProblemOptions problem;
  std::string from, json;
  CLI::Option* json_given = nullptr;
  // What `gemm` has besides, so that one word changes a measurement into its explanation.
  std::vector<std::string> peers;
  int rounds = 0;
  bool check = false;
};

void run(const PlanVerb& verb) {
  const Machine machine = machine_from(verb.from);
  const Job job = make_job(verb.problem, machine);
  std::unique_ptr<JsonFile> file;
  if (verb.json_given->count() > 0) file = std::make_unique<JsonFile>(verb.json.empty() ? "-" : verb.json);
  const Plan plan = make_plan(job.shape, homes_of_job(job, machine), machine, estimate_profile(machine),
                              lay_out_teams(machine), job.options);
  if (file == nullptr || !file->is_standard_output()) {
    fmt::print("{}\n{}", describe_problem(job, machine), explain(plan, machine));
  }
  if (file != nullptr) {
    file->write({{"problem", problem_to_json(job, machine)},
                 {"machine", machine.source},
                 {"plan", plan_to_json(plan, machine)}});
  }
}

}  // namespace

void add_plan(CLI::App& app) {
  auto verb = std::make_shared<PlanVerb>();
  CLI::App& plan =
      *app.add_subcommand("plan", "Explain how a multiplication would be done, without doing it");
  add_problem_options(plan, verb->problem);
  plan.add_option("--from", verb->from, "Another machine: an hwloc XML file or a synthetic description")
      ->group("Machine");
  verb->json_given =
      plan.add_option("--json", verb->json, "As JSON, into a file or to standard output")->expected(0, 1);
  const char* const unused = "Of gemm, accepted and without effect here";
  plan.add_option("--peer", verb->peers)->group(unused);
  plan.add_option("--rounds", verb->rounds)->group(unused);
  plan.add_flag("--check", verb->check)->group(unused);
  plan.footer(
      "Example:\n  numapack plan -n 16384 --from tests/machines/kunpeng920.xml --home A=0,B=0,C=interleave");
  plan.callback([verb] { run(*verb); });
}

}  // namespace numapack

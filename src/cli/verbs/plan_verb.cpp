// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "cli/options/json_file.hpp"
#include "cli/options/machine_profile.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/options/quoted.hpp"
#include "cli/options/structure_options.hpp"
#include "cli/pages/cpu_page.hpp"
#include "cli/plans/cholesky_page.hpp"
#include "cli/plans/packed_page.hpp"
#include "cli/plans/problem_page.hpp"
#include "cli/plans/triangle_page.hpp"
#include "cli/verbs/verbs.hpp"
#include "level3/explain/explain.hpp"
#include "level3/explain/plan_changes.hpp"
#include "level3/nodes/tuned_rows.hpp"
#include "peer/work/json.hpp"
#include "profile/barrier_choice.hpp"
#include "profile/planning.hpp"
#include "team/teams.hpp"
#include "triangle/triangle_traffic.hpp"

namespace numapack {

namespace {

struct PlanVerb {
  ProblemOptions problem;
  StructureOptions structure;
  std::string from, profile, json, packed;
  CLI::Option* json_given = nullptr;
  // What `gemm` has besides, so that one word changes a measurement into its explanation.
  std::vector<std::string> peers;
  int rounds = 0;
  bool check = false, plain = false;
};

std::string lines(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += "    " + sentence + "\n";
  return text;
}

/// Of the job as it was asked for: row-major ones are turned meanwhile.
Job with_structure(Job job, const StructureOptions& options) {
  if (!job.row_major) {
    apply(options, job.call);
    return job;
  }
  Job asked = turned(job);
  apply(options, asked.call);
  return turned(asked);
}

/// Structure is the routine's to say.
void refuse_structure(const ProblemOptions& problem) {
  const BlasRoutine& routine = *parse_routine(problem.routine.routine).routine;
  if (RoutineForm{&routine, ""}.is_gemm()) return;
  for (const char* option : {"--structure-a", "--structure-b", "--region"}) {
    if (problem.verb->count(option) > 0)
      invalid(option, fmt::format("{} has its own", routine.name), "leave it out, or leave --routine out");
  }
}

/// trmm and trsm, which have no row-major form here.
TriangleCall triangle_of(const Job& job) {
  const RoutineForm& form = job.form;
  const bool lower = (form.uplo() == Uplo::lower) != transposes(form.trans());
  return {job.call.type, form.routine->id == BlasName::trsm,
          form.side(),   lower ? Half::lower : Half::upper,
          job.call.m,    job.call.n};
}

void run_triangle(const PlanVerb& verb, const Job& job, const Machine& machine) {
  const std::unique_ptr<JsonFile> file = json_file(verb.json_given, verb.json);
  const TriangleCall call = triangle_of(job);
  const Homes in_product = homes_of_job(job, machine);
  const TriangleHomes homes =
      call.left() ? TriangleHomes{in_product.a, in_product.b} : TriangleHomes{in_product.b, in_product.a};
  const RowChoice row = row_of(machine, job.options.cpu);
  const KernelShape kernel = choose_shape(*row.row, machine.is_this_machine, call.type, job.options.kernel);
  const TrianglePlan plan =
      make_triangle_plan(call, kernel, homes.b, machine, lay_out_teams(machine),
                         {job.options.threads, job.options.collapse, job.options.nodes});
  if (file == nullptr || !file->is_standard_output())
    fmt::print("{}\n{}\nCPU\n{}", describe_problem(job, machine), explain(plan, homes, machine),
               describe_row(row, machine.cpu, {}));
  if (file != nullptr)
    file->write({{"problem", problem_to_json(job, machine)},
                 {"machine", machine.source},
                 {"cpu", row_to_json(row, machine.cpu, {})},
                 {"plan", triangle_to_json(plan, homes, machine)}});
}

/// potrf, of which alone there is a plan.
void run_cholesky(const PlanVerb& verb, const Job& job, const Machine& machine) {
  if (job.form.routine->id != BlasName::potrf)
    invalid("--routine", fmt::format("there are no plans of {}", job.form.routine->name),
            "use potrf or a routine of level 3");
  for (const char* option : {"--grid", "--no-localise", "--no-collapse", "--workspace"})
    if (verb.problem.verb->count(option) > 0) invalid(option, "potrf is planned without it", "leave it out");
  const std::unique_ptr<JsonFile> file = json_file(verb.json_given, verb.json);
  const ChosenProfile chosen = choose_profile(verb.profile, verb.from, machine);
  const RowChoice row = row_of(machine, job.options.cpu);
  const TunedRows rows(chosen.figures.tuned_figures);
  const KernelShape kernel =
      rows.of(choose_shape(*row.row, machine.is_this_machine, job.call.type, job.options.kernel));
  const CholeskyCall call{job.call.type, job.form.uplo() == Uplo::lower ? Half::lower : Half::upper,
                          job.call.n};
  const CholeskyPlan plan =
      make_cholesky_plan(call, kernel, homes_of_job(job, machine).c, machine, chosen.figures,
                         lay_out_teams(machine), {job.options.threads, job.options.nodes});
  if (file == nullptr || !file->is_standard_output())
    fmt::print("{}\n{}\nCPU\n{}", describe_problem(job, machine), describe(plan, kernel, machine),
               describe_row(row, machine.cpu, chosen.figures));
  if (file != nullptr)
    file->write({{"problem", problem_to_json(job, machine)},
                 {"machine", machine.source},
                 {"cpu", row_to_json(row, machine.cpu, chosen.figures)},
                 {"plan", cholesky_to_json(plan, kernel, machine)}});
}

/// An operand that stays is any elements, and laid out for all threads there are.
void refuse_for_packed(const PlanVerb& verb) {
  if (verb.packed != "a" && verb.packed != "b")
    invalid("--packed", quoted(verb.packed) + " is no operand that can stay", "use a or b");
  if (!RoutineForm{parse_routine(verb.problem.routine.routine).routine, ""}.is_gemm())
    invalid("--packed", "only gemm has an operand that stays", "leave it or --routine out");
  for (const char* option : {"--structure-a", "--structure-b", "--region", "--threads", "--nodes", "--grid",
                             "--no-localise", "--no-collapse", "--workspace"}) {
    if (verb.problem.verb->count(option) > 0)
      invalid(option, "an operand that stays is packed by all threads, as it is", "leave it or --packed out");
  }
}

/// gemm with an A or B that numapack_pack has laid out.
void run_packed(const PlanVerb& verb, const Machine& machine) {
  refuse_for_packed(verb);
  const Job job = make_job(verb.problem, machine);
  const std::unique_ptr<JsonFile> file = json_file(verb.json_given, verb.json);
  const ChosenProfile chosen = choose_profile(verb.profile, verb.from, machine);
  const RowChoice row = row_of(machine, job.options.cpu);
  const TunedRows rows(chosen.figures.tuned_figures);
  const KernelShape kernel =
      rows.of(choose_shape(*row.row, machine.is_this_machine, job.call.type, job.options.kernel));
  const Call& call = job.call;
  const bool is_a = (verb.packed == "a") != job.row_major;
  const PackedPlan plan =
      make_packed_plan(call.type, is_a, is_a ? call.m : call.n, call.k, kernel,
                       tuned_blocking(chosen.figures, kernel.name), machine, lay_out_teams(machine));
  const Homes homes = homes_of_job(job, machine);
  const HomeSums a(homes.a, transposes(call.a.op)), b(homes.b, transposes(call.b.op)), c(homes.c, false);
  const StayingProduct product{
      is_a ? call.n : call.m, call.reads_c, call.flops() < least_parallel_flops(chosen.figures),
      is_a ? a : b,           is_a ? b : a, c};
  const char name = verb.packed == "a" ? 'A' : 'B';
  if (file == nullptr || !file->is_standard_output())
    fmt::print("{}\n{}\nCPU\n{}", describe_problem(job, machine), explain(plan, product, name, machine),
               describe_row(row, machine.cpu, chosen.figures));
  if (file != nullptr)
    file->write({{"problem", problem_to_json(job, machine)},
                 {"machine", machine.source},
                 {"cpu", row_to_json(row, machine.cpu, chosen.figures)},
                 {"profile", to_json(chosen)},
                 {"plan", packed_to_json(plan, product, name, machine)}});
}

void run(const PlanVerb& verb) {
  refuse_structure(verb.problem);
  if (verb.problem.verb->count("--packed") > 0) return run_packed(verb, machine_or_profile(verb.from));
  const Machine machine = machine_or_profile(verb.from);
  const Job job = with_structure(make_job(verb.problem, machine), verb.structure);
  if (job.form.routine->is_of_lapack()) return run_cholesky(verb, job, machine);
  if (job.form.routine->is_in_place()) return run_triangle(verb, job, machine);
  const std::unique_ptr<JsonFile> file = json_file(verb.json_given, verb.json);
  const ChosenProfile chosen = choose_profile(verb.profile, verb.from, machine);
  const Profile estimate = estimate_profile(machine);
  const RowChoice row = row_of(machine, job.options.cpu);
  const KernelShape kernel =
      choose_shape(*row.row, machine.is_this_machine, job.call.type, job.options.kernel);
  const TunedRows rows(chosen.figures.tuned_figures);
  const auto plan_with = [&](const Profile& profile) {
    const KernelShape tuned = profile.tuned_figures.empty() ? kernel : rows.of(kernel);
    return make_plan(job.stored(), tuned, homes_of_job(job, machine), machine, profile,
                     lay_out_teams(machine), job.options);
  };
  const Plan plan = plan_with(chosen.figures);
  std::vector<std::string> figures, changes;
  if (chosen.measured) {
    figures = profile_changes(estimate, chosen.figures, machine);
    changes = plan_changes(plan_with(estimate), plan, machine);
  }
  if (file == nullptr || !file->is_standard_output()) {
    fmt::print("{}\n{}\nCPU\n{}", describe_problem(job, machine), explain(plan, machine),
               describe_row(row, machine.cpu, chosen.figures));
    fmt::print("\nProfile\n  {}\n  figures: {}\n", describe(chosen), chosen.figures.source);
    if (chosen.measured) {
      const std::vector<std::string> barriers = barrier_sentences(chosen.figures);
      if (!barriers.empty()) fmt::print("  barriers it chose\n{}", lines(barriers));
      fmt::print("  figures it changes\n{}  what that changes in the plan\n{}",
                 figures.empty() ? "    none by more than a twentieth\n" : lines(figures), lines(changes));
    }
  }
  if (file != nullptr) {
    nlohmann::json profile = to_json(chosen);
    profile["changed_figures"] = figures;
    profile["changes_in_plan"] = changes;
    file->write({{"problem", problem_to_json(job, machine)},
                 {"machine", machine.source},
                 {"cpu", row_to_json(row, machine.cpu, chosen.figures)},
                 {"profile", profile},
                 {"plan", plan_to_json(plan, machine)}});
  }
}

}  // namespace

void add_plan(CLI::App& app) {
  auto verb = std::make_shared<PlanVerb>();
  CLI::App& plan =
      *app.add_subcommand("plan", "Explain how a multiplication would be done, without doing it");
  add_problem_options(plan, verb->problem);
  add_structure_options(plan, verb->structure);
  plan.add_option("--packed", verb->packed,
                  "a or b: an operand that stays (numapack_pack): where it lies, what each product moves")
      ->type_name("{a,b}")
      ->group("Structure (symm, hemm, trmm, syrk, herk and their like)");
  plan.add_option("--from", verb->from,
                  "Another machine: an hwloc XML file, a synthetic description or a profile")
      ->group("Machine")
      ->type_name("MACHINE");
  plan.add_option("--profile", verb->profile,
                  "Measured figures from this file instead of those stored for the machine; none: estimate")
      ->group("Machine")
      ->type_name("PROFILE");
  verb->json_given = add_json_option(plan, verb->json);
  const char* const unused = "Of gemm, accepted and without effect here";
  plan.add_option("--peer", verb->peers)->group(unused);
  plan.add_option("--rounds", verb->rounds)->group(unused);
  plan.add_flag("--check", verb->check)->group(unused);
  plan.add_flag("--plain", verb->plain)->group(unused);
  plan.footer(
      "Example:\n  numapack plan -n 16384 --from tests/machines/kunpeng920.xml --home A=0,B=0,C=interleave\n"
      "  numapack plan -n 16384 --from data/machines/kunpeng920.json\n"
      "  numapack plan --routine dsyrk --uplo L -n 8192 -k 4096\n"
      "  numapack plan --routine dpotrf -n 8192 --from tests/machines/kunpeng920.xml\n"
      "  numapack plan --packed a -m 4096 -k 4096 -n 64");
  plan.callback([verb] { run(*verb); });
}

}  // namespace numapack

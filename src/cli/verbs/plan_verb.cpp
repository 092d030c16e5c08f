// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/options/quoted.hpp"
#include "cli/options/structure_options.hpp"
#include "cli/pages/machine/cpu_page.hpp"
#include "cli/plans/memory_page.hpp"
#include "cli/plans/plan_page.hpp"
#include "cli/plans/planned.hpp"
#include "cli/plans/prediction.hpp"
#include "cli/plans/problem_page.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/runs/machine_profile.hpp"
#include "cli/terminal/page.hpp"
#include "cli/verbs/verbs.hpp"
#include "level3/nodes/tuned_microarchs.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

struct PlanVerb {
  ProblemOptions problem;
  StructureOptions structure;
  std::string from, profile, packed;
  std::int64_t batch = 0;
  JsonOption json;
  // The other options of `gemm`, so that changing the verb turns a measurement into its explanation.
  std::vector<std::string> peers;
  int rounds = 0;
  bool check = false, plain = false;
};

/// Applied to the job as requested: row-major jobs are transposed meanwhile.
Job with_structure(Job job, const StructureOptions& options) {
  if (!job.row_major) {
    apply(options, job.call);
    return job;
  }
  Job asked = transposed(job);
  apply(options, asked.call);
  return transposed(asked);
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

/// Only products have a grid of nodes over C.
void refuse_grid(const PlanVerb& verb, const BlasRoutine& routine) {
  const bool of_vectors = routine.is_level_2() && routine.has_operand(2) && !routine.has('u');
  const bool has_grid = routine.is_product() || of_vectors;
  if (!has_grid && verb.problem.verb->count("--grid") > 0)
    invalid("--grid", fmt::format("{} is planned without it", routine.name), "leave it out");
}

/// A prepacked operand has arbitrary elements, and a layout for all threads of the machine.
void refuse_for_packed(const PlanVerb& verb) {
  if (verb.packed != "a" && verb.packed != "b")
    invalid("--packed", quoted(verb.packed) + " is no operand that can stay", "use a or b");
  if (!RoutineForm{parse_routine(verb.problem.routine.routine).routine, ""}.is_gemm())
    invalid("--packed", "only gemm has a prepacked operand", "leave it or --routine out");
  for (const char* option : {"--structure-a", "--structure-b", "--region", "--threads", "--nodes", "--grid",
                             "--no-localise", "--no-collapse", "--workspace"}) {
    if (verb.problem.verb->count(option) > 0)
      invalid(option, "a prepacked operand is packed by all threads, as it is", "leave it or --packed out");
  }
}

/// A batch is planned as gemm_batch_strided() and its kind have it.
void refuse_for_batch(const PlanVerb& verb) {
  if (verb.batch < 1) invalid("--batch", fmt::format("{} problems", verb.batch), "use 1 or more");
  const BlasRoutine& routine = *parse_routine(verb.problem.routine.routine).routine;
  if (!has_batch_plan(routine))
    invalid("--batch", fmt::format("{} has no batches", routine.name),
            "use one of " + routine_names(has_batch_plan) + ", or leave it out");
  for (const char* option : {"--structure-a", "--structure-b", "--region", "--packed", "--grid",
                             "--no-localise", "--no-collapse", "--workspace"}) {
    if (verb.problem.verb->count(option) > 0)
      invalid(option, "each problem of a batch is one thread's, as it is", "leave it or --batch out");
  }
}

PlanPage page_of(const PlanVerb& verb, const PlanSetting& setting) {
  if (verb.batch > 0) return batch_page(setting, verb.batch);
  if (!verb.packed.empty()) return packed_page(setting, verb.packed.front());
  switch (const BlasRoutine& routine = *setting.job.form.routine; routine.id) {
    case BlasName::potrf:
      return cholesky_page(setting);
    case BlasName::getrf:
      return lu_page(setting);
    case BlasName::geqrf:
      return qr_page(setting);
    case BlasName::getrs:
    case BlasName::potrs:
      return solve_page(setting);
    case BlasName::posv:
      return solve_after_cholesky_page(setting);
    default:
      if (is_made_of_calls(routine)) return calls_page(setting);
      return routine.is_in_place() ? triangle_page(setting) : product_page(setting);
  }
}

/// Pages of batches and of prepacked operands have their own times. What asks for nothing takes nothing.
bool lacks_time(const PlanVerb& verb, const Job& job) {
  return verb.batch == 0 && verb.packed.empty() && job.flops() > 0;
}

Job job_of(const PlanVerb& verb, const Machine& machine) {
  refuse_structure(verb.problem);
  if (verb.problem.verb->count("--batch") > 0) refuse_for_batch(verb);
  if (verb.problem.verb->count("--packed") > 0) {
    refuse_for_packed(verb);
    return make_job(verb.problem, machine);
  }
  Job job = with_structure(make_job(verb.problem, machine), verb.structure);
  refuse_grid(verb, *job.form.routine);
  return job;
}

std::string describe_memory(const std::vector<int>& unknown, const std::vector<MemoryShort>& shorts) {
  if (unknown.empty() && shorts.empty()) return "";
  std::string text = "\nMemory\n";
  if (!unknown.empty())
    text += fmt::format("  of node{} {} it is not known how much: planned as if it were enough\n",
                        unknown.size() == 1 ? "" : "s", list_text(unknown));
  return text + describe(shorts, "  ");
}

void run(const PlanVerb& verb) {
  const Machine machine = machine_or_profile(verb.from);
  const Job job = job_of(verb, machine);
  const auto file = verb.json.open();
  const ChosenProfile chosen = choose_profile(verb.profile, verb.from, machine);
  const MicroarchChoice microarch = microarch_of(machine, job.options.cpu);
  const KernelShape kernel =
      choose_shape(*microarch.microarch, machine.runs_here, job.call.type, job.options.kernel);
  const TunedMicroarchs microarchs(chosen.figures.tuned_figures);
  const PlanSetting setting{job, machine, chosen, kernel, microarchs.of(kernel)};
  PlanPage page = page_of(verb, setting);
  if (lacks_time(verb, job)) add_time(predict(setting), machine, page);
  const std::vector<MemoryShort> shorts = memory_short(job, machine, std::max<Index>(1, verb.batch));
  nlohmann::json profile = to_json(chosen);
  profile.update(page.profile);
  show(fmt::format("{}\n{}{}\nCPU\n{}\nProfile\n  {}\n  figures: {}\n{}", describe_problem(job, machine),
                   page.text, describe_memory(machine.nodes_of_unknown_memory(), shorts),
                   describe_microarch(microarch, machine.cpu, chosen.figures), describe(chosen, "  "),
                   chosen.figures.source, page.changes),
       {{"problem", problem_to_json(job, machine)},
        {"machine", machine.source},
        {"unknown_memory", machine.nodes_of_unknown_memory()},
        {"memory_short", to_json(shorts)},
        {"cpu", microarch_to_json(microarch, machine.cpu, chosen.figures)},
        {"profile", profile},
        {"plan", page.plan}},
       file.get());
}

}  // namespace

void add_plan(CLI::App& app) {
  auto verb = std::make_shared<PlanVerb>();
  CLI::App& plan = *app.add_subcommand("plan", "Explain how a call would run, without running it");
  add_problem_options(plan, verb->problem);
  add_structure_options(plan, verb->structure);
  plan.add_option("--packed", verb->packed,
                  "a or b: prepacked operand (numapack_pack): where it lies, what each product moves")
      ->type_name("{a,b}")
      ->group(structure_group);
  plan.add_option("--batch", verb->batch,
                  "So many problems of this shape in one call, one behind the other (" +
                      routine_names(has_batch_plan) + ")")
      ->group("Batch");
  plan.add_option("--from", verb->from,
                  "Another machine: an hwloc XML file, a synthetic description or a profile")
      ->group("Machine")
      ->type_name("MACHINE");
  plan.add_option("--profile", verb->profile,
                  "Measured figures from this file instead of those stored for the machine; none: estimate")
      ->group("Machine")
      ->type_name("PROFILE");
  verb->json.add(plan);
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
      "  numapack plan --routine dgetrf -n 16384 --home A=cyclic:240 --from tests/machines/kunpeng920.xml\n"
      "  numapack plan --packed a -m 4096 -k 4096 -n 64\n"
      "  numapack plan --batch 100000 -n 32 --home C=cyclic:800 --from tests/machines/kunpeng920.xml\n"
      "  numapack plan --batch 100000 --routine dpotrf -n 32 --from tests/machines/kunpeng920.xml");
  plan.callback([verb] { run(*verb); });
}

}  // namespace numapack

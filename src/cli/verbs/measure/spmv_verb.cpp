// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "cli/options/numbers.hpp"
#include "cli/runs/conditions.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/runs/machine_profile.hpp"
#include "cli/sparse/spmv_page.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/page.hpp"
#include "cli/terminal/progress.hpp"
#include "cli/verbs/verbs.hpp"
#include "matrix/matrix_memory.hpp"
#include "memory/homes/placed_home.hpp"
#include "team/teams.hpp"

namespace numapack {

namespace {

struct SpmvVerb {
  std::string structure = "stencil2d", file, type = "d", from, home_x = "interleave", home_y = "interleave";
  std::int64_t rows = 1'000'000, per_row = 16;
  int rounds = 10;
  double sample = 0.1;
  std::uint64_t seed = 1;
  bool plan = false;
  JsonOption json;
};

Placement home_of_vector(const char* option, const std::string& text, const Machine& machine) {
  try {
    const Placement parsed = parse_placement(text, machine);
    if (parsed.kind == Placement::Kind::replicated)
      invalid(option, "a product has one x and one y", "use another placement");
    return resolved(parsed, machine, bandwidth_by_home(estimate_profile(machine)));
  } catch (const Error& error) {
    invalid(option, error.problem(), error.advice());
  }
}

SparseMatrix matrix_of(const SpmvVerb& verb) {
  return verb.file.empty() ? make_structure(verb.structure, verb.rows, verb.per_row, verb.seed)
                           : read_matrix_market(verb.file);
}

Type type_of_matrix(const SpmvVerb& verb, const SparseMatrix& matrix) {
  const Type type = verb.type == "s"   ? Type::s
                    : verb.type == "d" ? Type::d
                    : verb.type == "c" ? Type::c
                                       : Type::z;
  if (!matrix.imaginary.empty() && !is_complex(type))
    invalid("--type", "the file's numbers are complex", "use c or z");
  return type;
}

void refuse_beyond_memory(const SpmvVerb& verb, const SparseMatrix& matrix, Type type) {
  const double elements = double(matrix.indices.size()), bytes = double(bytes_of(type));
  const double needed = elements * (2 * bytes + 4) + 4 * bytes * double(matrix.rows + matrix.columns);
  if (needed > available_memory())
    invalid(verb.file.empty() ? "-n" : "--file",
            fmt::format("the product takes {:.4g} GB, and {:.4g} GB are available", needed / 1e9,
                        available_memory() / 1e9),
            "make it smaller, or look at --plan alone");
}

SpmvReport report_of(const SpmvVerb& verb, const SparseMatrix& matrix, const Machine& machine) {
  const Type type = type_of_matrix(verb, matrix);
  const Placement x = home_of_vector("--home-x", verb.home_x, machine),
                  y = home_of_vector("--home-y", verb.home_y, machine);
  check_starts(verb.file.empty() ? "-n" : "--file", matrix.pattern());
  SpmvReport report{matrix, machine, type, {}, {Traffic(machine.nodes.size()), 0, 0}, {}};
  std::vector<std::vector<ColumnRun>> used;
  if (verb.plan || !verb.from.empty()) {
    report.plan = make_sparse_plan(matrix.pattern(), bytes_of(type), machine, lay_out_teams(machine),
                                   choose_profile("", verb.from, machine).figures);
    for (const SparsePart& part : report.plan.parts)
      used.push_back(used_columns(matrix.pattern(), part.rows));
  } else {
    refuse_beyond_memory(verb, matrix, type);
    const InterruptGuard guard;
    Progress progress;
    SpmvOptions options{type, verb.rounds, verb.sample, x, y, verb.seed, {}, {}};
    options.progress = [&](const std::string& what, double left) { progress.show(what, left); };
    options.interrupted = stop_asked;
    report.measured = measure_spmv(matrix, options);
    report.plan = report.measured->plan;
    used = report.measured->used;
  }
  const int nodes = static_cast<int>(machine.nodes.size());
  if (nodes > 1 && report.plan.rows > 0)
    report.traffic = traffic_of(report.plan, used, home_of(x, matrix.columns, 1, nodes, 0),
                                home_of(y, matrix.rows, 1, nodes, 0), bytes_of(type), machine.nodes.size());
  return report;
}

void run(const SpmvVerb& verb) {
  if (verb.rounds < 1) invalid("--rounds", std::to_string(verb.rounds) + " is too few", "use 1 or more");
  if (!(verb.sample >= 0 && verb.sample <= 3600))
    invalid("--sample", fmt::format("{} is no length of a sample", verb.sample), "use 0 to 3600 seconds");
  const Machine machine = verb.from.empty() ? detect_machine() : machine_or_profile(verb.from);
  const auto file = verb.json.open();
  const SparseMatrix matrix = matrix_of(verb);
  const SpmvReport report = report_of(verb, matrix, machine);
  show(spmv_page(report), to_json(report), file.get());
  if (!report.measured) return;
  if (report.measured->error_over_bound > 1 || !report.measured->same_bits) {
    print_message(
        fmt::format("spmv: the result is wrong: {:.3g} times its bound", report.measured->error_over_bound));
    throw CLI::RuntimeError(1);
  }
  if (report.measured->interrupted) throw CLI::RuntimeError(128 + InterruptGuard::signal_noted());
}

}  // namespace

void add_spmv(CLI::App& app) {
  auto verb = std::make_shared<SpmvVerb>();
  CLI::App& spmv = *app.add_subcommand(
      "spmv",
      "Multiply a sparse matrix by a vector: who has which rows, what crosses, how fast, whether right");
  const char* const matrix = "Matrix";
  auto* const structure = spmv.add_option("--structure", verb->structure,
                                          "What is made: a grid's stencil, a band, an R-MAT graph")
                              ->check(CLI::IsMember(structure_names))
                              ->capture_default_str()
                              ->group(matrix);
  spmv.add_option("-n,--rows", verb->rows, "About so many rows; 1k is 1024")
      ->capture_default_str()
      ->group(matrix);
  spmv.add_option("--per-row", verb->per_row, "Edges a vertex of a graph; columns to each side of a band")
      ->capture_default_str()
      ->group(matrix);
  spmv.add_option("--file", verb->file, "A matrix in Matrix Market's coordinate format instead")
      ->type_name("FILE")
      ->excludes(structure)
      ->group(matrix);
  spmv.add_option("--type", verb->type, "s, d, c or z")
      ->check(CLI::IsMember({"s", "d", "c", "z"}))
      ->capture_default_str()
      ->group(matrix);
  spmv.add_option("--seed", verb->seed, "Of its numbers")->capture_default_str()->group(matrix);
  spmv.add_option("--home-x", verb->home_x, "Where x lies, as a placement: 0, interleave:0-1, cyclic:4096")
      ->capture_default_str()
      ->group("Machine");
  spmv.add_option("--home-y", verb->home_y, "Likewise y")->capture_default_str()->group("Machine");
  spmv.add_option("--from", verb->from, "The plan for another machine: hwloc XML, a description or a profile")
      ->type_name("MACHINE")
      ->group("Machine");
  spmv.add_flag("--plan", verb->plan, "The plan alone, nothing is measured")->group("Measurement");
  spmv.add_option("--rounds", verb->rounds, "Samples of each way")
      ->capture_default_str()
      ->group("Measurement");
  spmv.add_option("--sample", verb->sample, "Seconds of a sample")
      ->capture_default_str()
      ->group("Measurement");
  verb->json.add(spmv)->group("Measurement");
  accept_sizes(spmv, {"-n", "--per-row"});
  spmv.footer(
      "Example:\n  numapack spmv --structure stencil3d -n 2000000\n"
      "  numapack spmv --structure graph --per-row 8 --from tests/machines/kunpeng920.xml\n"
      "  numapack spmv --file matrix.mtx --type z --json out.json");
  spmv.callback([verb] { run(*verb); });
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options/problem_options.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "cli/options/node_options.hpp"
#include "cli/options/numbers.hpp"
#include "cli/options/problem_parts.hpp"
#include "cli/options/quoted.hpp"
#include "matrix/matrix_memory.hpp"

namespace numapack {

namespace {

Grid parse_grid(const std::string& text) {
  const auto grid = two_numbers(text, 'x');
  if (!grid || grid->first < 1 || grid->second < 1)
    invalid("--grid", quoted(text) + " is not a grid", "use rows x columns of nodes, such as 2x2");
  return {grid->first, grid->second};
}

/// "A=0,B=0,C=interleave:0,1": a comma also separates nodes, so an operand starts where a letter and "="
/// follow one.
void parse_homes(const std::string& text, const Machine& machine, const BlasRoutine& routine,
                 std::array<Placement, 3>& placement) {
  std::size_t begin = 0;
  while (begin <= text.size()) {
    std::size_t end = text.find(',', begin);
    while (end != std::string::npos &&
           !(end + 2 < text.size() && text[end + 2] == '=' && (text[end + 1] & ~0x20) >= 'A'))
      end = text.find(',', end + 1);
    const std::string part = text.substr(begin, end == std::string::npos ? end : end - begin);
    const int operand = part.empty() ? -1 : (part[0] & ~0x20) - 'A';
    if (part.size() < 3 || part[1] != '=' || operand < 0 || operand > 2) {
      invalid("--home", quoted(part) + " is no home of A, B or C", "use A=0,B=first-touch,C=interleave:0-1");
    }
    try {
      const Placement parsed = parse_placement(part.substr(2), machine);
      if (parsed.kind == Placement::Kind::replicated) {
        invalid("--home", "a multiplication has one A, one B and one C", "use another placement");
      }
      if (!routine.has_operand(operand))
        invalid("--home", fmt::format("{} has no {}", routine.name, "ABC"[operand]), "leave it out");
      placement[static_cast<std::size_t>(operand)] =
          resolved(parsed, machine, bandwidth_by_home(estimate_profile(machine)));
    } catch (const Error& error) {
      invalid("--home", error.problem(), error.advice());
    }
    if (end == std::string::npos) return;
    begin = end + 1;
  }
}

/// Leading dimensions, as asked for: of rows where the job is row-major.
void parse_storage(const ProblemOptions& options, Job& job) {
  constexpr std::int64_t most_offset = std::int64_t{1} << 30;
  if (options.offset < 0 || options.offset > most_offset) {
    invalid("--offset", std::to_string(options.offset) + " is no number of elements",
            "use 0 to " + std::to_string(most_offset));
  }
  job.offset = options.offset;
  const CLI::Option* const given[] = {options.lda_given, options.ldb_given, options.ldc_given};
  const std::int64_t values[] = {options.lda, options.ldb, options.ldc};
  for (int operand = 0; operand < 3; ++operand) {
    const auto at = static_cast<std::size_t>(operand);
    if (given[at]->count() == 0 || !job.has(operand)) continue;
    const Index least = options.row_major ? job.columns(operand) : job.rows(operand);
    if (values[at] < least) {
      invalid(std::string("--ld") + "abc"[at],
              fmt::format("{} is less than the {} {} of {}", values[at], least,
                          options.row_major ? "columns" : "rows", "ABC"[at]),
              "use at least that");
    }
    job.gapped[at] = values[at];
  }
  if (options.row_major) job = transposed(job);
}

void require_real(const char* option, const std::string& routine, std::complex<double> value) {
  if (value.imag() != 0) invalid(option, routine + "'s is real", "use a number without an imaginary part");
}

/// The sizes of the product, of which a routine names some and the others follow.
void set_product(const ProblemOptions& options, Job& job) {
  const std::string name(job.form.routine->name);
  Call& call = job.call;
  if (job.form.routine->is_in_place()) call.reads_c = true;  // each call starts from what B was
  if (job.form.routine->has_real_alpha()) require_real("--alpha", name, job.alpha);
  if (job.form.routine->has('t') && job.form.routine->hermitian) require_real("--beta", name, job.beta);
  const Index m = call.m, k = call.k;
  call = product_of(job.form, call.type, call.m, call.n, call.k, call.reads_c);
  if (options.m_given->count() > 0 && m != call.m)
    invalid("-m",
            fmt::format("{} of {} is n x n, and n is {}", job.form.routine->is_of_lapack() ? 'A' : 'C', name,
                        call.n),
            "leave -m out");
  if (options.k_given->count() > 0 && k != call.k)
    invalid("-k", fmt::format("A of {} is {} x {}", name, call.k, call.k), "leave -k out");
}

/// Sizes of the product that a routine of level 2 is, from those of its matrix.
void set_vectors(Job& job) {
  const BlasRoutine& routine = *job.form.routine;
  Call& call = job.call;
  if (routine.is_vector_update()) {
    job.beta = 1;
    call.reads_c = true;
    return;
  }
  call.k = call.n;
  if (!routine.has_size('m')) call.m = call.n;
  if (transposes(job.form.trans())) std::swap(call.m, call.k);
}

/// Q has no more reflectors than rows, and no more columns.
void set_reflectors(const ProblemOptions& options, Job& job) {
  Call& call = job.call;
  const bool makes_q = job.form.routine->id == BlasName::orgqr;
  if (makes_q && call.n > call.m)
    invalid("-n", fmt::format("{} columns of a Q of order {}", call.n, call.m), "use at most -m");
  const Index most = makes_q || job.form.is_on_the_right() ? call.n : call.m;
  if (options.k_given->count() == 0) call.k = std::min(call.k, most);
  if (call.k > most)
    invalid("-k", fmt::format("{} reflectors, and at most {} are possible", call.k, most), "make it smaller");
}

bool has_threads_option(const ProblemOptions& options) {
  return options.threads_given->count() > 0 || options.threads != 0;
}

int parse_threads(const ProblemOptions& options, const Machine& machine, const std::vector<int>& nodes) {
  if (has_threads_option(options)) {
    const int most = machine.usable_threads();
    if (options.threads < 1 || options.threads > most) {
      invalid("--threads", std::to_string(options.threads) + " is not possible",
              fmt::format("use 1 to {}, one a core that may be used", most));
    }
    return options.threads;
  }
  if (nodes.empty()) return machine.usable_threads();
  int cores = 0;
  for (const int node : nodes) cores += static_cast<int>(machine.usable_cores(node).size());
  return std::min(cores, machine.usable_threads());
}

}  // namespace

void add_problem_options(CLI::App& verb, ProblemOptions& options) {
  options.verb = &verb;
  const char* const sizes = "Sizes";
  options.m_given =
      verb.add_option("-m", options.m, "Rows of C, or of A where a routine has no C (as n where not given)")
          ->group(sizes);
  verb.add_option("-n", options.n, "Columns of C, or of A; 1k is 1024")->required()->group(sizes);
  options.k_given = verb.add_option("-k", options.k, "Columns of op(A) (as n where not given)")->group(sizes);
  const char* const problem = "Problem: C = alpha op(A) op(B) + beta C";
  verb.add_option("--type", options.type, "s, d, c or z: float, double, and complex of both")
      ->type_name("{s,d,c,z}")
      ->group(problem)
      ->capture_default_str();
  verb.add_option("--trans-a", options.trans_a, "n, t or c (conjugate transpose)")
      ->type_name("{n,t,c}")
      ->group(problem)
      ->capture_default_str();
  verb.add_option("--trans-b", options.trans_b, "n, t or c")
      ->type_name("{n,t,c}")
      ->group(problem)
      ->capture_default_str();
  verb.add_option("--alpha", options.alpha, "A number; 1.5,-2 is 1.5 - 2i")
      ->group(problem)
      ->capture_default_str();
  verb.add_option("--beta", options.beta, "Likewise")->group(problem)->capture_default_str();
  verb.add_option("--seed", options.seed, "Seed of the random matrices")
      ->group(problem)
      ->capture_default_str();
  add_routine_options(verb, options.routine);
  const char* const storage = "Storage";
  options.lda_given =
      verb.add_option("--lda", options.lda, "Leading dimension of A, in elements (no gaps)")->group(storage);
  options.ldb_given = verb.add_option("--ldb", options.ldb, "Of B")->group(storage);
  options.ldc_given = verb.add_option("--ldc", options.ldc, "Of C")->group(storage);
  verb.add_option("--offset", options.offset,
                  "Elements between the start of a page and each operand's first: unaligned operands")
      ->group(storage)
      ->capture_default_str();
  verb.add_flag("--row-major", options.row_major, "Rows instead of columns lie together")->group(storage);
  const char* const machine = "Machine";
  options.threads_given =
      verb.add_option("--threads", options.threads, "At most this many threads in all (all usable cores)")
          ->group(machine);
  verb.add_option("--nodes", options.nodes, "Only these nodes compute: 0,1 or 0-3")->group(machine);
  verb.add_option("--home", options.homes,
                  "Where the pages of A, B and C are: A=0,B=first-touch,C=interleave:0-1 (first-touch, "
                  "which is by the first node); also weighted:0=2,1=1, cyclic:NB, rows:NB, tiles:MBxNB")
      ->group(machine);
  verb.add_flag("--huge-pages", options.huge_pages, "Ask for huge pages for A, B and C")->group(machine);
  const char* const plan = "Plan";
  verb.add_option("--grid", options.grid, "Rows x columns of nodes over C, such as 2x2")->group(plan);
  verb.add_flag("--no-localise", options.no_localise, "Read A and B in place, without node-local copies")
      ->group(plan);
  verb.add_flag("--no-collapse", options.no_collapse,
                "All nodes and threads asked for, even where fewer are faster")
      ->group(plan);
  verb.add_option("--cpu", options.cpu, "Use the kernels and figures of another CPU row, such as zen3")
      ->group(plan);
  verb.add_option("--kernel", options.kernel, "Micro-kernel by name")->group(plan);
  verb.add_option("--workspace", options.workspace, "Limit of the memory for copies and packing: 512M")
      ->group(plan);
  accept_sizes(verb, {"-m", "-n", "-k", "--lda", "--ldb", "--ldc", "--offset"});
}

Job make_job(const ProblemOptions& options, const Machine& machine) {
  if (machine.compute_nodes().empty()) invalid("--from", "this machine has no usable cores", "use another");
  Job job;
  Call& call = job.call;
  const NamedRoutine named = parse_routine(options.routine.routine);
  call.type = parse_type(options.type);
  if (named.type && options.verb->count("--type") > 0 && call.type != *named.type)
    invalid("--type", fmt::format("{} is not the type of {}", options.type, options.routine.routine),
            "leave it out");
  call.type = named.type.value_or(call.type);
  refuse_foreign_options(*options.verb, *named.routine);
  job.form = parse_form(options.routine, *named.routine, call.type, options.trans_a, options.trans_b);
  call.n = parse_size(options.n, "-n");
  call.m = options.m_given->count() > 0 ? parse_size(options.m, "-m") : call.n;
  call.k = options.k_given->count() > 0 ? parse_size(options.k, "-k") : call.n;
  call.a.op = parse_operation(options.trans_a, "--trans-a");
  call.b.op = parse_operation(options.trans_b, "--trans-b");
  job.alpha = parse_scalar(options.alpha, "--alpha", is_complex(call.type));
  job.beta = parse_scalar(options.beta, "--beta", is_complex(call.type));
  call.reads_c = job.beta != 0.0;
  if (job.form.routine->is_level_2()) set_vectors(job);
  if (!job.form.is_gemm()) set_product(options, job);
  if (job.form.routine->id == BlasName::ormqr || job.form.routine->id == BlasName::orgqr)
    set_reflectors(options, job);
  job.seed = options.seed;
  job.huge_pages = options.huge_pages;
  for (const std::string& home : options.homes) parse_homes(home, machine, *job.form.routine, job.placement);

  parse_storage(options, job);
  if (job.bytes() > 0x1p56) invalid("-m, -n, -k", "no machine holds such matrices", "make them smaller");

  Options& plan = job.options;
  if (!options.nodes.empty()) plan.nodes = parse_nodes(options.nodes, machine);
  job.threads = parse_threads(options, machine, plan.nodes);
  if (has_threads_option(options)) plan.threads = job.threads;
  if (!options.grid.empty()) plan.grid = parse_grid(options.grid);
  plan.localise = !options.no_localise;
  plan.collapse = !options.no_collapse;
  plan.cpu = options.cpu;
  plan.kernel = options.kernel;
  if (!options.workspace.empty()) plan.workspace_limit = parse_bytes(options.workspace, "--workspace");
  return job;
}

}  // namespace numapack

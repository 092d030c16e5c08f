// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/pages/report.hpp"
#include "cli/predict/timed_calls.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/runs/machine_profile.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/page.hpp"
#include "cli/terminal/progress.hpp"
#include "cli/verbs/verbs.hpp"
#include "cpu/find_microarch.hpp"
#include "machine/cpu_of.hpp"
#include "runtime/process.hpp"
#include "team/teams.hpp"

namespace numapack {

namespace {

struct GemmVerb {
  ProblemOptions problem;
  std::vector<std::string> peers;
  std::string library, bits;
  int rounds = 10;
  double sample = 0.1;
  double patience = 0;
  bool check = false, plain = false, counters = false;
  JsonOption json;
};

std::vector<Peer> find_peers(const std::vector<std::string>& texts, const Job& job, const Machine& machine) {
  std::vector<Peer> peers;
  for (const std::string& text : texts) {
    Peer peer = find_peer(text, job.threads, machine, job.options.nodes);
    const auto same_name = [&](const Peer& other) { return other.name == peer.name; };
    if (peer.name == "numapack" || std::any_of(peers.begin(), peers.end(), same_name)) {
      invalid("--peer", "there is a " + peer.name + " already", "give the other a name: NAME=PATH");
    }
    peers.push_back(std::move(peer));
  }
  return peers;
}

/// What is gemm's alone: other routines are called as anybody calls them, without options of a plan.
void refuse_plan_options(const CLI::App& verb, const RoutineForm& form) {
  if (form.is_gemm()) return;
  for (const char* option :
       {"--grid", "--no-localise", "--no-collapse", "--cpu", "--kernel", "--workspace", "--plain"}) {
    if (verb.count(option) > 0)
      invalid(option, fmt::format("{} is measured without it", form.routine->name), "leave it out");
  }
}

/// Bytes that the plan takes besides. Says what is wrong with grid, kernel or nodes before any process
/// starts.
std::size_t planned_workspace(const Job& job, const Machine& machine) {
  if (!is_product(job.form)) return 0;
  const MicroarchChoice microarch = microarch_of(machine, job.options.cpu);
  const KernelShape kernel = choose_shape(*microarch.microarch, true, job.call.type, job.options.kernel);
  return make_plan(job.stored(), kernel, homes_of_job(job, machine), machine,
                   choose_profile("", "", machine).figures, lay_out_teams(machine), job.options)
      .workspace_bytes();
}

/// LAPACK's routines are measured with a copy of what they overwrite.
void refuse_beyond_memory(const Job& job, std::size_t workspace, std::size_t libraries) {
  const double matrices = job.form.routine->is_of_blas() ? job.bytes() : 2 * job.bytes();
  const double needed = matrices * static_cast<double>(libraries) + static_cast<double>(workspace);
  const double available = available_memory();
  if (needed <= available) return;
  invalid("-m, -n, -k",
          fmt::format("the operands of {} {} take {:.4g} GB, and {:.4g} GB are available", libraries,
                      libraries == 1 ? "library" : "libraries", needed / 1e9, available / 1e9),
          "make them smaller or compare fewer");
}

/// For what this process plans; the processes that measure get the level by ComparisonOptions.
void choose_bits(const GemmVerb& verb) {
  if (verb.bits.empty()) return;
  if (!verb.library.empty()) invalid("--bits", "another build has its own", "leave out --library");
  microarch_of_bits(cpu_here(), verb.bits, "--bits");
  set_bits(verb.bits);
}

int status_of(const ComparisonResult& result) {
  if (result.interrupted) return 128 + InterruptGuard::signal_noted();
  const auto bad = [](const LibraryResult& library) {
    return !library.failure.empty() || library.error_over_bound.value_or(0) > 1;
  };
  return std::any_of(result.libraries.begin(), result.libraries.end(), bad) ? 1 : 0;
}

void complain(const ComparisonResult& result) {
  for (const LibraryResult& library : result.libraries) {
    if (!library.failure.empty())
      print_message(fmt::format("gemm: {} failed: {}", library.name, library.failure));
    if (library.error_over_bound.value_or(0) > 1) {
      print_message(fmt::format("gemm: {} is wrong: its error is {:.3g} times the bound", library.name,
                                *library.error_over_bound));
    }
  }
}

/// What numapack's own build took next to its prediction; of another build nothing is known.
std::optional<TimedPrediction> time_of(const GemmVerb& verb, const Job& job, const Machine& machine,
                                       const ComparisonResult& result) {
  const LibraryResult& own = result.libraries.front();
  if (!verb.library.empty() || !own.ratio()) return std::nullopt;
  TimedPrediction timed{predict(job, machine, choose_profile("", "", machine)), 0};
  if (!(timed.prediction.seconds.total > 0)) return std::nullopt;
  timed.measured_s = job.flops() / own.rate().median * 1e-9;
  return timed;
}

void run(const GemmVerb& verb) {
  if (verb.rounds < 1) invalid("--rounds", std::to_string(verb.rounds) + " is too few", "use 1 or more");
  if (!(verb.sample >= 0 && verb.sample <= 3600))
    invalid("--sample", fmt::format("{} is no length of a sample", verb.sample), "use 0 to 3600 seconds");
  if (!(verb.patience >= 0))
    invalid("--patience", fmt::format("{} is no time", verb.patience), "use seconds");
  choose_bits(verb);
  const Machine machine = detect_machine();
  Job job = make_job(verb.problem, machine);
  refuse_plan_options(*verb.problem.verb, job.form);
  job.sample_seconds = verb.sample;
  const std::vector<Peer> peers = find_peers(verb.peers, job, machine);
  refuse_beyond_memory(job, planned_workspace(job, machine), peers.size() + (verb.plain ? 2 : 1));
  const auto file = verb.json.open();

  Conditions conditions = conditions_now(machine);
  const InterruptGuard guard;
  ComparisonResult result;
  const CpuTimes before = cpu_times();
  {
    Progress progress;
    ComparisonOptions options;
    options.rounds = verb.rounds;
    options.check = verb.check;
    options.plain = verb.plain;
    options.counters = verb.counters;
    options.library = verb.library;
    options.bits = verb.bits;
    options.patience = verb.patience;
    options.interrupted = stop_asked;
    options.progress = [&](const std::string& what, double left) { progress.show(what, left); };
    result = compare(job, peers, machine, options);
  }
  conditions.steal_percent = steal_percent_since(before);
  const std::optional<TimedPrediction> time = time_of(verb, job, machine, result);
  show(describe(job, machine, conditions, result, time), to_json(job, machine, conditions, result, time),
       file.get());
  std::fflush(stdout);
  complain(result);
  if (const int status = status_of(result); status != 0) throw CLI::RuntimeError(status);
}

}  // namespace

void add_gemm(CLI::App& app) {
  auto verb = std::make_shared<GemmVerb>();
  CLI::App& gemm = *app.add_subcommand("gemm",
                                       "Run gemm or another level 3 or LAPACK routine, compare it with other "
                                       "libraries, and show where the pages are");
  add_problem_options(gemm, verb->problem);
  const char* const measurement = "Measurement";
  gemm.add_option(
          "--peer", verb->peers,
          "Compare with openblas, blis, mkl or NAME=PATH, or pinned:… with its threads bound to cores; "
          "may come more than once")
      ->group(measurement)
      ->type_name("{openblas,blis,mkl,pinned:openblas,pinned:blis,pinned:mkl,NAME=PATH}")
      ->option_text("LIBRARY ...")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  gemm.add_option("--library", verb->library,
                  "Measure this libnumapack.so, by its C interface, in place of the command's own build")
      ->group(measurement)
      ->type_name("FILE");
  gemm.add_option("--bits", verb->bits,
                  "numapack at this level of NUMAPACK_BITS, which its libraries among the peers do not have")
      ->group(measurement)
      ->type_name("LEVEL");
  gemm.add_option("--rounds", verb->rounds, "Samples of each library")
      ->group(measurement)
      ->capture_default_str();
  gemm.add_option("--sample", verb->sample, "Seconds of a sample, in visits of 10 ms or one longer call")
      ->group(measurement)
      ->capture_default_str();
  gemm.add_flag("--check", verb->check, "Compare the results with sums in extended precision")
      ->group(measurement);
  gemm.add_flag("--counters", verb->counters,
                "CPU counters of each library: reads and writes by distance, node loads and misses")
      ->group(measurement);
  gemm.add_flag("--plain", verb->plain,
                "Also numapack on the same sizes column-major, not transposed, without gaps, aligned")
      ->group(measurement);
  gemm.add_option("--patience", verb->patience,
                  "Seconds to wait for one answer of a library (from the sizes)")
      ->group(measurement);
  verb->json.add(gemm)->group(measurement);
  gemm.footer(
      "Example:\n  numapack gemm -n 2048 --peer openblas --peer blis --check --json out.json\n"
      "  numapack gemm --routine dsyrk --uplo L --trans N -n 1000 -k 500 --peer openblas --check\n"
      "  numapack gemm --routine dpotrf --uplo L -n 1000 --peer openblas --check\n"
      "  numapack gemm --routine dormqr --trans T -m 2000 -n 500 -k 300 --peer openblas --check");
  gemm.callback([verb] { run(*verb); });
}

}  // namespace numapack

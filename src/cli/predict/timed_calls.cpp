// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/timed_calls.hpp"

#include <CLI/App.hpp>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/statistics.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/options/routine_options.hpp"
#include "level3/nodes/tuned_microarchs.hpp"
#include "machine/cpu_of.hpp"
#include "numapack/numapack.h"
#include "peer/work/workload.hpp"

namespace numapack {

namespace {

/// Threads of calls, for as long as it lives.
class ThreadsSet {
 public:
  explicit ThreadsSet(int threads) { numapack_set_num_threads(threads); }
  ~ThreadsSet() { numapack_set_num_threads(0); }
  ThreadsSet(const ThreadsSet&) = delete;
  ThreadsSet& operator=(const ThreadsSet&) = delete;
};

Index drawn_size(Index least, Index most, std::mt19937_64& random) {
  std::uniform_real_distribution<double> exponent(std::log(double(least)), std::log(double(most)));
  return std::clamp(static_cast<Index>(std::llround(std::exp(exponent(random)))), least, most);
}

std::string one_of(const char* letters, std::mt19937_64& random) {
  const std::string all = letters;
  return std::string(1, all[std::uniform_int_distribution<std::size_t>(0, all.size() - 1)(random)]);
}

bool is_complex_letter(char letter) { return letter == 'c' || letter == 'z'; }

/// Values of --trans.
const char* transposes_of(const BlasRoutine& routine, char type) {
  return routine.hermitian || (routine.is_by_q() && is_complex_letter(type)) ? "NC" : "NT";
}

}  // namespace

const std::vector<std::string>& timed_routines() {
  static const std::vector<std::string> names{"gemm", "trsm", "getrf", "potrf", "geqrf",
                                              "syrk", "trmm", "symm",  "syr2k"};
  return names;
}

std::string random_routine(std::mt19937_64& random) {
  static const std::vector<std::string> names{"gemm",  "symm",  "hemm",  "syrk",  "herk",  "syr2k", "her2k",
                                              "gemmt", "trmm",  "trsm",  "potrf", "getrf", "geqrf", "potri",
                                              "getri", "getrs", "potrs", "posv",  "ormqr", "orgqr", "gels"};
  const std::string& name = names[random() % names.size()];
  const bool hermitian = find_routine(name)->hermitian, is_of_q = name == "ormqr" || name == "orgqr";
  const std::string type = one_of(hermitian ? "cz" : "sdcz", random);
  // Complex ones have their own names.
  return type + (is_of_q && is_complex_letter(type[0]) ? "un" + name.substr(2) : name);
}

CallSpec random_call(const std::string& routine, Index least, Index most, double most_work, int threads,
                     std::mt19937_64& random) {
  const BlasRoutine& row = *parse_routine(routine).routine;
  CallSpec call;
  call.routine = routine;
  call.threads = threads;
  do {
    for (Index* size : {&call.m, &call.n, &call.k}) *size = drawn_size(least, most, random);
    constexpr Index least_block = 32, most_block = 256;
    if (random() % 3 == 0)
      *std::array{&call.m, &call.n, &call.k}[random() % 3] = drawn_size(least_block, most_block, random);
    // What is square has one size, and no skinny one.
    if (!row.has_size('m')) call.m = call.n;
    if (!row.has_size('k')) call.k = std::min(call.m, call.n);
  } while (double(call.m) * double(call.n) * double(call.k) > most_work);
  if (row.has('s')) call.letters.insert(call.letters.end(), {"--side", one_of("LR", random)});
  if (row.has('u')) call.letters.insert(call.letters.end(), {"--uplo", one_of("LU", random)});
  if (row.has('t'))
    call.letters.insert(call.letters.end(), {"--trans", one_of(transposes_of(row, routine[0]), random)});
  for (const char* const option : {"--trans-a", "--trans-b"})
    if (row.has('a')) call.letters.insert(call.letters.end(), {option, one_of("nt", random)});
  // Q's order is C's, and it has no more columns and no more reflectors.
  if (row.id == BlasName::orgqr && call.n > call.m) std::swap(call.m, call.n);
  const bool on_the_right = row.has('s') && call.letters[1] == "R";
  if (row.id == BlasName::orgqr || (row.id == BlasName::ormqr && on_the_right))
    call.k = std::min(call.k, call.n);
  else if (row.id == BlasName::ormqr)
    call.k = std::min(call.k, call.m);
  return call;
}

CallSpec random_call_of_any_form(Index least, Index most, double most_work, int most_threads,
                                 std::mt19937_64& random) {
  constexpr unsigned forms = 8;
  const auto form = random() % forms;
  const int threads = random() % 2 == 0 ? 1 : most_threads;
  if (form == 0) {
    CallSpec call =
        random_call(one_of("sdcz", random) + "gemm", least, most, most_work, most_threads, random);
    call.form.packed = one_of("ab", random)[0];
    return call;
  }
  if (form > 1) return random_call(random_routine(random), least, most, most_work, threads, random);
  constexpr std::array batched{"gemm", "trsm", "potrf", "getrf", "geqrf"};
  constexpr Index least_side = 8, most_side = 256, elements = 4'000'000;
  const std::string routine = one_of("sdcz", random) + batched[random() % batched.size()];
  CallSpec call =
      random_call(routine, least_side, most_side, std::pow(double(most_side), 3), threads, random);
  call.form.problems = std::max<Index>(1, elements / (call.m * call.n + call.n * call.k + call.m * call.k));
  return call;
}

Job job_of(const CallSpec& call, const Machine& machine) {
  const BlasRoutine& row = *parse_routine(call.routine).routine;
  CLI::App app;
  ProblemOptions options;
  add_problem_options(app, options);
  std::vector<std::string> words = call.letters;
  words.insert(words.end(), {"--routine", call.routine, "-n", std::to_string(call.n), "--threads",
                             std::to_string(call.threads)});
  if (row.has_size('m')) words.insert(words.end(), {"-m", std::to_string(call.m)});
  if (row.has_size('k')) words.insert(words.end(), {"-k", std::to_string(call.k)});
  std::ranges::reverse(words);  // as CLI11 takes them
  app.parse(words);
  return make_job(options, machine);
}

Prediction predict(const Job& job, const Machine& machine, const ChosenProfile& chosen,
                   const CallForm& form) {
  const MicroarchChoice microarch = microarch_of(machine, job.options.cpu);
  const KernelShape kernel =
      choose_shape(*microarch.microarch, machine.runs_here, job.call.type, job.options.kernel);
  const TunedMicroarchs microarchs(chosen.figures.tuned_figures);
  const PlanSetting setting{job, machine, chosen, kernel, microarchs.of(kernel)};
  if (form.packed != 0) return predict_packed(setting, form.packed);
  return form.problems > 0 ? predict_batch(setting, form.problems) : predict(setting);
}

double timed_seconds(const Job& job, const Machine& machine, const CallForm& form) {
  const ThreadsSet threads(job.threads);
  const std::unique_ptr<Workload> calls = form.packed != 0    ? make_packed_calls(job, machine, form.packed)
                                          : form.problems > 0 ? make_batch(job, machine, form.problems)
                                                              : make_calls(job, machine, nullptr);
  calls->prepare();
  std::vector<double> samples;
  constexpr double enough_s = 0.3;
  constexpr std::size_t most = 7;
  for (double spent = 0; samples.size() < most && (samples.size() < 3 || spent < enough_s);) {
    const nlohmann::json sample = calls->sample();
    samples.push_back(sample["seconds"].get<double>() / sample["calls"].get<double>());
    spent += sample["seconds"].get<double>();
  }
  return median(samples);
}

}  // namespace numapack

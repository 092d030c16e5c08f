// SPDX-License-Identifier: BSD-3-Clause
#include "grade/speed.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "peer/comparison.hpp"

namespace numapack {

namespace {

struct Timed {
  Type type;
  const char *routine, *letters;
  Index n;
};
constexpr std::array<Timed, 7> kTimed{{{Type::d, "gemm", "NN", 1000},
                                       {Type::s, "gemm", "NN", 1000},
                                       {Type::d, "gemm", "NN", 64},
                                       {Type::d, "trsm", "LLNN", 1000},
                                       {Type::d, "potrf", "L", 1000},
                                       {Type::d, "getrf", "", 1000},
                                       {Type::d, "geqrf", "", 1000}}};

Speed::OfLibrary speed_of(const LibraryResult& result) {
  return {result.name, result.efficiency(), result.ratio(), result.failure};
}

Speed compared(const Timed& timed, const std::vector<Peer>& libraries, int threads, const Machine& machine,
               const ComparisonOptions& options) {
  Speed speed;
  speed.routine = fmt::format("{}{} n={}", letter(timed.type), timed.routine, timed.n);
  Job job;
  job.form = {find_routine(timed.routine), timed.letters};
  job.call = product_of(job.form, timed.type, timed.n, timed.n, timed.n, false);
  job.threads = threads;
  job.sample_seconds = 0.05;
  try {
    const ComparisonResult result = compare(job, libraries, machine, options);
    for (const LibraryResult& library : result.libraries) speed.libraries.push_back(speed_of(library));
    speed.libraries.front().name = "this build";
    for (const LeftOut& one : result.left_out)
      speed.libraries.push_back({one.library, {}, {}, "has no " + one.lacks});
  } catch (const Error& error) {
    speed.failure = error.what();
  }
  return speed;
}

}  // namespace

std::vector<Speed> measure_speed(const std::vector<Peer>& libraries, int threads, const Machine& machine,
                                 const std::vector<const BlasRoutine*>& routines,
                                 const ChildOptions& options) {
  std::vector<Speed> speeds;
  ComparisonOptions comparison;
  comparison.rounds = 5;
  comparison.program = options.program;
  comparison.patience = options.patience;
  comparison.interrupted = options.interrupted;
  for (const Timed& timed : kTimed) {
    if (options.stopped()) break;
    if (std::find(routines.begin(), routines.end(), find_routine(timed.routine)) == routines.end()) continue;
    if (options.progress)
      options.progress(fmt::format("speed of {}{}", letter(timed.type), timed.routine),
                       double(speeds.size()) / kTimed.size());
    speeds.push_back(compared(timed, libraries, threads, machine, comparison));
  }
  return speeds;
}

}  // namespace numapack

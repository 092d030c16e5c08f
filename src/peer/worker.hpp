// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace numapack {

/// The hidden subcommand by which the command runs each library in a process of its own.
inline constexpr const char* kWorkerVerb = "peer-worker";

/// The life of such a process: commands and answers on descriptor Process::kMessages, until the other side is
/// gone. Returns the exit status. A command, and its answer:
///
///   {"start": {"kind", "paths", "pus", "job"}}   {"version", "path", "symbol"}, or {"lacks": name of the
///                                                job's routine} in place of a symbol
///       kind: "numapack" (with "paths": a build of its shared library in place of this one), "peer" or
///       "peak" (the FMA calibrator); with "linpack" (a LinpackJob) in place of "job" the other messages are
///       about that "core": where the one thread of all libraries is kept once it is warm "pin": hardware
///       threads to which the process's threads are bound once they are warm
///   {"do": "prepare"}                            {"calls", "seconds", "pages", "refused", "plan",
///   "explanation"}
///       allocates, fills, warms up, and finds how many calls make a sample
///   {"do": "sample"}                             {"flops", "seconds", "calls"}; of the calibrator "ghz", its
///   cores' clock
///   {"do": "counters"}                           of "start" with "counters": the document "counters" of all
///   samples
///   {"do": "check"}                              {"error_over_bound", "elements"}
///
/// An answer {"error": text} instead means that it cannot.
int run_worker();

}  // namespace numapack

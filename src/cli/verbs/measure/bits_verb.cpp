// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "cli/grade/bits_page.hpp"
#include "cli/grade/libraries.hpp"
#include "cli/options/library_options.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/page.hpp"
#include "cli/verbs/verbs.hpp"
#include "grade/calls/random_call.hpp"

namespace numapack {

namespace {

struct BitsVerb {
  std::vector<std::string> libraries, routines;
  BitsOptions bits;
  std::vector<int> threads{2};
  JsonOption json;
};

void run(BitsVerb& verb) {
  const Machine machine = detect_machine();
  refuse_same_names(verb.libraries, machine);
  verb.bits.routines = chosen_routines(verb.routines, standard_routines());
  verb.bits.threads = {1};
  for (const int threads : verb.threads)
    if (threads != 1) verb.bits.threads.push_back(threads);
  const auto file = verb.json.open();
  const Conditions conditions = conditions_now(machine);
  const InterruptGuard guard;
  std::vector<LibraryBits> measured;
  {
    Progress progress;
    const ChildOptions all = watched_children(progress);
    refuse_what_does_not_load(verb.libraries, machine, all);
    for (const std::string& text : verb.libraries) {
      if (all.stopped()) break;
      ChildOptions one = all;
      one.progress = [&](const std::string& what, double share) {
        all.progress(what, (double(measured.size()) + share) / double(verb.libraries.size()));
      };
      measured.push_back(
          measure_bits([&](int threads) { return find_library(text, threads, machine); }, verb.bits, one));
    }
  }
  show(bits_page(measured, verb.bits, conditions), bits_document(measured, verb.bits, conditions),
       file.get());
  std::fflush(stdout);
  if (const int signal = InterruptGuard::signal_noted(); signal != 0) throw CLI::RuntimeError(128 + signal);
  for (const LibraryBits& library : measured)
    if (library.failed()) throw CLI::RuntimeError(1);
}

}  // namespace

void add_bits(CLI::App& app) {
  auto verb = std::make_shared<BitsVerb>();
  CLI::App& bits = *app.add_subcommand("bits",
                                       "How many random calls of any BLAS have other bits by threads, "
                                       "alignment, leading dimensions, or when repeated");
  add_library_options(bits, verb->libraries, verb->routines);
  bits.add_option("--calls", verb->bits.calls, "Random calls")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  bits.add_option("--threads", verb->threads, "Compare these numbers of threads with one (2)")
      ->delimiter(',')
      ->check(CLI::Range(1, 4096))
      ->option_text("N,...");
  bits.add_option("--seed", verb->bits.seed, "Of the calls")->capture_default_str();
  verb->json.add(bits);
  bits.footer(
      "Example:\n  numapack bits --library openblas --library /usr/lib/libnumapack_blas.so.0\n"
      "  numapack bits --library mine=./libmine.so --calls 1000 --threads 2,4 --routines gemm,trsm");
  bits.callback([verb] { run(*verb); });
}

}  // namespace numapack

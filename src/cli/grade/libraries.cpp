// SPDX-License-Identifier: BSD-3-Clause
#include "cli/grade/libraries.hpp"

#include "base/clock.hpp"
#include "base/error.hpp"
#include "cli/options/library_options.hpp"
#include "cli/terminal/interrupt.hpp"

namespace numapack {

ChildOptions watched_children(Progress& progress) {
  ChildOptions options;
  options.interrupted = stop_asked;
  options.progress = [&progress, start = seconds_now()](const std::string& what, double share) {
    const double spent = seconds_now() - start;
    progress.show(what, share > 0.02 ? spent / share - spent : -1);
  };
  return options;
}

void refuse_what_does_not_load(const std::vector<std::string>& libraries, const Machine& machine,
                               const ChildOptions& options) {
  for (const std::string& text : libraries) {
    const Peer peer = find_library(text, 1, machine);
    const ChildReport report = run_child(peer, {{"check", "load"}}, options);
    if (report.refused) invalid("--library " + peer.name, report.failure, "give the file of a BLAS library");
  }
}

}  // namespace numapack

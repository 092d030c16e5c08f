// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/pages/machine/topo.hpp"
#include "cli/verbs/python_verbs.hpp"
#include "cli/verbs/verbs.hpp"
#include "peer/worker.hpp"

namespace {

constexpr int kFailure = 1, kUsage = 2;

/// One line on standard error, whatever the message contains.
int complain(const CLI::App& app, std::string message, int status) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  message.erase(message.find_last_not_of(" .") + 1);
  const auto verbs = app.get_subcommands();
  const std::string verb = verbs.empty() ? "" : verbs.front()->get_name() + ": ";
  std::fflush(stdout);
  std::fputs(("numapack: " + verb + message + "\n").c_str(), stderr);
  return status;
}

/// What the parser means by "A subcommand is required".
std::string no_verb(const CLI::App& app, const char* word) {
  std::string text = word == nullptr ? "no verb" : "there is no verb " + std::string(word);
  text += "; there are";
  for (const CLI::App* verb : app.get_subcommands({}))
    if (!verb->get_group().empty()) text += " " + verb->get_name();
  return text;
}

}  // namespace

// NOLINTNEXTLINE(bugprone-exception-escape): for want of memory only, while it says what went wrong.
int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], numapack::kWorkerVerb) == 0) return numapack::run_worker();

  // What follows "stat --" or "run --" is another program's: the parser would look for our own options and
  // verbs in it.
  char** const last = argv + argc;
  char** const marker =
      argc > 1 && (std::strcmp(argv[1], "stat") == 0 || std::strcmp(argv[1], "run") == 0)
          ? std::find_if(argv, last, [](const char* word) { return std::strcmp(word, "--") == 0; })
          : last;
  CLI::App app(
      "NUMA-aware matrix multiplication: where the pages are, what is planned, how fast it is, and whether "
      "it is right",
      "numapack");
  app.set_version_flag("--version", "numapack " NUMAPACK_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(26);
  numapack::add_topo(app);
  numapack::add_gemm(app);
  numapack::add_plan(app);
  numapack::add_latency(app);
  numapack::add_coherence(app);
  numapack::add_stream(app);
  numapack::add_barrier(app);
  numapack::add_probe(app);
  numapack::add_tune(app);
  numapack::add_lab(app);
  numapack::add_where(app);
  const std::vector<std::string> command{marker == last ? last : marker + 1, last};
  numapack::add_run(app, command);
  numapack::add_stat(app, command);
  numapack::add_touch_demo(app);
  numapack::add_linpack(app);
  numapack::add_diff(app);
  numapack::add_advise(app);
  numapack::add_report(app);
  numapack::add_doctor(app);
  numapack::add_completion(app);
  numapack::add_manual(app);
  app.footer("numapack VERB --help explains a verb and gives an example.");
  try {
    if (argc >= 2 && std::strcmp(argv[1], numapack::kLabVerb) == 0) numapack::exec_lab(argv + 2);
    if (argc >= 2 && std::strcmp(argv[1], numapack::kReportVerb) == 0) numapack::exec_report(argv + 2);
    app.parse(static_cast<int>(marker - argv), argv);
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0
               ? 0
               : complain(app, "cannot write to standard output", kFailure);
  } catch (const CLI::RuntimeError& status) {
    return status.get_exit_code();
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::RequiredError& error) {
    return complain(app,
                    app.get_subcommands().empty() ? no_verb(app, argc > 1 ? argv[1] : nullptr) : error.what(),
                    kUsage);
  } catch (const CLI::ParseError& error) {
    return complain(app, error.what(), kUsage);
  } catch (const numapack::Error& error) {
    return complain(app, error.what(),
                    error.code() == numapack::ErrorCode::invalid_argument ? kUsage : kFailure);
  } catch (const std::exception& error) {
    return complain(app, error.what(), kFailure);
  }
}

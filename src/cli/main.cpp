// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "cli/complaints.hpp"
#include "cli/options/begin_of_command.hpp"
#include "cli/options/senseless.hpp"
#include "cli/pages/machine/topo.hpp"
#include "cli/terminal/fit.hpp"
#include "cli/terminal/page.hpp"
#include "cli/verbs/python_verbs.hpp"
#include "cli/verbs/verbs.hpp"
#include "grade/checks/check.hpp"
#include "peer/worker.hpp"

namespace {

constexpr int kFailure = 1, kUsage = 2;

/// One line on standard error, whatever the message contains. `words`: what was typed.
int complain(const CLI::App& app, const std::vector<std::string>& words, std::string message, int status) {
  message = numapack::as_typed(app, std::move(message), words);
  std::replace(message.begin(), message.end(), '\n', ' ');
  message.erase(message.find_last_not_of(" .") + 1);
  const auto verbs = app.get_subcommands();
  const std::string verb = verbs.empty() ? "" : verbs.front()->get_name() + ": ";
  std::fflush(stdout);
  numapack::print_message(verb + message);
  return status;
}

/// Pages of --help in lines that the terminal has.
class FittedHelp : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    return numapack::fit(CLI::Formatter::make_help(app, std::move(name), mode), numapack::page_width());
  }
};

/// The verbs that start another program: what follows theirs are its words.
std::size_t begin_of_command(const CLI::App& app, const std::vector<std::string>& words) {
  for (const char* const verb : {"stat", "run", "pin"})
    if (!words.empty() && words.front() == verb)
      return 1 + numapack::begin_of_command(*app.get_subcommand(verb), {words.begin() + 1, words.end()});
  return words.size();
}

}  // namespace

// NOLINTNEXTLINE(bugprone-exception-escape): for want of memory only, while it says what went wrong.
int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], numapack::kWorkerVerb) == 0) return numapack::run_worker();
  if (argc == 2 && std::strcmp(argv[1], numapack::kCheckVerb) == 0) return numapack::run_check_worker();

  CLI::App app(
      "NUMA-aware linear algebra: measure a machine, place matrices, plan and run calls, and prove where the "
      "accesses went",
      "numapack");
  app.set_version_flag("--version", "numapack " NUMAPACK_VERSION);
  app.require_subcommand(1);
  app.formatter(std::make_shared<FittedHelp>());
  app.get_formatter()->column_width(26);
  numapack::add_topo(app);
  numapack::add_gemm(app);
  numapack::add_plan(app);
  numapack::add_predict(app);
  numapack::add_latency(app);
  numapack::add_coherence(app);
  numapack::add_stream(app);
  numapack::add_barrier(app);
  numapack::add_probe(app);
  numapack::add_tune(app);
  numapack::add_lab(app);
  numapack::add_where(app);
  const auto command = std::make_shared<std::vector<std::string>>();
  numapack::add_run(app, command);
  numapack::add_pin(app, command);
  numapack::add_stat(app, command);
  numapack::add_spmv(app);
  numapack::add_touch_demo(app);
  numapack::add_linpack(app);
  numapack::add_bits(app);
  numapack::add_grade(app);
  numapack::add_diff(app);
  numapack::add_infer(app);
  numapack::add_advise(app);
  numapack::add_report(app);
  numapack::add_doctor(app);
  numapack::add_completion(app);
  numapack::add_manual(app);
  app.footer("numapack VERB --help explains a verb and gives an example.");
  for (CLI::App* const verb :
       app.get_subcommands([](CLI::App* one) { return one->get_help_ptr() != nullptr; }))
    verb->add_flag("--wide")->description("Do not fold tables to the width of the terminal");
  numapack::refuse_senseless_values(app);
  std::vector<std::string> words(argv + 1, argv + argc);
  const std::size_t own = begin_of_command(app, words);
  const auto end_of_own = words.begin() + std::ptrdiff_t(own);
  if (own < words.size()) command->assign(end_of_own + (words[own] == "--" ? 1 : 0), words.end());
  words.erase(end_of_own, words.end());
  numapack::print_wide(std::find(words.begin(), words.end(), "--wide") != words.end());
  const auto complained = [&](const std::string& message, int status) {
    return complain(app, words, message, status);
  };
  const auto written = [&](int status) {
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0
               ? status
               : complained("cannot write to standard output", kFailure);
  };
  try {
    if (argc >= 2 && std::strcmp(argv[1], numapack::kLabVerb) == 0) numapack::exec_lab(argv + 2);
    if (argc >= 2 && std::strcmp(argv[1], numapack::kReportVerb) == 0) numapack::exec_report(argv + 2);
    numapack::refuse_empty_items(app, words);
    app.parse(static_cast<int>(own) + 1, argv);
    return written(0);
  } catch (const CLI::RuntimeError& status) {
    return status.get_exit_code();
  } catch (const CLI::Success& help) {
    return written(app.exit(help));
  } catch (const CLI::RequiredError& error) {
    return complained(app.get_subcommands().empty() ? numapack::no_verb(app, argc > 1 ? argv[1] : "")
                                                    : numapack::missing(app, error.what()),
                      kUsage);
  } catch (const CLI::ExtrasError&) {
    return complained(numapack::unexpected(app), kUsage);
  } catch (const CLI::ConversionError& error) {
    return complained(numapack::unconverted(app, error.what()), kUsage);
  } catch (const CLI::ParseError& error) {
    return complained(error.what(), kUsage);
  } catch (const numapack::Error& error) {
    return complained(error.what(),
                      error.code() == numapack::ErrorCode::invalid_argument ? kUsage : kFailure);
  } catch (const std::exception& error) {
    return complained(error.what(), kFailure);
  }
}

// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "cli/options/node_options.hpp"
#include "cli/verbs/verbs.hpp"
#include "launch/launch.hpp"
#include "launch/program.hpp"

namespace numapack {

namespace {

struct RunVerb {
  std::vector<std::string> command;
  std::string nodes, memory = "default";
  std::optional<int> threads;
};

LaunchMemory parse_memory(const std::string& text) {
  if (text == "default") return LaunchMemory::as_it_is;
  if (text == "local") return LaunchMemory::local;
  if (text == "interleave") return LaunchMemory::interleaved;
  invalid("--memory", "there is no \"" + text + "\"", "use default, local or interleave");
}

void say(const std::string& line) { fmt::print(stderr, "numapack: run: {}\n", line); }

/// Statuses of a command that did not start, as shells and nice have them.
constexpr int not_runnable = 126, not_found = 127;

void run(const RunVerb& verb) {
  if (verb.command.empty())
    invalid("command", "there is none", "give it after --, as in numapack run -- python3 train.py");
  if (verb.threads && *verb.threads < 1)
    invalid("--threads", fmt::format("{} is no number of threads", *verb.threads), "use 1 or more");
  const Machine machine = detect_machine();
  const ProgramSearch search = program_search_of_environment();
  const Launch launch{find_blas_library(), search.preloaded, verb.threads.value_or(0),
                      verb.nodes.empty() ? std::vector<int>() : parse_nodes(verb.nodes, machine),
                      parse_memory(verb.memory)};
  const std::string& path = search.path;
  const auto program = find_program(verb.command.front(), path);
  if (!program) {
    say(fmt::format("{}: there is no such program; give one and its arguments", verb.command.front()));
    throw CLI::RuntimeError(not_found);
  }
  // It runs all the same: its own children may be reached.
  if (const std::string why = why_not_reached(*program, path); !why.empty())
    say(fmt::format("numapack does not reach {}: it {}", program->string(), why));
  for (const std::string& refusal : prepare(launch, machine)) say(refusal);
  std::vector<char*> arguments;
  for (const std::string& word : verb.command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::fflush(nullptr);
  execv(program->c_str(), arguments.data());
  say(fmt::format("{}: cannot be run: {}", program->string(), std::strerror(errno)));
  throw CLI::RuntimeError(not_runnable);
}

}  // namespace

void add_run(CLI::App& app, std::vector<std::string> command) {
  auto verb = std::make_shared<RunVerb>();
  verb->command = std::move(command);
  CLI::App& run_app =
      *app.add_subcommand("run", "Run any program on numapack in place of its own BLAS and LAPACK");
  run_app.add_option("--threads", verb->threads, "At most so many threads of numapack's a process");
  run_app.add_option("--nodes", verb->nodes, "CPUs of these nodes only: 0,1 or 0-3");
  run_app.add_option(
      "--memory", verb->memory,
      "default: the policy that there is; local: where it is touched first; interleave: page by "
      "page over the nodes");
  run_app.footer(
      "numapack run [OPTIONS] -- COMMAND [ARGUMENTS...]\n"
      "The command takes this process's place: its output, signals and status are its own.\n"
      "Example:\n"
      "  numapack run -- python3 train.py\n"
      "  numapack run --memory interleave -- R -f model.R");
  run_app.callback([verb] { run(*verb); });
}

}  // namespace numapack

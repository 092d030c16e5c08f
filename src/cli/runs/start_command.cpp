// SPDX-License-Identifier: BSD-3-Clause
#include "cli/runs/start_command.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/clock.hpp"
#include "base/limits.hpp"
#include "cli/terminal/page.hpp"
#include "launch/child.hpp"
#include "launch/program.hpp"

namespace numapack {

namespace {

/// Statuses of a command that did not start, as shells and nice have them.
constexpr int not_runnable = 126, not_found = 127;

void complain(const std::string& verb, const std::string& line) {
  print_message(fmt::format("{}: {}", verb, line));
}

[[noreturn]] void refuse_program(const std::string& verb, const std::string& program, int why) {
  if (why == ENOENT)
    complain(verb, fmt::format("{}: there is no such program; give one and its arguments", program));
  else
    complain(verb, fmt::format("{}: cannot be run: {}", program, std::strerror(why)));
  throw CLI::RuntimeError(why == ENOENT ? not_found : not_runnable);
}

}  // namespace

std::string program_of(const std::string& verb, const std::string& word) {
  const auto [found, why_not] = find_program(word, program_search_of_environment().path);
  if (why_not != 0) refuse_program(verb, word, why_not);
  return found.string();
}

void refuse_found_program(const std::string& verb, const std::string& program, int why) {
  if (why != ENOENT) refuse_program(verb, program, why);
  const std::vector<std::string> interpreter = interpreter_of(program);
  complain(verb, fmt::format("{}: cannot be run: {} is not there", program,
                             interpreter.empty() ? "its loader" : interpreter.front()));
  throw CLI::RuntimeError(not_runnable);
}

void become_command(const std::string& verb, const std::vector<std::string>& words) {
  const std::string program = program_of(verb, words.front());
  std::fflush(nullptr);
  refuse_found_program(verb, program, become(program, words));
}

StartedCommand run_command_to_its_end(const std::string& verb, const std::vector<std::string>& words) {
  const std::string program = program_of(verb, words.front());
  std::fflush(nullptr);
  const double begin = seconds_now();
  const ChildEnd end = run_to_its_end(program, words);
  if (end.not_begun != 0) refuse_found_program(verb, program, end.not_begun);
  return {end.status, seconds_now() - begin};
}

}  // namespace numapack

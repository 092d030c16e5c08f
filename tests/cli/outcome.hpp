// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "support/command.hpp"

namespace numapack {

/// How the command ended, and what it said.
struct Outcome {
  int status;
  std::string out, error;
};

inline Outcome run(const std::vector<std::string>& words) {
  testing::Command command(NUMAPACK_COMMAND, words);
  const int status = command.wait();
  return {status, command.out(), command.error()};
}

/// The same of `probe` with this budget, and with four and sixteen times as much where others leave it no
/// time to measure anything. Samples of visits that they disturb are kept: a test must not depend on quiet.
struct Probed : Outcome {
  int budget;

  /// Nothing was measured, because others have the machine.
  bool is_hopeless() const {
    const auto said = [&](const char* words) { return error.find(words) != std::string::npos; };
    return status == 1 && said("not quiet: ") && said("no cell has a figure");
  }
};

inline Probed run_probe(int budget, std::vector<std::string> words = {}) {
  words.insert(words.begin(), {"probe", "--keep-disturbed", "--budget", std::to_string(budget)});
  for (const int longer : {budget, 4 * budget, 16 * budget}) {
    words[3] = std::to_string(longer);
    const Outcome outcome = run(words);
    if (outcome.status != 1 || longer == 16 * budget) return {outcome, longer};
  }
  return {};
}

/// The command's word, and nothing else.
inline bool one_line(const std::string& text) {
  return text.starts_with("numapack: ") && std::count(text.begin(), text.end(), '\n') == 1;
}

inline const std::string kKunpeng = std::string(NUMAPACK_MACHINES) + "/kunpeng920.xml";

}  // namespace numapack

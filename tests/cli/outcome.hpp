// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

inline const std::string kKunpeng = std::string(NUMAPACK_MACHINES) + "/kunpeng920.xml";

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"

#include <utility>

namespace numapack {

namespace {
std::string sentence(const std::string& where, const std::string& problem, const std::string& advice) {
  return where + ": " + problem + (advice.empty() ? "" : "; " + advice);
}
}  // namespace

Error::Error(ErrorCode code, std::string where, std::string problem, std::string advice)
    : std::runtime_error(sentence(where, problem, advice)),
      code_(code),
      where_(std::move(where)),
      problem_(std::move(problem)),
      advice_(std::move(advice)) {}

void invalid(std::string where, std::string problem, std::string advice) {
  throw Error(ErrorCode::invalid_argument, std::move(where), std::move(problem), std::move(advice));
}

}  // namespace numapack

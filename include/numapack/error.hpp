// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#if __cplusplus < 202002L
#error "numapack needs C++20: compile with -std=c++20, or link CMake's numapack::numapack, which asks for it"
#endif

#include <stdexcept>
#include <string>

#include "numapack/export.h"

namespace numapack {

enum class ErrorCode {
  invalid_argument = 1,  ///< The caller requested something impossible: a negative size, an unknown node.
  out_of_memory = 2,     ///< The operands or the workspace do not fit.
  not_supported = 3,     ///< This machine or build lacks the requested feature.
  system = 4,            ///< The operating system refused a call that must succeed.
};

/// What went wrong, where, and what to do about it. `what()` is the one line a person reads:
/// "<where>: <problem>; <advice>". The C interface turns it into a code and a message.
class NUMAPACK_API Error : public std::runtime_error {
 public:
  Error(ErrorCode code, std::string where, std::string problem, std::string advice);

  ErrorCode code() const noexcept { return code_; }
  const std::string& where() const noexcept { return where_; }
  const std::string& problem() const noexcept { return problem_; }
  const std::string& advice() const noexcept { return advice_; }

 private:
  ErrorCode code_;
  std::string where_, problem_, advice_;
};

}  // namespace numapack

#pragma once

#include <stdexcept>
#include <string>

namespace numapack {

enum class ErrorCode {
  invalid_argument,  ///< The caller asked for something that cannot be: a negative size, an unknown node.
  out_of_memory,     ///< The operands or the workspace do not fit.
  not_supported,     ///< This machine or build lacks what was asked for.
  system,            ///< The operating system refused a call that must succeed.
};

/// What went wrong, where, and what to do about it. `what()` is the one line a person reads:
/// "<where>: <problem>; <advice>". Thrown by every room; the C interface turns it into a code.
class Error : public std::runtime_error {
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

/// Shorthand for the commonest case: a value that is not allowed.
[[noreturn]] void invalid(std::string where, std::string problem, std::string advice);

}  // namespace numapack

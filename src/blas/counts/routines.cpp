// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include "base/error.hpp"
#include "blas/counts/routine.hpp"

namespace numapack::standard {

namespace {

constexpr std::uint64_t all = (std::uint64_t{1} << routine_count) - 1;

[[noreturn]] void refuse(std::string_view part) {
  std::string known;
  for (const char* const name : routine_names) known += std::string(known.empty() ? "" : ", ") + name;
  throw Error(ErrorCode::invalid_argument, "NUMAPACK_ROUTINES",
              "\"" + std::string(part) + "\" is no routine with - or + before it",
              "use -all or, separated by commas, " + known);
}

std::uint64_t bits_of(std::string_view part) {
  const std::string_view name = part.substr(1);
  if (name == "all") return all;
  for (std::size_t i = 0; i < routine_count; ++i)
    if (name == routine_names[i]) return std::uint64_t{1} << i;
  refuse(part);
}

}  // namespace

std::uint64_t routines_left(std::string_view text) {
  std::string_view rest = text;
  std::uint64_t left = 0;
  bool first = true;
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(part.size() < rest.size() ? part.size() + 1 : part.size());
    if (part.size() < 2 || (part[0] != '-' && part[0] != '+')) refuse(part);
    // The first one says whether the others are those that stay or those that go.
    if (first && part[0] == '+') left = all;
    first = false;
    if (part[0] == '-')
      left |= bits_of(part);
    else
      left &= ~bits_of(part);
  }
  return left;
}

}  // namespace numapack::standard

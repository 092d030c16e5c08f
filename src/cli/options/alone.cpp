// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options/alone.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/error.hpp"

namespace numapack {

void refuse_beside(const CLI::App& verb, const std::string& option, const std::vector<std::string>& allowed) {
  if (verb.count(option) == 0) return;
  for (const CLI::Option* const other : verb.get_options()) {
    const std::string name = other->get_name();
    if (name != option && std::ranges::find(allowed, name) == allowed.end()) refuse_both(verb, name, option);
  }
}

void refuse_both(const CLI::App& verb, const std::string& one, const std::string& other) {
  if (verb.count(one) > 0 && verb.count(other) > 0)
    invalid(one, "does not go with " + other, "leave one of them out");
}

}  // namespace numapack

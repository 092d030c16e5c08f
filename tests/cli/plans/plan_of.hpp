// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"

namespace numapack::testing {

/// What `numapack plan` with these words says of a machine of four nodes.
inline nlohmann::json plan_of(std::vector<std::string> words) {
  words.insert(words.begin(), "plan");
  words.insert(words.end(), {"--from", kKunpeng, "--json"});
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  return nlohmann::json::parse(outcome.out).at("plan");
}

}  // namespace numapack::testing

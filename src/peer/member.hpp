// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "peer/processes/process.hpp"

namespace numapack {

/// One process of a comparison: awake while it has the machine, stopped otherwise, remembered when it failed.
class Member {
 public:
  Member(std::string name, const std::string& program, const Environment& environment,
         std::function<bool()> interrupted);

  const std::string& name() const { return name_; }
  bool alive() const { return failure_.empty(); }
  const std::string& failure() const { return failure_; }

  /// Wakes it until it has answered. Its answer, or nothing: it died, was silent for `seconds`, said that it
  /// cannot (all three end it and set failure()), or an interrupt came (which does not). Returns nothing at
  /// once if it has failed before.
  std::optional<nlohmann::json> ask(const nlohmann::json& message, double seconds);

 private:
  std::optional<nlohmann::json> answer_to(const nlohmann::json& message, double seconds);
  void fail(std::string why);

  std::string name_;
  std::function<bool()> interrupted_;
  Process process_;
  std::string failure_;
};

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "peer/member.hpp"

#include <nlohmann/json.hpp>

#include "peer/worker.hpp"

namespace numapack {

Member::Member(std::string name, const std::string& program, const Environment& environment,
               std::function<bool()> interrupted)
    : name_(std::move(name)),
      interrupted_(std::move(interrupted)),
      process_(program, {kWorkerVerb}, environment) {}

std::optional<nlohmann::json> Member::ask(const nlohmann::json& message, double seconds) {
  if (!alive()) return std::nullopt;
  process_.resume();
  std::optional<nlohmann::json> answer = answer_to(message, seconds);
  if (interrupted_ && interrupted_()) return answer;  // it may be in the middle of one, and is killed soon
  if (alive() && !process_.stop()) fail(process_.post_mortem());
  return answer;
}

std::optional<nlohmann::json> Member::answer_to(const nlohmann::json& message, double seconds) {
  std::optional<nlohmann::json> answer;
  if (process_.messages().send(message)) answer = process_.messages().receive(seconds, interrupted_);
  if (!answer) {
    if (interrupted_ && interrupted_()) return std::nullopt;
    const std::string silence = process_.messages().timed_out()
                                    ? "silent for " + std::to_string(static_cast<int>(seconds)) + " seconds, "
                                    : "";
    fail(silence + process_.post_mortem());
    return std::nullopt;
  }
  if (answer->contains("error")) {
    fail(answer->at("error").get<std::string>());
    process_.post_mortem();
    return std::nullopt;
  }
  return answer;
}

void Member::fail(std::string why) { failure_ = why.empty() ? "failed" : std::move(why); }

}  // namespace numapack

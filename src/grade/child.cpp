// SPDX-License-Identifier: BSD-3-Clause
#include "grade/child.hpp"

#include "grade/checks/check.hpp"
#include "peer/processes/process.hpp"

namespace numapack {

ChildReport run_child(const Peer& library, nlohmann::json order, const ChildOptions& options,
                      const std::function<void(const nlohmann::json&)>& hear) {
  ChildReport report;
  order["paths"] = library.paths;
  Process process(options.program, {kCheckVerb}, library.environment);
  process.messages().send(order);
  while (true) {
    const auto message = process.messages().receive(options.patience, options.interrupted);
    if (options.stopped()) return report;
    if (!message) {
      if (process.messages().timed_out())
        report.failure = "silent for " + std::to_string(static_cast<int>(options.patience)) + " seconds, ";
      report.failure += process.post_mortem();
      return report;
    }
    if (message->contains("version")) {
      report.version = message->at("version").get<std::string>();
      report.path = message->at("path").get<std::string>();
    } else if (message->contains("error")) {
      report.failure = message->at("error").get<std::string>();
      report.refused = report.path.empty();
      return report;
    } else if (message->contains("end")) {
      break;
    } else {
      report.said.push_back(*message);
      if (hear) hear(*message);
    }
  }
  report.ending = process.wait(options.patience);
  return report;
}

}  // namespace numapack

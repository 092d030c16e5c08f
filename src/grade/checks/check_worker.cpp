// SPDX-License-Identifier: BSD-3-Clause
#include <map>

#include "base/error.hpp"
#include "grade/checks/check.hpp"
#include "peer/processes/process.hpp"

namespace numapack {

int run_check_worker() {
  static const std::map<std::string, void (*)(const CheckRun&)> checks{{"load", [](const CheckRun&) {}},
                                                                       {"bits", check_bits},
                                                                       {"accuracy", check_accuracy},
                                                                       {"residuals", check_residuals},
                                                                       {"exceptions", check_exceptions},
                                                                       {"callers", check_callers},
                                                                       {"fork", check_fork},
                                                                       {"stack", check_stack},
                                                                       {"end", check_end},
                                                                       {"arguments", check_arguments}};
  Messages messages(Process::kMessages);
  const std::optional<nlohmann::json> order = messages.receive();
  if (!order) return 1;
  const std::function<void(const nlohmann::json&)> say = [&](const nlohmann::json& what) {
    messages.send(what);
  };
  try {
    const BlasLibrary library(order->at("paths").get<std::vector<std::string>>(),
                              BlasLibrary::Names::standard);
    say({{"version", library.version()}, {"path", library.path()}});
    checks.at(order->at("check").get<std::string>())({*order, library, say});
    say({{"end", true}});
  } catch (const Error& error) {
    say({{"error", error.where() == "--peer" ? error.problem() : error.what()}});
  } catch (const std::exception& error) {
    say({{"error", error.what()}});
  }
  return 0;
}

}  // namespace numapack

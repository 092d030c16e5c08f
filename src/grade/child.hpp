// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "peer/processes/known_peers.hpp"

namespace numapack {

/// What a check in a process of its own said, and how that ended.
struct ChildReport {
  std::string version, path;
  std::vector<nlohmann::json> said;
  std::string failure;   ///< why it did not come to its end: a crash, a hang, an error; "" if it did
  bool refused = false;  ///< it cannot be loaded, as `failure` says
  std::string ending;    ///< how the process ended after that, "" if with status 0
};

/// What all children of a measurement have in common.
struct ChildOptions {
  std::string program = "/proc/self/exe";  ///< that has the check's subcommand
  double patience = 60;                    ///< seconds to wait for one message
  std::function<bool()> interrupted;       ///< asked some times a second
  /// The current part, and its finished share.
  std::function<void(const std::string& what, double share)> progress;

  bool stopped() const { return interrupted && interrupted(); }
};

/// Runs one check of one library; `order` without "paths". With an interrupt what was said until then is in
/// the report, without a failure.
ChildReport run_child(const Peer& library, nlohmann::json order, const ChildOptions& options,
                      const std::function<void(const nlohmann::json&)>& hear = {});

}  // namespace numapack

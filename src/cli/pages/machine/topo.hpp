// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "machine/machine.hpp"

namespace numapack {

/// Adds the subcommand `topo`: this machine, or a captured or described one, as a page or as JSON. Errors are
/// thrown.
void add_topo(CLI::App& app);

/// The page that `numapack topo` prints.
std::string describe_machine(const Machine& machine);

/// The document that `numapack topo --json` writes; docs/reference/measure/topo.md describes it.
nlohmann::json machine_to_json(const Machine& machine);

}  // namespace numapack

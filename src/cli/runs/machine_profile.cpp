// SPDX-License-Identifier: BSD-3-Clause
#include "cli/runs/machine_profile.hpp"

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "cli/terminal/json_values.hpp"
#include "profile/document/fingerprint.hpp"
#include "profile/document/json.hpp"
#include "profile/knowledge.hpp"
#include "profile/planning.hpp"
#include "profile/store.hpp"

namespace numapack {

bool is_profile(const std::string& from) { return from.ends_with(".json"); }

Machine machine_or_profile(const std::string& from) {
  if (!is_profile(from)) return machine_from(from);
  const ProfiledMachine described = read_profile(from).machine;
  if (described.hwloc.empty()) {
    invalid(from, "does not describe its machine (it has no \"hwloc\")",
            "give an hwloc XML file of that machine; topo, plan and predict take this file with --profile");
  }
  Machine machine = load_machine(described.hwloc);
  machine.source = from;
  machine.architecture = described.architecture;
  machine.cpu = {};
  machine.cpu.architecture = described.architecture;
  machine.cpu.model_name = described.name;
  for (Package& package : machine.packages) package.model = described.name;
  for (const ProfiledNode& node : described.nodes) {
    const int index = machine.node_by_os_index(node.os_index);
    if (index >= 0 && !node.kind.empty()) machine.nodes[static_cast<std::size_t>(index)].kind = node.kind;
  }
  return machine;
}

namespace {

ChosenProfile named_or_found(const std::string& option, const std::string& from, const Machine& machine) {
  ChosenProfile chosen;
  if (option == "none") {
    chosen.figures = estimate_profile(machine);
    chosen.remark = "no profile, as asked";
    return chosen;
  }
  if (const std::string path = option.empty() && is_profile(from) ? from : option; !path.empty()) {
    chosen.path = path;
    chosen.measured = read_profile(path);
    chosen.figures = planning_profile(*chosen.measured, machine);
    const std::string& whose = chosen.measured->machine.fingerprint;
    if (!whose.empty() && whose != fingerprint(machine)) {
      chosen.remark = "of another machine (fingerprint " + whose + "), used as asked";
    }
    return chosen;
  }
  FoundProfile found = find_profile(machine);
  chosen.figures = profile_of(found, machine);
  chosen.measured = std::move(found.profile);
  chosen.path = found.path;
  chosen.ignored = found.ignored;
  return chosen;
}

}  // namespace

ChosenProfile choose_profile(const std::string& option, const std::string& from, const Machine& machine) {
  ChosenProfile chosen = named_or_found(option, from, machine);
  const std::string level = limits_of_environment().bits;
  const Profile& all = chosen.figures;
  const bool loses = !all.tuned.empty() || !all.tuned_figures.empty() || !all.kernel_costs.empty();
  chosen.figures = at_level(std::move(chosen.figures), level);
  if (!level.empty() && loses)
    chosen.remark += (chosen.remark.empty() ? "" : ", ") +
                     ("without its tuned figures and kernels' rates at the level " + level);
  return chosen;
}

std::string describe(const ChosenProfile& chosen, const std::string& indent) {
  if (!chosen.ignored.empty()) return chosen.path + " is ignored: " + chosen.ignored;
  std::string text = chosen.measured ? chosen.path + ", " + chosen.measured->machine.name
                                     : std::string("none; numapack probe measures one");
  if (!chosen.measured && !chosen.remark.empty()) return chosen.remark;
  if (!chosen.remark.empty()) text += ", " + chosen.remark;
  const std::string lacks = chosen.measured ? hollow_text(*chosen.measured) : "";
  return lacks.empty() ? text : text + "\n" + indent + lacks;
}

nlohmann::json to_json(const ChosenProfile& chosen) {
  return {{"path", or_null(chosen.path)},
          {"ignored", or_null(chosen.ignored)},
          {"remark", or_null(chosen.remark)},
          {"source", chosen.figures.source},
          {"hollow", chosen.measured ? hollow(*chosen.measured) : std::vector<std::string>{}}};
}

}  // namespace numapack

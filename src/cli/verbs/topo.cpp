// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/machine/topo.hpp"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/pages/machine/cpu_page.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/runs/machine_profile.hpp"
#include "profile/document/fingerprint.hpp"

namespace numapack {
namespace {

struct TopoVerb {
  std::string from, json;
  CLI::Option* json_given = nullptr;
};

void run(const TopoVerb& verb) {
  const Machine machine = machine_or_profile(verb.from);
  const ChosenProfile chosen = choose_profile("", verb.from, machine);
  const RowChoice row = row_of(machine);
  if (const auto file = json_file(verb.json_given, verb.json)) {
    nlohmann::json document = machine_to_json(machine);
    document["cpu"] = row_to_json(row, machine.cpu, chosen.figures);
    document["fingerprint"] = fingerprint(machine);
    document["profile"] = to_json(chosen);
    file->write(document);
  } else {
    fmt::print("{}\nCPU\n{}\nProfile\n{}\nfingerprint {}\n", describe_machine(machine),
               describe_row(row, machine.cpu, chosen.figures), describe(chosen), fingerprint(machine));
  }
}

}  // namespace

void add_topo(CLI::App& app) {
  auto verb = std::make_shared<TopoVerb>();
  CLI::App& topo = *app.add_subcommand("topo",
                                       "Show packages, dies, NUMA nodes, caches, distances, what this "
                                       "process may use, and whose figures kernels have");
  topo.add_option("--from", verb->from,
                  "Another machine: an hwloc XML file, a profile (.json), or a synthetic description such as "
                  "\"pack:2 numa:2 l3:1 core:24 pu:1\"")
      ->type_name("MACHINE")
      ->check([](const std::string& text) { return text.empty() ? "give a file or a description" : ""; });
  verb->json_given = add_json_option(topo, verb->json);
  topo.footer(
      "Example:\n"
      "  numapack topo\n"
      "  numapack topo --from tests/machines/kunpeng920.xml\n"
      "  numapack topo --from \"pack:2 numa:2 l3:1 core:24 pu:1\" --json");
  topo.callback([verb] { run(*verb); });
}

}  // namespace numapack

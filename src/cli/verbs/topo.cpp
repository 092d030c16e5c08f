// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/machine/topo.hpp"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/pages/machine/cpu_page.hpp"
#include "cli/pages/machine/picture.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/runs/machine_profile.hpp"
#include "cli/terminal/page.hpp"
#include "profile/document/fingerprint.hpp"

namespace numapack {
namespace {

struct TopoVerb {
  std::string from, profile, draw;
  JsonOption json;
  CLI::Option* draw_given = nullptr;
};

void draw(const TopoVerb& verb, const MachinePicture& picture) {
  if (verb.draw.empty())
    fmt::print("{}", drawn_as_text(picture, page_width()));
  else
    JsonFile(verb.draw, "--draw").write_text(drawn_as_svg(picture));
}

void run(const TopoVerb& verb) {
  const Machine machine = machine_or_profile(verb.from);
  const ChosenProfile chosen = choose_profile(verb.profile, verb.from, machine);
  if (verb.draw_given->count() > 0) return draw(verb, picture_of(machine, chosen.measured));
  const MicroarchChoice microarch = microarch_of(machine);
  if (const auto file = verb.json.open()) {
    nlohmann::json document = machine_to_json(machine);
    document["cpu"] = microarch_to_json(microarch, machine.cpu, chosen.figures);
    document["fingerprint"] = fingerprint(machine);
    document["profile"] = to_json(chosen);
    file->write(document);
  } else {
    print_page(fmt::format("{}\nCPU\n{}\nProfile\n{}\nfingerprint {}\n", describe_machine(machine),
                           describe_microarch(microarch, machine.cpu, chosen.figures), describe(chosen),
                           fingerprint(machine)));
  }
}

}  // namespace

void add_topo(CLI::App& app) {
  auto verb = std::make_shared<TopoVerb>();
  CLI::App& topo = *app.add_subcommand(
      "topo", "Show packages, dies, NUMA nodes, caches, distances, and what this process may use");
  topo.add_option("--from", verb->from,
                  "Another machine: an hwloc XML file, a profile (.json), or a synthetic description such as "
                  "\"pack:2 numa:2 l3:1 core:24 pu:1\"")
      ->type_name("MACHINE")
      ->check([](const std::string& text) { return text.empty() ? "give a file or a description" : ""; });
  topo.add_option("--profile", verb->profile, "With --draw: figures from this profile; none: without")
      ->type_name("PROFILE");
  verb->draw_given =
      topo.add_option("--draw", verb->draw,
                      "A picture of nodes, caches and what was measured between nodes: in the terminal, "
                      "or as SVG into a file")
          ->expected(0, 1)
          ->type_name("FILE");
  verb->json.add(topo)->excludes(verb->draw_given);
  topo.footer(
      "Example:\n"
      "  numapack topo\n"
      "  numapack topo --from tests/machines/kunpeng920.xml\n"
      "  numapack topo --draw --from data/machines/kunpeng920-6426.json\n"
      "  numapack topo --draw machine.svg\n"
      "  numapack topo --from \"pack:2 numa:2 l3:1 core:24 pu:1\" --json");
  topo.callback([verb] { run(*verb); });
}

}  // namespace numapack

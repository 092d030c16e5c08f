// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <charconv>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "cli/options/numbers.hpp"
#include "cli/options/quoted.hpp"
#include "cli/pages/structure_page.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/runs/shown_profile.hpp"
#include "cli/runs/stored_profiles.hpp"
#include "cli/terminal/page.hpp"
#include "cli/terminal/progress.hpp"
#include "cli/verbs/verbs.hpp"
#include "insight/position/firmware.hpp"
#include "machine/machine.hpp"
#include "profile/document/json.hpp"
#include "profile/store.hpp"

namespace numapack {

namespace {

struct InferVerb {
  std::string from, matrix, between = "auto", mesh;
  int ring = 0;
  std::vector<std::string> memories;
  JsonOption json;
};

std::pair<int, int> place_of(const std::string& text, char between, const char* option, const char* example) {
  const auto place = two_numbers(text, between);
  if (!place)
    invalid(option, quoted(text) + " is not a pair of numbers", std::string("use such as ") + example);
  return *place;
}

Mesh mesh_of(const InferVerb& verb) {
  if (verb.ring > 0) return {verb.ring, 1, true};
  constexpr int most = 64;
  const auto [width, height] = place_of(verb.mesh, 'x', "--mesh", "6x6");
  if (width < 1 || height < 1 || width > most || height > most)
    invalid("--mesh", verb.mesh + " is no mesh", fmt::format("use 1x1 to {}x{}", most, most));
  return {width, height, false};
}

/// NODE=X,Y for each column, in their order.
std::vector<MeshTile> tiles_of(const InferVerb& verb, const LatencyTable& table) {
  std::map<int, MeshTile> given;
  for (const std::string& text : verb.memories) {
    const std::size_t equals = text.find('=');
    int node = -1;
    const auto end = std::from_chars(text.data(), text.data() + std::min(equals, text.size()), node);
    if (equals == std::string::npos || end.ec != std::errc() || end.ptr != text.data() + equals)
      invalid("--memory", "\"" + text + "\" names no tile", "give such as 0=5,0 (a ring: 0=5)");
    const std::string tile = text.substr(equals + 1) + (verb.ring > 0 ? ",0" : "");
    given[node] = place_of(tile, ',', "--memory", "0=5,0 (a ring: 0=5)");
  }
  std::vector<MeshTile> tiles;
  for (const int node : table.columns) {
    const auto tile = given.find(node);
    if (tile == given.end())
      invalid("--memory", fmt::format("node {} has no tile", node),
              "give one for each node whose memory was read");
    tiles.push_back(tile->second);
  }
  return tiles;
}

LatencyTable table_of(const InferVerb& verb, const MeasuredProfile& profile) {
  if (verb.between == "cores") return pair_table(profile);
  LatencyTable memory = memory_table(profile);
  if (verb.between == "memory") return memory;
  // A few cores' latencies tell nothing of the others.
  LatencyTable pairs = pair_table(profile);
  return pairs.cpus.size() > memory.cpus.size() ? pairs : memory;
}

void run(const InferVerb& verb) {
  if (!verb.memories.empty() && verb.ring == 0 && verb.mesh.empty())
    invalid("--memory", quoted(verb.memories.front()) + " places nothing without a mesh or a ring",
            "add --mesh WxH or --ring N");
  std::string head;
  FoundStructure found;
  ProfiledMachine machine;
  if (!verb.matrix.empty()) {
    found.table = read_pair_table("--matrix", verb.matrix);
    head = verb.matrix + "\n";
  } else {
    const FoundProfile given = verb.from.empty() ? kept_profile_here("infer", "give --from PROFILE")
                                                 : FoundProfile{read_profile(verb.from), verb.from, ""};
    const MeasuredProfile& profile = *given.profile;
    found.table = table_of(verb, profile);
    machine = profile.machine;
    found.layout = machine.layout;
    head = whose_figures(profile, given.path);
    if (found.table.cpus.empty()) {
      found.whole = find_structure(profile.reported, found.options);
      head += "\nthe profile has no such latencies; it has " + tables_text(profile) + "\n";
      if (!found.whole.because.empty()) head += "no structure: " + found.whole.because + "\n";
    }
  }
  const auto file = verb.json.open();
  Progress progress;
  double begun = seconds_now();
  found.options.each_shuffle = [&](int made) {
    if (made == 1) begun = seconds_now();
    progress.show(fmt::format("shuffled figures, {} of {}", made, found.options.shuffles),
                  (seconds_now() - begun) / made * (found.options.shuffles - made));
  };
  if (!found.table.cpus.empty()) found.whole = find_structure(found.table, found.options);
  if (found.whole.structure != LatencyStructure::none)
    found.nearest = nearest_memories(found.table, machine, found.options);
  found.disagreements = against_firmware(found.whole, found.nearest, machine, found.options);
  if (verb.ring > 0 || !verb.mesh.empty()) {
    found.mesh = mesh_of(verb);
    found.fit = place_on_mesh(found.table, found.mesh, tiles_of(verb, found.table));
  }
  progress.clear();
  nlohmann::json document = to_json(found);
  document["source"] = verb.matrix.empty() ? machine.name : verb.matrix;
  show(head + (found.table.cpus.empty() ? "" : "\n" + structure_page(found)), document, file.get());
}

}  // namespace

void add_infer(CLI::App& app) {
  auto verb = std::make_shared<InferVerb>();
  CLI::App& infer = *app.add_subcommand(
      "infer", "Infer where cores are from latencies alone: groups, order, places on a mesh or ring");
  auto* const from =
      infer.add_option("--from", verb->from, "A profile instead of the one stored for this machine")
          ->type_name("PROFILE");
  auto* const matrix = infer
                           .add_option("--matrix", verb->matrix,
                                       "Latencies between cores as CSV, as core-to-core-latency writes them")
                           ->type_name("FILE")
                           ->excludes(from);
  infer
      .add_option("--between", verb->between,
                  "cores, memory (of nodes), or auto: what more CPUs have figures of")
      ->check(CLI::IsMember({"auto", "cores", "memory"}))
      ->capture_default_str()
      ->excludes(matrix);
  auto* const mesh = infer.add_option("--mesh", verb->mesh, "Place cores on a mesh of tiles such as 6x6");
  auto* const ring = infer.add_option("--ring", verb->ring, "Place cores on a ring with this many stops")
                         ->check(CLI::Range(2, 4096))
                         ->excludes(mesh);
  infer
      .add_option("--memory", verb->memories,
                  "Where a node's memory sits, NODE=X,Y (on a ring NODE=STOP), each")
      ->type_name("PLACE");
  mesh->excludes(matrix);
  ring->excludes(matrix);
  verb->json.add(infer);
  infer.footer(
      "Example:\n  numapack infer\n  numapack infer --from data/machines/epyc-rome-nps4.json\n"
      "  numapack infer --from profile.json --mesh 6x6 --memory 0=0,0 --memory 1=5,5\n"
      "  numapack infer --matrix latencies.csv");
  infer.callback([verb] { run(*verb); });
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "cli/pages/advice_page.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/runs/machine_profile.hpp"
#include "cli/runs/shown_profile.hpp"
#include "cli/runs/stored_profiles.hpp"
#include "cli/terminal/page.hpp"
#include "cli/verbs/verbs.hpp"
#include "insight/annotate.hpp"
#include "profile/document/fingerprint.hpp"
#include "profile/document/json.hpp"
#include "profile/knowledge.hpp"
#include "profile/store.hpp"

namespace numapack {

namespace {

struct AdviseVerb {
  std::string profile, threads, from, xml;
  JsonOption json;
  CLI::Option* xml_given = nullptr;
};

MeasuredProfile profile_for(const AdviseVerb& verb, std::string& path) {
  if (is_profile(verb.from) && !verb.profile.empty())
    invalid("--from, --profile", "both name a profile", "give one of them less");
  if (!verb.from.empty() && !is_profile(verb.from) && verb.xml_given->count() == 0)
    invalid("--from", "\"" + verb.from + "\" is no profile, and only --hwloc-xml needs a tree",
            "give a profile (FILE.json), or --hwloc-xml");
  path = is_profile(verb.from) ? verb.from : verb.profile;
  if (!path.empty()) return read_profile(path);
  FoundProfile found = kept_profile_here("profile", "give --profile FILE");
  path = found.path;
  return std::move(*found.profile);
}

/// The tree to write the figures into: the one given, else this machine if it is the profile's, else the one
/// that the profile describes.
Topology topology_for(const AdviseVerb& verb, const MeasuredProfile& profile) {
  if (!verb.from.empty() && !is_profile(verb.from)) {
    const bool file = verb.from.find('/') != std::string::npos || verb.from.ends_with(".xml");
    return file ? open_file(verb.from) : open_synthetic(verb.from);
  }
  const ProfiledMachine& machine = profile.machine;
  if (!machine.fingerprint.empty() && machine.fingerprint == fingerprint(detect_machine())) {
    return open_this_machine();
  }
  if (!machine.hwloc.empty()) return open_synthetic(machine.hwloc);
  invalid("--hwloc-xml", "the profile is of another machine and does not describe its tree",
          "give that machine's tree with --from FILE.xml");
}

void write_xml(const AdviseVerb& verb, const MeasuredProfile& profile) {
  const Topology topology = topology_for(verb, profile);
  const std::vector<std::string> left_out = annotate(topology, profile);
  const std::string xml = to_xml(topology);
  if (verb.xml.empty() || verb.xml == "-") {
    fmt::print("{}", xml);
  } else {
    std::ofstream file(verb.xml, std::ios::binary | std::ios::trunc);
    file << xml;
    file.close();
    if (!file) invalid("--hwloc-xml", "cannot write " + verb.xml, "give a file in a directory of yours");
  }
  for (const std::string& what : left_out) print_message(fmt::format("advise: not in the XML: {}", what));
}

void run(const AdviseVerb& verb) {
  std::string path;
  const MeasuredProfile profile = profile_for(verb, path);
  const Advice advice =
      advise(profile, verb.threads.empty() ? std::vector<int>{} : parse_list(verb.threads, "--threads"));
  const bool xml = verb.xml_given->count() > 0, xml_to_output = xml && (verb.xml.empty() || verb.xml == "-");
  const auto file = verb.json.open();
  if (xml_to_output && file != nullptr && file->is_standard_output()) {
    invalid("--hwloc-xml, --json", "both go to standard output", "give one of them a file");
  }
  if (xml) write_xml(verb, profile);
  if (!xml_to_output && prints_pages(file.get())) {
    const std::string lacks = hollow_text(profile);
    print_page(fmt::format("{}{}{}\n{}", whose_figures(profile, path), lacks, lacks.empty() ? "" : "\n",
                           describe(advice, profile)));
  }
  if (file != nullptr) {
    nlohmann::json document = to_json(advice);
    document["profile"] = path;
    document["machine"] = profile.machine.name;
    document["hollow"] = hollow(profile);
    file->write(document);
  }
}

}  // namespace

void add_advise(CLI::App& app) {
  auto verb = std::make_shared<AdviseVerb>();
  CLI::App& advise = *app.add_subcommand(
      "advise",
      "Advice from a machine's measurements: which cores should share data, where to cross, what is slow");
  advise.add_option("--profile", verb->profile, "A profile instead of the one stored for this machine")
      ->type_name("PROFILE");
  advise.add_option("--threads", verb->threads,
                    "Hardware threads of the barriers and broadcasts, such as 0-3,8 (one of every core)");
  verb->xml_given = advise
                        .add_option("--hwloc-xml", verb->xml,
                                    "hwloc XML with the measured figures, into a file or to standard output")
                        ->expected(0, 1)
                        ->type_name("FILE");
  advise
      .add_option("--from", verb->from,
                  "A profile (FILE.json), as --profile; or the tree for --hwloc-xml: an hwloc XML file or a "
                  "description")
      ->type_name("MACHINE");
  verb->json.add(advise);
  advise.footer(
      "Example:\n"
      "  numapack advise --from data/machines/kunpeng920-6426.json --threads 0-31\n"
      "  numapack advise --hwloc-xml measured.xml");
  advise.callback([verb] { run(*verb); });
}

}  // namespace numapack

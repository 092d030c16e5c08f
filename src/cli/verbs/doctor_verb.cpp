// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "cli/pages/machine/doctor_page.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/runs/machine_profile.hpp"
#include "cli/terminal/page.hpp"
#include "cli/verbs/verbs.hpp"
#include "profile/document/json.hpp"

namespace numapack {

namespace {

namespace fs = std::filesystem;

struct DoctorVerb {
  std::string root = "/", profile;
  JsonOption json;
};

fs::path checked_root(const std::string& root) {
  std::error_code ignored;
  if (root.empty() || !fs::is_directory(root, ignored)) {
    invalid("--root", "\"" + root + "\" is no folder", "give one that holds a copy of /proc and /sys");
  }
  const fs::path path = fs::canonical(root, ignored);
  if (!fs::is_directory(path / "proc", ignored) && !fs::is_directory(path / "sys", ignored)) {
    invalid("--root", "\"" + root + "\" holds neither proc nor sys",
            "give one that holds a copy of /proc and /sys");
  }
  return path;
}

/// A profile, or why there is none.
struct DoctorsProfile {
  std::optional<MeasuredProfile> measured;
  std::string why_not = "there is no profile of this machine; numapack probe measures one";
};

DoctorsProfile profile_of(const DoctorVerb& verb, const fs::path& root) {
  if (verb.profile == "none") return {std::nullopt, "no profile, as asked"};
  if (!verb.profile.empty()) return {read_profile(verb.profile), ""};
  if (root != "/") return {std::nullopt, "this is a copy; --profile FILE gives that machine's profile"};
  try {
    ChosenProfile chosen = choose_profile("", "", detect_machine());
    if (chosen.measured) return {std::move(chosen.measured), ""};
    DoctorsProfile none;
    if (!chosen.ignored.empty()) none.why_not = chosen.path + " cannot be used: " + chosen.ignored;
    return none;
  } catch (const Error& error) {
    return {std::nullopt, error.what()};  // the rest can still be looked at
  }
}

void run(const DoctorVerb& verb) {
  const fs::path root = checked_root(verb.root);
  const DoctorsProfile profile = profile_of(verb, root);
  const auto file = verb.json.open();
  const SystemFacts facts = read_system_facts(root);
  const Examination found = examine(facts, profile.measured ? &*profile.measured : nullptr, profile.why_not);
  show(describe(found, facts, page_width()), to_json(found, facts), file.get());
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw Error(ErrorCode::system, "standard output", "cannot be written", "look at the disk");
  }
  if (found.count(Severity::matters) > 0) throw CLI::RuntimeError(1);
}

}  // namespace

void add_doctor(CLI::App& app) {
  auto verb = std::make_shared<DoctorVerb>();
  CLI::App& doctor =
      *app.add_subcommand("doctor",
                          "Find faults in this machine's set-up for NUMA work, with their cost and the "
                          "command that fixes them; exit status 1 if something matters");
  doctor.add_option(
      "--root", verb->root,
      "A folder with a copy of another machine's /proc and /sys (docs/reference/measure/doctor.md says "
      "how to make one)");
  doctor.add_option("--profile", verb->profile,
                    "A profile instead of the one stored for this machine, or none");
  verb->json.add(doctor);
  doctor.footer(
      "Example:\n"
      "  numapack doctor\n"
      "  numapack doctor --json doctor.json || echo something matters\n"
      "  numapack doctor --root /tmp/copy-of-node17");
  doctor.callback([verb] { run(*verb); });
}

}  // namespace numapack

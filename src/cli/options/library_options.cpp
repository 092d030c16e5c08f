// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options/library_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "cli/options/quoted.hpp"

namespace numapack {

namespace {

/// "openblas" of "/usr/lib/libopenblas.so.0".
std::string name_of_file(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);
  if (name.starts_with("lib")) name.erase(0, 3);
  return name.substr(0, name.find(".so"));
}

}  // namespace

void add_library_options(CLI::App& verb, std::vector<std::string>& libraries,
                         std::vector<std::string>& routines) {
  verb.add_option("--library", libraries,
                  "A shared library with BLAS's names: a file, NAME=FILE, or openblas, blis or mkl where "
                  "they are usually; "
                  "may come more than once")
      ->type_name("{openblas,blis,mkl,FILE,NAME=FILE}")
      ->option_text("LIBRARY ... REQUIRED")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->required();
  verb.add_option("--routines", routines, "Only these, without the letter of a type: gemm,trsm (all)")
      ->delimiter(',')
      ->option_text("NAME,...");
}

Peer find_library(const std::string& text, int threads, const Machine& machine) {
  const bool known = text == "openblas" || text == "blis" || text == "mkl";
  if (text.empty())
    invalid("--library", quoted(text) + " is no file", "use a file, NAME=FILE, openblas, blis or mkl");
  const std::string name = name_of_file(text);
  const bool named = known || text.find('=') != std::string::npos;
  return find_peer(named ? text : (name.empty() ? "library" : name) + "=" + text, threads, machine, {},
                   "--library");
}

void refuse_same_names(const std::vector<std::string>& libraries, const Machine& machine) {
  std::set<std::string> names;
  for (const std::string& text : libraries) {
    const Peer peer = find_library(text, 1, machine);
    if (!names.insert(peer.name).second)
      invalid("--library", "there is a " + peer.name + " already", "give the other a name: NAME=FILE");
  }
}

std::vector<const BlasRoutine*> chosen_routines(const std::vector<std::string>& names,
                                                const std::vector<const BlasRoutine*>& all) {
  if (names.empty()) return all;
  std::vector<const BlasRoutine*> chosen;
  for (const std::string& name : names) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto* one) { return one->name == name; });
    if (found == all.end()) {
      std::string there;
      for (const BlasRoutine* one : all) there += (there.empty() ? "" : ", ") + std::string(one->name);
      invalid("--routines", quoted(name) + " is none that is looked at", "use some of " + there);
    }
    if (std::find(chosen.begin(), chosen.end(), *found) == chosen.end()) chosen.push_back(*found);
  }
  return chosen;
}

}  // namespace numapack

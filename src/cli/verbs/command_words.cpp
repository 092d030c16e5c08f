// SPDX-License-Identifier: BSD-3-Clause
#include "cli/verbs/command_words.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "cli/verbs/lab.hpp"

namespace numapack {

VerbWords command_words(const CLI::App& app) {
  VerbWords words = words_of(app);
  for (VerbWords& verb : words.verbs) {
    if (verb.name != kLabVerb) continue;
    std::string text = verb.text, trouble;
    try {
      verb = words_from_json(lab_description());
      verb.text = std::move(text);
    } catch (const Error& error) {
      trouble = error.what();
    } catch (const nlohmann::json::exception&) {
      trouble = "its description cannot be read";
    }
    if (!trouble.empty()) fmt::print(stderr, "numapack: without the options of the lab: {}\n", trouble);
  }
  return words;
}

}  // namespace numapack

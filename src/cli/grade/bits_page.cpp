// SPDX-License-Identifier: BSD-3-Clause
#include "cli/grade/bits_page.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/terminal/table.hpp"

namespace numapack {

namespace {

std::string bits_counts(const std::vector<LibraryBits>& libraries) {
  Table table({"library", "threads", "calls", "by threads", "process", "repeated", "alignment", "gaps"});
  for (const LibraryBits& library : libraries) {
    for (const BitsRun& run : library.runs) {
      std::vector<std::string> row{&run == &library.runs.front() ? library.name : "",
                                   std::to_string(run.threads), std::to_string(run.calls)};
      for (const auto& aspect : run.differing) row.push_back(aspect ? std::to_string(aspect->calls) : "-");
      table.row(row);
    }
  }
  return table.text();
}

std::string bits_findings(const LibraryBits& library) {
  std::string text;
  for (const BitsRun& run : library.runs) {
    const std::string who =
        fmt::format("{}, {} {}", library.name, run.threads, run.threads == 1 ? "thread" : "threads");
    for (std::size_t aspect = 0; aspect < run.differing.size(); ++aspect) {
      const auto& found = run.differing[aspect];
      if (found && found->calls > 0)
        text += fmt::format("  {}, {}: first in {}\n", who, kBitsAspects[aspect], found->first);
    }
    if (!run.failure.empty())
      text += fmt::format("  {}: {}{}\n", who, run.failed_call.empty() ? "" : run.failed_call + ": ",
                          run.failure);
    if (run.threads > 1 && run.failure.empty() && !run.helped)
      text += fmt::format("  {}: only the calling thread worked\n", who);
  }
  if (!library.lacks.empty()) {
    text += fmt::format("  {} has no", library.name);
    for (const std::string& name : library.lacks)
      text += (&name == &library.lacks.front() ? " " : ", ") + name;
    text += "\n";
  }
  return text;
}

nlohmann::json document_of(const LibraryBits& library) {
  using nlohmann::json;
  json runs = json::array();
  for (const BitsRun& run : library.runs) {
    json differing = json::object();
    for (std::size_t aspect = 0; aspect < run.differing.size(); ++aspect) {
      const auto& found = run.differing[aspect];
      differing[kBitsAspects[aspect]] =
          found ? json{{"calls", found->calls}, {"first", found->first}} : json(nullptr);
    }
    runs.push_back({{"threads", run.threads},
                    {"calls", run.calls},
                    {"differing", differing},
                    {"others_worked", run.helped},
                    {"failure", run.failure},
                    {"failed_call", run.failed_call}});
  }
  return {{"name", library.name},
          {"version", library.version},
          {"path", library.path},
          {"lacks", library.lacks},
          {"runs", runs}};
}

}  // namespace

std::string bits_page(const std::vector<LibraryBits>& libraries, const BitsOptions& bits,
                      const Conditions& conditions) {
  std::string text =
      fmt::format("Of {} random calls of level 3 (s, d, c, z; seed {}) how many have other bits\n\n",
                  bits.calls, bits.seed);
  text += bits_counts(libraries);
  text += fmt::format(
      "\nby threads: than with {}; process: than in another that is like it; repeated: than the same call "
      "right "
      "before; alignment: where operands begin elsewhere in their pages; gaps: with other leading "
      "dimensions\n",
      bits.threads.front());
  std::string found;
  for (const LibraryBits& library : libraries) found += bits_findings(library);
  if (!found.empty()) text += "\nFindings\n" + found;
  text += "\nLibraries\n";
  for (const LibraryBits& library : libraries)
    text += fmt::format("  {}: {}{}\n", library.name, library.version.empty() ? "" : library.version + ", ",
                        library.path.empty() ? "not loaded" : library.path);
  return text + fmt::format("\nConditions\n  {}, {}\n", machine_line(conditions), conditions.date);
}

nlohmann::json bits_document(const std::vector<LibraryBits>& libraries, const BitsOptions& bits,
                             const Conditions& conditions) {
  nlohmann::json documents = nlohmann::json::array();
  for (const LibraryBits& library : libraries) documents.push_back(document_of(library));
  std::vector<std::string> names;
  for (const BlasRoutine* routine : bits.routines) names.emplace_back(routine->name);
  return {{"calls", bits.calls}, {"seed", bits.seed},      {"threads", bits.threads},
          {"routines", names},   {"libraries", documents}, {"conditions", to_json(conditions)}};
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "machine/machine.hpp"
#include "profile/document/json.hpp"

namespace numapack {
namespace {

// tests/profile/documents/ holds what the documents print, typed from them and not from the profiles: of each
// machine its fields with the place that prints them (null: none does), and its figures as rows of keys with
// the figure last (a pair: a range; null: not legible). "E|M" or "0-3|8" as a key: each of these.

using Json = nlohmann::json;
using Fields = std::map<std::string, std::optional<double>>;

Json read(const std::filesystem::path& path) { return Json::parse(std::ifstream(path)); }

/// The one value of all; nothing if there are none, or nobody says one. Different ones are no answer: -1.
std::optional<double> common(const std::vector<std::optional<double>>& values) {
  if (values.empty()) return {};
  for (const auto& value : values) {
    if (value != values.front()) return -1;
  }
  return values.front();
}

std::optional<double> known(double value) { return value > 0 ? std::optional(value) : std::nullopt; }

void add_caches(Fields& fields, int level, const std::vector<std::pair<double, std::size_t>>& caches) {
  std::vector<std::optional<double>> kib, cores;
  for (const auto& [bytes, sharers] : caches) {
    kib.emplace_back(bytes / 1024);
    cores.emplace_back(double(sharers));
  }
  const std::string name = "l" + std::to_string(level);
  fields[name + "_kib"] = common(kib);
  fields[name + "_cores"] = common(cores);
}

constexpr double gib = 1 << 30;

/// What the profile's own lists say.
Fields listed(const ProfiledMachine& machine) {
  std::set<int> packages;
  std::vector<std::optional<double>> cores, memory;
  for (const ProfiledNode& node : machine.nodes) {
    packages.insert(node.package);
    memory.push_back(known(double(node.memory_bytes) / gib));
    if (!node.pus.empty()) cores.emplace_back(double(node.pus.size()));
  }
  Fields fields = {
      {"packages", known(double(packages.size()))},   {"nodes", known(double(machine.nodes.size()))},
      {"cores", known(double(machine.cores.size()))}, {"cores_of_a_node", common(cores)},
      {"clock_ghz", known(machine.frequency_ghz)},    {"memory_gib_of_a_node", common(memory)}};
  for (const int level : {1, 2, 3}) {
    std::vector<std::pair<double, std::size_t>> caches;
    for (const ProfiledCache& cache : machine.caches) {
      if (cache.level == level) caches.emplace_back(cache.bytes, cache.pus.size());
    }
    add_caches(fields, level, caches);
  }
  return fields;
}

/// What plans get to see of its description.
Fields described(const Machine& machine) {
  std::vector<std::optional<double>> cores, memory;
  for (const Node& node : machine.nodes) {
    EXPECT_TRUE(node.usable_memory);
    memory.push_back(node.memory_bytes ? std::optional(double(*node.memory_bytes) / gib) : std::nullopt);
    if (!node.cores.empty()) cores.emplace_back(double(node.cores.size()));
  }
  Fields fields = {{"packages", double(machine.packages.size())},
                   {"nodes", double(machine.nodes.size())},
                   {"cores", double(machine.cores.size())},
                   {"cores_of_a_node", common(cores)},
                   {"memory_gib_of_a_node", common(memory)}};
  for (const int level : {1, 2, 3}) {
    std::vector<std::pair<double, std::size_t>> caches;
    for (const Cache& cache : machine.caches) {
      if (cache.level == level) caches.emplace_back(cache.bytes, cache.cores.size());
    }
    add_caches(fields, level, caches);
  }
  return fields;
}

void compare(const Fields& found, const Json& printed, const char* what) {
  for (const auto& [field, value] : found) {
    SCOPED_TRACE(std::string(what) + " " + field);
    ASSERT_TRUE(printed.contains(field));
    const Json& said = printed[field];
    SCOPED_TRACE(said[1].get<std::string>());
    EXPECT_EQ(value, said[0].is_null() ? std::nullopt : std::optional(said[0].get<double>()));
  }
}

/// "0-3|8" as numbers.
std::set<int> numbers_in(const std::string& text) {
  std::set<int> numbers;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('|', at), text.size());
    int first = 0, last = 0;
    const auto first_end = std::from_chars(text.data() + at, text.data() + end, first).ptr;
    last = first;
    if (first_end != text.data() + end) std::from_chars(first_end + 1, text.data() + end, last);
    for (; first <= last; ++first) numbers.insert(first);
    at = end + 1;
  }
  return numbers;
}

bool is_one_of(const std::string& word, const std::string& words) {
  return ("|" + words + "|").find("|" + word + "|") != std::string::npos;
}

/// Whether a key of an entry is what a row says.
bool agrees(const Json& entry, const std::string& key, const Json& cell) {
  const std::size_t dot = key.find('.');
  if (dot != std::string::npos) {
    const auto inner = entry.find(key.substr(0, dot));
    return inner == entry.end() ? cell.is_null() : agrees(*inner, key.substr(dot + 1), cell);
  }
  const auto found = entry.find(key);
  if (found == entry.end() || cell.is_null()) return found == entry.end() && cell.is_null();
  if (!cell.is_string()) return *found == cell;
  const auto text = cell.get<std::string>();
  return found->is_string() ? is_one_of(found->get<std::string>(), text)
                            : numbers_in(text).contains(found->get<int>());
}

/// How many entries a row stands for.
std::size_t entries_of(const Json& microarch) {
  std::size_t count = 1;
  for (std::size_t at = 0; at + 1 < microarch.size(); ++at) {
    if (!microarch[at].is_string()) continue;
    const auto text = microarch[at].get<std::string>();
    const bool numbers = text.find_first_not_of("0123456789-|") == std::string::npos;
    count *= numbers ? numbers_in(text).size() : 1 + std::size_t(std::count(text.begin(), text.end(), '|'));
  }
  return count;
}

/// `printed`: a figure, or the least and greatest; what was inferred of a text that is garbled; null: no
/// text.
void expect_figure(const Json& figure, const Json& printed) {
  if (printed.is_object()) {
    EXPECT_NE(figure.value("/conditions/inferred"_json_pointer, ""), "") << figure;
    expect_figure(figure, printed["inferred"]);
  } else if (printed.is_null()) {
    EXPECT_NE(figure.contains("invalid"), !figure.value("/conditions/inferred"_json_pointer, "").empty())
        << figure;
  } else if (printed.is_array()) {
    EXPECT_EQ(figure.value("min", Json()), printed[0]) << figure;
    EXPECT_EQ(figure.value("max", Json()), printed[1]) << figure;
  } else {
    EXPECT_EQ(figure.value("median", Json()), printed) << figure;
  }
}

/// The rows of a block that stand for an entry of the profile.
std::vector<const Json*> rows_for(const Json& block, const Json& entry) {
  std::vector<const Json*> rows;
  if (block.contains("unit") && entry.value("unit", Json()) != block["unit"]) return rows;
  for (const Json& microarch : block["rows"]) {
    bool same = true;
    for (std::size_t at = 0; at < block["by"].size(); ++at) {
      same = same && agrees(entry, block["by"][at].get<std::string>(), microarch[at]);
    }
    if (same) rows.push_back(&microarch);
  }
  return rows;
}

/// Each figure of a part of the profile has its row in the blocks, and is what it says. Counts the rows' use.
void compare_figures(const Json& profile, const Json& documents, std::map<const Json*, std::size_t>& used) {
  for (const auto& [part, entries] : profile.items()) {
    if (!entries.is_array()) continue;
    for (const Json& entry : entries) {
      if (!entry.is_object()) continue;
      for (const auto& [key, figure] : entry.items()) {
        if (!figure.is_object() || !figure.contains("source")) continue;
        SCOPED_TRACE(part + " " + entry.dump());
        const Json& source = profile["sources"][figure["source"].get<std::string>()];
        EXPECT_NE(source["document"].get<std::string>().find(documents["document"].get<std::string>()),
                  std::string::npos);
        std::size_t rows = 0;
        for (const Json& block : documents["figures"]) {
          if (block["of"] != part + "/" + key || block["where"] != source["where"]) continue;
          for (const Json* const microarch : rows_for(block, entry)) {
            ++rows;
            ++used[microarch];
            expect_figure(figure, microarch->back());
          }
        }
        EXPECT_EQ(rows, 1u) << "rows of " << source["where"];
      }
    }
  }
}

std::vector<std::string> published_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(NUMAPACK_DATA))
    names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

class Documents : public ::testing::TestWithParam<std::string> {
 protected:
  std::string path_ = NUMAPACK_DATA "/" + GetParam() + ".json";
  Json documents_ = read(NUMAPACK_DOCUMENTS "/" + GetParam() + ".json");
  MeasuredProfile profile_ = read_profile(path_);
};

TEST_P(Documents, SayWhatTheProfileSaysOfTheMachine) {
  const Fields fields = listed(profile_.machine);
  EXPECT_EQ(fields.size(), documents_["machine"].size());
  compare(fields, documents_["machine"], "listed");
  if (!profile_.machine.hwloc.empty())
    compare(described(load_machine(profile_.machine.hwloc)), documents_["machine"], "described");
}

TEST_P(Documents, SayOnWhatItWasMeasured) {
  const MeasuringConditions& of = profile_.conditions;
  const std::map<std::string, std::string> found = {{"kernel_release", of.kernel_release},
                                                    {"compiler", of.compiler},
                                                    {"threading", of.threading},
                                                    {"libraries", of.libraries}};
  EXPECT_EQ(found.size(), documents_["conditions"].size());
  for (const auto& [field, text] : found) {
    const Json& printed = documents_["conditions"][field][0];
    EXPECT_EQ(text, printed.is_null() ? "" : printed.get<std::string>()) << field;
  }
}

TEST_P(Documents, PrintEachFigureOfTheProfile) {
  std::map<const Json*, std::size_t> used;
  compare_figures(read(path_), documents_, used);
  for (const Json& block : documents_["figures"]) {
    for (const Json& microarch : block["rows"]) {
      EXPECT_EQ(used[&microarch], entries_of(microarch))
          << block["of"] << " " << block["where"] << " " << microarch;
    }
  }
}

/// A contradiction within a document is noted with the figure; here part of that note comes last.
TEST_P(Documents, AreContradictedBesideTheFigure) {
  const Json profile = read(path_);
  for (const Json& block : documents_.value("contradictions", Json::array())) {
    const auto of = block["of"].get<std::string>();
    const std::string part = of.substr(0, of.find('/')), key = of.substr(of.find('/') + 1);
    std::set<const Json*> used;
    for (const Json& entry : profile[part]) {
      for (const Json* const microarch : rows_for(block, entry)) {
        if (!entry.contains(key)) continue;
        const auto note = entry[key].value("note", "");
        if (note.find(microarch->back().get<std::string>()) != std::string::npos) used.insert(microarch);
      }
    }
    for (const Json& microarch : block["rows"])
      EXPECT_TRUE(used.contains(&microarch)) << of << " " << microarch;
  }
}

INSTANTIATE_TEST_SUITE_P(Published, Documents, ::testing::ValuesIn(published_names()), [](const auto& name) {
  std::string text = name.param;
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
});

}  // namespace
}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <type_traits>

#include "base/error.hpp"
#include "cpu/row_figures.hpp"
#include "cpu/rows.hpp"
#include "profile/document/fields.hpp"
#include "profile/document/json.hpp"

namespace numapack {

namespace {

using Json = nlohmann::json;

/// What is wrong, and where in the document; the caller adds the file.
struct Wrong {
  std::string path, problem;
};

class Reader {
 public:
  Reader(const Json& object, std::string path) : object_(object), path_(std::move(path)) {
    if (!object.is_object()) throw Wrong{path_, "is no object"};
  }

  template <class T>
  void required(const char* key, T& value) {
    seen_.insert(key);
    const auto found = object_.find(key);
    if (found == object_.end()) throw Wrong{path_, std::string("lacks \"") + key + "\""};
    read(*found, value, path_ + "." + key);
  }

  template <class T>
  void operator()(const char* key, T& value, const T& = T{}) {
    seen_.insert(key);
    const auto found = object_.find(key);
    if (found != object_.end()) read(*found, value, path_ + "." + key);
  }

  /// A misspelt key would otherwise lose its value in silence.
  void finish() const {
    for (const auto& [key, value] : object_.items()) {
      if (!seen_.contains(key)) throw Wrong{path_, "has an unknown key \"" + key + "\""};
    }
  }

  void also(const char* key) { seen_.insert(key); }

 private:
  static void read(const Json& json, std::string& value, const std::string& path) {
    if (!json.is_string()) throw Wrong{path, "is no text"};
    value = json.get<std::string>();
  }
  static void read(const Json& json, bool& value, const std::string& path) {
    if (!json.is_boolean()) throw Wrong{path, "is neither true nor false"};
    value = json.get<bool>();
  }
  static void read(const Json& json, double& value, const std::string& path) {
    if (!json.is_number() || !std::isfinite(json.get<double>())) throw Wrong{path, "is no number"};
    value = json.get<double>();
  }
  template <class T>
  requires std::is_integral_v<T>
  static void read(const Json& json, T& value, const std::string& path) {
    if (!json.is_number_integer()) throw Wrong{path, "is no whole number"};
    if (json.is_number_unsigned()) {
      const auto wide = json.get<std::uint64_t>();
      if (wide > static_cast<std::uint64_t>(std::numeric_limits<T>::max())) {
        throw Wrong{path, "is too large"};
      }
      value = static_cast<T>(wide);
      return;
    }
    const auto wide = json.get<std::int64_t>();
    if (std::is_unsigned_v<T> || wide < static_cast<std::int64_t>(std::numeric_limits<T>::min())) {
      throw Wrong{path, "is too small"};
    }
    value = static_cast<T>(wide);
  }
  static void read(const Json& json, LineState& value, const std::string& path) {
    for (const LineState state : {LineState::modified, LineState::exclusive, LineState::shared,
                                  LineState::owned, LineState::forward}) {
      if (json == name(state)) {
        value = state;
        return;
      }
    }
    throw Wrong{path, "is none of M, E, S, O, F"};
  }
  template <class T>
  static void read(const Json& json, std::optional<T>& value, const std::string& path) {
    read(json, value.emplace(), path);
  }
  template <class T>
  static void read(const Json& json, std::vector<T>& value, const std::string& path) {
    if (!json.is_array()) throw Wrong{path, "is no list"};
    value.clear();
    value.reserve(json.size());
    for (const Json& element : json) {
      const std::string place = path + "[" + std::to_string(value.size()) + "]";
      read(element, value.emplace_back(), place);
    }
  }
  template <class Key, class T>
  static void read(const Json& json, std::map<Key, T>& value, const std::string& path) {
    if (!json.is_object()) throw Wrong{path, "is no object"};
    for (const auto& [text, element] : json.items()) {
      read(element, value[key_of<Key>(text, path)], path + "." + text);
    }
  }
  template <class T>
  requires requires(Reader& reader, T& value) { fields(reader, value); }
  static void read(const Json& json, T& value, const std::string& path) {
    Reader reader(json, path);
    fields(reader, value);
    reader.finish();
    check(value, path);
  }

  template <class Key>
  static Key key_of(const std::string& text, const std::string& path) {
    if constexpr (std::is_same_v<Key, std::string>) {
      return text;
    } else {
      const bool digits = !text.empty() && text.size() < 10 &&
                          std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
      if (!digits) throw Wrong{path, "has a key \"" + text + "\" that is no node's number"};
      return static_cast<Key>(std::stoi(text));
    }
  }

  template <std::size_t Count>
  static void one_of(const std::string& text, const std::array<const char*, Count>& allowed,
                     const std::string& path) {
    if (std::find(allowed.begin(), allowed.end(), text) == allowed.end()) {
      throw Wrong{path, "is \"" + text + "\", which the schema does not know"};
    }
  }

  static constexpr std::array kernels = {"read", "fill", "copy", "scale", "add", "triad", "add_add"};

  template <class T>
  static void check(const T&, const std::string&) {}
  static void check(const Figure& figure, const std::string& path) {
    if (!figure.valid() && figure.invalid.empty()) {
      throw Wrong{path, "has neither a figure nor a reason in \"invalid\""};
    }
  }
  static void check(const NodeBandwidth& cell, const std::string& path) {
    one_of(cell.kernel, kernels, path + ".kernel");
  }
  static void check(const PagesLatency& cell, const std::string& path) {
    one_of(cell.pages, std::array{"small", "huge", "1G"}, path + ".pages");
  }
  static void check(const LoadedPoint& point, const std::string& path) {
    if (point.write_share < 0 || point.write_share > 0.5) {
      throw Wrong{path + ".write_share", "is none of 0 to 0.5: a stored line is read first"};
    }
  }
  static void check(const CoreToCore& cell, const std::string& path) {
    if (cell.level < 0 || cell.level > 4) throw Wrong{path + ".level", "is neither a cache nor 0, memory"};
    if (cell.latency_ns == Figure{} && cell.gb_per_s == Figure{}) {
      throw Wrong{path, "has neither latency_ns nor gb_per_s"};
    }
  }
  static void check(const StreamRow& row, const std::string& path) {
    one_of(row.kernel, kernels, path + ".kernel");
    one_of(row.policy, std::array{"default", "local", "bind", "interleave"}, path + ".policy");
  }
  static void check(const TunedBlocking& tuned, const std::string& path) {
    constexpr std::int64_t most = std::int64_t{1} << 30;
    for (const std::int64_t size : {tuned.mc, tuned.kc, tuned.nc}) {
      if (size < 1 || size > most) throw Wrong{path, "has blocks that no cache holds"};
    }
  }
  static void check(const TunedFigures& tuned, const std::string& path) {
    one_of(tuned.part, std::array{name(RowPart::in_place), name(RowPart::cycles)}, path + ".part");
    if (row_named(tuned.row) == nullptr)
      throw Wrong{path + ".row", "is \"" + tuned.row + "\", no row there is"};
    for (const auto& [name_, value] : tuned.figures) {
      const RowFigure* const figure = row_figure_named(name_);
      const std::string place = path + ".figures." + name_;
      if (figure == nullptr || name(figure->part) != tuned.part)
        throw Wrong{place, "is no figure of that part"};
      if (!figure->allows(value))
        throw Wrong{place,
                    fmt::format("is {}; allowed are {}{} to {}", value,
                                figure->whole() ? "whole numbers from " : "", figure->least, figure->most)};
    }
  }
  static void check(const PeakRate& rate, const std::string& path) {
    one_of(rate.precision, std::array{"double", "single"}, path + ".precision");
  }
  static void check(const ProfiledMachine& machine, const std::string& path) {
    bool square = machine.distances.empty() || machine.distances.size() == machine.nodes.size();
    for (const auto& row : machine.distances) square = square && row.size() == machine.nodes.size();
    if (!square) throw Wrong{path + ".distances", "is no table of all nodes by all nodes"};
    std::set<int> placed;
    for (const auto& row : machine.layout) {
      if (row.size() != machine.layout.front().size())
        throw Wrong{path + ".layout", "has rows of several lengths"};
      for (const int pu : row)
        if (pu < -1 || (pu >= 0 && !placed.insert(pu).second))
          throw Wrong{path + ".layout", fmt::format("has {} where a CPU stands once, or -1", pu)};
    }
  }

  const Json& object_;
  std::string path_;
  std::set<std::string> seen_;
};

}  // namespace

MeasuredProfile profile_from_json(const std::string& text, const std::string& where) {
  const std::string advice = "use a file that numapack probe wrote, or one of data/machines";
  const Json document = Json::parse(text, nullptr, false);
  if (document.is_discarded()) invalid(where, "is no JSON document", advice);
  if (!document.is_object() || !document.contains("numapack_profile")) {
    invalid(where, "is no profile: it lacks \"numapack_profile\", the version of the schema", advice);
  }
  if (document["numapack_profile"] != MeasuredProfile::schema_version) {
    invalid(where,
            "has version " + document["numapack_profile"].dump() + " of the schema, not " +
                std::to_string(MeasuredProfile::schema_version),
            "measure again with numapack probe");
  }
  MeasuredProfile profile;
  try {
    Reader reader(document, "profile");
    reader.also("numapack_profile");
    fields(reader, profile);
    reader.finish();
  } catch (const Wrong& wrong) {
    invalid(where, wrong.path + " " + wrong.problem, advice);
  }
  return profile;
}

MeasuredProfile read_profile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!(text << file.rdbuf())) invalid(path, "cannot be read as a profile", "give a readable file");
  return profile_from_json(text.str(), path);
}

}  // namespace numapack

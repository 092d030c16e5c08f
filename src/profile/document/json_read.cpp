// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <type_traits>

#include "base/error.hpp"
#include "profile/document/cell_checks.hpp"
#include "profile/document/fields.hpp"
#include "profile/document/json.hpp"

namespace numapack {

namespace {

using Json = nlohmann::json;

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
    check_cell(value, path);
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
    invalid(where, wrong.path + " " + wrong.problem, wrong.advice.empty() ? advice : wrong.advice);
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

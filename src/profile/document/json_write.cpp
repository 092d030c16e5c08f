// SPDX-License-Identifier: BSD-3-Clause
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "profile/document/fields.hpp"
#include "profile/document/json.hpp"

namespace numapack {

namespace {

/// Text as JSON has it.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += std::string("\\") + c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      constexpr const char* digits = "0123456789abcdef";
      result += std::string("\\u00") + digits[c / 16] + digits[c % 16];
    } else {
      result += c;
    }
  }
  return result + "\"";
}

/// The shortest digits that give the same number again.
std::string digits_of(double value) {
  if (!std::isfinite(value)) return "null";
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

/// Parts one after the other, each on a line of its own at the outermost level: a table is read, searched and
/// compared by lines.
std::string joined(const std::vector<std::string>& parts, char open, char close, bool lines) {
  std::string text(1, open);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += (i > 0 ? "," : "") + std::string(lines ? "\n    " : i > 0 ? " " : "") + parts[i];
  }
  return text + (lines && !parts.empty() ? "\n  " : "") + close;
}

/// Written by hand: with a JSON library this took twelve seconds to compile.
class Writer {
 public:
  explicit Writer(int depth) : depth_(depth) {}

  template <class T>
  void required(const char* key, T& value) {
    parts_.push_back(quoted(key) + ": " + written(value, depth_ + 1));
  }
  template <class T>
  void operator()(const char* key, T& value, const T& absent = T{}) {
    if (!same(value, absent)) required(key, value);
  }
  std::string text() const { return joined(parts_, '{', '}', depth_ == 1); }
  const std::vector<std::string>& parts() const { return parts_; }

 private:
  template <class T>
  static bool same(const T& value, const T& absent) {
    if constexpr (requires { value.empty(); }) {
      return value.empty();
    } else if constexpr (requires { value == absent; }) {
      return value == absent;
    } else {
      return false;
    }
  }

  static std::string written(LineState state, int) { return quoted(name(state)); }
  static std::string written(const std::string& text, int) { return quoted(text); }
  static std::string written(bool value, int) { return value ? "true" : "false"; }
  static std::string written(double value, int) { return digits_of(value); }
  template <class T>
  requires(std::is_integral_v<T>) static std::string written(T value, int) { return std::to_string(value); }
  template <class T>
  static std::string written(std::optional<T>& value, int depth) {
    return value ? written(*value, depth) : "null";
  }
  template <class T>
  static std::string written(std::vector<T>& value, int depth) {
    std::vector<std::string> parts;
    for (T& element : value) parts.push_back(written(element, depth + 1));
    return joined(parts, '[', ']', depth == 1 && !std::is_arithmetic_v<T>);
  }
  template <class Key, class T>
  static std::string written(std::map<Key, T>& value, int depth) {
    std::vector<std::string> parts;
    for (auto& [key, element] : value) {
      std::string text;
      if constexpr (std::is_same_v<Key, std::string>) {
        text = quoted(key);
      } else {
        text = quoted(std::to_string(key));
      }
      parts.push_back(text + ": " + written(element, depth + 1));
    }
    return joined(parts, '{', '}', depth == 1);
  }
  template <class T>
  requires requires(Writer& writer, T& value) { fields(writer, value); }
  static std::string written(T& value, int depth) {
    Writer writer(depth);
    fields(writer, value);
    return writer.text();
  }

  int depth_;
  std::vector<std::string> parts_;
};

}  // namespace

std::string to_json_text(const MeasuredProfile& profile) {
  MeasuredProfile copy = profile;  // the keys are written once, for reading too: hence not const
  Writer writer(0);
  fields(writer, copy);
  std::string text = "{\n  \"numapack_profile\": " + std::to_string(MeasuredProfile::schema_version);
  for (const std::string& part : writer.parts()) text += ",\n  " + part;
  return text + "\n}\n";
}

namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error(ErrorCode::system, "profile", "cannot write " + path + ": " + why,
              "look at the folder and the disk, or set XDG_CACHE_HOME");
}

/// Writes this text to a temporary file next to that one and returns its name; creates folders as needed.
std::string write_beside(const std::string& path, const std::string& text) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) refuse(path, error.message());
  std::string beside = path + "." + std::to_string(getpid());
  std::ofstream file(beside, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) {
    const std::string why = std::strerror(errno);
    std::filesystem::remove(beside, error);
    refuse(path, why);
  }
  return beside;
}

}  // namespace

void try_profile_file(const std::string& path, std::size_t bytes) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) refuse(path, std::strerror(EISDIR));
  std::filesystem::remove(write_beside(path, std::string(bytes, ' ')), error);
}

void write_profile(const MeasuredProfile& profile, const std::string& path) {
  const std::string beside = write_beside(path, to_json_text(profile));
  std::error_code error;
  std::filesystem::rename(beside, path, error);
  if (error) {
    const std::string why = error.message();
    std::filesystem::remove(beside, error);
    refuse(path, why);
  }
}

}  // namespace numapack

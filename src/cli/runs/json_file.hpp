// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace numapack {

/// A JSON document's way into a file: written next to it under another name and renamed when complete, so
/// that nobody ever reads half of it and a failed run leaves the old one. "-" is standard output; what is
/// there and no file, such as a device or a pipe, is written to.
class JsonFile {
 public:
  /// Opens a temporary file next to it and takes room for so many bytes, so that a wrong path or a full disk
  /// is known before hours of measuring. Throws Error(invalid_argument) about this option, Error(system) for
  /// want of room.
  explicit JsonFile(std::string path, std::string option = "--json", std::size_t bytes = 65536);
  ~JsonFile();
  JsonFile(const JsonFile&) = delete;
  JsonFile& operator=(const JsonFile&) = delete;

  /// Throws Error(system) if it cannot be written.
  void write(const nlohmann::json& document);
  /// The same for a document that is text already.
  void write_text(const std::string& text);

  bool is_standard_output() const { return path_ == "-"; }

 private:
  std::string path_, option_, beside_;
  std::FILE* file_ = nullptr;
};

/// --json [FILE] of a verb; without a file, standard output is meant.
struct JsonOption {
  std::string path;
  CLI::Option* given = nullptr;

  /// Adds it to the verb; this must live until that has run.
  CLI::Option* add(CLI::App& verb);
  /// Opens the file; null if the option was not given.
  std::unique_ptr<JsonFile> open() const;
};

/// True unless standard output is the document's.
bool prints_pages(const JsonFile* file);

/// What a verb found: the page, if pages are printed, and the document, if there is a file.
void show(const std::string& page, const nlohmann::json& document, JsonFile* file);

}  // namespace numapack

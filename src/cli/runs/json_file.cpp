// SPDX-License-Identifier: BSD-3-Clause
#include "cli/runs/json_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "cli/terminal/page.hpp"

namespace numapack {

JsonFile::JsonFile(std::string path, std::string option, std::size_t bytes)
    : path_(std::move(path)), option_(std::move(option)) {
  if (is_standard_output()) {
    file_ = stdout;
    return;
  }
  if (path_.empty() || std::filesystem::is_directory(path_)) {
    invalid(option_, "\"" + path_ + "\" is no file name", "give a file, or - for standard output");
  }
  // A device or a pipe is written to: nothing may take its place.
  const bool special = std::filesystem::exists(path_) && !std::filesystem::is_regular_file(path_);
  if (!special) beside_ = path_ + "." + std::to_string(getpid());
  file_ = special ? std::fopen(path_.c_str(), "we") : std::fopen(beside_.c_str(), "wxe");
  if (file_ == nullptr) {
    invalid(option_, "cannot write " + path_ + ": " + std::strerror(errno),
            "give a file in a directory of yours");
  }
  if (special) return;
  // Whatever else is wrong with taking room shows when the document is written.
  const int wrong = posix_fallocate(fileno(file_), 0, static_cast<off_t>(bytes));
  if (wrong != ENOSPC && wrong != EDQUOT) return;
  std::fclose(file_);
  unlink(beside_.c_str());
  throw Error(ErrorCode::system, option_, "cannot write " + path_ + ": " + std::strerror(wrong),
              "look at the disk");
}

JsonFile::~JsonFile() {
  if (file_ == nullptr || is_standard_output()) return;
  std::fclose(file_);
  if (!beside_.empty()) unlink(beside_.c_str());
}

void JsonFile::write(const nlohmann::json& document) {
  write_text(document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

void JsonFile::write_text(const std::string& text) {
  bool good = std::fwrite(text.data(), 1, text.size(), file_) == text.size() && std::fflush(file_) == 0;
  if (!is_standard_output()) {
    if (!beside_.empty()) good = good && ftruncate(fileno(file_), static_cast<off_t>(text.size())) == 0;
    good = std::fclose(file_) == 0 && good;
    file_ = nullptr;
    if (!beside_.empty()) good = good && std::rename(beside_.c_str(), path_.c_str()) == 0;
    if (!good && !beside_.empty()) unlink(beside_.c_str());
  }
  if (!good) {
    throw Error(ErrorCode::system, option_, "cannot write " + path_ + ": " + std::strerror(errno),
                "look at the disk");
  }
}

CLI::Option* JsonOption::add(CLI::App& verb) {
  given = verb.add_option("--json", path, "As JSON, into a file or to standard output")
              ->expected(0, 1)
              ->type_name("FILE");
  return given;
}

std::unique_ptr<JsonFile> JsonOption::open() const {
  return given->count() == 0 ? nullptr : std::make_unique<JsonFile>(path.empty() ? "-" : path);
}

bool prints_pages(const JsonFile* file) { return file == nullptr || !file->is_standard_output(); }

void show(const std::string& page, const nlohmann::json& document, JsonFile* file) {
  if (prints_pages(file)) print_page(page);
  if (file != nullptr) file->write(document);
}

}  // namespace numapack

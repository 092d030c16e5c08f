// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace numapack::testing {

/// A directory of its own that goes away.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "numapack-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~TemporaryDirectory() { std::filesystem::remove_all(path_); }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string contents(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A program that was started, with its output in files.
class Command {
 public:
  Command(const std::string& program, std::vector<std::string> words) {
    words.insert(words.begin(), program);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const std::string out = directory_.file("out"), error = directory_.file("error");
    id_ = fork();
    if (id_ == 0) {
      // What is said is looked at, not where its lines end.
      setenv("COLUMNS", "10000", 0);
      dup2(open(out.c_str(), O_CREAT | O_WRONLY, 0600), STDOUT_FILENO);
      dup2(open(error.c_str(), O_CREAT | O_WRONLY, 0600), STDERR_FILENO);
      execv(program.c_str(), argv.data());
      _exit(127);
    }
  }
  ~Command() {
    if (id_ > 0) {
      kill(id_, SIGKILL);
      wait();
    }
  }
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  pid_t id() const { return id_; }

  /// Its exit status, or 128 and the signal that killed it.
  int wait() {
    int status = 0;
    while (waitpid(id_, &status, 0) < 0) {
    }
    id_ = -1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }
  std::string out() const { return contents(directory_.file("out")); }
  std::string error() const { return contents(directory_.file("error")); }

  /// Living processes that it started.
  static std::vector<pid_t> children_of(pid_t parent) {
    std::vector<pid_t> children;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      const std::string name = entry.path().filename();
      if (name.find_first_not_of("0123456789") != std::string::npos) continue;
      const std::string stat = contents(entry.path() / "stat");
      const auto after_name = stat.rfind(')');
      if (after_name == std::string::npos) continue;
      char state = 0;
      pid_t parent_of_entry = 0;
      std::istringstream(stat.substr(after_name + 1)) >> state >> parent_of_entry;
      if (parent_of_entry == parent && state != 'Z') children.push_back(std::stoi(name));
    }
    return children;
  }

 private:
  TemporaryDirectory directory_;
  pid_t id_ = -1;
};

}  // namespace numapack::testing

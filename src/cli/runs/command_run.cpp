// SPDX-License-Identifier: BSD-3-Clause
#include "cli/runs/command_run.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "launch/child.hpp"

namespace numapack {

namespace {

/// A terminal sends Ctrl-C to us and to the command: while this lives, only the command heeds it.
class KeyboardIsTheirs {
 public:
  KeyboardIsTheirs() {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &ignore, &before_[i]);
  }
  ~KeyboardIsTheirs() { give_back(); }
  KeyboardIsTheirs(const KeyboardIsTheirs&) = delete;
  KeyboardIsTheirs& operator=(const KeyboardIsTheirs&) = delete;
  void give_back() const {
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before_[i], nullptr);
  }

 private:
  static constexpr std::array signals{SIGINT, SIGQUIT};
  std::array<struct sigaction, signals.size()> before_;
};

/// Holds a child until its parent is ready, or gone.
class Gate {
 public:
  Gate() {
    if (pipe2(ends_, O_CLOEXEC) != 0)
      throw Error(ErrorCode::system, "pipe", std::strerror(errno), "close some files");
  }
  ~Gate() { open(); }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  void open() {
    for (int& end : ends_) {
      if (end >= 0) close(end);
      end = -1;
    }
  }
  /// In the child.
  void wait() const {
    close(ends_[1]);
    char nothing = 0;
    while (read(ends_[0], &nothing, 1) < 0 && errno == EINTR) {
    }
  }

 private:
  int ends_[2] = {-1, -1};
};

}  // namespace

CommandRun run_command(const std::vector<std::string>& words, const std::function<void(pid_t)>& held) {
  const std::vector<char*> arguments = arguments_of(words);
  Gate gate;
  // Closed by a successful exec, else it carries the error number.
  int trouble[2];
  if (pipe2(trouble, O_CLOEXEC) != 0) {
    throw Error(ErrorCode::system, words[0], std::strerror(errno), "close some files");
  }
  const KeyboardIsTheirs keyboard;
  double start = seconds_now();
  const pid_t child = fork();
  if (child == 0) {
    keyboard.give_back();
    gate.wait();
    execvp(arguments[0], arguments.data());
    const int error = errno;
    [[maybe_unused]] const auto written = write(trouble[1], &error, sizeof error);
    _exit(error == ENOENT ? 127 : 126);
  }
  const int fork_error = errno;
  close(trouble[1]);
  if (child < 0) {
    close(trouble[0]);
    throw Error(ErrorCode::system, words[0], std::strerror(fork_error), "end some processes");
  }
  if (held) {
    held(child);
    start = seconds_now();
  }
  gate.open();
  int error = 0;
  ssize_t got = 0;
  while ((got = read(trouble[0], &error, sizeof error)) < 0 && errno == EINTR) {
  }
  close(trouble[0]);
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  if (got > 0) {
    throw Error(error == ENOENT ? ErrorCode::not_supported : ErrorCode::system, words[0],
                std::string("cannot be run: ") + std::strerror(error), "give a program and its arguments");
  }
  CommandRun run;
  run.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  run.seconds = seconds_now() - start;
  run.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  run.minor_faults = static_cast<std::uint64_t>(usage.ru_minflt);
  run.major_faults = static_cast<std::uint64_t>(usage.ru_majflt);
  return run;
}

}  // namespace numapack

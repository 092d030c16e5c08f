// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "peer/processes/messages.hpp"

namespace numapack {

using Environment = std::vector<std::pair<std::string, std::string>>;

/// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();
  int get() const { return number_; }

 private:
  int number_ = -1;
};

/// A child that runs `program arguments…`, exchanges messages with this one on descriptor `kMessages`;
/// what it prints goes to a file in memory. It dies with this object, and with this process
/// however that ends (PR_SET_PDEATHSIG); make it on a thread that lives as long. A Ctrl-C of the terminal
/// passes it by, so that the parent can tell what was measured so far.
class Process {
 public:
  static constexpr int kMessages = 3;

  /// `environment` is added to this process's own. Throws Error(system) if no process can be made.
  Process(const std::string& program, const std::vector<std::string>& arguments,
          const Environment& environment);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  Messages& messages() { return messages_; }
  pid_t id() const { return id_; }

  /// Stops all its threads and returns when they stand still. False if it is dead.
  bool stop();
  void resume();

  /// Waits so long for it to end by itself. "" if it did, with status 0; else as post_mortem(), which it is
  /// in time.
  std::string wait(double seconds);

  /// Kills it if it still runs, and says how it ended: "killed by signal 11 (Segmentation fault)", with the
  /// last line it printed.
  std::string post_mortem();

 private:
  std::string last_words() const;

  Descriptor connection_, printed_;
  Messages messages_{-1};
  pid_t id_ = -1;
  bool dead_ = false;
  int status_ = 0;
};

}  // namespace numapack

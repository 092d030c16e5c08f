// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "blas/counts/record.hpp"
#include "runtime/watch.hpp"

namespace numapack::standard {

/// Counts the calls of this process in a file of its own (record.hpp). Never unmapped: other threads may be
/// at it. All of it thread-safe.
class Recorder {
 public:
  /// A new file in `folder`, and one next to it for the first `traced` calls if that is not 0. Null if it
  /// cannot be made: a program does not fail because a report is missing.
  static Recorder* make(const std::string& folder, std::int64_t traced) noexcept;

  struct Times {
    std::int64_t begin_ns = 0, end_ns = 0;
  };
  void add(const Work& work, std::size_t type, const Times& times, bool left,
           const WatchedCall& watched) noexcept;

 private:
  Recorder(ProcessRecord& record, std::string trace_file)
      : record_(record), trace_file_(std::move(trace_file)) {}
  void describe_process() noexcept;
  void count(CallCounts& counts, double flops, const Times& times, const WatchedCall& watched) noexcept;
  void keep(const Work& work, std::size_t type, const Times& times, bool left,
            const WatchedCall& watched) noexcept;
  /// Of a call in the trace; null where there is no more room.
  CallRecord* place_of(std::uint64_t number) noexcept;

  static constexpr std::uint64_t most_chunks = 4096;
  ProcessRecord& record_;
  const std::string trace_file_;
  std::mutex mapping_;
  std::array<std::atomic<CallRecord*>, most_chunks> chunks_{};
};

/// Set while calls are counted; looked at by each.
extern constinit std::atomic<bool> calls_are_counted;

/// This process's recorder, made at its first call, also after a fork; null where there is none available.
Recorder* recorder_here() noexcept;

/// One call, from its begin to its end.
class Counted {
 public:
  Counted(const Work& work, std::size_t type) noexcept {
    if (calls_are_counted.load(std::memory_order_relaxed)) [[unlikely]]
      begin(work, type);
  }
  ~Counted() {
    if (state_) [[unlikely]]
      end();
  }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

  /// To the program's own BLAS.
  void is_left() { left_ = true; }

 private:
  void begin(const Work& work, std::size_t type) noexcept;
  void end() noexcept;

  struct State {
    Recorder& recorder;
    Work work;
    std::size_t type = 0;
    WatchedCall watched;
    WatchedCall* before = nullptr;
    std::int64_t begin_ns = 0;
  };
  std::optional<State> state_;
  bool left_ = false;
};

}  // namespace numapack::standard

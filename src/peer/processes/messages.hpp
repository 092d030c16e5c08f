// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace numapack {

/// One JSON value a line over a socket. Does not own the descriptor. One thread at a time.
class Messages {
 public:
  explicit Messages(int socket) : socket_(socket) {}

  /// False if the other side is gone.
  bool send(const nlohmann::json& message);

  /// The next message; nothing at the end of the stream, after `seconds` (0: wait for ever), when `give_up`
  /// says so (asked some times a second), or if the line is no JSON.
  std::optional<nlohmann::json> receive(double seconds = 0, const std::function<bool()>& give_up = {});

  /// True if the last receive() came back because of its time limit.
  bool timed_out() const { return timed_out_; }

 private:
  int socket_;
  std::string pending_;
  bool timed_out_ = false;
};

}  // namespace numapack

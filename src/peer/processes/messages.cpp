// SPDX-License-Identifier: BSD-3-Clause
#include "peer/processes/messages.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"

namespace numapack {

bool Messages::send(const nlohmann::json& message) {
  // Names and paths come from the command line and need not be UTF-8.
  const std::string line = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  std::size_t sent = 0;
  while (sent < line.size()) {
    const ssize_t count = ::send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

std::optional<nlohmann::json> Messages::receive(double seconds, const std::function<bool()>& give_up) {
  timed_out_ = false;
  const double deadline = seconds > 0 ? seconds_now() + seconds : 0;
  while (true) {
    if (const auto end = pending_.find('\n'); end != std::string::npos) {
      nlohmann::json message = nlohmann::json::parse(pending_.substr(0, end), nullptr, false);
      pending_.erase(0, end + 1);
      if (message.is_discarded()) return std::nullopt;
      return message;
    }
    if (give_up && give_up()) return std::nullopt;
    double wait = give_up ? 0.1 : 3600.0;
    if (deadline > 0) {
      const double left = deadline - seconds_now();
      timed_out_ = left <= 0;
      if (timed_out_) return std::nullopt;
      wait = std::min(wait, left);
    }
    pollfd waiting{socket_, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(wait * 1000) + 1);
    if (ready < 0 && errno != EINTR) return std::nullopt;
    if (ready <= 0) continue;
    std::array<char, 4096> chunk{};
    const ssize_t count = read(socket_, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    pending_.append(chunk.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace numapack

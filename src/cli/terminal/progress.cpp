// SPDX-License-Identifier: BSD-3-Clause
#include "cli/terminal/progress.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/clock.hpp"

namespace numapack {

Progress::Progress() : terminal_(isatty(STDERR_FILENO) == 1), start_(seconds_now()) {}

Progress::~Progress() { clear(); }

void Progress::show(const std::string& what, double seconds_left) {
  const double elapsed = seconds_now() - start_;
  if (!terminal_ || elapsed + std::max(seconds_left, 0.0) < 2) return;
  std::string line = what + (seconds_left >= 0 ? ", " + duration(seconds_left) + " left" : "");
  // A line that wraps cannot be wiped.
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 && line.size() >= size.ws_col) {
    line.resize(size.ws_col - 1U);
  }
  std::fputs(("\r\033[K" + line).c_str(), stderr);
  std::fflush(stderr);
  shown_ = true;
}

void Progress::clear() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);  // does not throw: destroyed objects clear their line, too
  std::fflush(stderr);
  shown_ = false;
}

std::string duration(double seconds) {
  const auto whole = static_cast<long long>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace numapack

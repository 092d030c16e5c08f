// SPDX-License-Identifier: BSD-3-Clause
#include "base/readable.hpp"

#include <fmt/format.h>

namespace numapack {

std::string readable_bytes(double bytes) {
  constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  int unit = 0;
  for (; bytes >= 1024 && unit < 5; ++unit) bytes /= 1024;
  return bytes >= 999.5 ? fmt::format("{:.0f} {}", bytes, units[unit])
                        : fmt::format("{:.3g} {}", bytes, units[unit]);
}

std::string readable_seconds(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.3g} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3g} ms", seconds * 1e3);
  return fmt::format("{:.3g} s", seconds);
}

}  // namespace numapack

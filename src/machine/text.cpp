// SPDX-License-Identifier: BSD-3-Clause
#include "machine/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace numapack {

std::string size_text(std::uint64_t bytes) {
  constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  auto value = static_cast<double>(bytes);
  // 1023.96 would print as 1024.0.
  while (unit + 1 < std::size(units) && value >= 1023.95) {
    value /= 1024;
    ++unit;
  }
  const double rounded = std::round(value * 10) / 10;
  return rounded == std::floor(rounded) ? fmt::format("{:.0f} {}", rounded, units[unit])
                                        : fmt::format("{:.1f} {}", rounded, units[unit]);
}

std::string list_text(std::vector<int> numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::string text;
  for (std::size_t first = 0; first < numbers.size();) {
    std::size_t last = first;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (!text.empty()) text += ',';
    text += std::to_string(numbers[first]);
    if (last > first) text += '-' + std::to_string(numbers[last]);
    first = last + 1;
  }
  return text;
}

}  // namespace numapack

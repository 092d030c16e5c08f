// SPDX-License-Identifier: BSD-3-Clause
#include "cli/terminal/heat_map.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace numapack {

namespace {

constexpr int steps = 10;
constexpr const char* shades = ".:-=+oxX#@";
// From pale yellow to dark red, all of them in the cube of 6 x 6 x 6.
constexpr std::array<int, steps> palette{230, 229, 222, 221, 215, 209, 203, 197, 161, 125};

std::string shade(int step, bool colour) {
  if (step < 0) return "  ";
  const auto index = static_cast<std::size_t>(step);
  return colour ? fmt::format("\033[48;5;{}m  \033[0m", palette[index]) : fmt::format(" {}", shades[index]);
}

}  // namespace

std::string heat_map(const std::vector<std::vector<double>>& matrix, const std::vector<std::string>& labels,
                     const std::string& unit, bool colour) {
  double least = -1, greatest = -1;
  for (std::size_t row = 0; row < matrix.size(); ++row) {
    for (std::size_t column = 0; column < matrix[row].size(); ++column) {
      const double value = matrix[row][column];
      if (row == column || value < 0) continue;
      least = least < 0 ? value : std::min(least, value);
      greatest = std::max(greatest, value);
    }
  }
  std::size_t width = 0;
  for (const std::string& label : labels) width = std::max(width, label.size());
  const double range = greatest - least;
  std::string text;
  for (std::size_t row = 0; row < matrix.size(); ++row) {
    text += fmt::format("{:>{}}", labels[row], width);
    for (std::size_t column = 0; column < matrix[row].size(); ++column) {
      const double value = matrix[row][column];
      const int step = row == column || value < 0 ? -1
                       : range > 0 ? std::min(steps - 1, static_cast<int>(steps * (value - least) / range))
                                   : 0;
      text += shade(step, colour);
    }
    text += "\n";
  }
  if (least < 0) return text;
  text += fmt::format("{:>{}}", "", width);
  for (int step = 0; step < steps; ++step) {
    if (range > 0 || step == 0) text += shade(step, colour);
  }
  return text + (range > 0 ? fmt::format("  {:.4g} to {:.4g} {}\n", least, greatest, unit)
                           : fmt::format("  {:.4g} {}\n", least, unit));
}

}  // namespace numapack

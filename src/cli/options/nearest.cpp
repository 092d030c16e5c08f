// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options/nearest.hpp"

#include <algorithm>
#include <cstddef>

namespace numapack {

namespace {

std::size_t edits(const std::string& left, const std::string& right) {
  std::vector<std::vector<std::size_t>> least(left.size() + 1, std::vector<std::size_t>(right.size() + 1));
  for (std::size_t i = 0; i <= left.size(); ++i) {
    for (std::size_t j = 0; j <= right.size(); ++j) {
      if (i == 0 || j == 0) {
        least[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = least[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1);
      least[i][j] = std::min({replaced, least[i - 1][j] + 1, least[i][j - 1] + 1});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1])
        least[i][j] = std::min(least[i][j], least[i - 2][j - 2] + 1);
    }
  }
  return least.back().back();
}

}  // namespace

std::string nearest(const std::string& word, const std::vector<std::string>& names) {
  constexpr std::size_t least_beginning = 3;
  std::string found;
  std::size_t fewest = word.size() / 3 + 1;
  for (const std::string& name : names) {
    if (word.size() >= least_beginning && name.starts_with(word)) return name;
    const std::size_t away = edits(word, name);
    if (away < fewest || (away == fewest && found.empty() && away < name.size())) {
      fewest = away;
      found = name;
    }
  }
  return found;
}

}  // namespace numapack

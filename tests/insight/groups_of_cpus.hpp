// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fstream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "insight/position/structure.hpp"

namespace numapack::testing {

/// begin to end - 1.
inline std::vector<int> from_to(int begin, int end) {
  std::vector<int> numbers(std::size_t(end - begin));
  std::iota(numbers.begin(), numbers.end(), begin);
  return numbers;
}

inline std::vector<int> joined(std::vector<int> one, const std::vector<int>& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

inline std::vector<std::vector<int>> cpus_of(const std::vector<LatencyGroup>& groups) {
  std::vector<std::vector<int>> lists;
  for (const LatencyGroup& group : groups) lists.push_back(group.cpus);
  return lists;
}

/// One of tests/insight/matrices/.
inline LatencyTable public_table(const std::string& name) {
  const std::string path = std::string(NUMAPACK_MATRICES) + "/" + name + ".csv";
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return parse_pair_table(text.str(), path);
}

}  // namespace numapack::testing

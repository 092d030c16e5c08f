// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <map>
#include <vector>

namespace numapack {

/// Numbers that are joined pair by pair into groups.
class Groups {
 public:
  void join(int one, int other) {
    const int left = root(one), right = root(other);
    if (left != right) parent_[std::max(left, right)] = std::min(left, right);
  }

  bool has(int number) const { return parent_.contains(number); }

  bool together(int one, int other) {
    return parent_.contains(one) && parent_.contains(other) && root(one) == root(other);
  }

  /// All groups by their least member, each rising.
  std::vector<std::vector<int>> all() {
    std::map<int, std::vector<int>> groups;
    for (const auto& [number, parent] : parent_) groups[root(number)].push_back(number);
    std::vector<std::vector<int>> list;
    for (auto& [least, members] : groups) list.push_back(std::move(members));
    return list;
  }

 private:
  int root(int number) {
    int& parent = parent_.emplace(number, number).first->second;
    return parent == number ? number : parent = root(parent);
  }
  std::map<int, int> parent_;
};

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <random>
#include <utility>
#include <vector>

namespace numapack {

/// In random order; the same from the same seed with every standard library, which std::shuffle is not.
template <class Item>
void shuffle(std::vector<Item>& items, std::mt19937_64& random) {
  for (std::size_t last = items.size(); last > 1; --last) std::swap(items[last - 1], items[random() % last]);
}

}  // namespace numapack

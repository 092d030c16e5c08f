// SPDX-License-Identifier: BSD-3-Clause
#include "batch/batch_homes.hpp"

#include <algorithm>

#include "base/integer.hpp"
#include "memory/pages/census.hpp"

namespace numapack {

BatchHomes sample_batch_homes(const BatchShape& shape, const BatchPlaces& places, int operands,
                              const Machine& machine, int fallback_node) {
  constexpr Index most_asked = 4096;
  BatchHomes homes;
  if (machine.nodes.size() < 2) return homes;
  Index problems = 0;
  for (const BatchGroup& group : shape.groups) problems += group.problems;
  const Index every = std::max<Index>(1, divide_up(problems, most_asked));
  std::vector<const void*> asked;
  for (int operand = 0; operand < operands; ++operand) {
    Index next = 0, number = 0;  // of the batch's problems
    for (std::size_t group = 0; group < shape.groups.size(); ++group) {
      const Index count = shape.groups[group].problems;
      for (; next < number + count; next += every) {
        const BatchPlace place = places(static_cast<Index>(group), operand, next - number);
        asked.push_back(static_cast<const char*>(place.data) + place.bytes / 2);
      }
      number += count;
    }
  }
  const std::vector<int> answers = homes_of(asked, machine);
  auto answer = answers.begin();
  for (int operand = 0; operand < operands; ++operand) {
    std::vector<std::int16_t>& of = homes.of[static_cast<std::size_t>(operand)];
    of.resize(static_cast<std::size_t>(problems));
    for (Index begin = 0; begin < problems; begin += every, ++answer)
      std::fill(of.begin() + begin, of.begin() + std::min(problems, begin + every),
                static_cast<std::int16_t>(*answer < 0 ? fallback_node : *answer));
  }
  return homes;
}

std::vector<std::int16_t> homes_of_stack(const HomeMap& stack, Index columns, Index problems,
                                         std::size_t element_bytes, std::size_t page_bytes) {
  std::vector<std::int16_t> homes;
  std::vector<std::int16_t> in_turn;  // of one tile
  const bool is_one_tile = stack.share.size() == 1;
  for (std::size_t node = 0; is_one_tile && node < stack.share.front().size(); ++node)
    if (stack.share.front()[node] > 0) in_turn.push_back(static_cast<std::int16_t>(node));
  const double bytes = double(columns) * double(stack.rows) * double(element_bytes);
  for (Index i = 0; i < problems; ++i) {
    if (is_one_tile) {
      // The page of its middle.
      const auto page = static_cast<std::size_t>((double(i) + 0.5) * bytes / double(page_bytes));
      homes.push_back(in_turn[page % in_turn.size()]);
      continue;
    }
    const std::vector<double> at = stack.elements_by_node({0, stack.rows}, {i * columns, (i + 1) * columns});
    homes.push_back(static_cast<std::int16_t>(std::ranges::max_element(at) - at.begin()));
  }
  return homes;
}

}  // namespace numapack

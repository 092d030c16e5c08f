// SPDX-License-Identifier: BSD-3-Clause
#include "probe/loops/chase.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "base/clock.hpp"
#include "base/error.hpp"

namespace numapack::probe {

const char* name(ChaseOrder order) {
  return order == ChaseOrder::random ? "random" : order == ChaseOrder::list ? "list" : "stride";
}

namespace {

/// One cycle in random order.
void deal_at_random(std::vector<std::uint32_t>& next, std::uint64_t seed) {
  std::iota(next.begin(), next.end(), 0U);
  std::mt19937_64 random(seed);
  for (std::size_t last = next.size() - 1; last > 0; --last) {
    // Multiplying takes the place of a division; the bias is below 2^-32.
    const std::uint64_t other = ((random() >> 32) * last) >> 32;
    std::swap(next[last], next[other]);
  }
}

/// One cycle of equal distances: the next number from `least` on that shares no divisor with the elements.
void deal_evenly(std::vector<std::uint32_t>& next, std::size_t least) {
  std::size_t jump = std::max<std::size_t>(least % next.size(), 1);
  while (std::gcd(jump, next.size()) != 1) ++jump;
  for (std::size_t at = 0; at < next.size(); ++at)
    next[at] = static_cast<std::uint32_t>((at + jump) % next.size());
}

}  // namespace

std::size_t link_cycle(char* memory, std::size_t bytes, std::size_t step_bytes, std::uint64_t seed,
                       ChaseOrder order) {
  if (step_bytes < sizeof(void*) || step_bytes % sizeof(void*) != 0) {
    invalid("chase", "a step of " + std::to_string(step_bytes) + " bytes holds no pointer",
            "use a multiple of " + std::to_string(sizeof(void*)));
  }
  const std::size_t elements = bytes < sizeof(void*) ? 0 : (bytes - sizeof(void*)) / step_bytes + 1;
  if (elements == 0 || elements > std::numeric_limits<std::uint32_t>::max()) {
    invalid("chase", std::to_string(bytes) + " bytes make no cycle", "use more, or a larger step");
  }
  std::vector<std::uint32_t> next(elements);
  constexpr std::size_t page_bytes = 4096;
  if (order == ChaseOrder::random)
    deal_at_random(next, seed);
  else
    deal_evenly(next, order == ChaseOrder::list ? 1 : page_bytes / step_bytes + 1);
  for (std::size_t at = 0; at < elements; ++at) {
    *reinterpret_cast<void**>(memory + at * step_bytes) = memory + next[at] * step_bytes;
  }
  return elements;
}

std::size_t Chase::cycle_length(const void* start, std::size_t limit) {
  const void* position = start;
  for (std::size_t steps = 1; steps <= limit; ++steps) {
    position = *static_cast<const void* const*>(position);
    if (position == start) return steps;
  }
  return 0;
}

Chase::Chase(char* memory, std::size_t bytes, std::size_t step_bytes, std::uint64_t seed, ChaseOrder order)
    : elements_(link_cycle(memory, bytes, step_bytes, seed, order)), first_(memory), position_(memory) {
  if (cycle_length(memory, elements_) != elements_) {
    throw Error(ErrorCode::system, "chase", "the cycle does not pass every element", "report this");
  }
}

void Chase::walk(std::size_t steps) { position_ = walk_pointers(position_, steps); }

double Chase::seconds_a_step(std::size_t steps) {
  const double start = seconds_now();
  walk(steps);
  return (seconds_now() - start) / static_cast<double>(steps);
}

}  // namespace numapack::probe

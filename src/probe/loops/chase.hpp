// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace numapack::probe {

/// In which order a chase passes the elements: at random; one after the other, as a list that was made in one
/// go lies; or each a constant distance of a page and an element ahead, around and around.
enum class ChaseOrder { random, list, stride };

/// "random", "list", "stride".
const char* name(ChaseOrder order);

/// A pointer in each element of a stretch of memory, which leads to the next: one cycle through all of them
/// in random order, if nothing else is said (Sattolo, Inform. Process. Lett. 22 (1986), 315), so that a walk
/// of n steps loads n different lines and no prefetcher knows the next. Owns nothing.
class Chase {
 public:
  /// Elements at 0, step, 2 step … of [memory, memory + bytes). Walks the cycle once and throws Error(system)
  /// if it does not come back after exactly all elements. At least one element; step at least a pointer.
  Chase(char* memory, std::size_t bytes, std::size_t step_bytes, std::uint64_t seed,
        ChaseOrder order = ChaseOrder::random);

  std::size_t elements() const { return elements_; }

  const void* first() const { return first_; }

  /// Where the next walk begins: at first, at the first element.
  const void* position() const { return position_; }

  /// Follows so many pointers, from where the last walk ended, and returns the seconds that took a step.
  double seconds_a_step(std::size_t steps);

  /// The same without a clock.
  void walk(std::size_t steps);

  /// Follows all pointers once, from any element: how many steps until it comes back, or 0 if that takes more
  /// than `limit`.
  static std::size_t cycle_length(const void* start, std::size_t limit);

  static constexpr std::size_t unroll = 128;

 private:
  std::size_t elements_ = 0;
  const void* first_ = nullptr;
  void* position_ = nullptr;
};

/// Follows so many pointers, `Chase::unroll` a turn of the loop as far as they go, and returns where that
/// leads.
void* walk_pointers(void* position, std::size_t steps);

/// The same from several positions at once: `together` independent chains, so many steps each.
constexpr std::size_t together = 8;
void walk_together(void* (&positions)[together], std::size_t steps);

/// Writes the cycle. Steps as in Chase; returns the number of elements.
std::size_t link_cycle(char* memory, std::size_t bytes, std::size_t step_bytes, std::uint64_t seed,
                       ChaseOrder order = ChaseOrder::random);

}  // namespace numapack::probe

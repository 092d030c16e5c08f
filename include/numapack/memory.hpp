// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "numapack/error.hpp"
#include "numapack/export.h"
#include "numapack/placement.hpp"

/// Where memory is, and moving it. Matrices with a placement are in numapack/matrix.hpp.
namespace numapack {

/// Where the pages of a range of memory are. The query touches nothing.
struct Census {
  std::size_t page_bytes = 4096;
  std::uint64_t pages = 0;             ///< pages that the stretch overlaps
  std::vector<std::uint64_t> by_node;  ///< one count a node of the machine
  std::uint64_t untouched = 0;         ///< not resident: never written, or swapped out
  std::uint64_t huge_bytes = 0;        ///< bytes backed by transparent huge pages (0 if unknown)
  std::string unavailable;             ///< why the kernel did not tell where pages are; empty if it did
};

/// Counts every page of [data, data + bytes), mapped memory of this process, that exists. Thread-safe.
/// Throws only Error(system), if the machine cannot be read; what the kernel refuses is in `unavailable`.
NUMAPACK_API Census where(const void* data, std::size_t bytes);

/// The node of each page that [data, data + bytes) overlaps, as an index into node_numbers(): -1 where a page
/// is not resident, -2 where the kernel does not say. Pages are of the base size. Touches nothing;
/// thread-safe. Throws only Error(system), if the machine cannot be read.
NUMAPACK_API std::vector<std::int16_t> where_by_page(const void* data, std::size_t bytes);

/// The kernel's numbers of the nodes that `by_node` and Placement count. Throws Error(system).
NUMAPACK_API std::vector<int> node_numbers();

/// The result of moving pages.
struct Migration {
  std::uint64_t pages = 0;      ///< that the placement covers
  std::uint64_t there = 0;      ///< on their node now
  std::uint64_t moved = 0;      ///< … that were elsewhere before
  std::uint64_t untouched = 0;  ///< do not exist yet, and go where they are first touched
  std::uint64_t refused = 0;    ///< elsewhere still: shared with other processes, in use, no room, in a huge
                                ///< page of which more belongs elsewhere
  std::string problem;          ///< the commonest reason for that, or why nothing could be asked; "" if none
};

/// Moves the pages of any memory to where a placement puts them; other threads may keep using the
/// memory. The stretch counts as one column of bytes, so blocks of rows are blocks of bytes. Pages that are
/// only partly in the stretch move, too. Throws Error(invalid_argument) for a placement that cannot be.
NUMAPACK_API Migration migrate(void* data, std::size_t bytes, const Placement& placement);

/// The page size to request.
enum class PageSize {
  automatic,  ///< huge ones, unless they would spoil the placement
  ordinary,
  huge,  ///< transparent ones; the kernel may still give ordinary ones (see Census::huge_bytes)
};

/// The kernel's counts of allocated pages since boot, for all processes together; a page or a huge page
/// counts once. Subtract two of them to see one section of a program.
struct NumaCounters {
  struct Node {
    std::int64_t hit = 0;         ///< allocated on this node, as requested
    std::int64_t miss = 0;        ///< allocated on this node, although another was preferred
    std::int64_t foreign = 0;     ///< requested here, but allocated elsewhere
    std::int64_t interleave = 0;  ///< allocated on this node by an interleaving policy
    std::int64_t local = 0;       ///< for a process running on this node
    std::int64_t other = 0;       ///< for a process running on another node
  };
  std::vector<Node> nodes;  ///< in the order of node_numbers()
  /// Throws Error(not_supported) where the kernel does not count.
  NUMAPACK_API static NumaCounters now();
  NUMAPACK_API NumaCounters operator-(const NumaCounters& earlier) const;
};

namespace detail {
NUMAPACK_API void* allocate(std::size_t bytes, const Placement& placement, PageSize pages,
                            std::size_t element_bytes);
NUMAPACK_API void deallocate(void* data) noexcept;
}  // namespace detail

/// Memory with a placement for standard containers: std::vector<double, numapack::allocator<double>>. Every
/// allocation takes whole pages, so it is meant for large ones. Pages of placements by block (blocks of rows,
/// an element being a row) are made at once, on their nodes; others when they are touched. Any instance may
/// free what another allocated. Throws Error, or std::bad_array_new_length.
template <class T>
class allocator {
 public:
  using value_type = T;
  using is_always_equal = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_copy_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;

  allocator() = default;
  explicit allocator(Placement placement, PageSize pages = PageSize::automatic)
      : placement_(std::move(placement)), pages_(pages) {}
  template <class U>
  allocator(const allocator<U>& other) : placement_(other.placement()), pages_(other.pages()) {}

  T* allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(detail::allocate(count * sizeof(T), placement_, pages_, sizeof(T)));
  }
  void deallocate(T* data, std::size_t) noexcept { detail::deallocate(data); }

  const Placement& placement() const { return placement_; }
  PageSize pages() const { return pages_; }
  template <class U>
  bool operator==(const allocator<U>&) const {
    return true;
  }

 private:
  Placement placement_;
  PageSize pages_ = PageSize::automatic;
};

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "memory/buffer.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "base/error.hpp"
#include "machine/kernel_settings.hpp"
#include "machine/text.hpp"
#include "memory/pages/page_sizes.hpp"
#include "memory/policy.hpp"

namespace numapack {
namespace {

constexpr std::size_t vector_bytes = 64;

std::size_t round_up(std::size_t value, std::size_t step) { return (value + step - 1) / step * step; }

/// How a buffer lies in its mapping.
struct Layout {
  std::size_t page = 0;       ///< also the inaccessible stretch on either side
  std::size_t alignment = 0;  ///< of the accessible part
  std::size_t accessible = 0;
  std::size_t offset = 0;  ///< of the data in the accessible part
};

Layout layout_for(std::size_t bytes, const BufferOptions& options) {
  Layout layout;
  layout.page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  layout.accessible = round_up(bytes, layout.page);
  if (options.guarded) layout.offset = layout.accessible - round_up(bytes, vector_bytes);
  // A last part of more than half a huge page gets a whole one: at most 1 MiB is lost to it.
  const std::size_t whole = round_up(layout.accessible, huge_page_bytes);
  if (options.huge_pages && !options.guarded && whole - layout.accessible < huge_page_bytes / 2) {
    layout.accessible = whole;
  }
  const bool can_be_huge = options.huge_pages && layout.accessible >= huge_page_bytes;
  layout.alignment = can_be_huge ? huge_page_bytes : layout.page;
  return layout;
}

[[noreturn]] void refuse(std::size_t bytes, const std::string& why) {
  throw Error(ErrorCode::out_of_memory, "buffer", size_text(bytes) + " wanted, " + why,
              "use smaller operands or free memory");
}

void check_available(std::size_t bytes) {
  if (bytes < worth_asking_bytes) return;
  const auto available = read_meminfo("MemAvailable");
  if (available && bytes > *available) refuse(bytes, size_text(*available) + " available");
  if (bytes > std::numeric_limits<std::size_t>::max() / 4) refuse(bytes, "more than can be addressed");
}

}  // namespace

Buffer::Buffer(std::size_t bytes, const Machine& machine, const BufferOptions& options) : bytes_(bytes) {
  check_placement(options.placement, bytes, machine);
  if (bytes == 0) return;
  check_available(bytes);
  const Layout layout = layout_for(bytes, options);

  // An inaccessible page stays on either side, so that the kernel never joins this mapping to a neighbour:
  // then its policy, its huge pages and their count in smaps are its own.
  const std::size_t reserved = layout.accessible + layout.alignment + 2 * layout.page;
  void* const reservation =
      mmap(nullptr, reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reservation == MAP_FAILED) refuse(bytes, std::string("the kernel says: ") + std::strerror(errno));
  mapping_ = reservation;
  mapping_bytes_ = reserved;

  const auto start = reinterpret_cast<std::uintptr_t>(reservation);
  char* const base =
      static_cast<char*>(reservation) + (round_up(start + layout.page, layout.alignment) - start);
  if (mmap(base, layout.accessible, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
      MAP_FAILED) {
    const int error = errno;
    munmap(std::exchange(mapping_, nullptr), mapping_bytes_);
    refuse(bytes, std::string("the kernel says: ") + std::strerror(error));
  }
  data_ = base + layout.offset;
  // Refusal is harmless: a kernel without transparent huge pages gives ordinary ones.
  madvise(base, layout.accessible, options.huge_pages ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  if (!options.process_policy) policy_ = apply_placement(base, layout.accessible, options.placement, machine);
}

Buffer::Buffer(Buffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)),
      mapping_(std::exchange(other.mapping_, nullptr)),
      mapping_bytes_(std::exchange(other.mapping_bytes_, 0)),
      policy_(std::move(other.policy_)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  std::swap(mapping_, other.mapping_);
  std::swap(mapping_bytes_, other.mapping_bytes_);
  std::swap(policy_, other.policy_);
  return *this;
}

Buffer::~Buffer() {
  if (mapping_ != nullptr) munmap(mapping_, mapping_bytes_);
}

}  // namespace numapack

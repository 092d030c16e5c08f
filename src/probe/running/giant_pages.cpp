// SPDX-License-Identifier: BSD-3-Clause
#include "probe/running/giant_pages.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "base/error.hpp"
#include "machine/text.hpp"
#include "memory/policy.hpp"

namespace numapack::probe {

namespace {

constexpr int page_shift = 30;  // of 2^30 bytes

[[noreturn]] void refuse(std::size_t bytes, const std::string& why) {
  throw Error(ErrorCode::out_of_memory, "pages of 1 GiB", size_text(bytes) + " wanted: " + why,
              "add to /sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages");
}

/// If a node's pool of giant pages is empty, touching one kills the program: report an error instead.
std::string make(void* data, std::size_t bytes) {
#ifdef MADV_POPULATE_WRITE
  if (madvise(data, bytes, MADV_POPULATE_WRITE) == 0) return "";
  if (errno != EINVAL) return std::string("the kernel says: ") + std::strerror(errno);
#else
  static_cast<void>(data), static_cast<void>(bytes);
#endif
  return "Linux before 5.14 cannot make them beforehand";
}

}  // namespace

void Unmapping::operator()(char* data) const { munmap(data, bytes); }

GiantPages::GiantPages(std::size_t bytes, int home, const Machine& machine) {
  const std::size_t whole = (bytes + giant_page_bytes - 1) / giant_page_bytes * giant_page_bytes;
  void* const data = mmap(nullptr, whole, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | (page_shift << MAP_HUGE_SHIFT), -1, 0);
  if (data == MAP_FAILED) refuse(whole, std::string("the kernel says: ") + std::strerror(errno));
  pages_ = {static_cast<char*>(data), Unmapping{whole}};
  apply_placement(data, whole, Placement::bind(home), machine);
  if (const std::string why = make(data, whole); !why.empty()) refuse(whole, why);
}

}  // namespace numapack::probe

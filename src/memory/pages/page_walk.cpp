// SPDX-License-Identifier: BSD-3-Clause
#include "memory/pages/page_walk.hpp"

#include <numaif.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include "memory/pages/page_scan.hpp"
#include "memory/pages/page_sizes.hpp"

namespace numapack {
namespace {

constexpr std::uintptr_t huge_step = 2u << 20;

/// Collects answers into stretches.
class Stretches {
 public:
  explicit Stretches(const std::function<void(const PagesOnNode&)>& found) : found_(found) {}
  ~Stretches() = default;

  void add(const PagesOnNode& pages) {
    if (open_.end == pages.begin && open_.node == pages.node && open_.huge == pages.huge) {
      open_.end = pages.end;
      return;
    }
    flush();
    open_ = pages;
  }
  void flush() {
    if (open_.end > open_.begin) found_(open_);
    open_ = {};
  }

 private:
  const std::function<void(const PagesOnNode&)>& found_;
  PagesOnNode open_;
};

class Walk {
 public:
  Walk(pid_t process, const std::function<void(const PagesOnNode&)>& found)
      : process_(process), stretches_(found) {}

  /// One question for each `step` bytes. False if the kernel refuses.
  bool ask(std::uintptr_t begin, std::uintptr_t end, std::uintptr_t step, bool huge) {
    for (std::uintptr_t at = begin; at < end;) {
      std::size_t count = 0;
      const std::uintptr_t start = at;
      for (; at < end && count < batch_pages; ++count) {
        pages_[count] = reinterpret_cast<void*>(at);
        at = std::min(end, (at / step + 1) * step);
      }
      // Without targets nothing moves.
      if (move_pages(process_, count, pages_.data(), nullptr, status_.data(), 0) < 0) return false;
      std::uintptr_t from = start;
      for (std::size_t i = 0; i < count; ++i) {
        const std::uintptr_t to = std::min(end, (from / step + 1) * step);
        // No answer: not there yet, swapped out, or the page of zeros that reading an untouched page gives.
        if (status_[i] >= 0) stretches_.add({from, to, status_[i], huge});
        from = to;
      }
    }
    return true;
  }

  void finish() { stretches_.flush(); }

 private:
  pid_t process_;
  Stretches stretches_;
  std::array<void*, batch_pages> pages_;
  std::array<int, batch_pages> status_;
};

}  // namespace

std::string walk_pages(pid_t process, std::uintptr_t begin, std::uintptr_t end,
                       const std::function<void(const PagesOnNode&)>& found) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto walk = std::make_unique<Walk>(process, found);
  std::vector<PresentPages> present;
  if (!scan_present(process, begin, end, present)) present.assign(1, {begin, end, false, false});
  for (const PresentPages& pages : present) {
    if (pages.zero_page) continue;
    if (!walk->ask(pages.begin, pages.end, pages.huge ? huge_step : page, pages.huge)) {
      return std::string("the kernel refuses to say where pages are (") + std::strerror(errno) + ")";
    }
  }
  walk->finish();
  return "";
}

}  // namespace numapack

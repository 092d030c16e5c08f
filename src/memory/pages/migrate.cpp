// SPDX-License-Identifier: BSD-3-Clause
#include "memory/pages/migrate.hpp"

#include <numaif.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "memory/pages/huge_stretches.hpp"
#include "memory/pages/page_sizes.hpp"

namespace numapack {
namespace {

/// Pages on their way, a batch at a time.
class Mover {
 public:
  Mover(const Machine& machine, Migration& result) : machine_(machine), result_(result) {}

  /// `pages` of the map move with this one, of which `belonging` want that node. `before`: the node that it
  /// was on, if that is no longer to be seen.
  void add(std::uintptr_t page, int node, std::uint64_t pages, std::uint64_t belonging,
           std::optional<int> before = {}) {
    pages_.push_back({page, machine_.os_index_of(node), pages, belonging, before});
    if (pages_.size() == batch_pages) flush();
  }

  void flush() {
    std::vector<Page> pages(std::exchange(pages_, {}));
    if (pages.empty() || stopped_) return;
    if (!ask(pages)) return stop();
    for (Page& page : pages) page.before = page.before.value_or(page.now);
    settle(pages);
    // The kernel moves runs of pages with the same target together, and once a page of a run stays it leaves
    // alone all that follows: so few runs, and the run that failed, now the first, goes last.
    std::stable_sort(pages.begin(), pages.end(),
                     [](const Page& one, const Page& other) { return one.target < other.target; });
    for (int attempt = 0; attempt < most_attempts && !pages.empty(); ++attempt) {
      if (!move(pages) || !ask(pages)) return stop();
      settle(pages);
      const auto next_run = std::find_if(
          pages.begin(), pages.end(), [&](const Page& page) { return page.target != pages.front().target; });
      std::rotate(pages.begin(), next_run, pages.end());
    }
    for (const Page& page : pages) count(page);
  }

  void finish() {
    flush();
    if (!result_.problem.empty() || reasons_.empty()) return;
    const auto commonest = std::max_element(reasons_.begin(), reasons_.end(),
                                            [](auto& a, auto& b) { return a.second < b.second; });
    result_.problem = commonest->first;
  }

 private:
  struct Page {
    std::uintptr_t address = 0;
    int target = 0;               ///< kernel number
    std::uint64_t pages = 1;      ///< of the map, that move with this one
    std::uint64_t belonging = 1;  ///< of those: that want the target
    std::optional<int> before;    ///< where it was first
    int now = 0;                  ///< where it is, or a negative error number
    int error = 0;                ///< why it could not be moved
    bool done() const { return now == target || now < 0; }
  };
  /// Rounds over all nodes, each of which may have a page that is in use for a moment.
  static constexpr int most_attempts = 16;

  /// Counts the pages that need nothing more, and leaves the others in order.
  void settle(std::vector<Page>& pages) {
    std::erase_if(pages, [&](const Page& page) {
      if (page.done()) count(page);
      return page.done();
    });
  }

  bool ask(std::vector<Page>& pages) {
    set_addresses(pages);
    if (move_pages(0, pages.size(), addresses_.data(), nullptr, status_.data(), 0) < 0) return false;
    for (std::size_t i = 0; i < pages.size(); ++i) pages[i].now = status_[i];
    return true;
  }

  bool move(std::vector<Page>& pages) {
    set_addresses(pages);
    targets_.clear();
    for (const Page& page : pages) targets_.push_back(page.target);
    // A status that the kernel never writes stays as it is: tried again.
    std::fill(status_.begin(), status_.end(), 0);
    const long left =
        move_pages(0, pages.size(), addresses_.data(), targets_.data(), status_.data(), MPOL_MF_MOVE);
    const bool tells_pages = left >= 0 || errno == ENOMEM || errno == ENOENT;
    for (std::size_t i = 0; i < pages.size(); ++i) {
      pages[i].error = left < 0 ? errno : (status_[i] < 0 ? -status_[i] : 0);
    }
    return tells_pages;
  }

  void set_addresses(const std::vector<Page>& pages) {
    addresses_.clear();
    for (const Page& page : pages) addresses_.push_back(reinterpret_cast<void*>(page.address));
    status_.resize(pages.size());
  }

  void count(const Page& page) {
    result_.pages += page.pages;
    if (page.now == page.target) {
      result_.there += page.belonging;
      if (page.before != page.target) result_.moved += page.belonging;
      refuse(page.pages - page.belonging, "huge pages move whole, to where most of their pages belong");
    } else if (page.now < 0) {
      result_.untouched += page.pages;
    } else {
      refuse(page.pages, reason(page.error));
    }
  }

  void refuse(std::uint64_t pages, const std::string& why) {
    if (pages == 0) return;
    result_.refused += pages;
    reasons_[why] += pages;
  }

  static std::string reason(int error) {
    if (error == EACCES) return "other processes map the pages, too";
    if (error == EBUSY || error == 0) return "the kernel was using the pages";
    if (error == ENOMEM) return "the node has no room";
    return std::strerror(error);
  }

  void stop() {
    stopped_ = true;
    result_.problem = std::string("the kernel refuses to move pages (") + std::strerror(errno) + ")";
  }

  const Machine& machine_;
  Migration& result_;
  bool stopped_ = false;
  std::vector<Page> pages_;
  std::vector<void*> addresses_;
  std::vector<int> targets_, status_;
  std::map<std::string, std::uint64_t> reasons_;
};

}  // namespace

Migration migrate(const PageMap& map, const Machine& machine) {
  Migration result;
  if (map.node.empty()) return result;
  if (!machine.is_this_machine) {
    result.problem = "the machine \"" + machine.source + "\" is not the one this runs on";
    return result;
  }
  HugeStretches huge_stretches(map, machine);
  Mover mover(machine, result);
  for (std::size_t page = 0, last = 0; page < map.node.size(); page = last) {
    const std::uintptr_t address = map.first_page + page * map.page_bytes;
    const std::uintptr_t stop = (address / huge_page_bytes + 1) * huge_page_bytes;
    last = std::min(map.node.size(), page + std::max<std::size_t>(1, (stop - address) / map.page_bytes));
    const Wish wish = wish_of(map, page, last, machine.nodes.size());
    if (wish.pages == 0) continue;
    if (const auto huge = huge_stretches.at(page, last, wish)) {
      // One of the small pages takes the whole huge one with it.
      mover.add(address, wish.node, wish.pages, wish.belonging, huge->was_on);
      continue;
    }
    for (std::size_t single = page; single < last; ++single) {
      if (map.node[single] >= 0) mover.add(map.first_page + single * map.page_bytes, map.node[single], 1, 1);
    }
  }
  mover.finish();
  return result;
}

Migration move_to_node(void* begin, std::size_t bytes, int node, const Machine& machine) {
  const StoredMatrix line{static_cast<std::int64_t>(bytes), 1, static_cast<std::int64_t>(bytes), 1, false};
  return migrate(
      page_map(Placement::bind(node), line, reinterpret_cast<std::uintptr_t>(begin), machine.page_bytes),
      machine);
}

}  // namespace numapack

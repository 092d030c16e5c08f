#include "memory/migrate.hpp"

#include <numaif.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <memory>

#include "memory/page_scan.hpp"

namespace numapack {
namespace {

constexpr std::size_t batch_pages = 4096;
constexpr std::size_t huge_page_bytes = 2u << 20;

/// Pages on their way, a batch at a time.
class Mover {
 public:
  Mover(const Machine& machine, Migration& result) : machine_(machine), result_(result) {}

  /// `weight`: pages of the map that move with this one.
  void add(std::uintptr_t page, int node, std::uint64_t weight) {
    pages_[count_] = reinterpret_cast<void*>(page);
    targets_[count_] = machine_.nodes[static_cast<std::size_t>(node)].os_index;
    weights_[count_] = weight;
    if (++count_ == batch_pages) flush();
  }

  void flush() {
    const std::size_t count = count_;
    count_ = 0;
    if (count == 0 || stopped_) return;
    // Where they were, to tell those that moved from those that were there.
    if (move_pages(0, count, pages_.data(), nullptr, before_.data(), 0) < 0) return stop();
    const long left = move_pages(0, count, pages_.data(), targets_.data(), status_.data(), MPOL_MF_MOVE);
    // A positive number: so many did not move, and the status of some of them was never written.
    if (left < 0 && errno != ENOMEM && errno != ENOENT) return stop();
    if (move_pages(0, count, pages_.data(), nullptr, after_.data(), 0) < 0) return stop();
    for (std::size_t i = 0; i < count; ++i) {
      result_.pages += weights_[i];
      if (after_[i] == targets_[i]) {
        result_.there += weights_[i];
        if (before_[i] != targets_[i]) result_.moved += weights_[i];
      } else if (after_[i] < 0) {
        result_.untouched += weights_[i];
      } else {
        result_.refused += weights_[i];
        ++reasons_[left < 0 ? errno : (status_[i] < 0 ? -status_[i] : 0)];
      }
    }
  }

  void finish() {
    flush();
    if (!result_.problem.empty() || reasons_.empty()) return;
    const auto commonest = std::max_element(reasons_.begin(), reasons_.end(),
                                            [](auto& a, auto& b) { return a.second < b.second; });
    result_.problem = reason(commonest->first);
  }

 private:
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
  std::size_t count_ = 0;
  bool stopped_ = false;
  std::array<void*, batch_pages> pages_;
  std::array<int, batch_pages> targets_, before_, status_, after_;
  std::array<std::uint64_t, batch_pages> weights_;
  std::map<int, std::uint64_t> reasons_;
};

/// The node that most pages [first, last) of the map want; -1: none wants any.
int majority(const PageMap& map, std::size_t first, std::size_t last, std::size_t nodes) {
  std::vector<std::uint64_t> votes(nodes, 0);
  for (std::size_t page = first; page < last; ++page) {
    if (map.node[page] >= 0) ++votes[static_cast<std::size_t>(map.node[page])];
  }
  const auto most = std::max_element(votes.begin(), votes.end());
  return most == votes.end() || *most == 0 ? -1 : static_cast<int>(most - votes.begin());
}

}  // namespace

Migration migrate(const PageMap& map, const Machine& machine) {
  Migration result;
  if (map.node.empty()) return result;
  if (!machine.is_this_machine) {
    result.problem = "the machine \"" + machine.source + "\" is not the one this runs on";
    return result;
  }
  const std::size_t page_bytes = map.page_bytes;
  const std::uintptr_t end = map.first_page + map.node.size() * page_bytes;
  std::vector<PresentPages> present;
  if (!scan_present(0, map.first_page, end, present)) present.clear();
  const auto mover = std::make_unique<Mover>(machine, result);
  std::size_t next_region = 0;
  for (std::size_t page = 0; page < map.node.size();) {
    const std::uintptr_t address = map.first_page + page * page_bytes;
    while (next_region < present.size() && present[next_region].end <= address) ++next_region;
    const bool huge = page_bytes < huge_page_bytes && next_region < present.size() &&
                      present[next_region].huge && present[next_region].begin <= address;
    if (!huge) {
      if (map.node[page] >= 0) mover->add(address, map.node[page], 1);
      ++page;
      continue;
    }
    // One of the small pages takes the whole huge one with it.
    const std::uintptr_t stop = (address / huge_page_bytes + 1) * huge_page_bytes;
    const std::size_t last = std::min(map.node.size(), page + (stop - address) / page_bytes);
    const int node = majority(map, page, last, machine.nodes.size());
    if (node >= 0) mover->add(address, node, last - page);
    page = last;
  }
  mover->finish();
  return result;
}

Migration move_to_node(void* begin, std::size_t bytes, int node, const Machine& machine) {
  const StoredMatrix line{static_cast<std::int64_t>(bytes), 1, static_cast<std::int64_t>(bytes), 1, false};
  return migrate(
      page_map(Placement::bind(node), line, reinterpret_cast<std::uintptr_t>(begin), machine.page_bytes),
      machine);
}

}  // namespace numapack

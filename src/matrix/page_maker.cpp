// SPDX-License-Identifier: BSD-3-Clause
#include "matrix/page_maker.hpp"

#include <algorithm>

#include "machine/here.hpp"
#include "matrix/work_off.hpp"
#include "memory/pages/migrate.hpp"
#include "memory/policy.hpp"
#include "memory/touch.hpp"

namespace numapack {
namespace {

/// Stretches of pages are made in parts, so that all threads of a team share the work.
constexpr std::size_t most_run_bytes = 4u << 20;

bool all_empty(const std::vector<std::vector<PageRun>>& lists) {
  return std::all_of(lists.begin(), lists.end(), [](const auto& list) { return list.empty(); });
}

}  // namespace

PageMaker::PageMaker(void* data, const StoredMatrix& matrix, const Placement& placement,
                     const MemoryState& memory, const Workers& workers)
    : data_(static_cast<char*>(data)),
      matrix_(matrix),
      placement_(placement),
      memory_(memory),
      workers_(workers) {
  using Kind = Placement::Kind;
  has_wish_ = !memory.placed_by_kernel && placement.kind != Kind::first_touch &&
              placement.kind != Kind::replicated && nodes_with_memory(workers.machine).size() > 1;
  if (has_wish_) {
    map_ = page_map(placement, matrix, reinterpret_cast<std::uintptr_t>(data), memory.page_bytes);
  }
}

PageMaker::Runs PageMaker::runs_ahead(bool every_page, bool alone) const {
  const std::size_t nodes = workers_.machine.nodes.size();
  Runs runs{std::vector<std::vector<PageRun>>(workers_.layout.size()),
            std::vector<std::vector<PageRun>>(nodes)};
  const bool all = every_page || !has_blocks(placement_);
  std::vector<std::vector<PageRun>*> list(nodes, nullptr);
  std::vector<bool> ahead_of_touch(nodes, true);
  for (std::size_t node = 0; node < nodes; ++node) list[node] = &runs.of_node[node];
  if (!alone) {
    for (std::size_t team = 0; team < workers_.layout.size(); ++team) {
      if (workers_.layout[team].cores.empty()) continue;
      const auto node = static_cast<std::size_t>(workers_.layout[team].node);
      list[node] = &runs.of_team[team];
      ahead_of_touch[node] = all;
    }
  }
  const std::size_t most = std::max<std::size_t>(1, most_run_bytes / map_.page_bytes);
  PageRun run;
  const auto close = [&] {
    if (run.count > 0) list[static_cast<std::size_t>(run.node)]->push_back(run);
    run = {};
  };
  for (std::size_t page = 0; page < map_.node.size(); ++page) {
    const int node = map_.node[page];
    const bool ahead = node >= 0 && (ahead_of_touch[static_cast<std::size_t>(node)] || map_.shared[page]);
    if (!ahead || node != run.node || run.first + run.count != page || run.count == most) close();
    if (!ahead) continue;
    if (run.count == 0) run = {page, 0, node};
    ++run.count;
  }
  close();
  return runs;
}

std::pair<char*, std::size_t> PageMaker::bytes_of(const PageRun& run) const {
  const auto data = reinterpret_cast<std::uintptr_t>(data_);
  const std::uintptr_t begin = map_.first_page + run.first * map_.page_bytes;
  const std::uintptr_t from = std::max(begin, data);
  const std::uintptr_t to = std::min(begin + run.count * map_.page_bytes, data + matrix_.span());
  return {data_ + (from - data), to - from};
}

void PageMaker::touch(const PageRun& run) const {
  const auto [begin, bytes] = bytes_of(run);
  make_pages(begin, bytes);
}

void PageMaker::make_from(const PageRun& run, int here) const {
  const auto [begin, bytes] = bytes_of(run);
  if (here == run.node || !memory_.may_bind || !make_pages_on(begin, bytes, run.node, workers_.machine)) {
    make_pages(begin, bytes);
  }
  if (here != run.node && !memory_.may_bind) move_to_node(begin, bytes, run.node, workers_.machine);
}

template <class ForAll>
void PageMaker::make_by_policy(int node, const std::vector<PageRun>& runs, const ForAll& for_all) const {
  if (memory_.may_bind) {
    // Nobody touches any other page meanwhile.
    const MomentaryPolicy policy(data_, matrix_.span(), node, workers_.machine);
    for_all(runs);
    return;
  }
  for_all(runs);
  PageMap theirs = map_;
  std::fill(theirs.node.begin(), theirs.node.end(), std::int16_t{-1});
  for (const PageRun& run : runs) {
    std::fill_n(theirs.node.begin() + static_cast<std::ptrdiff_t>(run.first), run.count,
                static_cast<std::int16_t>(node));
  }
  migrate(theirs, workers_.machine);
}

bool PageMaker::make_ahead_on_teams(bool every_page) const {
  Teams& teams = *workers_.teams;
  const TeamThreads team_threads = all_threads_of(workers_.layout);
  const Runs runs = runs_ahead(every_page, false);
  for (std::size_t node = 0; node < runs.of_node.size(); ++node) {
    if (runs.of_node[node].empty()) continue;
    bool ran = false;
    make_by_policy(static_cast<int>(node), runs.of_node[node], [&](const std::vector<PageRun>& list) {
      ran = work_off(teams, team_threads, list, [&](const PageRun& run) { touch(run); });
    });
    if (!ran) return false;
  }
  if (all_empty(runs.of_team)) return true;
  return work_off_own(teams, team_threads, runs.of_team,
                      [&](const PageRun& run) { make_from(run, node_here(workers_.machine)); });
}

void PageMaker::make_all_alone() const {
  const Runs runs = runs_ahead(true, true);
  for (std::size_t node = 0; node < runs.of_node.size(); ++node) {
    if (runs.of_node[node].empty()) continue;
    make_by_policy(static_cast<int>(node), runs.of_node[node], [&](const std::vector<PageRun>& list) {
      for (const PageRun& run : list) touch(run);
    });
  }
}

void PageMaker::make_stretch(std::size_t begin, std::size_t end, int node) const {
  const std::size_t into = reinterpret_cast<std::uintptr_t>(data_) - map_.first_page;
  const std::size_t last = (into + end - 1) / map_.page_bytes;
  for (std::size_t page = (into + begin) / map_.page_bytes; page <= last;) {
    std::size_t stop = page;
    while (stop <= last && map_.node[stop] == node) ++stop;
    if (stop > page) make_from({page, stop - page, node}, node_here(workers_.machine));
    page = std::max(stop, page + 1);
  }
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "matrix/distribute.hpp"

namespace numapack {

/// Pages next to each other that belong on one node; numbers in a page map.
struct PageRun {
  std::size_t first = 0, count = 0;
  int node = -1;
};

/// Makes pages of a matrix where a placement wants them, by threads of their nodes where there are some, else
/// under a policy that the memory has for a moment.
class PageMaker {
 public:
  /// Keeps references to all but the matrix.
  PageMaker(void* data, const StoredMatrix& matrix, const Placement& placement, const MemoryState& memory,
            const Workers& workers);

  /// Whether it matters who touches which page first.
  bool has_wish() const { return has_wish_; }

  /// The pages that cannot be left to whoever writes a block: those that several nodes share, those of nodes
  /// without a team, and all if the placement is by page or `every_page`. On the teams; false if they are
  /// busy; some may have been made by then. This and the next two: only if has_wish().
  bool make_ahead_on_teams(bool every_page) const;

  /// All pages, by the calling thread.
  void make_all_alone() const;

  /// The pages of a stretch of bytes of the matrix that belong on `node`, wherever the calling thread is and
  /// whatever others touch meanwhile.
  void make_stretch(std::size_t begin, std::size_t end, int node) const;

 private:
  struct Runs {
    std::vector<std::vector<PageRun>> of_team;  ///< by index of the team
    std::vector<std::vector<PageRun>> of_node;  ///< without a team, by index of the node
  };
  Runs runs_ahead(bool every_page, bool alone) const;
  /// Where a run is, without what the first and the last page hold next to the matrix.
  std::pair<char*, std::size_t> bytes_of(const PageRun& run) const;
  void touch(const PageRun& run) const;
  void make_from(const PageRun& run, int here) const;
  template <class ForAll>
  void make_by_policy(int node, const std::vector<PageRun>& runs, const ForAll& for_all) const;

  char* data_;
  StoredMatrix matrix_;
  const Placement& placement_;
  const MemoryState& memory_;
  const Workers& workers_;
  bool has_wish_ = false;
  PageMap map_;
};

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "level3/nodes/node_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace numapack {

namespace {

/// Nodes up to which all assignments are tried: 24, and 120 would cost more than they bring (PR-014).
constexpr std::size_t most_permuted = 4;
/// Nodes up to which pairs are exchanged to improve an assignment (PR-014).
constexpr std::size_t most_exchanged = 16;
/// How much more than in the most even grid the busiest node may have (PR-013).
constexpr double balance_slack = 1.1;

/// Sums over tiles differ in their last bits between divisions that are equal in exact arithmetic.
bool clearly_less(double left, double right) { return left < right - 1e-9 * std::abs(right); }

class Search {
 public:
  Search(const PlanContext& context, const std::vector<NodeTeam>& workers)
      : context_(context), workers_(workers) {
    const std::size_t count = workers.size();
    equal_ = std::all_of(workers.begin(), workers.end(),
                         [&](const NodeTeam& worker) { return worker.threads == workers[0].threads; });
    places_.resize(count);
    needs_.resize(count);
    cells_.resize(count * count);
    known_.assign(count, GridPart{{-1, -1}, {-1, -1}});
    for (int rows = 1; rows <= int(count); ++rows) {
      if (int(count) % rows == 0) grids_.push_back({rows, int(count) / rows});
    }
    package_major_.resize(count);
    std::iota(package_major_.begin(), package_major_.end(), 0);
    const auto place = [&](int worker) {
      const Node& node = context.machine.nodes[std::size_t(workers[std::size_t(worker)].node)];
      return std::pair(node.package, node.die);
    };
    std::stable_sort(package_major_.begin(), package_major_.end(),
                     [&](int left, int right) { return place(left) < place(right); });
  }

  GridChoice run(const std::optional<Grid>& forced) {
    double least_imbalance = std::numeric_limits<double>::infinity();
    each([&](Grid grid, const std::vector<int>& order) {
      divide(grid, order);
      least_imbalance = std::min(least_imbalance, imbalance(order));
    });
    const double limit = least_imbalance * balance_slack;

    GridChoice choice;
    for (const Grid grid : grids_) {
      const bool must = forced && *forced == grid;
      GridDivision best = best_of(grid, must ? std::numeric_limits<double>::infinity() : limit);
      if (best.parts.empty()) continue;
      if (must || (!forced && improves(best, choice.chosen))) choice.chosen = best;
      if (improves(best, choice.least)) choice.least = best;
      choice.alternatives.push_back(std::move(best));
    }
    return choice;
  }

 private:
  static bool improves(const GridDivision& candidate, const GridDivision& best) {
    return best.parts.empty() || candidate.score.better_than(best.score);
  }

  /// Every (grid, order) whose balance counts: with equal threads one order a grid stands for all.
  template <class Visit>
  void each(Visit visit) {
    for (const Grid grid : grids_) {
      if (equal_ || workers_.size() > most_permuted) {
        visit(grid, package_major_);
      } else {
        std::vector<int> order(workers_.size());
        std::iota(order.begin(), order.end(), 0);
        do visit(grid, order);
        while (std::next_permutation(order.begin(), order.end()));
      }
    }
  }

  GridDivision best_of(Grid grid, double limit) {
    GridDivision best;
    std::vector<int> best_order;
    const auto look = [&](const std::vector<int>& order) {
      divide(grid, order);
      const GridScore score = this->score(order);
      if (score.imbalance > limit || !(best_order.empty() || score.better_than(best.score))) return false;
      best.score = score;
      best_order = order;
      return true;
    };
    const bool interchangeable = equal_ && context_.uniform() && !context_.call.is_structured();
    look(package_major_);
    if (!interchangeable && workers_.size() <= most_permuted) {
      std::vector<int> order(workers_.size());
      std::iota(order.begin(), order.end(), 0);
      do look(order);
      while (std::next_permutation(order.begin(), order.end()));
    } else if (!interchangeable) {
      std::vector<int> row_major(workers_.size());
      for (int place = 0; place < int(row_major.size()); ++place) {
        const int row = place % grid.rows, column = place / grid.rows;
        row_major[std::size_t(place)] = package_major_[std::size_t(row * grid.columns + column)];
      }
      look(row_major);
      if (workers_.size() <= most_exchanged && !best_order.empty()) exchange(best_order, look);
    }
    if (best_order.empty()) return best;
    divide(grid, best_order);
    best.grid = grid;
    best.parts.resize(workers_.size());
    for (std::size_t place = 0; place < places_.size(); ++place) {
      best.parts[std::size_t(best_order[place])] = places_[place];
    }
    return best;
  }

  /// Tries every exchange of two workers, keeping those that help, at most twice over.
  template <class Look>
  void exchange(std::vector<int> order, Look look) {
    for (int round = 0; round < 2; ++round) {
      bool helped = false;
      for (std::size_t left = 0; left < order.size(); ++left) {
        for (std::size_t right = left + 1; right < order.size(); ++right) {
          std::swap(order[left], order[right]);
          if (look(order)) {
            helped = true;
          } else {
            std::swap(order[left], order[right]);
          }
        }
      }
      if (!helped) return;
    }
  }

  /// places_[row + column * rows] for the worker order[row + column * rows].
  void divide(Grid grid, const std::vector<int>& order) {
    // Nodes with equal threads may change places without moving an edge.
    if (equal_ && divided_ == grid) return;
    divided_ = grid;
    const auto threads = [&](int row, int column) {
      return double(workers_[std::size_t(order[std::size_t(row + column * grid.rows)])].threads);
    };
    const auto strip = [&](int column) {
      double sum = 0;
      for (int row = 0; row < grid.rows; ++row) sum += threads(row, column);
      return sum;
    };
    double total = 0;
    for (int column = 0; column < grid.columns; ++column) total += strip(column);
    Proportions columns(context_.call.n, context_.kernel.nr, total);
    for (int column = 0; column < grid.columns; ++column) {
      const double width = strip(column);
      const Range range = columns_of(context_.call, columns, width);
      Proportions rows(context_.call.m, context_.kernel.mr, width);
      for (int row = 0; row < grid.rows; ++row) {
        places_[std::size_t(row + column * grid.rows)] =
            in_region(context_.call, context_.kernel,
                      {rows_of(context_.call, rows, threads(row, column), range), range});
      }
    }
  }

  double imbalance(const std::vector<int>& order) const {
    double busiest = 0;
    for (std::size_t place = 0; place < places_.size(); ++place)
      busiest = std::max(busiest, tiles_of(context_.call, context_.kernel, places_[place]) /
                                      workers_[std::size_t(order[place])].threads);
    return busiest;
  }

  GridScore score(const std::vector<int>& order) {
    GridScore score;
    score.imbalance = imbalance(order);
    for (std::size_t place = 0; place < places_.size(); ++place) {
      const auto worker = std::size_t(order[place]);
      // What a place costs a worker is asked again and again: permutations of equal workers leave the places
      // alone.
      if (!(known_[place].rows == places_[place].rows && known_[place].columns == places_[place].columns)) {
        context_.needs_of(places_[place].rows, places_[place].columns, needs_[place]);
        known_[place] = places_[place];
        std::fill_n(cells_.begin() + std::ptrdiff_t(place * workers_.size()), workers_.size(),
                    GridScore{-1, 0, 0, 0});
      }
      GridScore& cell = cells_[place * workers_.size() + worker];
      if (cell.cross_chip < 0) cell = cost_of_place(needs_[place], std::size_t(workers_[worker].node));
      score.cross_chip += cell.cross_chip;
      score.cross_die += cell.cross_die;
      score.seconds = std::max(score.seconds, cell.seconds);
    }
    return score;
  }

  GridScore cost_of_place(const Needs& needs, std::size_t node) const {
    GridScore cost;
    for (std::size_t home = 0; home < context_.nodes; ++home) {
      const double bytes = context_.least_bytes(needs, home);
      if (bytes <= 0) continue;
      cost.seconds += bytes / (context_.profile.bandwidth(int(node), int(home)) * 1e9);
      if (home == node) continue;
      (context_.reach(node, home) == Reach::cross_chip ? cost.cross_chip : cost.cross_die) += bytes;
    }
    return cost;
  }

  const PlanContext& context_;
  const std::vector<NodeTeam>& workers_;
  bool equal_ = true;
  std::vector<Grid> grids_;
  std::optional<Grid> divided_;
  std::vector<int> package_major_;
  std::vector<GridPart> places_, known_;
  std::vector<Needs> needs_;
  std::vector<GridScore> cells_;  ///< [place][worker]
};

}  // namespace

bool GridScore::better_than(const GridScore& other) const {
  if (clearly_less(cross_chip, other.cross_chip)) return true;
  if (clearly_less(other.cross_chip, cross_chip)) return false;
  if (clearly_less(cross_die, other.cross_die)) return true;
  if (clearly_less(other.cross_die, cross_die)) return false;
  return clearly_less(seconds, other.seconds);
}

GridChoice choose_node_grid(const PlanContext& context, const std::vector<NodeTeam>& workers,
                            const std::optional<Grid>& forced) {
  return Search(context, workers).run(forced);
}

}  // namespace numapack

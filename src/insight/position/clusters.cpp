// SPDX-License-Identifier: BSD-3-Clause
#include "insight/position/clusters.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace numapack {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// The tree of average linkage: pairs of clusters, named by a row of each, in the order they are joined.
class AverageLinkage {
 public:
  explicit AverageLinkage(Distances distances)
      : distance_(std::move(distances)), size_(distance_.size(), 1), nearest_(distance_.size()) {
    for (std::size_t row = 0; row < distance_.size(); ++row) look(row);
    for (std::size_t left = distance_.size(); left > 1; --left) join();
  }
  const std::vector<std::pair<std::size_t, std::size_t>>& joins() const { return joins_; }

 private:
  void look(std::size_t row) {
    std::size_t best = row;
    double least = infinite;
    for (std::size_t other = 0; other < distance_.size(); ++other) {
      if (other == row || size_[other] == 0 || distance_[row][other] >= least) continue;
      least = distance_[row][other];
      best = other;
    }
    nearest_[row] = {least, best};
  }

  void join() {
    std::size_t one = 0;
    double least = infinite;
    for (std::size_t row = 0; row < distance_.size(); ++row) {
      if (size_[row] > 0 && nearest_[row].first < least) {
        least = nearest_[row].first;
        one = row;
      }
    }
    const std::size_t other = nearest_[one].second;
    joins_.emplace_back(one, other);
    const double ours = double(size_[one]), theirs = double(size_[other]);
    for (std::size_t row = 0; row < distance_.size(); ++row) {
      if (size_[row] == 0 || row == one || row == other) continue;
      distance_[one][row] = distance_[row][one] =
          (ours * distance_[one][row] + theirs * distance_[other][row]) / (ours + theirs);
    }
    size_[one] += size_[other];
    size_[other] = 0;
    look(one);
    for (std::size_t row = 0; row < distance_.size(); ++row) {
      if (size_[row] == 0 || row == one) continue;
      if (nearest_[row].second == one || nearest_[row].second == other)
        look(row);
      else if (distance_[row][one] < nearest_[row].first)
        nearest_[row] = {distance_[row][one], one};
    }
  }

  Distances distance_;
  std::vector<std::size_t> size_;
  std::vector<std::pair<double, std::size_t>> nearest_;
  std::vector<std::pair<std::size_t, std::size_t>> joins_;
};

/// The rows' clusters after each join.
class Joined {
 public:
  explicit Joined(std::size_t rows) : root_(rows) { std::iota(root_.begin(), root_.end(), std::size_t{0}); }

  void join(const std::pair<std::size_t, std::size_t>& pair) {
    for (std::size_t& one : root_)
      if (one == pair.second) one = pair.first;
  }

  /// Numbered by their first rows.
  std::vector<int> labels() const {
    std::vector<int> labels(root_.size(), -1), of_root(root_.size(), -1);
    int next = 0;
    for (std::size_t row = 0; row < root_.size(); ++row) {
      int& label = of_root[root_[row]];
      if (label < 0) label = next++;
      labels[row] = label;
    }
    return labels;
  }

 private:
  std::vector<std::size_t> root_;
};

}  // namespace

std::vector<std::vector<std::size_t>> members_of(const Clustering& division) {
  std::vector<std::vector<std::size_t>> rows(std::size_t(division.count));
  for (std::size_t row = 0; row < division.labels.size(); ++row)
    rows[std::size_t(division.labels[row])].push_back(row);
  return rows;
}

double mean_silhouette(const Distances& distances, const std::vector<int>& labels, int count) {
  std::vector<int> sizes(std::size_t(count), 0);
  for (const int label : labels) ++sizes[std::size_t(label)];
  double sum = 0;
  std::vector<double> to;
  for (std::size_t row = 0; row < labels.size(); ++row) {
    const auto own = std::size_t(labels[row]);
    if (sizes[own] == 1) continue;
    to.assign(std::size_t(count), 0);
    for (std::size_t other = 0; other < labels.size(); ++other)
      to[std::size_t(labels[other])] += distances[row][other];
    double next = infinite;
    for (std::size_t label = 0; label < to.size(); ++label)
      if (label != own) next = std::min(next, to[label] / sizes[label]);
    const double inside = to[own] / (sizes[own] - 1);
    if (const double greater = std::max(inside, next); greater > 0) sum += (next - inside) / greater;
  }
  return sum / double(labels.size());
}

Clustering cluster(const Distances& distances, int most, double as_good) {
  const std::size_t rows = distances.size();
  Clustering best{std::vector<int>(rows, 0), 1, 0};
  if (rows < 3) return best;
  const AverageLinkage tree(distances);
  Joined joined(rows);
  std::vector<Clustering> all;
  for (std::size_t count = rows - 1; count >= 2; --count) {
    joined.join(tree.joins()[rows - 1 - count]);
    if (count > std::size_t(most)) continue;
    Clustering one{joined.labels(), int(count), 0};
    one.silhouette = mean_silhouette(distances, one.labels, one.count);
    all.push_back(std::move(one));
  }
  // The fewest clusters first.
  std::reverse(all.begin(), all.end());
  for (const Clustering& one : all)
    if (one.silhouette > best.silhouette) best = one;
  for (const Clustering& one : all)
    if (best.silhouette > 0 && one.silhouette >= as_good * best.silhouette) return one;
  return best;
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "probe/plans/plateaus.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/statistics.hpp"
#include "machine/text.hpp"

namespace numapack::probe {

namespace {

constexpr double least_length = 1.7, tolerance = 0.07, same_level = 1.15;

/// A single point that an interrupt spoilt shall not cut a plateau in two. For finding only.
std::vector<double> without_outliers(const std::vector<SweepPoint>& points) {
  std::vector<double> values;
  for (std::size_t at = 0; at < points.size(); ++at) {
    const std::size_t before = at == 0 ? at : at - 1, after = std::min(at + 1, points.size() - 1);
    values.push_back(median({points[before].ns, points[at].ns, points[after].ns}));
  }
  return values;
}

double middle(const std::vector<double>& values, std::size_t begin, std::size_t end) {
  return median({values.begin() + static_cast<std::ptrdiff_t>(begin),
                 values.begin() + static_cast<std::ptrdiff_t>(end)});
}

bool flat(const std::vector<double>& values, std::size_t begin, std::size_t end) {
  const double level = middle(values, begin, end);
  return std::all_of(values.begin() + static_cast<std::ptrdiff_t>(begin),
                     values.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](double value) { return std::abs(value - level) <= tolerance * level; });
}

struct Stretch {
  std::size_t begin, end;  ///< indices
};

std::vector<Stretch> flat_stretches(const std::vector<SweepPoint>& points,
                                    const std::vector<double>& values) {
  std::vector<Stretch> stretches;
  for (std::size_t begin = 0; begin < values.size();) {
    std::size_t end = begin + 1;
    while (end < values.size() && flat(values, begin, end + 1)) ++end;
    const double length =
        static_cast<double>(points[end - 1].bytes) / static_cast<double>(points[begin].bytes);
    if (length < least_length) {
      ++begin;
      continue;
    }
    const bool goes_on =
        !stretches.empty() && middle(values, begin, end) <
                                  same_level * middle(values, stretches.back().begin, stretches.back().end);
    if (goes_on)
      stretches.back().end = end;
    else
      stretches.push_back({begin, end});
    begin = end;
  }
  return stretches;
}

}  // namespace

std::vector<Plateau> find_plateaus(std::vector<SweepPoint> points) {
  std::sort(points.begin(), points.end(),
            [](const SweepPoint& a, const SweepPoint& b) { return a.bytes < b.bytes; });
  const std::vector<double> values = without_outliers(points);
  std::vector<Plateau> plateaus;
  const std::vector<Stretch> stretches = flat_stretches(points, values);
  for (std::size_t at = 0; at < stretches.size(); ++at) {
    const auto [begin, end] = stretches[at];
    Plateau plateau;
    plateau.from_bytes = points[begin].bytes;
    plateau.to_bytes = points[end - 1].bytes;
    plateau.ns = middle(values, begin, end);
    if (at + 1 < stretches.size()) {
      // The median with neighbours hides the first step of a rise: look at the points themselves.
      std::size_t last = begin;
      for (std::size_t point = begin; point < stretches[at + 1].begin; ++point) {
        if (points[point].ns <= same_level * plateau.ns) last = point;
      }
      plateau.to_bytes = plateau.capacity_from = points[last].bytes;
      plateau.capacity_below = points[last + 1].bytes;
    }
    plateaus.push_back(plateau);
  }
  return plateaus;
}

std::string firmware_match(const Plateau& plateau, const ProfiledMachine& machine, int pu) {
  if (plateau.capacity_from == 0) return "memory";
  const ProfiledCache* found = nullptr;
  for (const ProfiledCache& cache : machine.caches) {
    if (std::ranges::count(cache.pus, pu) > 0 && cache.bytes >= plateau.from_bytes &&
        plateau.capacity_below >= cache.bytes / 2 && plateau.capacity_from <= 2 * cache.bytes &&
        (found == nullptr || cache.level < found->level))
      found = &cache;
  }
  return found == nullptr ? "" : fmt::format("L{} of {}", found->level, size_text(found->bytes));
}

}  // namespace numapack::probe

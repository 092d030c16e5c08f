// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

#include "base/integer.hpp"
#include "level3/call/call.hpp"

namespace numapack {

/// A part of C.
struct GridPart {
  Range rows, columns;
};

/// Edges of consecutive pieces in proportion to weights, in whole units: piece i ends at the multiple of
/// `unit` nearest to its share.
class Proportions {
 public:
  Proportions(Index size, Index unit, double total) : size_(size), unit_(unit), total_(total) {}

  Range next(double weight) {
    const auto units = double(divide_up(size_, unit_));
    return up_to(Index(std::llround(units * share_after(weight))));
  }

  /// The same where lines differ: `work_of_first` says what it takes to multiply so many.
  template <class Work>
  Range next(double weight, const Work& work_of_first) {
    const double wanted = share_after(weight) * work_of_first(size_);
    const auto work = [&](Index units) { return work_of_first(std::min(size_, units * unit_)); };
    Index low = 0, high = divide_up(size_, unit_);  // the share's end is between them
    while (high - low > 1) {
      const Index middle = low + (high - low) / 2;
      (work(middle) <= wanted ? low : high) = middle;
    }
    return up_to(wanted - work(low) <= work(high) - wanted ? low : high);
  }

 private:
  double share_after(double weight) { return (cumulated_ += weight) / total_; }
  Range up_to(Index units) {
    const Index begin = end_;
    end_ = std::max(begin, std::min(size_, units * unit_));
    return {begin, end_};
  }

  Index size_, unit_, end_ = 0;
  double total_, cumulated_ = 0;
};

/// The next columns of C for a strip of nodes of this weight.
Range columns_of(const Call& call, Proportions& columns, double weight);

/// The next rows of these columns for a node.
Range rows_of(const Call& call, Proportions& rows, double weight, Range columns);

/// Without the rows and columns that C's region leaves empty, in whole tiles.
GridPart in_region(const Call& call, const KernelShape& kernel, GridPart part);

/// Micro-tiles of a part; of a structured one by its multiply-adds.
double tiles_of(const Call& call, const KernelShape& kernel, const GridPart& part);

}  // namespace numapack

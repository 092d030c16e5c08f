// SPDX-License-Identifier: BSD-3-Clause
#include "level3/nodes/tuned_rows.hpp"

#include <algorithm>

#include "profile/tuned_row.hpp"

namespace numapack {

TunedRows::TunedRows(const std::vector<TunedFigures>& tuned) {
  for (const TunedFigures& entry : tuned) {
    const CpuRow* const row = row_named(entry.row);
    const bool known = std::any_of(rows_.begin(), rows_.end(), [&](const Own& own) {
      return own.instead_of == row && own.kernel == entry.kernel;
    });
    if (row == nullptr || known) continue;
    rows_.push_back({row, entry.kernel, std::make_unique<CpuRow>(*tuned_row(tuned, *row, entry.kernel))});
  }
}

KernelShape TunedRows::of(KernelShape shape) const {
  for (const Own& own : rows_)
    if (own.instead_of == shape.row && own.kernel == shape.name) shape.row = own.row.get();
  return shape;
}

}  // namespace numapack

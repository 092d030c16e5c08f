// SPDX-License-Identifier: BSD-3-Clause
#include "level3/nodes/shares.hpp"

namespace numapack {

Range columns_of(const Call& call, Proportions& columns, double weight) {
  if (!call.is_structured()) return columns.next(weight);
  return columns.next(weight, [&](Index first) { return call.multiply_adds({0, call.m}, {0, first}); });
}

Range rows_of(const Call& call, Proportions& rows, double weight, Range columns) {
  if (!call.is_structured()) return rows.next(weight);
  return rows.next(weight, [&](Index first) { return call.multiply_adds({0, first}, columns); });
}

GridPart in_region(const Call& call, const KernelShape& kernel, GridPart part) {
  const Index mr = kernel.mr, nr = kernel.nr;
  Range &rows = part.rows, &columns = part.columns;
  if (call.region == MatrixType::lower) {
    rows.begin = std::clamp(columns.begin / mr * mr, rows.begin, rows.end);
    columns.end = std::clamp(round_up(rows.end, nr), columns.begin, columns.end);
  } else if (call.region == MatrixType::upper) {
    columns.begin = std::clamp(rows.begin / nr * nr, columns.begin, columns.end);
    rows.end = std::clamp(round_up(columns.end, mr), rows.begin, rows.end);
  }
  return part;
}

double tiles_of(const Call& call, const KernelShape& kernel, const GridPart& part) {
  const Index mr = kernel.mr, nr = kernel.nr;
  if (call.is_structured())
    return call.multiply_adds(part.rows, part.columns) / (double(mr) * double(nr) * double(call.k));
  return double(divide_up(part.rows.size(), mr) * divide_up(part.columns.size(), nr));
}

}  // namespace numapack

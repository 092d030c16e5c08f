#pragma once

// What rows of A an in-place tile has, copied where they do not lie well. Internal linkage, see tile.hpp.

#include "kernel/choices.hpp"
#include "kernel/transpose.hpp"

namespace numapack {
namespace {

/// True if columns of A, so many bytes apart, share sets of L1, so that a tile's rows of A are gone before
/// the next columns of B come.
constexpr bool shares_sets(Index column_bytes, Index k) {
  constexpr Index way = 4096, ways = 8;
  const Index apart = column_bytes & -column_bytes;  // the largest power of two in it
  return apart > strip_bytes && k > (apart < way ? way / apart : 1) * ways;
}

/// A tile's rows of A side by side, strip_bytes a step. T: the elements; a and rows in reals.
template <class T, class R>
void copy_strip(const PackSource<R>& a, Index rows, Index depth, R* strip) {
  constexpr Index parts = Parts<T>::count, leading = strip_bytes / Index{sizeof(R)}, lanes = Reals<R>::lanes;
  if (a.along != parts) {
    transpose(reinterpret_cast<const T*>(a.data), a.along / parts, rows / parts, depth,
              reinterpret_cast<T*>(strip), leading / parts);
  } else if (rows < lanes) {
    for (Index p = 0; p < depth; ++p)
      for (Index i = 0; i < rows; ++i) strip[p * leading + i] = a.data[p * a.step + i];
  } else {
    for (Index p = 0; p < depth; ++p) {
      const R* const from = a.data + p * a.step;
      for (Index i = 0; i < rows - lanes; i += lanes) store(strip + p * leading + i, load(from + i));
      store(strip + p * leading + rows - lanes, load(from + rows - lanes));
    }
  }
  if (parts == 1 || !a.conjugate) return;
  for (Index p = 0; p < depth; ++p)
    for (Index i = 1; i < rows; i += 2) strip[p * leading + i] = -strip[p * leading + i];
}

}  // namespace
}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "sparse/windows.hpp"

#include <algorithm>
#include <complex>

namespace numapack {

namespace {

/// Of a window, elements and rows: some tens of microseconds, so that the last ones of all threads end
/// together.
constexpr Index window_cost = 16384;
/// Rows of a window: their numbers have 16 bits.
constexpr Index most_window_rows = 8192;

}  // namespace

template <class I>
WindowList cut_windows(const SparsePattern<I>& pattern, Range rows) {
  WindowList list;
  Window window{false, {rows.begin, rows.begin}, 0};
  for (Index row = rows.begin; row < rows.end; ++row) {
    const Index count = pattern.of_row(row).size();
    if (count <= piece_elements) {
      window.elements += count;
    } else {
      const Index pieces = divide_up(count, piece_elements);
      list.long_rows.push_back({row, list.pieces, pieces});
      list.pieces += pieces;
    }
    window.lanes.end = row + 1;
    if (window.elements + window.lanes.size() < window_cost && window.lanes.size() < most_window_rows)
      continue;
    list.windows.push_back(window);
    window = {false, {row + 1, row + 1}, 0};
  }
  if (window.lanes.size() > 0) list.windows.push_back(window);
  constexpr Index pieces_a_window = window_cost / piece_elements;
  for (Index piece = 0; piece < list.pieces; piece += pieces_a_window) {
    Window of{true, {piece, std::min(list.pieces, piece + pieces_a_window)}, 0};
    list.windows.push_back(of);
  }
  return list;
}

template <class I>
WindowSlices<I>::WindowSlices(const SparsePattern<I>& pattern, const WindowList& list, const Window& window,
                              const std::int32_t* local, int lanes_of_slice)
    : pattern_(pattern), local_(local), width_(static_cast<std::size_t>(lanes_of_slice)) {
  collect(list, window);
  if (!window.of_pieces) order();
  for (std::size_t first = 0; first < lanes_.size(); first += width_) make_slice(first, window.lanes.begin);
}

template <class I>
void WindowSlices<I>::collect(const WindowList& list, const Window& window) {
  if (!window.of_pieces) {
    for (Index row = window.lanes.begin; row < window.lanes.end; ++row) {
      const Range elements = pattern_.of_row(row);
      if (elements.size() <= piece_elements)
        lanes_.push_back({elements.begin, static_cast<std::int32_t>(elements.size()),
                          static_cast<std::uint16_t>(row - window.lanes.begin)});
    }
    return;
  }
  auto of = std::upper_bound(list.long_rows.begin(), list.long_rows.end(), window.lanes.begin,
                             [](Index piece, const LongRow& row) { return piece < row.first_piece; }) -
            1;
  for (Index piece = window.lanes.begin; piece < window.lanes.end; ++piece) {
    if (piece == of->first_piece + of->pieces) ++of;
    const Range elements = pattern_.of_row(of->row);
    const Index begin = elements.begin + (piece - of->first_piece) * piece_elements;
    lanes_.push_back({begin, static_cast<std::int32_t>(std::min(piece_elements, elements.end - begin)),
                      static_cast<std::uint16_t>(piece - window.lanes.begin)});
  }
}

template <class I>
void WindowSlices<I>::order() {
  Index taken = 0, used = 0;
  for (std::size_t first = 0; first < lanes_.size(); first += width_) {
    std::int32_t longest = 0;
    for (std::size_t i = first; i < std::min(lanes_.size(), first + width_); ++i)
      longest = std::max(longest, lanes_[i].count), used += lanes_[i].count;
    taken += longest * static_cast<Index>(width_);
  }
  if (4 * taken > 5 * used)
    std::stable_sort(lanes_.begin(), lanes_.end(),
                     [](const Lane& left, const Lane& right) { return left.count > right.count; });
}

template <class I>
void WindowSlices<I>::make_slice(std::size_t first, Index window_first) {
  const std::size_t count = std::min(width_, lanes_.size() - first);
  Lane* const lanes = &lanes_[first];
  std::stable_sort(lanes, lanes + count,
                   [](const Lane& left, const Lane& right) { return left.count > right.count; });
  Slice slice;
  slice.lanes = static_cast<std::uint8_t>(count);
  slice.steps = static_cast<std::uint16_t>(lanes[0].count);
  slice.whole = count == width_ ? static_cast<std::uint16_t>(lanes[count - 1].count) : std::uint16_t{0};
  bool side_by_side = true;
  std::int32_t least = std::numeric_limits<std::int32_t>::max(), most = 0;
  Index elements = 0;
  for (std::size_t lane = 0; lane < count; ++lane) {
    slice.in_order &= lanes[lane].offset == lanes[0].offset + lane;
    elements += lanes[lane].count;
    for (Index step = 0; step < lanes[lane].count; ++step) {
      const std::int32_t at = column(lanes[lane].begin + step);
      least = std::min(least, at), most = std::max(most, at);
      side_by_side &= at - static_cast<std::int32_t>(lane) == column(lanes[0].begin + step);
    }
  }
  slice.first = window_first + (slice.in_order ? lanes[0].offset : 0);
  slice.base = elements == 0 ? 0 : least;
  const bool is_near = most - slice.base < (1 << 16);
  slice.columns = side_by_side ? SliceColumns::side_by_side
                  : is_near    ? SliceColumns::near
                               : SliceColumns::far;
  const Index each = slice.columns == SliceColumns::near ? 2 : 4;
  index_bytes_ += (slice.in_order ? 0 : 2 * slice.lanes) + (slice.steps - slice.whole) +
                  each * (side_by_side ? Index{slice.steps} : elements);
  elements_ += elements;
  slices_.push_back(slice);
}

namespace {

template <class Number>
void put(Number number, std::uint8_t*& to) {
  std::copy_n(reinterpret_cast<const std::uint8_t*>(&number), sizeof(number), to);
  to += sizeof(number);
}

std::size_t lanes_with(const Lane* lanes, std::size_t before, Index step) {
  while (before > 0 && lanes[before - 1].count <= step) --before;
  return before;
}

}  // namespace

template <class I>
void WindowSlices<I>::write_columns(const Slice& slice, const Lane* lanes, std::uint8_t*& to) const {
  if (!slice.in_order)
    for (std::size_t lane = 0; lane < slice.lanes; ++lane) put(lanes[lane].offset, to);
  std::size_t count = slice.lanes;
  for (Index step = slice.whole; step < slice.steps; ++step) {
    count = lanes_with(lanes, count, step);
    put(static_cast<std::uint8_t>(count), to);
  }
  count = slice.lanes;
  for (Index step = 0; step < slice.steps; ++step) {
    count = slice.columns == SliceColumns::side_by_side ? 1 : lanes_with(lanes, count, step);
    for (std::size_t lane = 0; lane < count; ++lane) {
      const std::int32_t at = column(lanes[lane].begin + step) - slice.base;
      if (slice.columns == SliceColumns::near)
        put(static_cast<std::uint16_t>(at), to);
      else
        put(at, to);
    }
  }
}

template <class I>
template <class T>
void WindowSlices<I>::write(const T* from, T* values, std::uint8_t* indices) const {
  const Lane* lanes = lanes_.data();
  for (const Slice& slice : slices_) {
    std::size_t count = slice.lanes;
    for (Index step = 0; step < slice.steps; ++step) {
      count = lanes_with(lanes, count, step);
      for (std::size_t lane = 0; lane < count; ++lane) *values++ = from[lanes[lane].begin + step];
    }
    write_columns(slice, lanes, indices);
    lanes += slice.lanes;
  }
}

template WindowList cut_windows(const SparsePattern<std::int32_t>&, Range);
template WindowList cut_windows(const SparsePattern<std::int64_t>&, Range);
template class WindowSlices<std::int32_t>;
template class WindowSlices<std::int64_t>;
template void WindowSlices<std::int32_t>::write(const float*, float*, std::uint8_t*) const;
template void WindowSlices<std::int64_t>::write(const float*, float*, std::uint8_t*) const;
template void WindowSlices<std::int32_t>::write(const double*, double*, std::uint8_t*) const;
template void WindowSlices<std::int64_t>::write(const double*, double*, std::uint8_t*) const;
template void WindowSlices<std::int32_t>::write(const std::complex<float>*, std::complex<float>*,
                                                std::uint8_t*) const;
template void WindowSlices<std::int64_t>::write(const std::complex<float>*, std::complex<float>*,
                                                std::uint8_t*) const;
template void WindowSlices<std::int32_t>::write(const std::complex<double>*, std::complex<double>*,
                                                std::uint8_t*) const;
template void WindowSlices<std::int64_t>::write(const std::complex<double>*, std::complex<double>*,
                                                std::uint8_t*) const;

}  // namespace numapack

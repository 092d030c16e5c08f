#pragma once

#include <algorithm>

#include "gemm/k_pieces.hpp"
#include "gemm/packing.hpp"
#include "gemm/thin_choice.hpp"
#include "kernel/choices.hpp"

namespace numapack {

/// True where multiplying without packing is faster: A in columns, and all of A and B, gaps between their
/// columns included, in the caches next to the core; or a small A and a B of any number
/// of columns, each of which serves few tiles (InPlaceChoice). `kc`: the plan's, without
/// which only problems of a single slab of K are taken; in pieces of K (k_pieces()) is another way.
template <class T>
bool fits_in_place(const Problem<T>& problem, const Kernel<T>& kernel, Index kc = 0) {
  const bool plain = is_plain(type_of<T>(), problem.trans_a);
  if (kernel.in_place == nullptr || !(plain || kernel.shape.turns_a)) return false;
  const bool turned = transposes(problem.trans_b);
  const auto bytes = [](Index elements) { return static_cast<std::size_t>(elements) * sizeof(T); };
  const std::size_t bytes_a = bytes(problem.lda * (transposes(problem.trans_a) ? problem.m : problem.k));
  const std::size_t bytes_b = bytes(problem.ldb * (turned ? problem.k : problem.n));
  const Index depth = kc > 0 ? std::min(kc, problem.k) : problem.k;
  const InPlaceChoice& choice = in_place_choice(kernel.shape);
  const bool near = bytes_a + bytes_b <= choice.most_bytes;
  const auto is_flat = [&] {
    return plain && may_be_flat(problem.shape(), kernel.shape) &&
           problem.m <= choice.most_flat_tiles * kernel.shape.mr &&
           bytes(problem.lda * (choice.takes_long_k ? depth : problem.k)) <= choice.most_flat_bytes;
  };
  if (!near && !is_flat() && !goes_by_strips(problem.shape(), kernel.shape)) return false;
  if (!plain && !may_have_strips(kernel.shape, bytes(problem.m), bytes(problem.m * problem.n), depth))
    return false;
  if (kc > 0 && kc < problem.k) return (near || choice.takes_long_k) && k_pieces(problem.shape(), kc) == 1;
  // More than one slab of K would be summed slab by slab, with other bits.
  return problem.k <= least_kc_in_place ||
         choose_blocking(kernel.shape, CacheSizes{}, problem.k).kc >= problem.k;
}

/// How many columns go in place at a time, and what is asked for meanwhile.
struct ColumnsInPlace {
  Index together;
  bool asks_below = false;  ///< for C some tiles below; otherwise for the next columns
};

/// Few columns of B are in the caches anyway, and each row of tiles then takes them all, as far as C's stay
/// in the caches until the next row (4000 x 4000, k = 4: 0.15 of MKL before, 1.18); otherwise those of B stay
/// in L1 for all rows. `strips`: of A, or rows of a transposed B, are to serve all columns.
inline ColumnsInPlace columns_in_place(const KernelShape& kernel, Index columns, Index column_of_b,
                                       Index column_of_c, bool strips, Index depth) {
  constexpr Index few_bytes = 256 << 10, near_bytes = 16 << 10, c_bytes = 128 << 10;
  const auto fit = [&](Index bytes, Index column) {
    return std::max<Index>(1, divide(bytes, column * kernel.nr)) * kernel.nr;
  };
  const bool few = columns * column_of_b <= few_bytes;
  if (!few && !strips) return {fit(near_bytes, column_of_b)};
  const LargeC& large = in_place_choice(kernel).large_c;
  const Index bytes_of_c = columns * column_of_c;
  if (bytes_of_c <= (few ? std::max(c_bytes, large.near_bytes) : c_bytes)) return {columns};
  if (!few || column_of_c < large.least_bytes_of_column) return {fit(c_bytes, column_of_c)};
  if (bytes_of_c <= 2 * large.near_bytes) return {round_up(large.most_columns, kernel.nr), true};
  return {round_up(std::max(large.least_columns, large.columns_a_step * depth), kernel.nr), true};
}

/// multiply_in_place() of what is large, or of several slabs of K with so many steps.
template <class T>
[[gnu::noinline]] void multiply_some_columns(const Problem<T>& problem, const Kernel<T>& kernel, Range rows,
                                             Range columns, Index most, bool strips) {
  constexpr Index element = sizeof(T);
  const auto [together, asks_below] =
      columns_in_place(kernel.shape, columns.size(), most * element, rows.size() * element, strips, most);
  for (Index j = columns.begin; j < columns.end; j += together) {
    const Index now = std::min(together, columns.end - j), next = std::min(together, columns.end - j - now);
    T* const c = problem.c + rows.begin + j * problem.ldc;
    for (Index p = 0; p < problem.k; p += most) {
      const Index depth = std::min(most, problem.k - p);
      const PackSource<T> b = source_of_b(problem, j, p);
      Following<T> following;
      following.c_below = asks_below;
      if (!asks_below)
        following = {{{b.data + now * b.along, problem.ldb, depth, next},
                      {c + now * problem.ldc, problem.ldc, rows.size(), next}}};
      kernel.in_place(rows.size(), now, depth, problem.alpha, source_of_a(problem, rows.begin, p), b,
                      p == 0 ? problem.beta : T{1}, c, problem.ldc,
                      next > 0 || asks_below ? &following : nullptr);
    }
  }
}

/// C[rows, columns] of such a problem, K in slabs of kc (0: one). Needs no workspace, no plan and no
/// process-wide state.
template <class T>
void multiply_in_place(const Problem<T>& problem, const Kernel<T>& kernel, Range rows, Range columns,
                       Index kc = 0) {
  if (rows.size() <= 0 || columns.size() <= 0) return;
  constexpr Index element = sizeof(T), near_bytes = 128 << 10;
  const Index most = kc > 0 ? std::min(kc, problem.k) : problem.k;
  const bool strips = transposes(problem.trans_b) || !is_plain(type_of<T>(), problem.trans_a);
  const bool near = columns.size() * rows.size() * element <= near_bytes &&
                    (strips || columns.size() * most * element <= near_bytes);
  if (!near || most < problem.k) return multiply_some_columns(problem, kernel, rows, columns, most, strips);
  // n = 8: 1.05 of the rate
  kernel.in_place(rows.size(), columns.size(), problem.k, problem.alpha, source_of_a(problem, rows.begin, 0),
                  source_of_b(problem, columns.begin, 0), problem.beta,
                  problem.c + rows.begin + columns.begin * problem.ldc, problem.ldc, nullptr);
}

/// All of it, if it fits; returns false, having done nothing, for other problems.
template <class T>
bool multiply_in_place(const Problem<T>& problem, const Kernel<T>& kernel, Index kc = 0) {
  if (!fits_in_place(problem, kernel, kc)) return false;
  multiply_in_place(problem, kernel, {0, problem.m}, {0, problem.n}, kc);
  return true;
}

}  // namespace numapack

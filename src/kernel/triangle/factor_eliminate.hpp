// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A column of a panel: eliminated, searched for its pivot, scaled. By the instruction set of the source that
// includes this (see factor.hpp).

#include "kernel/triangle/factor_kernel.hpp"
#include "kernel/vectors.hpp"

namespace numapack {
namespace {

/// The largest of some rows of one micro-panel; ties go to the first.
template <class T>
inline void look_at_rows(const T* column, Index begin, Index end, Index row_of_micro_panel,
                         Candidate<T>& best) {
  using R = typename Parts<T>::Real;
  const R* const parts = reinterpret_cast<const R*>(column);
  for (Index i = begin; i < end; ++i) {
    R size{0};
    for (int part = 0; part < Parts<T>::count; ++part) {
      const R value = parts[Parts<T>::count * i + part];
      size += value < R{0} ? -value : value;
    }
    if (size > best.size) best = {size, row_of_micro_panel + i};
  }
}

/// Largest elements lane by lane, with the micro-panels they were in.
template <class T, int Vectors>
struct LaneSearch {
  using R = typename Parts<T>::Real;
  typename Reals<R>::V size[Vectors];
  typename Reals<R>::I micro_panel[Vectors];

  LaneSearch() {
    for (int v = 0; v < Vectors; ++v) {
      size[v] = typename Reals<R>::V{} - R{1};
      micro_panel[v] = typename Reals<R>::I{};
    }
  }
  void look(int v, typename Reals<R>::V x, typename Reals<R>::I now) {
    const typename Reals<R>::V candidate = sizes<R, Parts<T>::count == 2>(x);
    const auto larger = candidate > size[v];
    size[v] = larger ? candidate : size[v];
    micro_panel[v] = larger ? now : micro_panel[v];
  }
  void merge_into(Candidate<T>& best, int mr) const {
    for (int v = 0; v < Vectors; ++v) {
      for (int lane = 0; lane < Reals<R>::lanes; ++lane) {
        const R found = size[v][lane];
        const Index row = Index{micro_panel[v][lane]} * mr + (v * Reals<R>::lanes + lane) / Parts<T>::count;
        if (found > best.size || (found == best.size && found >= R{0} && row < best.row)) best = {found, row};
      }
    }
  }
};

/// A product that is rounded before anything is added to it, if `fused` is false: the compiler may not fuse
/// what it cannot see through.
template <bool fused, class T>
inline typename Multiplier<T>::V product(const Multiplier<T>& factor, typename Multiplier<T>::V x) {
  if constexpr (fused) {
    return factor.times(x);
  } else {
    const auto rounded = [](typename Multiplier<T>::V value) {
#if defined(__x86_64__)
      asm("" : "+v"(value));
#elif defined(__aarch64__)
      asm("" : "+w"(value));
#endif
      return value;
    };
    const typename Multiplier<T>::V same = rounded(x * factor.same);
    if constexpr (Parts<T>::count == 1) return same;
    return same + rounded(swap_parts<typename Parts<T>::Real>(x) * factor.crossed);
  }
}

/// One micro-panel of an elimination pass; x is what becomes of the column.
template <class T, int Vectors, bool fused>
inline void eliminate_micro_panel(const EliminationPass<T>& pass, typename Parts<T>::Real* micro_panel,
                                  int column_parts, const Multiplier<T>& factor,
                                  typename Reals<typename Parts<T>::Real>::V* x) {
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  constexpr int lanes = Reals<R>::lanes;
  R* const out = micro_panel + pass.column * column_parts;
  for (int v = 0; v < Vectors; ++v) x[v] = load(out + v * lanes);
  const int whole = pass.scale ? pass.column - 1 : pass.column;
  for (int i = 0; i < pass.column; ++i) {
    R* const from = micro_panel + i * column_parts;
    const Multiplier<T> u(pass.u[i]);
    for (int v = 0; v < Vectors; ++v) {
      V l = load(from + v * lanes);
      if (i >= whole) {
        l = product<fused>(factor, l);
        store(from + v * lanes, l);
      }
      x[v] -= product<fused>(u, l);
    }
  }
  for (int v = 0; v < Vectors; ++v) store(out + v * lanes, x[v]);
}

template <class T, int MR, bool fused>
Candidate<T> eliminate_by(const EliminationPass<T>& pass) {
  using R = typename Parts<T>::Real;
  constexpr int parts = Parts<T>::count, vectors = MR * parts / Reals<R>::lanes;
  static_assert(MR * parts % Reals<R>::lanes == 0);
  const Multiplier<T> factor(pass.factor);
  typename Reals<R>::V x[vectors];
  Candidate<T> best;
  Index micro_panel = 0;
  if (pass.first_row > 0) {
    // Finished rows keep what they hold.
    T kept[2][MR];
    T* const column = pass.micro_panels + pass.column * MR;
    for (Index i = 0; i < pass.first_row; ++i) {
      kept[0][i] = column[i];
      if (pass.scale) kept[1][i] = column[i - MR];
    }
    eliminate_micro_panel<T, vectors, fused>(pass, reinterpret_cast<R*>(pass.micro_panels), MR * parts,
                                             factor, x);
    for (Index i = 0; i < pass.first_row; ++i) {
      column[i] = kept[0][i];
      if (pass.scale) column[i - MR] = kept[1][i];
    }
    look_at_rows(column, pass.first_row, pass.rows < MR ? pass.rows : Index{MR}, 0, best);
    micro_panel = 1;
  }
  const Index full = pass.rows / MR;
  LaneSearch<T, vectors> search;
  typename Reals<R>::I now = typename Reals<R>::I{} + static_cast<typename Reals<R>::Integer>(micro_panel);
  for (; micro_panel < full; ++micro_panel, now += 1) {
    eliminate_micro_panel<T, vectors, fused>(
        pass, reinterpret_cast<R*>(pass.micro_panels + micro_panel * pass.stride), MR * parts, factor, x);
    for (int v = 0; v < vectors; ++v) search.look(v, x[v], now);
  }
  search.merge_into(best, MR);
  if (micro_panel * MR < pass.rows) {
    T* const last = pass.micro_panels + micro_panel * pass.stride;
    eliminate_micro_panel<T, vectors, fused>(pass, reinterpret_cast<R*>(last), MR * parts, factor, x);
    look_at_rows(last + pass.column * MR, 0, pass.rows - micro_panel * MR, micro_panel * MR, best);
  }
  return best;
}

/// See FactorKernel.
template <class T, int MR>
Candidate<T> eliminate(const EliminationPass<T>& pass) {
  return pass.fused ? eliminate_by<T, MR, true>(pass) : eliminate_by<T, MR, false>(pass);
}

template <class T, int MR, bool fused>
void scale_column_by(const EliminationPass<T>& pass) {
  using R = typename Parts<T>::Real;
  constexpr int parts = Parts<T>::count, lanes = Reals<R>::lanes, vectors = MR * parts / lanes;
  const Multiplier<T> factor(pass.factor);
  T kept[MR];
  T* const first = pass.micro_panels + pass.column * MR;
  for (Index i = 0; i < pass.first_row; ++i) kept[i] = first[i];
  for (Index micro_panel = 0; micro_panel * MR < pass.rows; ++micro_panel) {
    R* const column = reinterpret_cast<R*>(first + micro_panel * pass.stride);
    for (int v = 0; v < vectors; ++v)
      store(column + v * lanes, product<fused>(factor, load(column + v * lanes)));
  }
  for (Index i = 0; i < pass.first_row; ++i) first[i] = kept[i];
}

/// See FactorKernel.
template <class T, int MR>
void scale_column(const EliminationPass<T>& pass) {
  pass.fused ? scale_column_by<T, MR, true>(pass) : scale_column_by<T, MR, false>(pass);
}

}  // namespace
}  // namespace numapack

#pragma once

// The factor kernels, vectorised by the instruction set of the source that includes this (internal linkage,
// no inline functions of the standard library, see tile.hpp).

#include "kernel/factor_kernel.hpp"
#include "kernel/factor_sets.hpp"

namespace numapack {
namespace {

#if defined(__AVX512F__)
constexpr int factor_vector_bytes = 64;
#elif defined(__AVX2__)
constexpr int factor_vector_bytes = 32;
#else
constexpr int factor_vector_bytes = 16;
#endif

template <int Bytes>
struct SignedOf;
template <>
struct SignedOf<4> {
  using type = std::int32_t;
};
template <>
struct SignedOf<8> {
  using type = std::int64_t;
};

/// Vectors of a real type, and of integers of the same size.
template <class R>
struct Reals {
  static constexpr int lanes = factor_vector_bytes / static_cast<int>(sizeof(R));
  using Integer = typename SignedOf<sizeof(R)>::type;
  typedef R V __attribute__((vector_size(factor_vector_bytes)));
  typedef R Loose __attribute__((vector_size(factor_vector_bytes), aligned(alignof(R)), may_alias));
  typedef Integer I __attribute__((vector_size(factor_vector_bytes)));
};

template <class R>
inline typename Reals<R>::V load(const R* from) {
  return *reinterpret_cast<const typename Reals<R>::Loose*>(from);
}
template <class R>
inline void store(R* to, typename Reals<R>::V value) {
  *reinterpret_cast<typename Reals<R>::Loose*>(to) = value;
}

/// Re and im of each complex number change places.
template <class R>
inline typename Reals<R>::V swap_parts(typename Reals<R>::V x) {
  typename Reals<R>::I order{};
  for (int i = 0; i < Reals<R>::lanes; ++i) order[i] = i ^ 1;
  return __builtin_shuffle(x, order);
}

/// |x|, in both lanes of a complex number |re| + |im|.
template <class R, bool complex>
inline typename Reals<R>::V sizes(typename Reals<R>::V x) {
  using V = typename Reals<R>::V;
  const V size = x < V{} ? -x : x;
  if constexpr (complex)
    return size + swap_parts<R>(size);
  else
    return size;
}

template <class T>
struct Parts {
  using Real = T;
  static constexpr int count = 1;
};
template <class R>
struct Parts<std::complex<R>> {
  using Real = R;
  static constexpr int count = 2;
};

/// A scalar to multiply vectors by: x * s = x * same + swap_parts(x) * crossed.
template <class T>
struct Multiplier {
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  V same, crossed;

  explicit Multiplier(const T& value) {
    const R* const parts = reinterpret_cast<const R*>(&value);
    same = V{} + parts[0];
    crossed = V{};
    if constexpr (Parts<T>::count == 2)
      for (int i = 0; i < Reals<R>::lanes; ++i) crossed[i] = i % 2 == 0 ? -parts[1] : parts[1];
  }
  V times(V x) const {
    if constexpr (Parts<T>::count == 2)
      return x * same + swap_parts<R>(x) * crossed;
    else
      return x * same;
  }
};

/// The largest of some rows of one chunk; ties go to the first.
template <class T>
inline void look_at_rows(const T* column, Index begin, Index end, Index row_of_chunk, Candidate<T>& best) {
  using R = typename Parts<T>::Real;
  const R* const parts = reinterpret_cast<const R*>(column);
  for (Index i = begin; i < end; ++i) {
    R size{0};
    for (int part = 0; part < Parts<T>::count; ++part) {
      const R value = parts[Parts<T>::count * i + part];
      size += value < R{0} ? -value : value;
    }
    if (size > best.size) best = {size, row_of_chunk + i};
  }
}

/// Largest elements lane by lane, with the chunks they were in.
template <class T, int Vectors>
struct LaneSearch {
  using R = typename Parts<T>::Real;
  typename Reals<R>::V size[Vectors];
  typename Reals<R>::I chunk[Vectors];

  LaneSearch() {
    for (int v = 0; v < Vectors; ++v) {
      size[v] = typename Reals<R>::V{} - R{1};
      chunk[v] = typename Reals<R>::I{};
    }
  }
  void look(int v, typename Reals<R>::V x, typename Reals<R>::I now) {
    const typename Reals<R>::V candidate = sizes<R, Parts<T>::count == 2>(x);
    const auto larger = candidate > size[v];
    size[v] = larger ? candidate : size[v];
    chunk[v] = larger ? now : chunk[v];
  }
  void merge_into(Candidate<T>& best, int mr) const {
    for (int v = 0; v < Vectors; ++v) {
      for (int lane = 0; lane < Reals<R>::lanes; ++lane) {
        const R found = size[v][lane];
        const Index row = Index{chunk[v][lane]} * mr + (v * Reals<R>::lanes + lane) / Parts<T>::count;
        if (found > best.size || (found == best.size && found >= R{0} && row < best.row)) best = {found, row};
      }
    }
  }
};

/// One chunk of an elimination pass; x is what becomes of the column.
template <class T, int Vectors>
inline void eliminate_chunk(const EliminationPass<T>& pass, typename Parts<T>::Real* chunk, int column_parts,
                            const Multiplier<T>& factor, typename Reals<typename Parts<T>::Real>::V* x) {
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  constexpr int lanes = Reals<R>::lanes;
  R* const out = chunk + pass.column * column_parts;
  for (int v = 0; v < Vectors; ++v) x[v] = load(out + v * lanes);
  const int whole = pass.scale ? pass.column - 1 : pass.column;
  for (int i = 0; i < pass.column; ++i) {
    R* const from = chunk + i * column_parts;
    const Multiplier<T> u(pass.u[i]);
    for (int v = 0; v < Vectors; ++v) {
      V l = load(from + v * lanes);
      if (i >= whole) {
        l = factor.times(l);
        store(from + v * lanes, l);
      }
      x[v] -= u.times(l);
    }
  }
  for (int v = 0; v < Vectors; ++v) store(out + v * lanes, x[v]);
}

/// See FactorKernel.
template <class T, int MR>
Candidate<T> eliminate(const EliminationPass<T>& pass) {
  using R = typename Parts<T>::Real;
  constexpr int parts = Parts<T>::count, vectors = MR * parts / Reals<R>::lanes;
  static_assert(MR * parts % Reals<R>::lanes == 0);
  const Multiplier<T> factor(pass.factor);
  typename Reals<R>::V x[vectors];
  Candidate<T> best;
  Index chunk = 0;
  if (pass.first_row > 0) {
    // Finished rows keep what they hold.
    T kept[2][MR];
    T* const column = pass.chunks + pass.column * MR;
    for (Index i = 0; i < pass.first_row; ++i) {
      kept[0][i] = column[i];
      if (pass.scale) kept[1][i] = column[i - MR];
    }
    eliminate_chunk<T, vectors>(pass, reinterpret_cast<R*>(pass.chunks), MR * parts, factor, x);
    for (Index i = 0; i < pass.first_row; ++i) {
      column[i] = kept[0][i];
      if (pass.scale) column[i - MR] = kept[1][i];
    }
    look_at_rows(column, pass.first_row, pass.rows < MR ? pass.rows : Index{MR}, 0, best);
    chunk = 1;
  }
  const Index full = pass.rows / MR;
  LaneSearch<T, vectors> search;
  typename Reals<R>::I now = typename Reals<R>::I{} + static_cast<typename Reals<R>::Integer>(chunk);
  for (; chunk < full; ++chunk, now += 1) {
    eliminate_chunk<T, vectors>(pass, reinterpret_cast<R*>(pass.chunks + chunk * pass.stride), MR * parts,
                                factor, x);
    for (int v = 0; v < vectors; ++v) search.look(v, x[v], now);
  }
  search.merge_into(best, MR);
  if (chunk * MR < pass.rows) {
    T* const last = pass.chunks + chunk * pass.stride;
    eliminate_chunk<T, vectors>(pass, reinterpret_cast<R*>(last), MR * parts, factor, x);
    look_at_rows(last + pass.column * MR, 0, pass.rows - chunk * MR, chunk * MR, best);
  }
  return best;
}

/// See FactorKernel.
template <class T, int MR>
void scale_column(const EliminationPass<T>& pass) {
  using R = typename Parts<T>::Real;
  constexpr int parts = Parts<T>::count, lanes = Reals<R>::lanes, vectors = MR * parts / lanes;
  const Multiplier<T> factor(pass.factor);
  T kept[MR];
  T* const first = pass.chunks + pass.column * MR;
  for (Index i = 0; i < pass.first_row; ++i) kept[i] = first[i];
  for (Index chunk = 0; chunk * MR < pass.rows; ++chunk) {
    R* const column = reinterpret_cast<R*>(first + chunk * pass.stride);
    for (int v = 0; v < vectors; ++v) store(column + v * lanes, factor.times(load(column + v * lanes)));
  }
  for (Index i = 0; i < pass.first_row; ++i) first[i] = kept[i];
}

/// A row of a packed panel as vectors: the widest that divide it.
template <class R, int Count>
struct RowVectors {
  static constexpr int bytes = Count * static_cast<int>(sizeof(R));
  static constexpr int divisor = bytes & -bytes;
  static constexpr int width = divisor < factor_vector_bytes ? divisor : factor_vector_bytes;
  static constexpr int count = bytes / width, lanes = width / static_cast<int>(sizeof(R));
  typedef R V __attribute__((vector_size(width)));
  typedef R Loose __attribute__((vector_size(width), aligned(alignof(R)), may_alias));
};

/// Some rows of a packed panel in registers: rows -= l * solved, then the triangle among themselves.
template <class T, int NR, int Rows>
struct RowsInRegisters {
  using R = typename Parts<T>::Real;
  static constexpr int parts = Parts<T>::count;
  using Row = RowVectors<R, NR * parts>;
  using V = typename Row::V;
  V x[Rows][Row::count];

  static V load_vector(const T* row, int v) {
    return *reinterpret_cast<const typename Row::Loose*>(reinterpret_cast<const R*>(row) + v * Row::lanes);
  }
  explicit RowsInRegisters(const T* b) {
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 8
      for (int v = 0; v < Row::count; ++v) x[r][v] = load_vector(b + r * NR, v);
  }
  void store_to(T* b) const {
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 8
      for (int v = 0; v < Row::count; ++v)
        *reinterpret_cast<typename Row::Loose*>(reinterpret_cast<R*>(b + r * NR) + v * Row::lanes) = x[r][v];
  }
  static V swap_pairs(V y) {
    if constexpr (Row::lanes == 2) {
      return V{y[1], y[0]};
    } else {
      typedef typename SignedOf<sizeof(R)>::type I __attribute__((vector_size(Row::width)));
      I order{};
      for (int i = 0; i < Row::lanes; ++i) order[i] = i ^ 1;
      return __builtin_shuffle(y, order);
    }
  }
  /// x[r] -= l[r] * y for the rows from `first` on.
  void subtract(int first, const T* l, const V* y) {
#pragma GCC unroll 8
    for (int v = 0; v < Row::count; ++v) {
      if constexpr (parts == 2) {
        V crossed = swap_pairs(y[v]);
#pragma GCC unroll 8
        for (int i = 0; i < Row::lanes; i += 2) crossed[i] = -crossed[i];
#pragma GCC unroll 8
        for (int r = first; r < Rows; ++r) {
          const R* const both = reinterpret_cast<const R*>(l + r);
          x[r][v] -= y[v] * both[0];
          x[r][v] -= crossed * both[1];
        }
      } else {
#pragma GCC unroll 8
        for (int r = first; r < Rows; ++r) x[r][v] -= y[v] * l[r];
      }
    }
  }
};

/// Rows [i, i + Rows) of a triangle's block, after the ones before them.
template <class T, int MR, int NR, int Rows>
inline void substitute_rows(const T* triangle, Index i, T* b) {
  using Registers = RowsInRegisters<T, NR, Rows>;
  Registers rows(b + i * NR);
  typename Registers::V y[Registers::Row::count];
  for (Index p = 0; p < i; ++p) {
#pragma GCC unroll 8
    for (int v = 0; v < Registers::Row::count; ++v) y[v] = Registers::load_vector(b + p * NR, v);
    rows.subtract(0, triangle + p * MR + i, y);
  }
#pragma GCC unroll 8
  for (int p = 0; p + 1 < Rows; ++p) {
#pragma GCC unroll 8
    for (int v = 0; v < Registers::Row::count; ++v) y[v] = rows.x[p][v];
    rows.subtract(p + 1, triangle + (i + p) * MR + i, y);
  }
  rows.store_to(b + i * NR);
}

/// See FactorKernel.
template <class T, int MR, int NR>
void solve_panel(const Kernel<T>& kernel, const T* lower, Index stride, Index size, T* b) {
  using R = typename Parts<T>::Real;
  constexpr int parts = Parts<T>::count, together = 4;
  alignas(64) T product[MR * NR];
  for (Index done = 0; done < size; done += MR, lower += stride) {
    const Index rows = size - done < MR ? size - done : Index{MR};
    T* const now = b + done * NR;
    if (done > 0) {
      kernel.tile(done, lower, b, T{1}, T{0}, product, MR, MR, NR, b);
      for (Index i = 0; i < rows; ++i)
        for (int c = 0; c < NR; ++c)
          for (int part = 0; part < parts; ++part)
            reinterpret_cast<R*>(now + i * NR + c)[part] -=
                reinterpret_cast<const R*>(product + c * MR + i)[part];
    }
    const T* const triangle = lower + done * MR;
    Index i = 0;
    for (; i + together <= rows; i += together) substitute_rows<T, MR, NR, together>(triangle, i, now);
    for (; i < rows; ++i) substitute_rows<T, MR, NR, 1>(triangle, i, now);
  }
}

template <class T, int MR, int NR>
constexpr FactorKernel<T> factor_kernel_of(const char* name) {
  return {name, eliminate<T, MR>, scale_column<T, MR>, solve_panel<T, MR, NR>};
}

}  // namespace
}  // namespace numapack

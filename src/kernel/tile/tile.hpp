// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Micro-tiles made of register loops. Included only by the sources of one instruction set each, inside which
// everything here must stay (internal linkage, no inline functions of the standard library), lest the linker
// merge code of one instruction set into another's.

#include "kernel/tile/complex_update.hpp"
#include "kernel/tile/register_loop.hpp"

namespace numapack {
namespace {

/// The loop that does no more rows than it must. `loops`: widest first, each a vector of rows narrower than
/// the one before, all on panels of MR rows.
template <class R, int MR, RegisterLoop<R>... loops>
struct Loops {
  static constexpr int count = sizeof...(loops), vector = MR / count;
  static int vectors(int rows) { return (rows + vector - 1) / vector; }
  static RegisterLoop<R> of(int vectors) {
    static constexpr RegisterLoop<R> table[] = {loops...};
    return table[count - vectors];
  }
};

/// By way of a tile on the stack, which costs little of a tile's time (CL-007).
template <class R, int MR, int NR>
[[gnu::noinline]] void finish_real_edge(RegisterLoop<R> loop, LoopArguments<R>& arguments, R beta, int rows,
                                        int columns) {
  const R alpha = arguments.alpha;
  R* const c = arguments.c;
  const Index ldc = arguments.ldc;
  alignas(64) R product[MR * NR];
  arguments.c = product;
  arguments.ldc = MR;
  arguments.alpha = R{1};
  arguments.ending = Ending::store;
  loop(&arguments);
  for (int j = 0; j < columns; ++j) {
    R* const out = c + j * ldc;
    const R* const sums = product + j * MR;
    if (beta == R{0}) {
      for (int i = 0; i < rows; ++i) out[i] = alpha * sums[i];
    } else if (beta == R{1}) {
      for (int i = 0; i < rows; ++i) out[i] = multiply_add(alpha, sums[i], out[i]);
    } else {
      for (int i = 0; i < rows; ++i) out[i] = multiply_add(alpha, sums[i], beta * out[i]);
    }
  }
}

/// Real types: whole vectors go straight to C; edges and a beta other than 0 and 1 do not. `arguments` as for
/// a C of whole vectors.
template <class R, int MR, int NR>
inline void finish_real_tile(RegisterLoop<R> loop, LoopArguments<R>& arguments, R beta, int rows, int columns,
                             bool whole) {
  if (!whole || (beta != R{0} && beta != R{1}))
    return finish_real_edge<R, MR, NR>(loop, arguments, beta, rows, columns);
  arguments.ending = beta == R{0} ? Ending::store : Ending::add;
  loop(&arguments);
}

template <class R, int MR, int NR, RegisterLoop<R>... loops>
void real_tile(Index k, const R* a, const R* b, R alpha, R beta, R* c, Index ldc, int rows, int columns,
               const Ahead& ahead) {
  using Set = Loops<R, MR, loops...>;
  const int vectors = Set::vectors(rows);
  LoopArguments<R> arguments{k, a, b, c, ldc, alpha, Ending::store, ahead.data, c, ldc, ahead.stride};
  finish_real_tile<R, MR, NR>(Set::of(vectors), arguments, beta, rows, columns,
                              rows == vectors * Set::vector && columns == NR);
}

/// See PackingTile in kernel.hpp.
template <class R, int MR, int NR, RegisterLoop<R> loop>
void real_packing_tile(Index k, const R* a, const R* b, Index ldb, R* panel_b, R alpha, R beta, R* c,
                       Index ldc, const Ahead& ahead) {
  PackingArguments<R> arguments{{k, a, b, c, ldc, alpha, Ending::store, ahead.data, c, ldc, ahead.stride},
                                ldb * Index{sizeof(R)},
                                panel_b};
  finish_real_tile<R, MR, NR>(loop, arguments.tile, beta, MR, NR, true);
}

/// See PackAheadTile in kernel.hpp.
template <class R, int MR, int NR, RegisterLoop<R> loop>
void real_pack_ahead_tile(Index k, const R* a, const R* b, R alpha, R beta, R* c, Index ldc, int rows,
                          int columns, const PackedAhead& packed) {
  PackAheadArguments<R> arguments{{k, a, b, c, ldc, alpha, Ending::store, b, c, ldc, 0}, packed};
  finish_real_tile<R, MR, NR>(loop, arguments.tile, beta, rows, columns, rows == MR && columns == NR);
}

/// Complex elements of the loop's real sums, through a tile on the stack.
template <class R, int MR, int NR>
[[gnu::noinline]] void finish_complex_edge(RegisterLoop<R> loop, LoopArguments<R>& arguments,
                                           const ComplexUpdate<R>& update, int rows, int columns) {
  using V = typename Reals<R>::V;
  static_assert(MR % Reals<R>::lanes == 0);
  R* const target = arguments.c;
  const Index column_pair = arguments.ldc;
  alignas(64) R product[MR * NR];
  arguments.c = product;
  arguments.ldc = MR;
  arguments.ending = Ending::store;
  loop(&arguments);
  const V signs = minus_plus<R>();
  for (int j = 0; j < columns; ++j) {
    const R* const by_re = product + 2 * j * MR;
    update.column(target + j * column_pair, 2 * rows,
                  [&](int i) -> V { return load(by_re + i) + signs * swap_parts<R>(load(by_re + i + MR)); });
  }
}

/// Complex types by the real loop. A panel of A is read as 2 mr reals a step (re, im, re, im …), one of B as
/// 2 nr reals; the loop's product P then holds, for each complex element, all four real products:
///   re = P[2i][2j] - P[2i+1][2j+1],  im = P[2i+1][2j] + P[2i][2j+1].
/// So one loop per real type serves both, at the real loop's rate. MR and NR are the real loop's sizes.
/// `arguments` as for a C of whole vectors.
template <ComplexSums sums, class R, int MR, int NR>
inline void finish_complex_tile(RegisterLoop<R> loop, LoopArguments<R>& arguments,
                                const std::complex<R>& alpha, const std::complex<R>& beta, int rows,
                                int columns, bool whole) {
  const ComplexFactors<R> factors(alpha, beta);
  if constexpr (sums == ComplexSums::by_loop) {
    if (whole && factors.are_plain()) {
      arguments.ending = factors.adds_c ? Ending::add_complex : Ending::store_complex;
      loop(&arguments);
      return;
    }
  }
  finish_complex_edge<R, MR, NR>(loop, arguments, ComplexUpdate<R>(factors, alpha, beta), rows, columns);
}

/// The loop has twice as many columns: it also prefetches those of the next tile.
template <class R>
LoopArguments<R> complex_arguments(Index k, const std::complex<R>* a, const std::complex<R>* b,
                                   std::complex<R>* c, Index ldc, const Ahead& ahead) {
  R* const target = reinterpret_cast<R*>(c);
  return {k,
          reinterpret_cast<const R*>(a),
          reinterpret_cast<const R*>(b),
          target,
          2 * ldc,
          R{1},
          Ending::store,
          ahead.data,
          target,
          2 * ldc,
          ahead.stride};
}

template <ComplexSums sums, class R, int MR, int NR, RegisterLoop<R>... loops>
void complex_tile(Index k, const std::complex<R>* a, const std::complex<R>* b, std::complex<R> alpha,
                  std::complex<R> beta, std::complex<R>* c, Index ldc, int rows, int columns,
                  const Ahead& ahead) {
  using Set = Loops<R, MR, loops...>;
  const int vectors = Set::vectors(2 * rows);
  LoopArguments<R> arguments = complex_arguments(k, a, b, c, ldc, ahead);
  finish_complex_tile<sums, R, MR, NR>(Set::of(vectors), arguments, alpha, beta, rows, columns,
                                       2 * rows == vectors * Set::vector && 2 * columns == NR);
}

/// See PackingTile in kernel.hpp.
template <class R, int MR, int NR, RegisterLoop<R> loop>
void complex_packing_tile(Index k, const std::complex<R>* a, const std::complex<R>* b, Index ldb,
                          std::complex<R>* panel_b, std::complex<R> alpha, std::complex<R> beta,
                          std::complex<R>* c, Index ldc, const Ahead& ahead) {
  PackingArguments<R> arguments{complex_arguments(k, a, b, c, ldc, ahead), 2 * ldb * Index{sizeof(R)},
                                reinterpret_cast<R*>(panel_b)};
  finish_complex_tile<ComplexSums::by_loop, R, MR, NR>(loop, arguments.tile, alpha, beta, MR / 2, NR / 2,
                                                       true);
}

}  // namespace
}  // namespace numapack

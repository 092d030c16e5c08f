#pragma once

// Micro-tiles made of register loops. Included only by the sources of one instruction set each, inside which
// everything here must stay (internal linkage, no inline functions of the standard library), lest the linker
// merge code of one instruction set into another's.

#include "kernel/register_loop.hpp"

namespace numapack {
namespace {

/// The loop that does no more rows than it must. `loops`: widest first, each a vector of rows narrower than
/// the one before, all on panels of MR rows.
template <class R, int MR, RegisterLoop<R>... loops>
struct Loops {
  static constexpr int count = sizeof...(loops), vector = MR / count;
  static int vectors(int rows) { return (rows + vector - 1) / vector; }
  static RegisterLoop<R> of(int vectors) {
    constexpr RegisterLoop<R> table[] = {loops...};
    return table[count - vectors];
  }
};

/// Real types: whole vectors go straight to C; edges and a beta other than 0 and 1 go by way of a tile on the
/// stack (about 1 % of a tile's time at k = 320).
template <class R, int MR, int NR, RegisterLoop<R>... loops>
void real_tile(Index k, const R* a, const R* b, R alpha, R beta, R* c, Index ldc, int rows, int columns,
               const R* ahead) {
  using Set = Loops<R, MR, loops...>;
  const int vectors = Set::vectors(rows);
  const RegisterLoop<R> loop = Set::of(vectors);
  if (rows == vectors * Set::vector && columns == NR && (beta == R{0} || beta == R{1})) {
    const LoopArguments<R> whole{k, a, b, c, ldc, alpha, beta != R{0}, ahead};
    loop(&whole);
    return;
  }
  alignas(64) R product[MR * NR];
  const LoopArguments<R> scratch{k, a, b, product, MR, R{1}, 0, ahead};
  loop(&scratch);
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

/// Complex types by the real loop. A panel of A is read as 2 mr reals a step (re, im, re, im …), one of B as
/// 2 nr reals; the loop's product P then holds, for each complex element, all four real products:
///   re = P[2i][2j] - P[2i+1][2j+1],  im = P[2i+1][2j] + P[2i][2j+1].
/// So one loop per real type serves both, at the real loop's rate. MR and NR are the real loop's sizes.
template <class R, int MR, int NR, RegisterLoop<R>... loops>
void complex_tile(Index k, const std::complex<R>* a, const std::complex<R>* b, std::complex<R> alpha,
                  std::complex<R> beta, std::complex<R>* c, Index ldc, int rows, int columns,
                  const std::complex<R>* ahead) {
  alignas(64) R product[MR * NR];
  const LoopArguments<R> scratch{
      k, reinterpret_cast<const R*>(a),    reinterpret_cast<const R*>(b), product, MR, R{1},
      0, reinterpret_cast<const R*>(ahead)};
  using Set = Loops<R, MR, loops...>;
  Set::of(Set::vectors(2 * rows))(&scratch);
  const R alpha_re = reinterpret_cast<const R(&)[2]>(alpha)[0],
          alpha_im = reinterpret_cast<const R(&)[2]>(alpha)[1];
  const R beta_re = reinterpret_cast<const R(&)[2]>(beta)[0],
          beta_im = reinterpret_cast<const R(&)[2]>(beta)[1];
  const bool reads_c = beta_re != R{0} || beta_im != R{0};
  const bool adds_c = beta_re == R{1} && beta_im == R{0};
  for (int j = 0; j < columns; ++j) {
    const R* const by_re = product + 2 * j * MR;
    const R* const by_im = by_re + MR;
    R* const out = reinterpret_cast<R*>(c + j * ldc);
    R re[MR / 2], im[MR / 2];
    for (int i = 0; i < rows; ++i) {
      const R x = by_re[2 * i] - by_im[2 * i + 1];
      const R y = by_re[2 * i + 1] + by_im[2 * i];
      re[i] = multiply_add(-alpha_im, y, alpha_re * x);
      im[i] = multiply_add(alpha_im, x, alpha_re * y);
    }
    if (adds_c) {
      for (int i = 0; i < rows; ++i) {
        out[2 * i] += re[i];
        out[2 * i + 1] += im[i];
      }
    } else if (reads_c) {
      for (int i = 0; i < rows; ++i) {
        const R x = out[2 * i], y = out[2 * i + 1];
        out[2 * i] = multiply_add(beta_re, x, re[i]) - beta_im * y;
        out[2 * i + 1] = multiply_add(beta_re, y, im[i]) + beta_im * x;
      }
    } else {
      for (int i = 0; i < rows; ++i) {
        out[2 * i] = re[i];
        out[2 * i + 1] = im[i];
      }
    }
  }
}

}  // namespace
}  // namespace numapack

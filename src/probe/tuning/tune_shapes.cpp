// SPDX-License-Identifier: BSD-3-Clause
#include "probe/tuning/tune_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "base/integer.hpp"
#include "kernel/choices.hpp"

namespace numapack::probe {

// The standard's distributions differ from one library to the next; this is the same everywhere.
double TuneShapes::uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

Index TuneShapes::side(double least, double most) {
  return static_cast<Index>(std::lround(least * std::pow(most / least, uniform())));
}

Index TuneShapes::below(Index count) { return static_cast<Index>(uniform() * static_cast<double>(count)); }

Call TuneShapes::drawn() {
  constexpr double least = 2, longest = 4096;
  Call call;
  call.type = type_;
  Index* const sides[] = {&call.m, &call.n, &call.k};
  if (below(2) == 0) {
    for (Index* const one : sides) *one = side(4, longest);
    *sides[below(3)] = side(least, static_cast<double>(most_skinny));
  } else {
    constexpr double fewest_bytes = 64 << 10;
    for (Index* const one : sides) *one = side(4, longest);
    // m + n elements a step of K: K follows from the bytes.
    const double bytes = fewest_bytes * std::pow(most_bytes / fewest_bytes, uniform());
    const double depth = bytes / static_cast<double>((call.m + call.n) * Index(call.element_bytes()));
    call.k = static_cast<Index>(std::lround(std::clamp(depth, least, longest)));
  }
  constexpr Transpose real[] = {Transpose::none, Transpose::transpose};
  constexpr Transpose complex[] = {Transpose::none, Transpose::transpose, Transpose::conjugate_transpose};
  for (Operand* const operand : {&call.a, &call.b})
    operand->op = is_complex(type_) ? complex[below(3)] : real[below(2)];
  call.reads_c = below(2) == 0;
  call.c.leading = call.m;
  for (Operand* const operand : {&call.a, &call.b}) {
    const bool is_a = operand == &call.a;
    const Index rows = is_a ? call.lda() : call.ldb(), line = line_of(type_);
    const Index lot = below(8);
    operand->leading = lot < 5 ? rows : lot < 7 ? round_up(rows, line) : round_up(rows, 64 * line);
  }
  return call;
}

Call TuneShapes::next() {
  for (;;) {
    const Call call = drawn();
    const Index most = std::max(
        {call.lda() * call.columns_of_a(), call.ldb() * call.columns_of_b(), call.c.leading * call.n});
    if (most <= most_elements && call.flops() <= most_flops) return call;
  }
}

}  // namespace numapack::probe

// SPDX-License-Identifier: BSD-3-Clause
#include "level3/algorithms/skinny_algorithm.hpp"

#include "base/integer.hpp"
#include "kernel/choices.hpp"

namespace numapack {

Index tall_depth(const Call& call, const KernelShape& kernel) {
  return divide_up(call.k, divide_up(call.k, in_place_choice(kernel).tall_depth));
}

Skinny skinny_algorithm(const Call& call, const KernelShape& kernel, const SkinnyChoice& choice, Index rows,
                        Index columns, Index depth) {
  const auto element = static_cast<Index>(call.element_bytes());
  const Index length = choice.longer == SkinnyOperand::a ? rows : columns;
  Skinny algorithm;
  algorithm.longer = choice.longer;
  algorithm.form = choice.form;
  algorithm.together = columns_by_vector(kernel, length * element);
  algorithm.from_memory = length * depth * element >= streams_from_bytes(kernel);
  if (choice.form != SkinnyForm::in_kc_blocks) return algorithm;
  const InPlaceChoice& tall = in_place_choice(kernel);
  const Index height = divide(tall.tall_block_bytes, element);
  algorithm.tall = {height, height * tall.tall_blocks_together, tall_depth(call, kernel),
                    columns <= most_hasty_columns, tall.prefetches_rows_below};
  return algorithm;
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "level3/ways/skinny_way.hpp"

#include "base/integer.hpp"
#include "kernel/choices.hpp"

namespace numapack {

Index tall_depth(const Call& call, const KernelShape& kernel) {
  return divide_up(call.k, divide_up(call.k, in_place_choice(kernel).tall_depth));
}

Skinny skinny_way(const Call& call, const KernelShape& kernel, const ThinChoice& choice, Index rows,
                  Index columns, Index depth) {
  const auto element = static_cast<Index>(call.element_bytes());
  const Index length = choice.longer == ThinOperand::a ? rows : columns;
  Skinny way;
  way.longer = choice.longer;
  way.form = choice.form;
  way.together = columns_by_vector(kernel, length * element);
  way.from_memory = length * depth * element >= streams_from_bytes(kernel);
  if (choice.form != ThinForm::in_kc_blocks) return way;
  const InPlaceChoice& tall = in_place_choice(kernel);
  const Index height = divide(tall.tall_block_bytes, element);
  way.tall = {height, height * tall.tall_blocks_together, tall_depth(call, kernel),
              columns <= most_hasty_columns, tall.asks_for_rows_below};
  return way;
}

}  // namespace numapack

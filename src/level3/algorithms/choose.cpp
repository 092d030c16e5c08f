// SPDX-License-Identifier: BSD-3-Clause
#include "level3/algorithms/choose.hpp"

#include <algorithm>

#include "level3/algorithms/few_columns.hpp"
#include "level3/algorithms/in_place_algorithm.hpp"
#include "level3/algorithms/skinny_algorithm.hpp"
#include "level3/call/split_k.hpp"

namespace numapack {

namespace {

Index steps_of_skinny(const Call& call, const KernelShape& kernel, SkinnyForm form) {
  return form == SkinnyForm::in_kc_blocks ? tall_depth(call, kernel) : call.k;
}

Form form_of(const SkinnyChoice& skinny) {
  return skinny.form == SkinnyForm::by_depth ? Form::in_lanes : Form::in_steps;
}

Choice skinny_choice(const Call& call, const KernelShape& kernel, const SkinnyChoice& skinny) {
  return {{form_of(skinny), steps_of_skinny(call, kernel, skinny.form)}, Choice::Kind::skinny, skinny};
}

Choice skinny_split_k(const Call& call, const SkinnyChoice& skinny, Index kc, Index pieces) {
  return {{form_of(skinny), call.k, pieces, kc}, Choice::Kind::skinny, skinny};
}

Choice split_k_in_place(const Call& call, const KernelShape& kernel, Index kc, Index pieces) {
  const Index depth = in_place_split_k(call, kernel, kc).depth;
  return {{Form::in_steps, depth, pieces, kc}, Choice::Kind::in_place, {}};
}

Choice choose_split_k(const Call& call, const KernelShape& kernel, Index kc, Index pieces) {
  const SkinnyChoice skinny = in_pieces(choose_skinny(call, kernel, false), pieces);
  if (skinny.is_skinny()) return skinny_split_k(call, skinny, kc, pieces);
  if (split_k_lies_well(call, kernel)) return split_k_in_place(call, kernel, kc, pieces);
  return {{Form::in_steps, kc, pieces, kc}, Choice::Kind::panels, {}};
}

/// No kernel with an in-place loop has a lower kc than that, and to look up its own takes as long as
/// choosing.
bool is_one_kc_block(const Call& call, const KernelShape& kernel, const Blocking& wanted) {
  return wanted.kc <= 0 && kernel.in_place && call.k <= least_kc_in_place;
}

/// The choice by gaps if it sums in the order that follows without them. Gaps make caches hold less: they
/// choose among algorithms, not the order.
Choice in_order_without_gaps(const Choice& by_gaps, const Call& call, const KernelShape& kernel,
                             const Blocking& wanted) {
  if (!call.has_gaps()) return by_gaps;
  const Choice without = choose(call.without_gaps(), kernel, wanted);
  return by_gaps.order == without.order ? by_gaps : without;
}

}  // namespace

Choice choose(const Call& call, const KernelShape& kernel, const Blocking& wanted) {
  if (call.is_structured()) {
    const Index kc = std::min(steps_of_kc_block(call, kernel, wanted), call.k);
    const bool dense = kc == call.k && goes_dense(call, kernel);
    return {{Form::in_steps, kc}, dense ? Choice::Kind::in_place : Choice::Kind::panels, {}};
  }
  const bool one_kc_block = is_one_kc_block(call, kernel, wanted);
  Index kc = one_kc_block ? call.k : steps_of_kc_block(call, kernel, wanted);
  if (const Index pieces = one_kc_block ? 1 : split_k(call, kc); pieces > 1)
    return in_order_without_gaps(choose_split_k(call, kernel, kc, pieces), call, kernel, wanted);

  const bool fits = fits_in_place(call, kernel, kc);
  const bool clear = one_kc_block && fits && prefers_in_place(call.m, call.n, call.k, call.a.op, kernel);
  // What fits with gaps fits without them.
  if (clear) return {{Form::in_steps, kc}, Choice::Kind::in_place, {}};
  const SkinnyChoice skinny = choose_skinny(call, kernel, fits);
  if (!fits && !skinny.is_skinny() && one_kc_block) kc = steps_of_kc_block(call, kernel, wanted);
  const Choice choice = skinny.is_skinny() ? skinny_choice(call, kernel, skinny)
                                           : Choice{{Form::in_steps, std::min(kc, call.k)},
                                                    fits ? Choice::Kind::in_place : Choice::Kind::panels,
                                                    {}};
  // All algorithms sum so few steps in one order.
  static_assert(most_steps_in_order < least_tall_depth && most_steps_in_order <= least_kc_in_place);
  if (one_kc_block && call.k <= most_steps_in_order) return choice;
  return in_order_without_gaps(choice, call, kernel, wanted);
}

std::vector<Choice> all_choices(const Call& call, const KernelShape& kernel, const Blocking& wanted) {
  if (call.is_structured()) return {choose(call, kernel, wanted)};
  const bool one_kc_block = is_one_kc_block(call, kernel, wanted);
  const Index of_kc_block = steps_of_kc_block(call, kernel, wanted), kc = one_kc_block ? call.k : of_kc_block;
  const Index pieces = one_kc_block ? 1 : split_k(call, kc);
  std::vector<Choice> all;
  for (const SkinnyChoice& skinny : skinny_choices(call, kernel)) {
    if (pieces == 1)
      all.push_back(skinny_choice(call, kernel, skinny));
    else if (skinny.form != SkinnyForm::in_kc_blocks)
      all.push_back(skinny_split_k(call, skinny, kc, pieces));
  }
  if (pieces > 1) {
    if (split_k_lies_well(call.without_gaps(), kernel))
      all.push_back(split_k_in_place(call, kernel, kc, pieces));
    all.push_back({{Form::in_steps, kc, pieces, kc}, Choice::Kind::panels, {}});
    return all;
  }
  if (can_go_in_place(call, kernel, kc))
    all.push_back({{Form::in_steps, std::min(kc, call.k)}, Choice::Kind::in_place, {}});
  all.push_back({{Form::in_steps, std::min(of_kc_block, call.k)}, Choice::Kind::panels, {}});
  return all;
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "level3/ways/choose.hpp"

#include <algorithm>

#include "level3/call/k_pieces.hpp"
#include "level3/ways/few_columns.hpp"
#include "level3/ways/in_place_way.hpp"
#include "level3/ways/skinny_way.hpp"

namespace numapack {

namespace {

Index steps_of_thin(const Call& call, const KernelShape& kernel, ThinForm form) {
  return form == ThinForm::in_kc_blocks ? tall_depth(call, kernel) : call.k;
}

Form form_of(const ThinChoice& thin) {
  return thin.form == ThinForm::by_depth ? Form::in_lanes : Form::in_steps;
}

Choice thin_choice(const Call& call, const KernelShape& kernel, const ThinChoice& thin) {
  return {{form_of(thin), steps_of_thin(call, kernel, thin.form)}, Choice::Kind::skinny, thin};
}

Choice thin_pieces(const Call& call, const ThinChoice& thin, Index kc, Index pieces) {
  return {{form_of(thin), call.k, pieces, kc}, Choice::Kind::skinny, thin};
}

Choice pieces_in_place(const Call& call, const KernelShape& kernel, Index kc, Index pieces) {
  const Index depth = in_place_way_of_pieces(call, kernel, kc).depth;
  return {{Form::in_steps, depth, pieces, kc}, Choice::Kind::in_place, {}};
}

Choice choose_pieces(const Call& call, const KernelShape& kernel, Index kc, Index pieces) {
  const ThinChoice thin = in_pieces(choose_thin(call, kernel, false), pieces);
  if (thin.is_thin()) return thin_pieces(call, thin, kc, pieces);
  if (pieces_lie_well(call, kernel)) return pieces_in_place(call, kernel, kc, pieces);
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
  if (const Index pieces = one_kc_block ? 1 : k_pieces(call, kc); pieces > 1)
    return in_order_without_gaps(choose_pieces(call, kernel, kc, pieces), call, kernel, wanted);

  const bool fits = fits_in_place(call, kernel, kc);
  const bool clear = one_kc_block && fits && prefers_in_place(call.m, call.n, call.k, call.a.op, kernel);
  // What fits with gaps fits without them.
  if (clear) return {{Form::in_steps, kc}, Choice::Kind::in_place, {}};
  const ThinChoice thin = choose_thin(call, kernel, fits);
  if (!fits && !thin.is_thin() && one_kc_block) kc = steps_of_kc_block(call, kernel, wanted);
  const Choice choice = thin.is_thin() ? thin_choice(call, kernel, thin)
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
  const Index pieces = one_kc_block ? 1 : k_pieces(call, kc);
  std::vector<Choice> all;
  for (const ThinChoice& thin : thin_choices(call, kernel)) {
    if (pieces == 1)
      all.push_back(thin_choice(call, kernel, thin));
    else if (thin.form != ThinForm::in_kc_blocks)
      all.push_back(thin_pieces(call, thin, kc, pieces));
  }
  if (pieces > 1) {
    if (pieces_lie_well(call.without_gaps(), kernel))
      all.push_back(pieces_in_place(call, kernel, kc, pieces));
    all.push_back({{Form::in_steps, kc, pieces, kc}, Choice::Kind::panels, {}});
    return all;
  }
  if (can_go_in_place(call, kernel, kc))
    all.push_back({{Form::in_steps, std::min(kc, call.k)}, Choice::Kind::in_place, {}});
  all.push_back({{Form::in_steps, std::min(of_kc_block, call.k)}, Choice::Kind::panels, {}});
  return all;
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "level3/plan/watched_plan.hpp"

#include <algorithm>

#include "base/integer.hpp"
#include "schedule/traffic.hpp"

namespace numapack {

namespace {

/// Steps of K between which a BLAS keeps C in no cache.
constexpr Index oblivious_kc_block = 256;

}  // namespace

double oblivious_bytes(const Call& call, int nodes) {
  if (nodes < 2 || call.m <= 0 || call.n <= 0 || call.k <= 0) return 0;
  const auto element = double(call.element_bytes());
  const double a = double(call.m) * double(call.steps()), b = double(call.steps()) * double(call.n);
  const double c = elements_in(call.region, {0, call.m}, {0, call.n});
  double least = -1;
  for (int columns = 1; columns <= nodes; ++columns) {
    if (nodes % columns != 0) continue;
    const double read = columns * a + double(nodes / columns) * b;
    if (least < 0 || read < least) least = read;
  }
  return element * share_elsewhere(nodes) *
         (least + 2 * double(call.kc_blocks(std::min(call.k, oblivious_kc_block))) * c);
}

double oblivious_bytes_of_triangle(double triangle_bytes, double lines_bytes, Index order, int nodes) {
  if (nodes < 2) return 0;
  const auto passes = double(divide_up(divide_up(order, Index{2}), oblivious_kc_block));
  return share_elsewhere(nodes) * (nodes * triangle_bytes + 2 * passes * lines_bytes);
}

const char* algorithm_word(const NodeTask& task) {
  if (task.order.pieces > 1) return "pieces";
  return task.panels() != nullptr ? "panels" : task.in_place() != nullptr ? "in place" : "skinny";
}

void note(const Plan& plan, int nodes) {
  WatchedCall* const call = watched_call();
  if (call == nullptr || plan.tasks.empty()) return;
  call->add_team(plan.tasks, algorithm_word(plan.tasks.front()));
  if (plan.operand_homes.empty()) return;
  for (const OperandHome& home : plan.operand_homes) call->add_home(home);
  call->crossing_bytes += plan.traffic.crossing();
  call->oblivious_bytes += oblivious_bytes(plan.call, nodes);
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lapack/cholesky_plan.hpp"
#include "panels/panel_traffic.hpp"
#include "schedule/placed_schedule.hpp"

namespace numapack {

/// The homes of L's elements for a triangle of A with these homes: for U those of its transpose.
HomeMap homes_of_l(Triangle stored, const HomeMap& homes);

/// Elements of L that cross because tiles are not at home with their owners: copied in and out, or read and
/// written in place at each update. `homes`: of L. Pure.
double tiles_in_and_out(const CholeskyPlan& plan, const HomeMap& homes, bool copied);

/// Whether the former are fewer.
bool copies_pay(const CholeskyPlan& plan, const HomeMap& homes);

struct CholeskyTraffic : PanelTraffic {
  double bound_bytes = 0;  ///< whatever the owners and steps: see least_crossing_of()
};

/// `homes`: of A as it is stored, on so many `nodes`. In a NUMA-oblivious BLAS each column of tiles goes to
/// the other nodes, and 1 / nodes of the tiles to its right happens to be at home. Pure.
CholeskyTraffic traffic_of(const CholeskyPlan& plan, const HomeMap& homes, int nodes);

/// The time of its schedule. Pure.
Seconds seconds_of(const CholeskyPlan& plan, const HomeMap& homes, const TimeModel& model);

/// The least shares of the triangle that a node must read and write to do this share of a factorisation's
/// multiply-adds.
struct LeastOfTriangle {
  double seen = 0, written = 0;
};

/// A multiply-add l(i, k) l(j, k) of element (i, j) is a triangle of the graph whose edges are the elements
/// below the diagonal. A graph of D edges has at most sqrt(2) / 3 D^(3/2) triangles (Kruskal, 1963; Katona,
/// 1968; the symmetric case of Loomis and Whitney's inequality, by which Ballard, Demmel, Holtz and Schwartz,
/// SIAM J. Matrix Anal. Appl. 32(3), 2011, bound what Cholesky moves; for a cache: Beaumont, Eyraud-Dubois,
/// Verite and Langou, SPAA 2022). All n^3 / 6 need all n^2 / 2, so a share w of them needs w^(2/3) of the
/// elements, each as it was or as it becomes. And element (i, j) takes j multiply-adds, so a node with a
/// share w of all multiply-adds writes at least the elements of the last columns that need so many: (1 - x)^2
/// of them, where 1 - 3 x^2 + 2 x^3 = w. Terms of lower order are left out.
LeastOfTriangle least_of_triangle(double share);

/// The least that crosses in any order of the arithmetic, if the plan's nodes share it by their threads, keep
/// everything that they read, and read and write the matrix at its home: the elements that each node must
/// read, and those that it must write, beyond those at home on it. In bytes. Pure.
double least_crossing_of(const CholeskyPlan& plan, const HomeMap& homes);

}  // namespace numapack

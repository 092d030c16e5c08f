// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "lapack/cholesky_steps.hpp"
#include "level3/plan/plan.hpp"
#include "triangle/triangle_plan.hpp"

namespace numapack {

/// A potrf as its plan is made for.
struct CholeskyCall {
  Type type = Type::d;
  Half stored = Half::lower;
  Index n = 0;
};

/// What a node has of one step.
struct StepShare {
  int node = 0;  ///< index into Machine::nodes
  int threads = 1;
  Index lines = 0;      ///< solve: rows of L, or columns of U
  Range rows, columns;  ///< update: of A
};

struct PlannedStep {
  CholeskyStep step;
  std::vector<StepShare> shares;
  double crossing = 0;  ///< bytes between nodes
  double least = 0;     ///< likewise, what this step alone must move where nodes share it
};

/// What a potrf will do: the calls of level 3 that it makes, each with the plan that it will have, and what
/// all of them move. Pure data.
struct CholeskyPlan {
  CholeskyCall call;
  Index leaf = 0;  ///< order of the parts that are factored whole
  std::vector<PlannedStep> steps;
  Traffic traffic;            ///< of all steps, [node that works][home]; leaves are the caller's
  double least_of_steps = 0;  ///< in bytes: the sum of the steps' own
  double least_crossing = 0;  ///< in bytes, whatever the steps: see least_crossing_of()
};

/// The plan for A at home in `homes`. The caller, who does what is too small to share, is on the first node
/// that works. Pure. Throws Error(invalid_argument) for nodes that do not exist.
CholeskyPlan make_cholesky_plan(const CholeskyCall& call, const KernelShape& kernel, const HomeMap& homes,
                                const Machine& machine, const Profile& profile,
                                const std::vector<TeamLayout>& layout, const Options& options = {});

/// What a node that does this share of a factorisation's multiply-adds must see, and at least write, of the
/// triangle: as shares of it.
struct LeastOfTriangle {
  double seen = 0, written = 0;
};

/// A multiply-add l(i, k) l(j, k) of element (i, j) is a triangle of the graph whose edges are the elements
/// below the diagonal. A graph of D edges has at most sqrt(2) / 3 D^(3/2) triangles (Kruskal, 1963; Katona,
/// 1968; the symmetric case of Loomis and Whitney's inequality, by which Ballard, Demmel, Holtz and Schwartz,
/// SIAM J. Matrix Anal. Appl. 32(3), 2011, bound what Cholesky moves; for a cache: Beaumont, Eyraud-Dubois,
/// Verite and Langou, SPAA 2022). All n^3 / 6 need all n^2 / 2, so a share w of them needs w^(2/3) of the
/// elements, each as it was or as it becomes. And element (i, j) takes j multiply-adds, so whoever does a
/// share w of all writes at least the elements of the last columns that have so many: (1 - x)^2 of them,
/// where 1 - 3 x^2 + 2 x^3 = w. Terms of lower order are left out.
LeastOfTriangle least_of_triangle(double share);

/// The least that crosses in any order of the arithmetic where nodes share it by their threads, keep what
/// they have once read, and read and write the matrix where it is at home, which is not to be left: of what
/// each must see, and of what it must write, what is more than all that is at home on it. In bytes. Pure.
double least_crossing_of(const CholeskyCall& call, const HomeMap& homes, const Machine& machine,
                         const std::vector<TeamLayout>& layout, const Options& options = {});

}  // namespace numapack

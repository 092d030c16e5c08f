// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/runs/machine_profile.hpp"
#include "peer/work/job.hpp"

namespace numapack {

/// What a plan is made from.
struct PlanSetting {
  const Job& job;
  const Machine& machine;
  const ChosenProfile& chosen;
  KernelShape kernel;  ///< the row's
  KernelShape tuned;   ///< the same with what the profile has in place of some of its figures
};

/// A plan as a person reads it, and as the document's "plan" (docs/reference/compute/plan.md).
struct PlanPage {
  std::string text;
  nlohmann::json plan;
  /// What the profile's figures change, next to the estimate. Products have it.
  std::string changes = {};
  nlohmann::json profile = nlohmann::json::object();  ///< likewise, for the document's "profile"
};

/// gemm and what is a product with structure: who computes which part of C.
PlanPage product_page(const PlanSetting& setting);
/// gemm with an A or B ('a' or 'b') that numapack_pack has laid out.
PlanPage packed_page(const PlanSetting& setting, char operand);
/// Whether it has a batched face, whose plan batch_page() shows.
bool has_batch_plan(const BlasRoutine& routine);
/// So many problems of one shape in one call: who does how many, and what they read from elsewhere.
PlanPage batch_page(const PlanSetting& setting, Index problems);
/// trmm and trsm: who has which lines of B.
PlanPage triangle_page(const PlanSetting& setting);
/// getrs and potrs: those of its two solves.
PlanPage solve_page(const PlanSetting& setting);
/// posv: potrf's, and those of its two solves.
PlanPage solve_after_cholesky_page(const PlanSetting& setting);
/// potrf: who owns which tiles.
PlanPage cholesky_page(const PlanSetting& setting);
/// getrf: who owns which columns.
PlanPage lu_page(const PlanSetting& setting);
/// geqrf: its panels, who computes what in their updates.
PlanPage qr_page(const PlanSetting& setting);
/// potri, getri, ormqr, orgqr, gels and level 2: the calls that they are made of.
PlanPage calls_page(const PlanSetting& setting);

/// The least, and where it is not zero how many times as much crosses.
std::string beside_least(double crossing, double least);

}  // namespace numapack

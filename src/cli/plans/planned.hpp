// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/plans/plan_page.hpp"
#include "lapack/cholesky_plan.hpp"
#include "lu/lu_plan.hpp"
#include "panels/calls_plan.hpp"
#include "qr/qr_plan.hpp"
#include "triangle/triangle_traffic.hpp"

namespace numapack {

// The plans that a job on a machine has.

Plan planned_product(const PlanSetting& setting);
/// The solves or products with a triangle that trmm, trsm, getrs, potrs and posv are, in their order.
std::vector<TriangleCall> triangles_of(const Job& job);
TrianglePlan planned_triangle(const PlanSetting& setting, const TriangleCall& call);
TriangleHomes homes_of_triangle(const PlanSetting& setting, const TriangleCall& call);
CholeskyPlan planned_cholesky(const PlanSetting& setting);
LuPlan planned_lu(const PlanSetting& setting);
QrPlan planned_qr(const PlanSetting& setting);
/// True for calls on parts of matrices, whose kernels are those of the routines that are called.
bool is_made_of_calls(const BlasRoutine& routine);
CallsPlan planned_calls(const PlanSetting& setting);

/// Of a matrix that is factored or inverted, as its plan sees it: column-major.
HomeMap homes_of_matrix(const PlanSetting& setting);

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plans/planned.hpp"

#include "lapack/inverse/inverse_plan.hpp"
#include "panels/vector_calls.hpp"
#include "qr/q_plan.hpp"
#include "triangle/called_plan.hpp"

namespace numapack {

namespace {

/// trmm and trsm have no row-major form here.
TriangleCall triangle_of(const Job& job) {
  const RoutineForm& form = job.form;
  const bool lower = (form.uplo() == Uplo::lower) != transposes(form.trans());
  return {job.call.type,
          form.routine->id == BlasName::trsm,
          form.side(),
          lower ? Triangle::lower : Triangle::upper,
          job.call.m,
          job.call.n,
          transposes(form.trans())};
}

VectorCall vector_call_of(const Job& job) {
  using Kind = VectorCall::Kind;
  const BlasRoutine& routine = *job.form.routine;
  const Kind kind = routine.id == BlasName::trsv ? Kind::solve
                    : routine.is_vector_update() ? Kind::update
                                                 : Kind::product;
  return {kind, routine.name, job.stored(), job.flops()};
}

PanelShape panels_of(const Job& job, const HomeMap& homes) {
  return {job.call.type, homes.rows, homes.columns, job.row_major};
}

}  // namespace

bool is_made_of_calls(const BlasRoutine& routine) {
  if (routine.is_level_2()) return true;
  switch (routine.id) {
    case BlasName::potri:
    case BlasName::getri:
    case BlasName::ormqr:
    case BlasName::orgqr:
    case BlasName::gels:
      return true;
    default:
      return false;
  }
}

HomeMap homes_of_matrix(const PlanSetting& setting) {
  Homes homes = homes_of_job(setting.job, setting.machine);
  const HomeMap stored = setting.job.form.routine->id == BlasName::posv ? homes.a : homes.c;
  return setting.job.row_major ? stored.transposed() : stored;
}

Plan planned_product(const PlanSetting& setting) {
  return make_plan(setting.job.stored(), setting.tuned, homes_of_job(setting.job, setting.machine),
                   setting.machine, setting.chosen.figures, lay_out_teams(setting.machine),
                   setting.job.options);
}

std::vector<TriangleCall> triangles_of(const Job& job) {
  const BlasName routine = job.form.routine->id;
  const bool definite = routine == BlasName::potrs || routine == BlasName::posv;
  if (routine != BlasName::getrs && !definite) return {triangle_of(job)};
  // L B with P's interchanges, then U; of a transpose the other way round. L, then L^H; or U^H, then U.
  const bool turns = transposes(job.form.trans()), lower = job.form.uplo() == Uplo::lower;
  std::vector<TriangleCall> calls;
  for (const Triangle triangle : {Triangle::lower, Triangle::upper})
    calls.push_back({job.call.type, true, Side::left, triangle, job.call.m, job.call.n,
                     definite ? lower == (triangle == Triangle::upper) : turns});
  if (!definite)
    (turns ? calls.back() : calls.front()).interchanges =
        turns ? TriangleCall::Interchanges::after : TriangleCall::Interchanges::before;
  return calls;
}

TriangleHomes homes_of_triangle(const PlanSetting& setting, const TriangleCall& call) {
  Homes homes = homes_of_job(setting.job, setting.machine);
  return call.left() ? TriangleHomes{std::move(homes.a), std::move(homes.b)}
                     : TriangleHomes{std::move(homes.b), std::move(homes.a)};
}

TrianglePlan planned_triangle(const PlanSetting& setting, const TriangleCall& call) {
  return make_called_plan(call, setting.tuned, homes_of_triangle(setting, call).b, setting.machine,
                          setting.chosen.figures, lay_out_teams(setting.machine), setting.job.options);
}

CholeskyPlan planned_cholesky(const PlanSetting& setting) {
  const Job& job = setting.job;
  return make_cholesky_plan(
      {job.call.type, job.form.uplo() == Uplo::lower ? Triangle::lower : Triangle::upper,
       homes_of_matrix(setting).rows},
      setting.tuned, homes_of_matrix(setting), setting.machine, setting.chosen.figures,
      lay_out_teams(setting.machine), job.options);
}

LuPlan planned_lu(const PlanSetting& setting) {
  return make_lu_plan(panels_of(setting.job, homes_of_matrix(setting)), setting.tuned,
                      homes_of_matrix(setting), setting.machine, setting.chosen.figures,
                      lay_out_teams(setting.machine), setting.job.options);
}

QrPlan planned_qr(const PlanSetting& setting) {
  return make_qr_plan(panels_of(setting.job, homes_of_matrix(setting)), setting.tuned,
                      homes_of_matrix(setting), setting.machine, setting.chosen.figures,
                      lay_out_teams(setting.machine), setting.job.options);
}

CallsPlan planned_calls(const PlanSetting& setting) {
  const Job& job = setting.job;
  const RoutineForm& form = job.form;
  const std::vector<TeamLayout> layout = lay_out_teams(setting.machine);
  const CallsSetting calls{job.call.type,          setting.tuned, setting.machine,
                           setting.chosen.figures, layout,        job.options};
  const Homes homes = homes_of_job(job, setting.machine);
  if (form.routine->is_level_2()) return plan_vector_call(vector_call_of(job), homes, calls);
  switch (form.routine->id) {
    case BlasName::ormqr:
      return plan_q_product({form.side(), form.trans(), job.call.m, job.call.n, job.call.k}, homes.a, homes.c,
                            calls);
    case BlasName::orgqr:
      return plan_q_columns(job.call.k, homes.c, calls);
    case BlasName::gels:
      return plan_least_squares(form.trans(), homes.a, homes.c, calls);
    default: {
      const bool from_lu = form.routine->id == BlasName::getri;
      const Triangle stored = !from_lu && form.uplo() == Uplo::lower ? Triangle::lower : Triangle::upper;
      return plan_inverse({from_lu, stored, job.call.n}, homes_of_matrix(setting), calls);
    }
  }
}

}  // namespace numapack

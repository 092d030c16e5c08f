// SPDX-License-Identifier: BSD-3-Clause
#include "peer/work/job.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "memory/homes/placed_home.hpp"

namespace numapack {

namespace {

struct Sizes {
  Index rows = 0, columns = 0;
};

/// Of A, B and C as the product has them (0, 1, 2), as stored.
Sizes sizes_in_product(const Call& call, int place) {
  const auto stored = [](Transpose op, Index rows, Index columns) {
    return transposes(op) ? Sizes{columns, rows} : Sizes{rows, columns};
  };
  if (place == 0) return stored(call.a.op, call.m, call.k);
  if (place == 1) return stored(call.b.op, call.k, call.n);
  return {call.m, call.n};
}

Sizes sizes_of(const Job& job, int operand) {
  const Call& call = job.call;
  if (job.form.routine->is_of_lapack()) return operand == 0 ? Sizes{call.m, call.n} : Sizes{};
  if (job.form.routine->id == BlasName::ormqr && operand == 0)
    return {job.form.is_on_the_right() ? call.n : call.m, call.k};
  if (job.form.routine->id == BlasName::gels)
    return operand == 0 ? Sizes{call.m, call.n} : Sizes{std::max(call.m, call.n), call.k};
  for (const int place : {0, 1, 2})
    if (job.form.in_product(place) == operand) return sizes_in_product(job.call, place);
  return {};
}

}  // namespace

Index Job::rows(int operand) const { return sizes_of(*this, operand).rows; }
Index Job::columns(int operand) const { return sizes_of(*this, operand).columns; }

Index Job::leading(int operand) const {
  const Index asked = gapped[static_cast<std::size_t>(operand)];
  return asked > 0 ? asked : rows(operand);
}

Call Job::stored() const {
  constexpr Index page = 4096;
  const auto element = static_cast<Index>(call.element_bytes());
  Call stored = call;
  stored.a.leading = leading(form.in_product(0));
  stored.b.leading = leading(form.in_product(1));
  stored.c.leading = leading(form.in_product(2));
  stored.c_in_page = stored.c.leading * element % page == 0 ? offset * element % page : -1;
  return stored;
}

double Job::flops() const { return form.is_gemm() ? call.flops() : flops_of(form, call); }

double Job::bytes() const {
  double elements = 0;
  for (const int operand : {0, 1, 2}) {
    if (!has(operand)) continue;
    elements += static_cast<double>(leading(operand)) * static_cast<double>(columns(operand)) +
                static_cast<double>(offset);
  }
  return elements * static_cast<double>(call.element_bytes());
}

Job transposed(Job job) {
  std::swap(job.call.m, job.call.n);
  job.row_major = !job.row_major;
  if (job.form.routine->is_of_lapack()) return job;
  std::swap(job.call.a, job.call.b);
  for (Operand* const operand : {&job.call.a, &job.call.b})
    operand->pattern.stored = other(operand->pattern.stored);
  if (job.call.region != MatrixType::general)
    job.call.region = job.call.region == MatrixType::lower ? MatrixType::upper : MatrixType::lower;
  std::swap(job.placement[0], job.placement[1]);
  std::swap(job.gapped[0], job.gapped[1]);
  return job;
}

Job stored_plainly(const Job& job) {
  Job plain = job.row_major ? transposed(job) : job;
  plain.call.a.op = plain.call.b.op = Transpose::none;
  plain.gapped = {};
  plain.offset = 0;
  return plain;
}

Homes homes_of_job(const Job& job, const Machine& machine) {
  const int nodes = static_cast<int>(machine.nodes.size());
  const auto home = [&](int place) {
    const int operand = job.form.in_product(place);
    const Placement& placement = job.placement[static_cast<std::size_t>(operand)];
    const Index rows = job.rows(operand), columns = job.columns(operand);
    return home_of(placement, rows, columns, nodes, machine.home_for(machine.compute_nodes().front()));
  };
  return {home(0), home(1), home(2)};
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Placement, kind, nodes, weights, row_block, column_block, grid_rows,
                                   grid_columns)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Options, threads, nodes, localise, collapse, workspace_limit, cpu, kernel)

namespace {

/// What is written as it is, once for both ways.
template <class AnyJob>
void plain_fields(AnyJob& job, const auto& each) {
  each("gapped", job.gapped);
  each("offset", job.offset);
  each("row_major", job.row_major);
  each("huge_pages", job.huge_pages);
  each("seed", job.seed);
  each("threads", job.threads);
  each("sample_seconds", job.sample_seconds);
  each("visit_seconds", job.visit_seconds);
  each("placement", job.placement);
  each("options", job.options);
}

}  // namespace

void to_json(nlohmann::json& out, const Job& job) {
  out = {{"routine", job.form.routine->name},
         {"letters", job.form.letters},
         {"type", std::string(1, letter(job.call.type))},
         {"m", job.call.m},
         {"n", job.call.n},
         {"k", job.call.k},
         {"trans_a", std::string(1, letter(job.call.a.op))},
         {"trans_b", std::string(1, letter(job.call.b.op))},
         {"alpha", {job.alpha.real(), job.alpha.imag()}},
         {"beta", {job.beta.real(), job.beta.imag()}}};
  plain_fields(job, [&](const char* key, const auto& value) { out[key] = value; });
  const std::optional<Grid>& grid = job.options.grid;
  if (grid) out["grid"] = {grid->rows, grid->columns};
}

void from_json(const nlohmann::json& in, Job& job) {
  for (const Type type : {Type::s, Type::d, Type::c, Type::z}) {
    if (letter(type) == in.at("type").get<std::string>().at(0)) job.call.type = type;
  }
  in.at("m").get_to(job.call.m);
  in.at("n").get_to(job.call.n);
  in.at("k").get_to(job.call.k);
  job.call.a.op = parse_transpose(in.at("trans_a").get<std::string>().at(0));
  job.call.b.op = parse_transpose(in.at("trans_b").get<std::string>().at(0));
  job.alpha = {in.at("alpha").at(0).get<double>(), in.at("alpha").at(1).get<double>()};
  job.beta = {in.at("beta").at(0).get<double>(), in.at("beta").at(1).get<double>()};
  job.call.reads_c = job.beta != 0.0;
  job.form.routine = find_routine(in.at("routine").get<std::string>());
  if (job.form.routine == nullptr)
    invalid("routine", in.at("routine").dump(), "use one of BLAS level 2 or 3 or of LAPACK");
  in.at("letters").get_to(job.form.letters);
  if (!job.form.is_gemm())
    job.call = product_of(job.form, job.call.type, job.call.m, job.call.n, job.call.k, job.call.reads_c);
  plain_fields(job, [&](const char* key, auto& value) { in.at(key).get_to(value); });
  if (in.contains("grid")) job.options.grid = Grid{in.at("grid").at(0), in.at("grid").at(1)};
}

}  // namespace numapack

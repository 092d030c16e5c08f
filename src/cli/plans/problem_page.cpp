// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plans/problem_page.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/terminal/json_values.hpp"

namespace numapack {

namespace {

using nlohmann::json;

/// null for any elements.
json pattern_to_json(const Pattern& pattern) {
  if (pattern.is_general()) return nullptr;
  return {{"structure", name(pattern.structure)},
          {"stored", name(pattern.stored)},
          {"unit_diagonal", pattern.unit_diagonal}};
}

std::string number(std::complex<double> value) {
  return value.imag() == 0 ? fmt::format("{}", value.real())
                           : fmt::format("({}{:+}i)", value.real(), value.imag());
}

std::string operand(const char* name, Transpose op) {
  return op == Transpose::none ? name : fmt::format("{}^{}", name, op == Transpose::transpose ? "T" : "H");
}

std::string homes(const Job& job, const Machine& machine) {
  std::string text;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!job.has(static_cast<int>(i))) continue;
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", "ABC"[i], to_string(job.placement[i], machine));
  }
  return text;
}

/// Leading dimensions and alignment where they are not the usual ones. `job` as it is run.
std::string storage(const Job& job) {
  std::string text = job.row_major ? "; row-major" : "";
  const Job asked = job.row_major ? transposed(job) : job;
  for (std::size_t i = 0; i < 3; ++i) {
    if (asked.gapped[i] > 0) text += fmt::format("; ld{} {}", "abc"[i], asked.gapped[i]);
  }
  return text + (job.offset > 0 ? fmt::format("; {} elements off a page's start", job.offset) : "");
}

/// "uplo L, trans N": the letters of a routine.
std::string letters_text(const RoutineForm& form) {
  std::string text;
  for (const char kind : form.routine->letters)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", letter_name(kind), form.letter(kind));
  return text;
}

/// A routine other than gemm, and of level 3 the product that its plan is of.
std::string describe_routine(const Job& job) {
  const RoutineForm& form = job.form;
  const Call& call = job.call;
  const std::string letters = letters_text(form);
  std::string text = fmt::format("{}{}{}: {}, {} of {} x {}", letter(call.type), form.routine->name,
                                 letters.empty() ? "" : fmt::format(" ({})", letters), formula_of(form),
                                 "ABC"[form.routine->written()], job.rows(form.routine->written()),
                                 job.columns(form.routine->written()));
  if (call.region != MatrixType::general) text += fmt::format(", its {} triangle", name(call.region));
  if (form.routine->has_alpha()) text += fmt::format(", alpha {}", number(job.alpha));
  if (form.routine->has_beta()) text += fmt::format(", beta {}", number(job.beta));
  return text;
}

}  // namespace

std::string describe_problem(const Job& as_run, const Machine& machine) {
  const Job job = as_run.row_major ? transposed(as_run) : as_run;
  const Call& call = job.call;
  std::string text;
  if (job.form.is_gemm()) {
    text = fmt::format("C ({} x {}) = {} {} {}", call.m, call.n, number(job.alpha), operand("A", call.a.op),
                       operand("B", call.b.op));
    if (call.reads_c) text += fmt::format(" + {} C", number(job.beta));
  } else {
    text = describe_routine(job);
  }
  if (job.form.routine->has_size('k')) text += fmt::format(", k = {}", call.k);
  return text + fmt::format(", type {}, {} thread{}, {:.1f} MB; homes: {}\n", letter(call.type), job.threads,
                            job.threads == 1 ? "" : "s", as_run.bytes() / 1e6,
                            homes(job, machine) + storage(as_run));
}

json problem_to_json(const Job& as_run, const Machine& machine) {
  const Job job = as_run.row_major ? transposed(as_run) : as_run;
  const auto leading = [&](int operand) {
    if (!as_run.row_major || job.form.routine->is_of_lapack()) return as_run.leading(operand);
    return as_run.leading(operand == 2 ? 2 : 1 - operand);
  };
  const Call& call = job.call;
  json homes = json::object();
  for (std::size_t i = 0; i < 3; ++i)
    if (job.has(static_cast<int>(i))) homes[std::string(1, "ABC"[i])] = to_string(job.placement[i], machine);
  json letters = json::object();
  for (const char kind : job.form.is_gemm() ? std::string_view() : job.form.routine->letters)
    letters[letter_name(kind)] = std::string(1, job.form.letter(kind));
  json problem = {{"routine", job.form.routine->name},
                  {"letters", letters},
                  {"type", std::string(1, letter(call.type))},
                  {"m", call.m},
                  {"n", call.n},
                  {"k", call.k},
                  {"trans_a", std::string(1, letter(call.a.op))},
                  {"trans_b", std::string(1, letter(call.b.op))},
                  {"structure_a", pattern_to_json(call.a.pattern)},
                  {"structure_b", pattern_to_json(call.b.pattern)},
                  {"region", name(call.region)},
                  {"alpha", {job.alpha.real(), job.alpha.imag()}},
                  {"beta", {job.beta.real(), job.beta.imag()}},
                  {"row_major", as_run.row_major},
                  {"lda", leading(0)},
                  {"ldb", or_null(job.has(1), leading(1))},
                  {"ldc", or_null(job.has(2), leading(2))},
                  {"offset", job.offset},
                  {"homes", homes},
                  {"flops", job.flops()},
                  {"bytes", as_run.bytes()}};
  if (job.form.routine->is_of_lapack())
    for (const char* of_products : {"k", "trans_a", "trans_b", "structure_a", "structure_b", "alpha", "beta"})
      problem[of_products] = nullptr;
  return problem;
}

}  // namespace numapack

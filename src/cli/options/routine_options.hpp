// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <optional>
#include <string>

#include "peer/routines/blas_routine.hpp"

namespace numapack {

/// The routine and its letters, as typed.
struct RoutineOptions {
  std::string routine = "gemm", side = "L", uplo = "L", trans = "N", diag = "N";
};

/// A routine, and the type where its name says it.
struct NamedRoutine {
  const BlasRoutine* routine = &kBlasRoutines[0];
  std::optional<Type> type;
};

/// Adds --routine, --side, --uplo, --trans and --diag.
void add_routine_options(CLI::App& verb, RoutineOptions& options);

/// "syrk" or "dsyrk", in either case. Throws Error(invalid_argument) with the names that there are.
NamedRoutine parse_routine(const std::string& text);

/// "gemm, symm, …", all or those `wanted`.
std::string routine_names(const std::function<bool(const BlasRoutine&)>& wanted = {});

/// The letters that the routine has, for this type; `trans_a` and `trans_b` are gemmt's. Throws
/// Error(invalid_argument) naming the option, also for types that the routine does not have.
RoutineForm parse_form(const RoutineOptions& options, const BlasRoutine& named, Type type,
                       const std::string& trans_a, const std::string& trans_b);

/// Throws Error(invalid_argument) for options of a problem given to a verb whose routine has no use for them.
void refuse_foreign_options(const CLI::App& verb, const BlasRoutine& routine);

}  // namespace numapack

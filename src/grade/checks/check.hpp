// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "peer/processes/blas_library.hpp"

namespace numapack {

/// The hidden subcommand by which the command looks at a library in a process of its own.
inline constexpr const char* kCheckVerb = "check-worker";

/// What a check is asked for, and how it says what it found, one message after the other: so that what was
/// found before a crash is known.
struct CheckRun {
  const nlohmann::json& order;
  const BlasLibrary& library;
  const std::function<void(const nlohmann::json&)>& say;

  /// Whether the order's "routines" names it; all are asked for where there are none.
  bool asked(std::string_view routine) const {
    const auto names = order.find("routines");
    return names == order.end() || std::find(names->begin(), names->end(), routine) != names->end();
  }
  /// What comes next is this item: if the process ends before it is graded, that is its grade.
  void begin(const std::string& item) const { say({{"begin", item}}); }
  /// `what`: what was called, and what came out; "" if nothing need be said.
  void grade(const std::string& item, bool passed, const std::string& what) const {
    say({{"item", item}, {"passed", passed}, {"what", what}});
  }
};

/// The life of such a process. It is sent one order, {"check": name, "paths": [file, …], and what that check
/// takes}, says {"version", "path"}, what the check says, {"end": true}, and ends as any program does, the
/// library's exit handlers included. {"error": text} instead of any of these: it cannot.
int run_check_worker();

/// Each call of the order's "calls" from its "seed" four times: {"call": number, "digests": [as it is, once
/// more, at other addresses, with gaps between columns], "error_over_bound"}, or {"lacks": routine}; in the
/// end {"helped": whether threads besides the caller's worked}.
void check_bits(const CheckRun& run);

/// gemm of each type, by how its errors can be bounded (J. Demmel, X. Li, J. Langou, W. Pereira, M. Gates,
/// C. Rubio Gonzalez, How to grade the accuracy of an implementation of the BLAS, BLIS Retreat 2024). With u
/// the unit roundoff, g = gamma_{n+2} (as in check_against_reference()), |X| the moduli, ||x|| 2-norms:
///
/// - A: every element of |C - A B| is at most g (|A| |B|): any order of a sum's products.
/// - B: at most g ||row of A|| ||column of B||: small elements of a row are cut off, as by fixed point.
/// - C: at most g ||A|| ||B||, Frobenius: small rows get the errors of large ones, as Strassen's do.
///
/// By n x n matrices of the order's "sizes", of random numbers, with graded rows of A and columns of B, and
/// with graded columns of A and rows of B that undo each other. The message has "grade" and
/// "error_over_bound".
void check_accuracy(const CheckRun& run);

/// LAPACK's test ratios (E. Anderson et al., LAPACK Working Note 41, section 6) of potrf, potri, getrf,
/// getri, geqrf, for double also getrs: a residual's 1-norm over those of its matrices, n and epsilon, which
/// passes below
/// 30. The message has "ratio".
void check_residuals(const CheckRun& run);

/// The rules of docs/reference/compute/exceptions.md that every BLAS can be asked about, an item each.
void check_exceptions(const CheckRun& run);

/// The order's "threads" callers at the same time, each with its own operands: as right as alone.
void check_callers(const CheckRun& run);

/// A call in a child that was forked after the library's threads had worked, and one in its parent.
void check_fork(const CheckRun& run);

/// Calls on a thread with a stack of the order's "kib".
void check_stack(const CheckRun& run);

/// A call by all threads, after which the process ends at once: how, its parent sees.
void check_end(const CheckRun& run);

/// The order's "case": a call with a wrong argument. It must come back, with nothing written and LAPACK's
/// info.
void check_arguments(const CheckRun& run);
inline constexpr const char* kWrongArguments[] = {"dgemm m=-1", "dgemm ldc=1 of m=3", "dtrsm side=X",
                                                  "dpotrf uplo=X", "dgetrf n=-1"};

}  // namespace numapack

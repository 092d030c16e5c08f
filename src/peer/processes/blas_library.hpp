// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "level3/call/problem.hpp"
#include "peer/routines/lapack_call.hpp"

namespace numapack {

/// Another BLAS, loaded into this process for good (its threads may outlive any handle). Understands the
/// Fortran interface with 32-bit and 64-bit integers and the prefixes and suffixes that distributions give
/// the symbols, and numapack's own C interface: so builds of numapack can be compared with each other.
class BlasLibrary {
 public:
  /// Which names are looked for first: numapack's own C interface, which takes 64-bit integers, or the
  /// standard's, by which any program calls.
  enum class Names { own, standard };

  /// Loads the first of `paths` that loads. Throws Error(invalid_argument) with the loader's words for each.
  explicit BlasLibrary(const std::vector<std::string>& paths, Names names = Names::own);

  const std::string& path() const { return path_; }  ///< that loaded
  std::string version() const;                       ///< in the library's own words; "" if it does not say

  /// The name of the routine found for a type, "scipy_dgemm_64_" for example. Throws Error(not_supported) if
  /// none.
  std::string gemm_symbol(Type type) const;

  /// C = alpha op(A) op(B) + beta C by the library. Throws Error(not_supported) if it lacks the type.
  template <class T>
  void gemm(const Problem<T>& problem) const;

  /// Any other routine. Throws Error(not_supported) if it lacks that.
  LibraryRoutine routine(const RoutineForm& form, Type type) const;
  /// Null if it has no such symbol.
  void* find(const char* symbol) const;
  /// "dgemmt" if it lacks that, or "".
  std::string missing(const RoutineForm& form, Type type) const;
  template <class T>
  void run(const LibraryRoutine& routine, const RoutineProblem<T>& problem) const {
    expect_ok(call_theirs(routine, problem));
  }
  template <class T>
  void run(const LibraryRoutine& routine, LapackProblem<T>& problem) const {
    expect_ok(call_theirs(routine, problem));
  }

  /// The name of its dgetrf. Throws Error(not_supported) if it has none, or no dgetrs of the same kind.
  std::string factor_symbol() const;

  bool has_solver() const;  ///< factor_symbol() does not throw

  /// A x = b by dgetrf and dgetrs, in place of A (n x n, column-major, without gaps) and b. Returns dgetrf's
  /// info; where it is not 0, b is left alone. `factored` is called between them.
  Index factor_and_solve(
      Index n, double* a, double* b, const std::function<void()>& factored = [] {}) const;

 private:
  using Routine = LibraryRoutine;
  using Interface = LibraryRoutine::Interface;
  Routine find_routine(const std::string& base) const;
  Routine find_standard(const std::string& base) const;
  void expect_ok(int status) const;  ///< throws what numapack's interface reports

  void* handle_ = nullptr;
  std::string path_;
  Names names_;
  Routine routines_[4];
};

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "peer/routines/lapack_call.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "numapack/lapack.hpp"
#include "numapack/numapack.h"
#include "numapack/qr.hpp"

namespace numapack {

namespace {

using Interface = LibraryRoutine::Interface;

/// A function at an address, whose parameters are what it is given.
template <class Result, class... Arguments>
Result called(void* address, Arguments... arguments) {
  return reinterpret_cast<Result (*)(Arguments...)>(address)(arguments...);
}

template <class Integer, class T>
Integer* pivots_for(LapackProblem<T>& p) {
  if constexpr (sizeof(Integer) == sizeof(std::int32_t))
    return p.narrow_pivots.data();
  else
    return p.pivots.data();
}

/// All by address; the length at the end is what gfortran passes for the letter, and C ignores. A workspace
/// of -1 elements asks how many are best, which is then `work`'s first.
template <class Integer, class T>
void call_lapack_fortran(void* address, LapackProblem<T>& p, T* work, Index work_size) {
  using Size = const Integer*;
  const auto m = as_integer<Integer>(p.m), n = as_integer<Integer>(p.n), lda = as_integer<Integer>(p.lda),
             lwork = as_integer<Integer>(work_size);
  Integer info = 0;
  void* const a = p.a;
  void* const space = work;
  Integer* const pivots = pivots_for<Integer>(p);
  switch (p.form.routine->id) {
    case BlasName::getrf:
      called<void, Size, Size, void*, Size, Integer*, Integer*>(address, &m, &n, a, &lda, pivots, &info);
      break;
    case BlasName::getri:
      called<void, Size, void*, Size, const Integer*, void*, Size, Integer*>(address, &n, a, &lda, pivots,
                                                                             space, &lwork, &info);
      break;
    case BlasName::geqrf:
      called<void, Size, Size, void*, Size, void*, void*, Size, Integer*>(address, &m, &n, a, &lda,
                                                                          p.tau.data(), space, &lwork, &info);
      break;
    default:  // potrf and potri
      called<void, const char*, Size, void*, Size, Integer*, std::size_t>(address, p.form.letters.data(), &n,
                                                                          a, &lda, &info, 1);
  }
  p.info = info;
}

template <class T>
numapack_status call_lapack_numapack(void* address, LapackProblem<T>& p) {
  using Size = std::int64_t;
  constexpr numapack_layout columns = NUMAPACK_COLUMN_MAJOR;
  void* const a = p.a;
  std::int64_t info = 0;
  const auto call = [&](auto... arguments) {
    const auto status = called<numapack_status, numapack_layout>(address, columns, arguments..., &info);
    p.info = info;
    return status;
  };
  switch (p.form.routine->id) {
    case BlasName::getrf:
      return call(Size{p.m}, Size{p.n}, a, Size{p.lda}, p.pivots.data());
    case BlasName::getri:
      return call(Size{p.n}, a, Size{p.lda}, static_cast<const std::int64_t*>(p.pivots.data()));
    case BlasName::geqrf:
      return call(Size{p.m}, Size{p.n}, a, Size{p.lda}, static_cast<void*>(p.tau.data()));
    default:
      return call(p.form.letters[0], Size{p.n}, a, Size{p.lda});
  }
}

bool is_fortran(const LibraryRoutine* theirs) {
  return theirs != nullptr && theirs->interface != Interface::numapack;
}

template <class T>
void call_fortran_of_width(const LibraryRoutine& theirs, LapackProblem<T>& p, T* work, Index size) {
  if (theirs.interface == Interface::fortran_64)
    call_lapack_fortran<std::int64_t>(theirs.address, p, work, size);
  else
    call_lapack_fortran<std::int32_t>(theirs.address, p, work, size);
}

}  // namespace

template <class T>
void make_room(const LibraryRoutine* theirs, LapackProblem<T>& p) {
  const auto least = static_cast<std::size_t>(std::min(p.m, p.n));
  const BlasName routine = p.form.routine->id;
  if (routine == BlasName::getrf || routine == BlasName::getri) {
    p.pivots.assign(least, 0);
    p.narrow_pivots.assign(least, 0);
  }
  if (routine == BlasName::geqrf) p.tau.assign(least, T{});
  if (!is_fortran(theirs) || (routine != BlasName::getri && routine != BlasName::geqrf)) return;
  T best{};
  call_fortran_of_width(*theirs, p, &best, -1);
  p.work.assign(static_cast<std::size_t>(std::max(double(std::real(best)), double(p.n))), T{});
}

template <class T>
void call_own(LapackProblem<T>& p) {
  constexpr Layout layout = Layout::column_major;
  p.info = 0;
  switch (p.form.routine->id) {
    case BlasName::potrf:
      p.info = potrf(layout, p.form.uplo(), p.n, p.a, p.lda);
      return;
    case BlasName::potri:
      p.info = potri(layout, p.form.uplo(), p.n, p.a, p.lda);
      return;
    case BlasName::getrf:
      p.info = getrf(layout, p.m, p.n, p.a, p.lda, p.pivots.data());
      return;
    case BlasName::getri:
      p.info = getri(layout, p.n, p.a, p.lda, p.pivots.data());
      return;
    case BlasName::geqrf:
      return geqrf(layout, p.m, p.n, p.a, p.lda, p.tau.data());
    default:
      invalid(std::string(p.form.routine->name), "is no routine of LAPACK", "use RoutineProblem");
  }
}

template <class T>
int call_theirs(const LibraryRoutine& theirs, LapackProblem<T>& p) {
  if (theirs.interface == Interface::numapack) return call_lapack_numapack(theirs.address, p);
  call_fortran_of_width(theirs, p, p.work.data(), static_cast<Index>(p.work.size()));
  return NUMAPACK_OK;
}

template <class T>
void set_pivots(LapackProblem<T>& p, const std::vector<std::int64_t>& pivots) {
  p.pivots = pivots;
  p.narrow_pivots.clear();
  for (const std::int64_t pivot : pivots) p.narrow_pivots.push_back(static_cast<std::int32_t>(pivot));
}

template <class T>
std::vector<std::int64_t> pivots_of(const LibraryRoutine* theirs, const LapackProblem<T>& p) {
  const bool narrow = theirs != nullptr && theirs->interface == Interface::fortran_32;
  return narrow ? std::vector<std::int64_t>(p.narrow_pivots.begin(), p.narrow_pivots.end()) : p.pivots;
}

template void make_room(const LibraryRoutine*, LapackProblem<float>&);
template void call_own(LapackProblem<float>&);
template int call_theirs(const LibraryRoutine&, LapackProblem<float>&);
template void set_pivots(LapackProblem<float>&, const std::vector<std::int64_t>&);
template std::vector<std::int64_t> pivots_of(const LibraryRoutine*, const LapackProblem<float>&);
template void make_room(const LibraryRoutine*, LapackProblem<double>&);
template void call_own(LapackProblem<double>&);
template int call_theirs(const LibraryRoutine&, LapackProblem<double>&);
template void set_pivots(LapackProblem<double>&, const std::vector<std::int64_t>&);
template std::vector<std::int64_t> pivots_of(const LibraryRoutine*, const LapackProblem<double>&);
template void make_room(const LibraryRoutine*, LapackProblem<std::complex<float>>&);
template void call_own(LapackProblem<std::complex<float>>&);
template int call_theirs(const LibraryRoutine&, LapackProblem<std::complex<float>>&);
template void set_pivots(LapackProblem<std::complex<float>>&, const std::vector<std::int64_t>&);
template std::vector<std::int64_t> pivots_of(const LibraryRoutine*,
                                             const LapackProblem<std::complex<float>>&);
template void make_room(const LibraryRoutine*, LapackProblem<std::complex<double>>&);
template void call_own(LapackProblem<std::complex<double>>&);
template int call_theirs(const LibraryRoutine&, LapackProblem<std::complex<double>>&);
template void set_pivots(LapackProblem<std::complex<double>>&, const std::vector<std::int64_t>&);
template std::vector<std::int64_t> pivots_of(const LibraryRoutine*,
                                             const LapackProblem<std::complex<double>>&);

}  // namespace numapack

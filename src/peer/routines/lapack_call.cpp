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
  using Letter = const char*;
  const auto m = as_integer<Integer>(p.m), n = as_integer<Integer>(p.n), k = as_integer<Integer>(p.k),
             lda = as_integer<Integer>(p.lda), ldb = as_integer<Integer>(p.ldb),
             lwork = as_integer<Integer>(work_size);
  Integer info = 0;
  void *const a = p.a, *const b = p.b, *const tau = p.tau.data(), *const space = work;
  const char* const letters = p.form.letters.data();
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
      called<void, Size, Size, void*, Size, void*, void*, Size, Integer*>(address, &m, &n, a, &lda, tau,
                                                                          space, &lwork, &info);
      break;
    case BlasName::getrs:
      called<void, Letter, Size, Size, void*, Size, Integer*, void*, Size, Integer*, std::size_t>(
          address, letters, &m, &n, a, &lda, pivots, b, &ldb, &info, 1);
      break;
    case BlasName::potrs:
    case BlasName::posv:
      called<void, Letter, Size, Size, void*, Size, void*, Size, Integer*, std::size_t>(
          address, letters, &m, &n, a, &lda, b, &ldb, &info, 1);
      break;
    case BlasName::ormqr:
      called<void, Letter, Letter, Size, Size, Size, void*, Size, void*, void*, Size, void*, Size, Integer*,
             std::size_t, std::size_t>(address, letters, letters + 1, &m, &n, &k, a, &lda, tau, b, &ldb,
                                       space, &lwork, &info, 1, 1);
      break;
    case BlasName::orgqr:
      called<void, Size, Size, Size, void*, Size, void*, void*, Size, Integer*>(address, &m, &n, &k, a, &lda,
                                                                                tau, space, &lwork, &info);
      break;
    case BlasName::gels:
      called<void, Letter, Size, Size, Size, void*, Size, void*, Size, void*, Size, Integer*, std::size_t>(
          address, letters, &m, &n, &k, a, &lda, b, &ldb, space, &lwork, &info, 1);
      break;
    default:  // potrf and potri
      called<void, Letter, Size, void*, Size, Integer*, std::size_t>(address, letters, &n, a, &lda, &info, 1);
  }
  p.info = info;
}

template <class T>
numapack_status call_lapack_numapack(void* address, LapackProblem<T>& p) {
  using Size = std::int64_t;
  constexpr numapack_layout columns = NUMAPACK_COLUMN_MAJOR;
  void *const a = p.a, *const b = p.b, *const tau = p.tau.data();
  const std::int64_t* const pivots = p.pivots.data();
  const std::string& letters = p.form.letters;
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
      return call(Size{p.n}, a, Size{p.lda}, pivots);
    case BlasName::geqrf:
      return call(Size{p.m}, Size{p.n}, a, Size{p.lda}, tau);
    case BlasName::getrs:
      return call(letters[0], Size{p.m}, Size{p.n}, a, Size{p.lda}, pivots, b, Size{p.ldb});
    case BlasName::potrs:
    case BlasName::posv:
      return call(letters[0], Size{p.m}, Size{p.n}, a, Size{p.lda}, b, Size{p.ldb});
    case BlasName::ormqr:
      return call(letters[0], letters[1], Size{p.m}, Size{p.n}, Size{p.k}, a, Size{p.lda}, tau, b,
                  Size{p.ldb});
    case BlasName::orgqr:
      return call(Size{p.m}, Size{p.n}, Size{p.k}, a, Size{p.lda}, tau);
    case BlasName::gels:
      return call(letters[0], Size{p.m}, Size{p.n}, Size{p.k}, a, Size{p.lda}, b, Size{p.ldb});
    default:
      return call(letters[0], Size{p.n}, a, Size{p.lda});
  }
}

/// Of Fortran's interface.
bool takes_workspace(const LibraryRoutine* theirs, BlasName routine) {
  if (theirs == nullptr || theirs->interface == Interface::numapack) return false;
  switch (routine) {
    case BlasName::getri:
    case BlasName::geqrf:
    case BlasName::ormqr:
    case BlasName::orgqr:
    case BlasName::gels:
      return true;
    default:
      return false;
  }
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
  if (!takes_workspace(theirs, routine)) return;
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
    case BlasName::getrs:
      return getrs(layout, p.form.trans(), p.m, p.n, p.a, p.lda, p.pivots.data(), p.b, p.ldb);
    case BlasName::potrs:
      return potrs(layout, p.form.uplo(), p.m, p.n, p.a, p.lda, p.b, p.ldb);
    case BlasName::posv:
      p.info = posv(layout, p.form.uplo(), p.m, p.n, p.a, p.lda, p.b, p.ldb);
      return;
    case BlasName::ormqr:
      return ormqr(layout, p.form.side(), p.form.trans(), p.m, p.n, p.k, p.a, p.lda, p.tau.data(), p.b,
                   p.ldb);
    case BlasName::orgqr:
      return orgqr(layout, p.m, p.n, p.k, p.a, p.lda, p.tau.data());
    case BlasName::gels:
      p.info = gels(layout, p.form.trans(), p.m, p.n, p.k, p.a, p.lda, p.b, p.ldb);
      return;
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

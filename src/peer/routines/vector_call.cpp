// SPDX-License-Identifier: BSD-3-Clause
#include "peer/routines/vector_call.hpp"

#include <tuple>
#include <type_traits>
#include <utility>

#include "base/error.hpp"
#include "numapack/level2.hpp"
#include "numapack/numapack.h"

namespace numapack {

namespace {

/// How Fortran passes arguments: by address, and behind them the lengths of letters, which gfortran passes
/// and C ignores. her's real alpha is the first part of a complex one.
template <class Integer>
class ByAddress {
 public:
  const Integer* integer(Index value) {
    integers_[used_] = as_integer<Integer>(value);
    return &integers_[used_++];
  }
  static const char* letter(const char& value) { return &value; }
  template <class T>
  static const void* scalar(const T& value) {
    return &value;
  }
  template <class T>
  static const void* real(const T& value) {
    return &value;
  }
  template <class... Arguments>
  int call(void* address, std::size_t letters, Arguments... arguments) const {
    switch (letters) {
      case 0:
        at<Arguments...>(address)(arguments...);
        break;
      case 1:
        at<Arguments..., std::size_t>(address)(arguments..., 1);
        break;
      default:
        at<Arguments..., std::size_t, std::size_t, std::size_t>(address)(arguments..., 1, 1, 1);
    }
    return NUMAPACK_OK;
  }

 private:
  template <class... Arguments>
  static auto at(void* address) {
    return reinterpret_cast<void (*)(Arguments...)>(address);
  }
  Integer integers_[5] = {};
  std::size_t used_ = 0;
};

/// How numapack.h does: letters, integers and real numbers by value, complex numbers by address.
class ByValue {
 public:
  static std::int64_t integer(Index value) { return value; }
  static char letter(const char& value) { return value; }
  static float scalar(const float& value) { return value; }
  static double scalar(const double& value) { return value; }
  template <class Real>
  static const void* scalar(const std::complex<Real>& value) {
    return &value;
  }
  template <class T>
  static auto real(const T& value) {
    return std::real(value);
  }
  template <class... Arguments>
  static int call(void* address, std::size_t /*letters*/, Arguments... arguments) {
    return reinterpret_cast<numapack_status (*)(numapack_layout, Arguments...)>(address)(
        NUMAPACK_COLUMN_MAJOR, arguments...);
  }
};

/// In BLAS's order. Vectors have no gaps.
template <class How, class T>
int call_at(void* address, const RoutineProblem<T>& p, How how) {
  const BlasRoutine& routine = *p.form.routine;
  const std::string& letters = p.form.letters;
  const auto m = [&] { return how.integer(p.size('m')); };
  const auto letter = [&](std::size_t i) { return How::letter(letters[i]); };
  const void* const a = p.a;
  void *const b = p.b, *const c = p.c;
  const auto n = how.integer(p.size('n')), one = how.integer(1);
  switch (routine.id) {
    case BlasName::gemv:
      return how.call(address, 1, letter(0), m(), n, How::scalar(p.alpha), a, how.integer(p.lda), b, one,
                      How::scalar(p.beta), c, one);
    case BlasName::symv:
    case BlasName::hemv:
      return how.call(address, 1, letter(0), n, How::scalar(p.alpha), a, how.integer(p.lda), b, one,
                      How::scalar(p.beta), c, one);
    case BlasName::trmv:
    case BlasName::trsv:
      return how.call(address, 3, letter(0), letter(1), letter(2), n, a, how.integer(p.lda), b, one);
    case BlasName::ger:
    case BlasName::gerc:
      return how.call(address, 0, m(), n, How::scalar(p.alpha), a, one, b, one, c, how.integer(p.ldc));
    case BlasName::syr:
      return how.call(address, 1, letter(0), n, How::scalar(p.alpha), a, one, c, how.integer(p.ldc));
    case BlasName::her:
      return how.call(address, 1, letter(0), n, How::real(p.alpha), a, one, c, how.integer(p.ldc));
    default:
      return how.call(address, 1, letter(0), n, How::scalar(p.alpha), a, one, b, one, c, how.integer(p.ldc));
  }
}

}  // namespace

template <class T>
void call_own_vector(const RoutineProblem<T>& p) {
  constexpr Layout layout = Layout::column_major;
  const RoutineForm& f = p.form;
  switch (f.routine->id) {
    case BlasName::gemv:
      return gemv(layout, f.trans(), p.size('m'), p.size('n'), p.alpha, p.a, p.lda, p.b, 1, p.beta, p.c, 1);
    case BlasName::trmv:
      return trmv(layout, f.uplo(), f.trans(), f.diag(), p.size('n'), p.a, p.lda, p.b, 1);
    case BlasName::trsv:
      return trsv(layout, f.uplo(), f.trans(), f.diag(), p.size('n'), p.a, p.lda, p.b, 1);
    case BlasName::ger:
      return ger(layout, p.m, p.n, p.alpha, p.a, 1, p.b, 1, p.c, p.ldc);
    // Of reals the symmetric ones.
    case BlasName::symv:
    case BlasName::hemv:
      return hemv(layout, f.uplo(), p.size('n'), p.alpha, p.a, p.lda, p.b, 1, p.beta, p.c, 1);
    case BlasName::gerc:
      return gerc(layout, p.m, p.n, p.alpha, p.a, 1, p.b, 1, p.c, p.ldc);
    case BlasName::syr:
    case BlasName::her:
      return her(layout, f.uplo(), p.n, std::real(p.alpha), p.a, 1, p.c, p.ldc);
    default:
      return her2(layout, f.uplo(), p.n, p.alpha, p.a, 1, p.b, 1, p.c, p.ldc);
  }
}

template <class T>
int call_their_vector(const LibraryRoutine& theirs, const RoutineProblem<T>& problem) {
  switch (theirs.interface) {
    case LibraryRoutine::Interface::numapack:
      return call_at(theirs.address, problem, ByValue{});
    case LibraryRoutine::Interface::fortran_64:
      return call_at(theirs.address, problem, ByAddress<std::int64_t>{});
    case LibraryRoutine::Interface::fortran_32:
      return call_at(theirs.address, problem, ByAddress<std::int32_t>{});
  }
  return NUMAPACK_OK;
}

template void call_own_vector(const RoutineProblem<float>&);
template void call_own_vector(const RoutineProblem<double>&);
template void call_own_vector(const RoutineProblem<std::complex<float>>&);
template void call_own_vector(const RoutineProblem<std::complex<double>>&);
template int call_their_vector(const LibraryRoutine&, const RoutineProblem<float>&);
template int call_their_vector(const LibraryRoutine&, const RoutineProblem<double>&);
template int call_their_vector(const LibraryRoutine&, const RoutineProblem<std::complex<float>>&);
template int call_their_vector(const LibraryRoutine&, const RoutineProblem<std::complex<double>>&);

}  // namespace numapack

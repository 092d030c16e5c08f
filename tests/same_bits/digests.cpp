// SPDX-License-Identifier: BSD-3-Clause
// Random calls of level 3 and LAPACK, a line each with a digest of the bits of all that they write. Operands
// come from the seed alone, on any machine.
//
// usage: same_bits_digests SEED CALLS LARGEST [LEVEL [PLACES]]
//
// CALLS of this file, then half as many with further_calls.hpp's. Sides up to LARGEST; LEVEL by
// numapack_set_bits(), "": none. PLACES: a seed by which the same operands begin elsewhere in their pages and
// have other leading dimensions.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <vector>

#include "calls_base.hpp"
#include "further_calls.hpp"
#include "numapack/lapack.hpp"
#include "numapack/level3.hpp"
#include "numapack/numapack.h"
#include "numapack/numapack.hpp"
#include "numapack/qr.hpp"

namespace {

using namespace numapack;
using namespace numapack::same_bits;

template <class T>
class Calls : CallsBase<T> {
  using Base = CallsBase<T>;
  using Base::coin, Base::diagonal, Base::draw_, Base::factor, Base::triangle, Base::k, Base::m, Base::matrix,
      Base::n, Base::op, Base::plain_op, Base::side, Base::stored;
  using Base::is_real, Base::layout;

 public:
  using Base::Base;
  void one(const char* type) { this->print_one(type, kinds, *this); }

 private:
  std::uint64_t gemm_call() {
    const Transpose of_a = op(), of_b = op();
    PlacedMatrix<T> a = stored(of_a, m, k), b = stored(of_b, k, n), c = matrix(m, n);
    const T alpha = factor(), beta = factor();
    gemm(layout, of_a, of_b, m, n, k, alpha, a.data(), a.leading(), b.data(), b.leading(), beta, c.data(),
         c.leading());
    return c.digest(basis);
  }
  std::uint64_t symm_call() { return this->call_with_triangle(symm<T>); }
  std::uint64_t syrk_call() {
    const Transpose trans = plain_op();
    const Uplo uplo = triangle();
    PlacedMatrix<T> a = stored(trans, n, k), c = matrix(n, n);
    const T alpha = factor(), beta = factor();
    syrk(layout, uplo, trans, n, k, alpha, a.data(), a.leading(), beta, c.data(), c.leading());
    return c.digest(basis);
  }
  std::uint64_t syr2k_call() {
    const Transpose trans = plain_op();
    const Uplo uplo = triangle();
    PlacedMatrix<T> a = stored(trans, n, k), b = stored(trans, n, k), c = matrix(n, n);
    const T alpha = factor(), beta = factor();
    syr2k(layout, uplo, trans, n, k, alpha, a.data(), a.leading(), b.data(), b.leading(), beta, c.data(),
          c.leading());
    return c.digest(basis);
  }
  std::uint64_t trmm_call() { return triangle_call(trmm<T>); }
  std::uint64_t trsm_call() { return triangle_call(trsm<T>); }
  template <class Call>
  std::uint64_t triangle_call(const Call& call) {
    const Side where = side();
    const Uplo uplo = triangle();
    const Transpose trans = op();
    const Diag diag = diagonal();
    const Index of_a = where == Side::left ? m : n;
    PlacedMatrix<T> a = matrix(of_a, of_a), b = matrix(m, n);
    a.dominate(of_a);
    const T alpha = factor();
    call(layout, where, uplo, trans, diag, m, n, alpha, a.data(), a.leading(), b.data(), b.leading());
    return b.digest(basis);
  }
  std::uint64_t cholesky_call() {
    const Uplo uplo = triangle();
    PlacedMatrix<T> a = matrix(n, n);
    a.dominate(n);
    if (potrf(layout, uplo, n, a.data(), a.leading()) == 0) potri(layout, uplo, n, a.data(), a.leading());
    return a.digest(basis);
  }
  std::uint64_t lu_call() {
    PlacedMatrix<T> a = matrix(m, n), b = matrix(m, k = draw_.side(40));
    std::vector<Index> pivots(static_cast<std::size_t>(std::min(m, n)));
    const Index info = getrf(layout, m, n, a.data(), a.leading(), pivots.data());
    std::uint64_t hash = a.digest(basis);
    if (m == n && info == 0) {
      getrs(layout, op(), n, k, a.data(), a.leading(), pivots.data(), b.data(), b.leading());
      getri(layout, n, a.data(), a.leading(), pivots.data());
      hash = a.digest(b.digest(hash));
    }
    for (const Index pivot : pivots) hash = (hash ^ static_cast<std::uint64_t>(pivot)) * 0x100000001b3u;
    return hash;
  }
  std::uint64_t qr_call() {
    PlacedMatrix<T> a = matrix(m, n), tau = matrix(std::min(m, n), 1);
    geqrf(layout, m, n, a.data(), a.leading(), tau.data());
    const std::uint64_t hash = tau.digest(a.digest(basis));
    if (m < n) return hash;
    if constexpr (std::is_floating_point_v<T>)
      orgqr(layout, m, n, n, a.data(), a.leading(), tau.data());
    else
      ungqr(layout, m, n, n, a.data(), a.leading(), tau.data());
    return a.digest(hash);
  }
  std::uint64_t gels_call() {
    k = draw_.side(40);
    PlacedMatrix<T> a = matrix(m, n), b = matrix(std::max(m, n), k);
    gels(layout, Transpose::none, m, n, k, a.data(), a.leading(), b.data(), b.leading());
    return b.digest(a.digest(basis));
  }
  std::uint64_t last_call() {
    if constexpr (std::is_floating_point_v<T>)
      return gels_call();
    else
      return hermitian_call();
  }
  std::uint64_t hermitian_call() {
    using R = typename T::value_type;
    const Uplo uplo = triangle();
    const Side where = side();
    const Transpose trans = coin() ? Transpose::none : Transpose::conjugate_transpose;
    PlacedMatrix<T> a = stored(trans, n, k), c = matrix(n, n);
    herk(layout, uplo, trans, n, k, R{1}, a.data(), a.leading(), R{1}, c.data(), c.leading());
    const Index of_c = where == Side::left ? n : m;
    const Index rows = where == Side::left ? n : m, columns = where == Side::left ? m : n;
    if (of_c != n) return c.digest(basis);
    PlacedMatrix<T> b = matrix(rows, columns), d = matrix(rows, columns);
    hemm(layout, where, uplo, rows, columns, T(1), c.data(), c.leading(), b.data(), b.leading(), T(1),
         d.data(), d.leading());
    return d.digest(c.digest(basis));
  }

  struct Kind {
    const char* name;
    std::uint64_t (Calls::*call)();
  };
  static constexpr Kind kinds[] = {{"gemm", &Calls::gemm_call},
                                   {"gemm", &Calls::gemm_call},
                                   {"gemm", &Calls::gemm_call},
                                   {"symm", &Calls::symm_call},
                                   {"syrk", &Calls::syrk_call},
                                   {"syr2k", &Calls::syr2k_call},
                                   {"trmm", &Calls::trmm_call},
                                   {"trsm", &Calls::trsm_call},
                                   {"trsm", &Calls::trsm_call},
                                   {"potrf potri", &Calls::cholesky_call},
                                   {"getrf getrs getri", &Calls::lu_call},
                                   {"getrf getrs getri", &Calls::lu_call},
                                   {"geqrf orgqr", &Calls::qr_call},
                                   {"geqrf orgqr", &Calls::qr_call},
                                   {is_real ? "gels" : "herk hemm", &Calls::last_call}};
};

template <class Body>
void with_type(Index which, const Body& body) {
  if (which == 0) return body.template operator()<float>("s");
  if (which == 1) return body.template operator()<double>("d");
  if (which == 2) return body.template operator()<std::complex<float>>("c");
  body.template operator()<std::complex<double>>("z");
}

Index number(const char* text) {
  char* end = nullptr;
  const long long value = std::strtoll(text, &end, 10);
  if (*text == '\0' || *end != '\0' || value < 1) {
    std::fprintf(stderr, "same_bits_digests: \"%s\" is no number of 1 or more\n", text);
    std::exit(2);
  }
  return value;
}

/// Before anything is computed; a later change must be refused.
bool set_level(const char* level) {
  if (numapack_set_bits(level) == NUMAPACK_OK) return true;
  std::fprintf(stderr, "%s\n", numapack_error_message());
  return false;
}
bool keeps_level(const char* level) {
  return numapack_set_bits(level) == NUMAPACK_OK &&
         numapack_set_bits(std::strcmp(level, "portable") == 0 ? "avx2" : "portable") ==
             NUMAPACK_INVALID_ARGUMENT;
}

}  // namespace

int main(int count, char** words) {
  if (count < 4 || count > 6) {
    std::fprintf(stderr, "usage: same_bits_digests SEED CALLS LARGEST [LEVEL [PLACES]]\n");
    return 2;
  }
  const char* const level = count > 4 && *words[4] != '\0' ? words[4] : nullptr;
  if (level != nullptr && !set_level(level)) return 1;
  Draw draw(static_cast<std::uint64_t>(number(words[1])));
  const Index calls = number(words[2]), largest = number(words[3]);
  std::optional<Draw> places;
  if (count > 5) places.emplace(static_cast<std::uint64_t>(number(words[5])));
  try {
    Draw* const placed = places ? &*places : nullptr;
    for (Index call = 0; call < calls; ++call)
      with_type(draw.below(4), [&]<class T>(const char* type) { Calls<T>(draw, largest, placed).one(type); });
    for (Index call = 0; call < (calls + 1) / 2; ++call)
      with_type(draw.below(4), [&]<class T>(const char* type) {
        if (call % 3 == 0)
          Calls<T>(draw, largest, placed).one(type);
        else
          FurtherCalls<T>(draw, largest, placed).one(type);
      });
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  if (level != nullptr && !keeps_level(level)) return 3;
  return std::fflush(stdout) == 0 ? 0 : 1;
}

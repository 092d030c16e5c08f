// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "level3/call/call.hpp"
#include "numapack/level3.hpp"

namespace numapack {

enum class BlasName : std::uint8_t {
  gemm,
  symm,
  hemm,
  syrk,
  herk,
  syr2k,
  her2k,
  gemmt,
  trmm,
  trsm,
  potrf,
  getrf,
  potri,
  getri,
  geqrf,
  getrs,
  ormqr,
  orgqr,
  gels,
  potrs,
  posv,
  gemv,
  symv,
  hemv,
  trmv,
  trsv,
  ger,
  gerc,
  syr,
  her,
  syr2,
  her2
};

/// A routine of BLAS or of LAPACK by its arguments: which letters, sizes and operands a caller names, in
/// BLAS's order. All that another routine of level 3 takes is another row here, and a line in own_call.cpp;
/// level 2's are called in vector_call.cpp, and LAPACK's, which work in place of A, in lapack_call.cpp.
struct BlasRoutine {
  BlasName id;
  std::string_view name;      ///< without the letter of a type
  std::string_view letters;   ///< s side, u uplo, t trans, a trans_a, b trans_b, d diag
  std::string_view sizes;     ///< of m, n and k
  std::string_view operands;  ///< of A, B and C; the last is written
  bool hermitian = false;     ///< of complex types alone
  bool real = false;          ///< of real types alone

  bool has(char letter) const { return letters.find(letter) != std::string_view::npos; }
  bool has_size(char size) const { return sizes.find(size) != std::string_view::npos; }
  bool has_operand(int operand) const {
    return operands.find(static_cast<char>('A' + operand)) != std::string_view::npos;
  }
  int written() const { return operands.back() - 'A'; }  ///< 0, 1 or 2 for A, B or C
  bool is_in_place() const { return written() == 1; }    ///< trmm and trsm, and of level 2
  /// Of level 3: what has alpha, beta and C.
  bool is_product() const { return written() == 2 && !is_solver() && !is_level_2(); }
  bool is_of_lapack() const { return written() == 0; }
  /// Of LAPACK, too: what takes factors, or makes them on its way.
  bool is_solver() const { return id >= BlasName::getrs && !is_level_2(); }
  bool is_level_2() const { return id >= BlasName::gemv; }
  bool is_of_blas() const { return !is_of_lapack() && !is_solver(); }
  /// Adds products of two vectors, A and B, to a matrix C.
  bool is_vector_update() const { return id >= BlasName::ger; }
  bool is_vector(int operand) const {
    return is_level_2() && (is_vector_update() ? operand < 2 : operand > 0);
  }
  bool has_alpha() const { return is_of_blas() && !(is_level_2() && is_in_place()); }
  bool has_real_alpha() const { return id == BlasName::herk || id == BlasName::her; }
  bool has_beta() const { return is_of_blas() && !is_in_place() && !is_vector_update(); }
  /// Its matrix is Q, or factored into Q R: transposed is N or T of real, N or C of complex numbers.
  bool is_by_q() const { return id == BlasName::ormqr || id == BlasName::orgqr || id == BlasName::gels; }
  bool is_twofold() const { return id == BlasName::syr2k || id == BlasName::her2k; }
};

inline constexpr std::array<BlasRoutine, 15> kBlasRoutines{{
    {BlasName::gemm, "gemm", "ab", "mnk", "ABC"},
    {BlasName::symm, "symm", "su", "mn", "ABC"},
    {BlasName::hemm, "hemm", "su", "mn", "ABC", true},
    {BlasName::syrk, "syrk", "ut", "nk", "AC"},
    {BlasName::herk, "herk", "ut", "nk", "AC", true},
    {BlasName::syr2k, "syr2k", "ut", "nk", "ABC"},
    {BlasName::her2k, "her2k", "ut", "nk", "ABC", true},
    {BlasName::gemmt, "gemmt", "uab", "nk", "ABC"},
    {BlasName::trmm, "trmm", "sutd", "mn", "AB"},
    {BlasName::trsm, "trsm", "sutd", "mn", "AB"},
    {BlasName::potrf, "potrf", "u", "n", "A"},
    {BlasName::getrf, "getrf", "", "mn", "A"},
    {BlasName::potri, "potri", "u", "n", "A"},
    {BlasName::getri, "getri", "", "n", "A"},
    {BlasName::geqrf, "geqrf", "", "mn", "A"},
}};

/// Solvers, and routines of Q. unmqr and ungqr are the complex names.
inline constexpr std::array<BlasRoutine, 8> kSolverRoutines{{
    {BlasName::getrs, "getrs", "t", "mn", "AB"},
    {BlasName::ormqr, "ormqr", "st", "mnk", "AC"},
    {BlasName::ormqr, "unmqr", "st", "mnk", "AC", true},
    {BlasName::orgqr, "orgqr", "", "mnk", "A"},
    {BlasName::orgqr, "ungqr", "", "mnk", "A", true},
    {BlasName::gels, "gels", "t", "mnk", "AB"},
    {BlasName::potrs, "potrs", "u", "mn", "AB"},
    {BlasName::posv, "posv", "u", "mn", "AB"},
}};

/// Matrix and vector. Vectors are matrices of one column: x and y of gemv and symv are B and C, and of ger A
/// and B. geru is ger's complex name.
inline constexpr std::array<BlasRoutine, 12> kVectorRoutines{{
    {BlasName::gemv, "gemv", "t", "mn", "ABC"},
    {BlasName::symv, "symv", "u", "n", "ABC", false, true},
    {BlasName::hemv, "hemv", "u", "n", "ABC", true},
    {BlasName::trmv, "trmv", "utd", "n", "AB"},
    {BlasName::trsv, "trsv", "utd", "n", "AB"},
    {BlasName::ger, "ger", "", "mn", "ABC", false, true},
    {BlasName::ger, "geru", "", "mn", "ABC", true},
    {BlasName::gerc, "gerc", "", "mn", "ABC", true},
    {BlasName::syr, "syr", "u", "n", "AC", false, true},
    {BlasName::her, "her", "u", "n", "AC", true},
    {BlasName::syr2, "syr2", "u", "n", "ABC", false, true},
    {BlasName::her2, "her2", "u", "n", "ABC", true},
}};

/// "uplo" for 'u', as BLAS calls its argument.
const char* letter_name(char kind);

/// Those of all three tables.
std::vector<const BlasRoutine*> all_routines();

/// Null for a name that is none of these.
const BlasRoutine* find_routine(std::string_view name);

/// A routine with its letters: what is asked for, except for sizes and data. gemm's letters are its Call's.
struct RoutineForm {
  const BlasRoutine* routine = &kBlasRoutines[0];
  std::string letters;  ///< as routine->letters: "LLNN" of a trsm

  bool is_gemm() const { return routine->id == BlasName::gemm; }
  /// One of them by its kind; 0 where the routine has none.
  char letter(char kind) const;
  bool is_on_the_right() const { return letter('s') == 'R'; }
  Side side() const { return is_on_the_right() ? Side::right : Side::left; }
  Uplo uplo() const { return letter('u') == 'U' ? Uplo::upper : Uplo::lower; }
  Transpose trans(char kind = 't') const;
  Diag diag() const { return letter('d') == 'U' ? Diag::unit : Diag::non_unit; }

  /// Of level 2: the routine of level 3 that it is with one column or one step of K; others themselves.
  RoutineForm in_level_3() const;

  /// Which of its operands (0, 1, 2 for A, B, C) stands where the product C = A B has A, B and C.
  int in_product(int place) const;
};

/// True for those that are products with a plan of level 3's; trmm and trsm have plans of triangle/, and
/// level 2 those of its calls.
inline bool is_product(const RoutineForm& form) { return form.routine->is_product(); }

/// The product that a routine is, whose sizes not named by the routine follow from the others: of syr2k and
/// her2k one of both halves, of trmm and trsm that with the triangle. No leading dimensions. LAPACK's are no
/// products: of them it has A's sizes and the triangle that is written.
Call product_of(const RoutineForm& form, Type type, Index m, Index n, Index k, bool reads_c);

/// Additions and multiplications as LAPACK Working Note 41 (Blackford, Dongarra, 1992) counts them, square
/// roots and divisions with the latter; complex ones are 2 and 6.
double flops_of(const RoutineForm& form, const Call& call);

/// "C = A A^T": what it computes, of which `uplo` says more. Without alpha and beta.
std::string formula_of(const RoutineForm& form);

/// A routine's data, column-major. Of trmm and trsm B is written, of all others C.
template <class T>
struct RoutineProblem {
  RoutineForm form;
  Index m = 0, n = 0, k = 0;
  T alpha{1};
  const T* a = nullptr;
  Index lda = 0;
  T* b = nullptr;
  Index ldb = 0;
  T beta{0};
  T* c = nullptr;
  Index ldc = 0;

  /// By 'm', 'n' or 'k', as a caller of the routine names them: of level 2 the stored matrix's.
  Index size(char name) const {
    if (!form.routine->is_level_2() || form.routine->is_vector_update())
      return name == 'm' ? m : name == 'n' ? n : k;
    return (name == 'm') == (form.trans() == Transpose::none) ? m : k;
  }
};

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "peer/routines/lapack_call.hpp"
#include "peer/work/reference.hpp"

namespace numapack {

/// What a solver of LAPACK, or a routine of Q, left, in extended precision, from the seed and not from what
/// memory was before: of a few columns (of ormqr on the right: rows), or all of a small problem. By Higham,
/// Accuracy and Stability of Numerical Algorithms, 2nd ed. 2002, with g = gamma of so many roundings, complex
/// ones counting as in check_against_reference():
///
/// - getrs, potrs: |B - op(A) X| <= g_{3n} |F| |G| |X| with the factors F and G of op(A) that the job has
///   (theorem 9.4).
/// - posv: the same with the factors that it left, and g_{3n+1} (theorem 10.4).
/// - ormqr: ||op(Q) c - c'|| <= g_{3 n k} ||c||, n being Q's order (lemma 19.3). orgqr: the same of columns
/// of
///   the unit matrix.
/// - gels (section 20.2 and theorem 21.4), with r = b - op(A) x: ||op(A)^H r|| <= g_{3mn} ||A|| (||r|| +
/// ||b||
///   + ||A|| ||x||) for least squares, else ||r|| <= g_{3mn} ||A|| ||x||, which does not say that x is the
///   shortest.
template <class T>
ErrorReport check_solution(const Job& job, const LapackProblem<T>& problem);

}  // namespace numapack

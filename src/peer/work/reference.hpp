// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "peer/work/job.hpp"

namespace numapack {

struct ErrorReport {
  double error_over_bound = 0;  ///< the greatest over the elements looked at; at most 1 for a sound library
  Index elements = 0;           ///< looked at
};

/// How far what was written (C, or B in its place, column-major with the job's leading dimension, after one
/// call with the job's random operands) is from the same sums in extended precision, made from the seed and
/// not from the operands in memory, by each routine's definition in BLAS. The triangle of C that a routine
/// does not write must be unchanged.
///
/// The bound is gamma_{k+2} (|alpha| |A| |B| + |beta| |C|), gamma_j = j u / (1 - j u), of Higham, Accuracy
/// and Stability of Numerical Algorithms, 2nd ed. 2002, section 3.5: any order of summing k products, then
/// one rounding each for alpha, beta and the last sum. Complex: each operation errs by at most sqrt(2)
/// gamma_2 (lemma 3.5), so u becomes 2 sqrt(2) u. syr2k and her2k have 2 k products. Of trsm the residual
/// op(A) X - alpha B counts, over gamma_{k+2} (|A| |X| + |alpha| |B|): section 8.1, theorem 8.5. All elements
/// where m n k is at most 4 million, else the corners and 500 others drawn with the seed.
template <class T>
ErrorReport check_against_reference(const Job& job, const T* written);

}  // namespace numapack

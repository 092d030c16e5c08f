// SPDX-License-Identifier: BSD-3-Clause
#include "blas/face.hpp"

#include <algorithm>
#include <string>

#include "blas/xerbla.hpp"

// Reference CBLAS's word to its xerbla that arguments are counted as those of the Fortran call below, and
// that rows and columns are to be swapped back. Where it is there, xerbla may be one that does so.
extern "C" int RowMajorStrg __attribute__((weak));

namespace numapack::standard {

namespace {

/// Ours are counted as the caller counts them.
void report_in_c(int position, const char* routine) {
  if (&RowMajorStrg == nullptr) return cblas_xerbla(position, routine, "");
  const int meant = RowMajorStrg;
  RowMajorStrg = 0;
  cblas_xerbla(position, routine, "");
  RowMajorStrg = meant;
}

}  // namespace

void Face::report(int position) const {
  if (is_cblas) {
    report_in_c(position + 1, routine);
  } else {
    // As wide as the widest integer; where it is read as a narrower one, that is its lower half.
    const std::int64_t info = position;
    // Programs declare xerbla_ with six letters, or seven since there is DGEMMTR, whatever length they are
    // told: there are blanks behind the name.
    const std::string name(routine);
    xerbla_((name + "        ").c_str(), &info, std::max<std::size_t>(name.size(), 6));
  }
}

}  // namespace numapack::standard

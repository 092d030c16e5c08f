// SPDX-License-Identifier: BSD-3-Clause
#include "blas/face.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <string>

#include "blas/xerbla.hpp"

// Reference CBLAS's word to its xerbla that arguments are counted as those of the Fortran call below, and
// that rows and columns are to be swapped back. Where it is there, xerbla may be one that does so.
extern "C" int RowMajorStrg __attribute__((weak));

namespace numapack::standard {

namespace {

/// Set to 0 as long as this is.
class Silenced {
 public:
  explicit Silenced(int* word) : word_(word), meant_(word == nullptr ? 0 : *word) {
    if (word_ != nullptr) *word_ = 0;
  }
  ~Silenced() {
    if (word_ != nullptr) *word_ = meant_;
  }
  Silenced(const Silenced&) = delete;
  Silenced& operator=(const Silenced&) = delete;

 private:
  int* const word_;
  const int meant_;
};

/// Ours are counted as the caller counts them. A front that loads this library for itself (FlexiBLAS) has a
/// word of its own, which its program reads.
void report_in_c(int position, const char* routine) {
  const Silenced seen_here(&RowMajorStrg);
  int* const of_the_program = static_cast<int*>(dlsym(RTLD_DEFAULT, "RowMajorStrg"));
  const Silenced seen_there(of_the_program == &RowMajorStrg ? nullptr : of_the_program);
  cblas_xerbla(position, routine, "");
}

}  // namespace

void Face::report(int position) const {
  if (is_cblas) {
    report_in_c(position + 1, routine);
  } else {
    // As wide as the widest integer; where it is read as a narrower one, that is its low bits.
    const std::int64_t info = position;
    // Programs declare xerbla_ with names of six letters, or seven since DGEMMTR, and ignore the length
    // passed: blanks follow the name.
    const std::string name(routine);
    xerbla_((name + "        ").c_str(), &info, std::max<std::size_t>(name.size(), 6));
  }
}

}  // namespace numapack::standard

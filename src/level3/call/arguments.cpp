// SPDX-License-Identifier: BSD-3-Clause
#include "level3/call/arguments.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace numapack {

namespace {

/// "side 7 does not exist".
[[noreturn]] void refuse(const char* routine, const char* what, int value, const char* allowed) {
  invalid(routine, std::string(what) + " " + std::to_string(value) + " does not exist", allowed);
}

}  // namespace

bool is_by_rows(const char* routine, Layout layout) {
  if (layout != Layout::row_major && layout != Layout::column_major)
    refuse(routine, "layout", static_cast<int>(layout), "use 101 (row major) or 102 (column major)");
  return layout == Layout::row_major;
}

Triangle triangle_of_uplo(const char* routine, Uplo uplo, bool by_rows) {
  if (uplo != Uplo::upper && uplo != Uplo::lower)
    refuse(routine, "uplo", static_cast<int>(uplo), "use upper or lower");
  return (uplo == Uplo::lower) != by_rows ? Triangle::lower : Triangle::upper;
}

void require_side(const char* routine, Side side) {
  if (side != Side::left && side != Side::right)
    refuse(routine, "side", static_cast<int>(side), "use left or right");
}

void require_diag(const char* routine, Diag diag) {
  if (diag != Diag::non_unit && diag != Diag::unit)
    refuse(routine, "diag", static_cast<int>(diag), "use non_unit or unit");
}

void require_transpose(const char* routine, Transpose op) {
  if (static_cast<unsigned>(op) > static_cast<unsigned>(Transpose::conjugate))
    refuse(routine, "transposition", static_cast<int>(op), "use 0 to 3");
}

void require_size(const char* routine, const char* name, Index size) {
  if (size < 0) invalid(routine, std::string(name) + " is " + std::to_string(size), "sizes start at 0");
}

void require_matrix(const char* routine, const char* name, const std::string& leading_name, Index rows,
                    Index columns, Index leading, std::size_t element_bytes) {
  const Index least = std::max<Index>(1, rows);
  if (leading < least)
    invalid(routine, leading_name + " is " + std::to_string(leading),
            "at least " + std::to_string(least) + " is needed");
  Index bytes = 0;
  if (__builtin_mul_overflow(leading, columns, &bytes) ||
      __builtin_mul_overflow(bytes, static_cast<Index>(element_bytes), &bytes))
    invalid(routine, std::string("the bytes of ") + name + " exceed the address space", "use smaller sizes");
}

void require_address(const char* routine, const char* name, const void* address, const char* advice) {
  if (address == nullptr) invalid(routine, std::string(name) + " is a null pointer", advice);
}

void require_pivots(const char* routine, const std::int64_t* pivots, Index n) {
  for (Index i = 0; i < n; ++i)
    if (pivots[i] < 1 || pivots[i] > n)
      invalid(routine, "ipiv[" + std::to_string(i) + "] is " + std::to_string(pivots[i]),
              "pass what getrf gave: rows from 1 to n");
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "level3/call/problem.hpp"

#include <cstdint>
#include <limits>
#include <string>

#include "base/error.hpp"
#include "level3/call/arguments.hpp"

namespace numapack {
namespace {

/// A matrix as stored: `columns` stretches of `rows` elements, `leading` apart.
struct Stored {
  const char* name;
  std::uintptr_t address;
  Index rows, columns, leading;
  std::size_t element;

  bool empty() const { return rows == 0 || columns == 0; }
  std::uintptr_t stretch() const { return static_cast<std::uintptr_t>(rows) * element; }
  std::uintptr_t stride() const { return static_cast<std::uintptr_t>(leading) * element; }
  std::uintptr_t end() const {
    return address + static_cast<std::uintptr_t>(columns - 1) * stride() + stretch();
  }
};

std::string value(const std::string& name, Index number) { return name + " is " + std::to_string(number); }

void check_stored(const Stored& matrix, const ArgumentNames& names) {
  if (matrix.leading < std::max<Index>(1, matrix.rows)) {
    const std::string leading = std::string("ld") + matrix.name;
    const char* const unit = names.layout == Layout::row_major ? " stored columns" : " stored rows";
    invalid(names.routine, value(leading, matrix.leading),
            "at least " + std::to_string(std::max<Index>(1, matrix.rows)) + " is needed for " +
                std::to_string(matrix.rows) + unit);
  }
  Index elements = 0, bytes = 0;
  if (__builtin_mul_overflow(matrix.leading, matrix.columns, &elements) ||
      __builtin_mul_overflow(elements, static_cast<Index>(matrix.element), &bytes))
    invalid(names.routine, std::string("the bytes of ") + matrix.name + " exceed the address space",
            "use smaller sizes");
}

void check_pointer(const Stored& matrix, const ArgumentNames& names) {
  if (!matrix.empty())
    require_address(names.routine, matrix.name, reinterpret_cast<const void*>(matrix.address));
}

void check_square(const ArgumentNames& names, const char* name, Index rows, Index columns) {
  if (rows != columns)
    invalid(names.routine,
            std::string(name) + " is " + std::to_string(rows) + " x " + std::to_string(columns),
            "symmetric, Hermitian and triangular matrices are square");
}

void check_square(const ArgumentNames& names, const char* name, const Pattern& pattern, Index rows,
                  Index columns) {
  if (!pattern.is_general()) check_square(names, name, rows, columns);
}

/// True if the two share a byte. Sub-matrices of one array interleave: only stretches of one column count,
/// and for each column of `x` at most two columns of `y` can reach into it, so this takes as many steps as
/// `x` has columns.
bool overlap(const Stored& x, const Stored& y) {
  if (x.empty() || y.empty() || x.end() <= y.address || y.end() <= x.address) return false;
  for (Index j = 0; j < x.columns; ++j) {
    const std::uintptr_t begin = x.address + static_cast<std::uintptr_t>(j) * x.stride();
    const std::uintptr_t end = begin + x.stretch();
    if (end <= y.address) continue;
    // The last column of y that begins before this stretch ends.
    const std::uintptr_t last =
        std::min((end - 1 - y.address) / y.stride(), static_cast<std::uintptr_t>(y.columns - 1));
    if (y.address + last * y.stride() + y.stretch() > begin) return true;
  }
  return false;
}

void check_input(const Stored& matrix, const Stored& c, const ArgumentNames& names) {
  check_pointer(matrix, names);
  if (overlap(c, matrix))
    invalid(names.routine, std::string("c shares memory with ") + matrix.name, "give C memory of its own");
}

}  // namespace

void refuse_transpose(char letter) {
  invalid("gemm", std::string("transposition '") + letter + "' does not exist",
          "use N, T, C (conjugated and transposed) or R (conjugated)");
}

char letter(Transpose op) { return "NTCR"[static_cast<int>(op)]; }

template <class T>
void validate(const Problem<T>& problem, bool a_is_there, bool b_is_there) {
  const ArgumentNames& names = *problem.names;
  require_size(names.routine, names.m, problem.m);
  require_size(names.routine, names.n, problem.n);
  require_size(names.routine, "k", problem.k);
  for (const Transpose op : {problem.trans_a, problem.trans_b}) require_transpose(names.routine, op);

  check_square(names, names.a, problem.pattern_a, problem.m, problem.k);
  check_square(names, names.b, problem.pattern_b, problem.k, problem.n);
  if (problem.region != MatrixType::general) check_square(names, "c", problem.m, problem.n);

  const auto stored = [](const char* name, const T* data, Index rows, Index columns, Index leading) {
    return Stored{name, reinterpret_cast<std::uintptr_t>(data), rows, columns, leading, sizeof(T)};
  };
  const bool transposed_a = transposes(problem.trans_a), transposed_b = transposes(problem.trans_b);
  const Stored a = stored(names.a, problem.a, transposed_a ? problem.k : problem.m,
                          transposed_a ? problem.m : problem.k, problem.lda);
  const Stored b = stored(names.b, problem.b, transposed_b ? problem.n : problem.k,
                          transposed_b ? problem.k : problem.n, problem.ldb);
  const Stored c = stored("c", problem.c, problem.m, problem.n, problem.ldc);
  if (a_is_there) check_stored(a, names);
  if (b_is_there) check_stored(b, names);
  check_stored(c, names);

  if (c.empty()) return;
  check_pointer(c, names);
  if (problem.alpha == T{0} || problem.k == 0) return;  // A and B are not looked at
  if (a_is_there) check_input(a, c, names);
  if (b_is_there) check_input(b, c, names);
}

template void validate(const Problem<float>&, bool, bool);
template void validate(const Problem<double>&, bool, bool);
template void validate(const Problem<std::complex<float>>&, bool, bool);
template void validate(const Problem<std::complex<double>>&, bool, bool);

}  // namespace numapack

#include "gemm/problem.hpp"

#include <cstdint>
#include <limits>
#include <string>

#include "base/error.hpp"

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

void check_size(const char* name, Index size) {
  if (size < 0) invalid("gemm", value(name, size), "sizes start at 0");
}

void check_stored(const Stored& matrix, Layout spoken) {
  if (matrix.leading < std::max<Index>(1, matrix.rows)) {
    const std::string leading = std::string("ld") + matrix.name;
    const char* const unit = spoken == Layout::row_major ? " stored columns" : " stored rows";
    invalid("gemm", value(leading, matrix.leading),
            "at least " + std::to_string(std::max<Index>(1, matrix.rows)) + " is needed for " +
                std::to_string(matrix.rows) + unit);
  }
  Index elements = 0, bytes = 0;
  if (__builtin_mul_overflow(matrix.leading, matrix.columns, &elements) ||
      __builtin_mul_overflow(elements, static_cast<Index>(matrix.element), &bytes))
    invalid("gemm", std::string("the bytes of ") + matrix.name + " exceed the address space",
            "use smaller sizes");
}

void check_pointer(const Stored& matrix) {
  if (matrix.address == 0 && !matrix.empty())
    invalid("gemm", std::string(matrix.name) + " is a null pointer", "pass the address of its first element");
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

}  // namespace

Transpose parse_transpose(char letter) {
  switch (letter & ~0x20) {  // upper case of a Latin letter
    case 'N':
      return Transpose::none;
    case 'T':
      return Transpose::transpose;
    case 'C':
      return Transpose::conjugate_transpose;
    case 'R':
      return Transpose::conjugate;
    default:
      invalid("gemm", std::string("transposition '") + letter + "' does not exist",
              "use N, T, C (conjugated and transposed) or R (conjugated)");
  }
}

char letter(Transpose op) { return "NTCR"[static_cast<int>(op)]; }

namespace {

/// True if one look shows that nothing is wrong: sizes and leading dimensions fit, and C lies before or
/// behind A and B. The whole list of checks takes half of the time of a multiplication with n = 8.
template <class T>
bool plainly_right(const Problem<T>& p) {
  constexpr Index small = Index{1} << 28;  // products of two do not overflow, nor do their bytes
  const bool turned_a = transposes(p.trans_a), turned_b = transposes(p.trans_b);
  const Index rows_a = turned_a ? p.k : p.m, rows_b = turned_b ? p.n : p.k;
  const bool sizes = p.m > 0 && p.n > 0 && p.k > 0 && p.lda >= rows_a && p.ldb >= rows_b && p.ldc >= p.m;
  const bool bounded = (p.m | p.n | p.k | p.lda | p.ldb | p.ldc) < small;
  const bool letters = (static_cast<unsigned>(p.trans_a) | static_cast<unsigned>(p.trans_b)) <= 3;
  if (!sizes || !bounded || !letters || p.a == nullptr || p.b == nullptr || p.c == nullptr) return false;
  const auto address = [](const T* data) { return reinterpret_cast<std::uintptr_t>(data); };
  const auto end = [&](const T* data, Index leading, Index columns) {
    return address(data) + static_cast<std::uintptr_t>(leading * columns) * sizeof(T);
  };
  const std::uintptr_t c_end = end(p.c, p.ldc, p.n);
  return (c_end <= address(p.a) || end(p.a, p.lda, turned_a ? p.m : p.k) <= address(p.c)) &&
         (c_end <= address(p.b) || end(p.b, p.ldb, turned_b ? p.k : p.n) <= address(p.c));
}

}  // namespace

template <class T>
void validate(const Problem<T>& problem) {
  if (plainly_right(problem)) return;
  const bool swapped = problem.spoken == Layout::row_major;
  check_size(swapped ? "n" : "m", problem.m);
  check_size(swapped ? "m" : "n", problem.n);
  check_size("k", problem.k);
  for (const Transpose op : {problem.trans_a, problem.trans_b})
    if (static_cast<unsigned>(op) > static_cast<unsigned>(Transpose::conjugate))
      invalid("gemm", "transposition " + std::to_string(static_cast<int>(op)) + " does not exist",
              "use 0 to 3");

  const auto stored = [](const char* name, const T* data, Index rows, Index columns, Index leading) {
    return Stored{name, reinterpret_cast<std::uintptr_t>(data), rows, columns, leading, sizeof(T)};
  };
  const bool turned_a = transposes(problem.trans_a), turned_b = transposes(problem.trans_b);
  const Stored a = stored(swapped ? "b" : "a", problem.a, turned_a ? problem.k : problem.m,
                          turned_a ? problem.m : problem.k, problem.lda);
  const Stored b = stored(swapped ? "a" : "b", problem.b, turned_b ? problem.n : problem.k,
                          turned_b ? problem.k : problem.n, problem.ldb);
  const Stored c = stored("c", problem.c, problem.m, problem.n, problem.ldc);
  for (const Stored& matrix : {a, b, c}) check_stored(matrix, problem.spoken);

  if (c.empty()) return;
  check_pointer(c);
  if (problem.alpha == T{0} || problem.k == 0) return;  // A and B are not looked at
  for (const Stored& matrix : {a, b}) {
    check_pointer(matrix);
    if (overlap(c, matrix))
      invalid("gemm", std::string("c shares memory with ") + matrix.name, "give C memory of its own");
  }
}

template void validate(const Problem<float>&);
template void validate(const Problem<double>&);
template void validate(const Problem<std::complex<float>>&);
template void validate(const Problem<std::complex<double>>&);

}  // namespace numapack

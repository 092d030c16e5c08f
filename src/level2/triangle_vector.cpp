// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/triangle/factor_kernel.hpp"
#include "level2/level2.hpp"
#include "level2/near_product.hpp"
#include "level2/vectors.hpp"
#include "level3/gemm.hpp"

namespace numapack {

namespace {

/// Rows that the kernel's own loops take: x stays in the nearest cache. What products of squares gain is the
/// other threads and nodes (Z4-066).
constexpr Index most_rows = 512;

/// A product of level 3 with one column.
template <class T>
void add_product(const Problem<T>& product) {
  if (!multiply_near(product)) gemm(product);
}

/// Recursion by halves: of a triangle's square, x of one half goes in and that of the other comes out.
/// (Recursive trsv and trmv: Peise & Bientinesi, "ReLAPACK", TOMS 44(2), 2017.)
template <class T>
class TriangleTimes {
 public:
  TriangleTimes(const Pattern& triangle, Transpose op, bool solve, Index lda)
      : lower_(triangle.stored == Half::lower),
        unit_(triangle.unit_diagonal),
        op_(op),
        solve_(solve),
        lda_(lda) {}

  void work(Index n, const T* a, T* x) const {
    if (n <= most_rows) {
      const LabMarks marks;
      default_factor_kernel<T>().triangle_vector(
          {lower_, transposes(op_), conjugates(op_), unit_, solve_, n, a, lda_, x});
      return;
    }
    const Index first = n / 2 / 8 * 8, second = n - first;
    const auto triangle = [&](bool of_first) {
      of_first ? work(first, a, x) : work(second, a + first * (lda_ + 1), x + first);
    };
    const bool down = lower_ != transposes(op_);  // what goes in is the first half
    triangle(down == solve_);
    const T* const square = lower_ ? a + first : a + first * lda_;
    const T sign{solve_ ? -1.0F : 1.0F};
    add_product(down ? column_problem(op_, second, first, sign, square, lda_, x, T{1}, x + first)
                     : column_problem(op_, first, second, sign, square, lda_, x + first, T{1}, x));
    triangle(down != solve_);
  }

 private:
  const bool lower_, unit_;
  const Transpose op_;
  const bool solve_;
  const Index lda_;
};

template <class T>
void triangle_times(const char* routine, const Pattern& triangle, Transpose op, bool solve, const T* a,
                    Index lda, const Vector<T>& x) {
  const TriangleTimes<T> times(triangle, op, solve, lda);
  // Of the product of level 3 that this would be, the first column of A stands for what is multiplied.
  const auto problem = [&](T* of_x) {
    return column_problem(op, x.size, x.size, T{1}, a, lda, a, T{0}, of_x);
  };
  if (x.step == 1 && plainly_right(problem(x.data))) return times.work(x.size, a, x.data);
  check_matrix(routine, x.size, x.size, a, lda);
  check_vector(routine, "x", x);
  if (x.size == 0) return;
  with_neighbours(x, true, [&](T* of_x) {
    validate(problem(of_x));
    times.work(x.size, a, of_x);
  });
}

}  // namespace

template <class T>
void multiply_triangle_vector(const char* routine, const Pattern& triangle, Transpose op, const T* a,
                              Index lda, const Vector<T>& x) {
  triangle_times(routine, triangle, op, false, a, lda, x);
}

template <class T>
void solve_triangle_vector(const char* routine, const Pattern& triangle, Transpose op, const T* a, Index lda,
                           const Vector<T>& x) {
  triangle_times(routine, triangle, op, true, a, lda, x);
}

template void multiply_triangle_vector(const char*, const Pattern&, Transpose, const float*, Index,
                                       const Vector<float>&);
template void solve_triangle_vector(const char*, const Pattern&, Transpose, const float*, Index,
                                    const Vector<float>&);
template void multiply_triangle_vector(const char*, const Pattern&, Transpose, const double*, Index,
                                       const Vector<double>&);
template void solve_triangle_vector(const char*, const Pattern&, Transpose, const double*, Index,
                                    const Vector<double>&);
template void multiply_triangle_vector(const char*, const Pattern&, Transpose, const std::complex<float>*,
                                       Index, const Vector<std::complex<float>>&);
template void solve_triangle_vector(const char*, const Pattern&, Transpose, const std::complex<float>*, Index,
                                    const Vector<std::complex<float>>&);
template void multiply_triangle_vector(const char*, const Pattern&, Transpose, const std::complex<double>*,
                                       Index, const Vector<std::complex<double>>&);
template void solve_triangle_vector(const char*, const Pattern&, Transpose, const std::complex<double>*,
                                    Index, const Vector<std::complex<double>>&);

}  // namespace numapack

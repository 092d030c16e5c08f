// SPDX-License-Identifier: BSD-3-Clause
#include "level2/level2.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "level2/symmetric_product.hpp"
#include "level3/call/arguments.hpp"
#include "level3/gemm.hpp"

namespace numapack {

namespace {

template <class T>
void check_vector(const char* routine, const char* name, const Vector<T>& vector) {
  if (vector.step == 0) invalid(routine, std::string("inc") + name + " is 0", "use any other step");
  Index bytes = 0;
  if (__builtin_mul_overflow(vector.step, vector.size, &bytes) ||
      __builtin_mul_overflow(bytes, static_cast<Index>(sizeof(T)), &bytes))
    invalid(routine, std::string("the bytes of ") + name + " exceed the address space", "use smaller sizes");
  if (vector.size > 0) require_address(routine, name, vector.data);
}

template <class T>
void check_matrix(const char* routine, Index m, Index n, const T* a, Index lda) {
  require_matrix(routine, "a", "lda", m, n, lda, sizeof(T));
  if (m > 0 && n > 0) require_address(routine, "a", a);
}

template <class T>
T* element(const Vector<T>& vector, Index i) {
  return vector.data + (vector.step > 0 ? i : i - vector.size + 1) * vector.step;
}

/// A vector whose elements are neighbours: as it is, or a copy.
template <class T>
class Neighbours {
 public:
  explicit Neighbours(const Vector<const T>& from) : data_(from.data) {
    if (from.step == 1) return;
    copy_.reserve(static_cast<std::size_t>(from.size));
    for (Index i = 0; i < from.size; ++i) copy_.push_back(*element(from, i));
    data_ = copy_.data();
  }
  const T* data() const { return data_; }

 private:
  std::vector<T> copy_;
  const T* data_;
};

/// body(y whose elements are neighbours), then y is where it belongs.
template <class T, class Body>
void with_neighbours(const Vector<T>& y, bool reads, const Body& body) {
  if (y.step == 1) return body(y.data);
  std::vector<T> copy(static_cast<std::size_t>(y.size));
  for (Index i = 0; reads && i < y.size; ++i) copy[static_cast<std::size_t>(i)] = *element(y, i);
  body(copy.data());
  for (Index i = 0; i < y.size; ++i) *element(y, i) = copy[static_cast<std::size_t>(i)];
}

template <class T>
void multiply_column(Transpose op, Index rows, Index depth, T alpha, const T* a, Index lda, const T* x,
                     T beta, T* y) {
  gemm(Problem<T>{op, Transpose::none, rows, 1, depth, alpha, a, lda, x, std::max<Index>(1, depth), beta, y,
                  std::max<Index>(1, rows)});
}

}  // namespace

template <class T>
void multiply_vector(const char* routine, Transpose op, Index m, Index n, T alpha, const T* a, Index lda,
                     const Vector<const T>& x, T beta, const Vector<T>& y) {
  check_matrix(routine, m, n, a, lda);
  check_vector(routine, "x", x);
  check_vector(routine, "y", y);
  if (y.size == 0) return;
  const Neighbours<T> copy_of_x(x);
  const T* const of_x = copy_of_x.data();
  with_neighbours(y, beta != T{0},
                  [&](T* of_y) { multiply_column(op, y.size, x.size, alpha, a, lda, of_x, beta, of_y); });
}

template <class T>
void add_outer_product(const char* routine, T alpha, const Vector<const T>& x, bool conjugate_x,
                       const Vector<const T>& y, bool conjugate_y, T* a, Index lda) {
  check_matrix(routine, x.size, y.size, a, lda);
  check_vector(routine, "x", x);
  check_vector(routine, "y", y);
  if (x.size == 0 || y.size == 0 || alpha == T{0}) return;
  const Neighbours<T> of_x(x), of_y(y);
  gemm(Problem<T>{conjugate_x ? Transpose::conjugate : Transpose::none,
                  conjugate_y ? Transpose::conjugate_transpose : Transpose::transpose, x.size, y.size, 1,
                  alpha, of_x.data(), x.size, of_y.data(), y.size, T{1}, a, lda});
}

template <class T>
void multiply_symmetric_vector(const char* routine, const Pattern& pattern, bool conjugate, T alpha,
                               const T* a, Index lda, const Vector<const T>& x, T beta, const Vector<T>& y) {
  check_matrix(routine, x.size, x.size, a, lda);
  check_vector(routine, "x", x);
  check_vector(routine, "y", y);
  if (y.size == 0) return;
  const Neighbours<T> copy_of_x(x);
  const T* const of_x = copy_of_x.data();
  with_neighbours(y, beta != T{0}, [&](T* of_y) {
    Problem<T> whole{
        Transpose::none, Transpose::none, y.size, 1, y.size, alpha, a, lda, of_x, y.size, beta, of_y, y.size};
    whole.pattern_a = pattern;
    validate(whole);
    for (Index i = 0; i < y.size; ++i) of_y[i] = beta == T{0} ? T{0} : beta * of_y[i];
    if (alpha != T{0}) add(SymmetricVectorProduct<T>{pattern, conjugate, y.size, alpha, a, lda, of_x, of_y});
  });
}

template void multiply_vector(const char*, Transpose, Index, Index, float, const float*, Index,
                              const Vector<const float>&, float, const Vector<float>&);
template void add_outer_product(const char*, float, const Vector<const float>&, bool,
                                const Vector<const float>&, bool, float*, Index);
template void multiply_symmetric_vector(const char*, const Pattern&, bool, float, const float*, Index,
                                        const Vector<const float>&, float, const Vector<float>&);
template void multiply_vector(const char*, Transpose, Index, Index, double, const double*, Index,
                              const Vector<const double>&, double, const Vector<double>&);
template void add_outer_product(const char*, double, const Vector<const double>&, bool,
                                const Vector<const double>&, bool, double*, Index);
template void multiply_symmetric_vector(const char*, const Pattern&, bool, double, const double*, Index,
                                        const Vector<const double>&, double, const Vector<double>&);
template void multiply_vector(const char*, Transpose, Index, Index, std::complex<float>,
                              const std::complex<float>*, Index, const Vector<const std::complex<float>>&,
                              std::complex<float>, const Vector<std::complex<float>>&);
template void add_outer_product(const char*, std::complex<float>, const Vector<const std::complex<float>>&,
                                bool, const Vector<const std::complex<float>>&, bool, std::complex<float>*,
                                Index);
template void multiply_symmetric_vector(const char*, const Pattern&, bool, std::complex<float>,
                                        const std::complex<float>*, Index,
                                        const Vector<const std::complex<float>>&, std::complex<float>,
                                        const Vector<std::complex<float>>&);
template void multiply_vector(const char*, Transpose, Index, Index, std::complex<double>,
                              const std::complex<double>*, Index, const Vector<const std::complex<double>>&,
                              std::complex<double>, const Vector<std::complex<double>>&);
template void add_outer_product(const char*, std::complex<double>, const Vector<const std::complex<double>>&,
                                bool, const Vector<const std::complex<double>>&, bool, std::complex<double>*,
                                Index);
template void multiply_symmetric_vector(const char*, const Pattern&, bool, std::complex<double>,
                                        const std::complex<double>*, Index,
                                        const Vector<const std::complex<double>>&, std::complex<double>,
                                        const Vector<std::complex<double>>&);

}  // namespace numapack

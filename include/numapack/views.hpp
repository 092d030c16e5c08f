// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <complex>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "numapack/level3.hpp"
#include "numapack/matrix.hpp"

/// Level 3 on matrix views: sizes, leading dimensions and layouts are the views'. A view is a MatrixView, a
/// Matrix, a std::mdspan of two dimensions, or what has an mdspan's members (Kokkos' is one). Layouts may
/// differ where a routine says so; nothing is copied for that. Sizes that do not fit are
/// Error(invalid_argument) before anything is written; everything else is as in level3.hpp.
namespace numapack {

namespace detail {

/// Elements of an accessor of its own (scaled, conjugated, atomic) are not those in memory, and no mdspan
/// here.
template <class M>
concept Mdspan = requires(const M& span) {
  requires M::rank()
  == 2;
  requires M::is_always_strided();
  requires std::same_as<typename M::reference, typename M::element_type&>;
  { span.data_handle() } -> std::convertible_to<typename M::element_type*>;
  { span.stride(0) } -> std::convertible_to<std::int64_t>;
  { span.extent(0) } -> std::convertible_to<std::int64_t>;
};

/// op of the transposed matrix, as one in the other layout is seen.
inline Transpose transposed(Transpose trans) {
  switch (trans) {
    case Transpose::none:
      return Transpose::transpose;
    case Transpose::transpose:
      return Transpose::none;
    case Transpose::conjugate_transpose:
      return Transpose::conjugate;
    case Transpose::conjugate:
      return Transpose::conjugate_transpose;
  }
  return trans;
}

inline void require_same(const char* routine, const char* what, std::int64_t value, const char* other,
                         std::int64_t wanted) {
  if (value == wanted) return;
  throw Error(
      ErrorCode::invalid_argument, routine,
      std::string(what) + " are " + std::to_string(value) + ", and " + other + " " + std::to_string(wanted),
      "make them equal");
}

inline void require_layout(const char* routine, Layout layout, Layout wanted, const char* what,
                           const char* other) {
  if (layout == wanted) return;
  throw Error(ErrorCode::invalid_argument, routine,
              std::string(what) + " is stored in another layout than " + other,
              "make both row-major or both column-major");
}

/// A stands on this side of the other.
template <class T>
void require_order(const char* routine, const MatrixView<const T>& a, Side side, const MatrixView<T>& other) {
  const std::int64_t order = side == Side::left ? other.rows : other.columns;
  require_same(routine, "rows of A", a.rows, "its order is", order);
  require_same(routine, "columns of A", a.columns, "its order is", order);
}

/// Rows and columns of op(A).
template <class T>
struct Sizes {
  Sizes(const MatrixView<T>& view, Transpose trans) : rows(view.rows), columns(view.columns) {
    if (trans == Transpose::transpose || trans == Transpose::conjugate_transpose) std::swap(rows, columns);
  }
  std::int64_t rows, columns;
};

inline Uplo other_triangle(Uplo uplo) { return uplo == Uplo::upper ? Uplo::lower : Uplo::upper; }

/// A triangle as it is in the layout of B.
template <class T>
struct Triangle {
  Triangle(const char* routine, Side side, Uplo triangle, Transpose op, MatrixView<const T> of_a,
           const MatrixView<T>& of_b)
      : view(of_a), uplo(triangle), trans(op) {
    require_order(routine, view, side, of_b);
    if (view.layout == of_b.layout) return;
    if (std::is_floating_point_v<T> && trans == Transpose::conjugate_transpose) trans = Transpose::transpose;
    if (trans == Transpose::conjugate_transpose)
      require_layout(routine, view.layout, of_b.layout, "A, to be conjugated and transposed,", "B");
    uplo = other_triangle(uplo);
    trans = transposed(trans);
  }
  MatrixView<const T> view;
  Uplo uplo;
  Transpose trans;
};

}  // namespace detail

template <class T>
MatrixView<T> view_of(MatrixView<T> view) {
  return view;
}
template <class T>
MatrixView<T> view_of(Matrix<T>& matrix) {
  return matrix.view();
}
template <class T>
MatrixView<const T> view_of(const Matrix<T>& matrix) {
  return matrix.view();
}
/// Throws Error(invalid_argument) where neither rows nor columns lie side by side.
template <detail::Mdspan M>
MatrixView<typename M::element_type> view_of(const M& span) {
  const auto rows = static_cast<std::int64_t>(span.extent(0)),
             columns = static_cast<std::int64_t>(span.extent(1));
  const auto down = static_cast<std::int64_t>(span.stride(0)),
             across = static_cast<std::int64_t>(span.stride(1));
  // Of a single column or row, or of none, the step to the next means nothing.
  const std::int64_t one = 1;
  if (rows <= 0 || columns <= 0)
    return {span.data_handle(), rows, columns, std::max(one, rows), Layout::column_major};
  if ((down == 1 || rows <= 1) && (columns <= 1 || across >= std::max(one, rows)))
    return {span.data_handle(), rows, columns, std::max({one, rows, columns <= 1 ? one : across}),
            Layout::column_major};
  if ((across == 1 || columns <= 1) && (rows <= 1 || down >= std::max(one, columns)))
    return {span.data_handle(), rows, columns, std::max({one, columns, rows <= 1 ? one : down}),
            Layout::row_major};
  throw Error(ErrorCode::invalid_argument, "view_of",
              "elements are " + std::to_string(down) + " and " + std::to_string(across) + " apart",
              "one of the two steps must be 1: copy the matrix");
}

/// The type of a view's elements, without const.
template <class M>
using ElementOf = std::remove_const_t<std::remove_pointer_t<decltype(view_of(std::declval<M&>()).data)>>;

/// What products read.
template <class M>
concept ViewedMatrix = requires(M& matrix) {
  view_of(matrix);
};

/// What products write.
template <class M>
concept WrittenMatrix = ViewedMatrix<M> && requires(M& matrix) {
  { view_of(matrix) } -> std::same_as<MatrixView<ElementOf<M>>>;
};

/// C = alpha op(A) op(B) + beta C. All three layouts may differ.
template <ViewedMatrix A, ViewedMatrix B, WrittenMatrix C>
void gemm(Transpose trans_a, Transpose trans_b, ElementOf<C> alpha, const A& a, const B& b, ElementOf<C> beta,
          C&& c) {
  using T = ElementOf<C>;
  const MatrixView<T> of_c = view_of(c);
  const MatrixView<const T> of_a = view_of(a), of_b = view_of(b);
  const detail::Sizes left(of_a, trans_a), right(of_b, trans_b);
  detail::require_same("gemm", "rows of op(A)", left.rows, "rows of C", of_c.rows);
  detail::require_same("gemm", "columns of op(B)", right.columns, "columns of C", of_c.columns);
  detail::require_same("gemm", "columns of op(A)", left.columns, "rows of op(B)", right.rows);
  gemm(of_c.layout, of_a.layout == of_c.layout ? trans_a : detail::transposed(trans_a),
       of_b.layout == of_c.layout ? trans_b : detail::transposed(trans_b), of_c.rows, of_c.columns,
       left.columns, alpha, of_a.data, of_a.leading, of_b.data, of_b.leading, beta, of_c.data, of_c.leading);
}

/// C = alpha A B + beta C.
template <ViewedMatrix A, ViewedMatrix B, WrittenMatrix C>
void gemm(ElementOf<C> alpha, const A& a, const B& b, ElementOf<C> beta, C&& c) {
  gemm(Transpose::none, Transpose::none, alpha, a, b, beta, c);
}

/// C = alpha A B + beta C (left) or alpha B A + beta C (right); A is symmetric, of either layout; B has C's.
template <ViewedMatrix A, ViewedMatrix B, WrittenMatrix C>
void symm(Side side, Uplo uplo, ElementOf<C> alpha, const A& a, const B& b, ElementOf<C> beta, C&& c) {
  using T = ElementOf<C>;
  const MatrixView<T> of_c = view_of(c);
  const MatrixView<const T> of_a = view_of(a), of_b = view_of(b);
  detail::require_layout("symm", of_b.layout, of_c.layout, "B", "C");
  detail::require_same("symm", "rows of B", of_b.rows, "rows of C", of_c.rows);
  detail::require_same("symm", "columns of B", of_b.columns, "columns of C", of_c.columns);
  detail::require_order("symm", of_a, side, of_c);
  symm(of_c.layout, side, of_a.layout == of_c.layout ? uplo : detail::other_triangle(uplo), of_c.rows,
       of_c.columns, alpha, of_a.data, of_a.leading, of_b.data, of_b.leading, beta, of_c.data, of_c.leading);
}

/// C = alpha op(A) op(A)^T + beta C, one triangle; trans: none or transpose. Layouts may differ.
template <ViewedMatrix A, WrittenMatrix C>
void syrk(Uplo uplo, Transpose trans, ElementOf<C> alpha, const A& a, ElementOf<C> beta, C&& c) {
  using T = ElementOf<C>;
  const MatrixView<T> of_c = view_of(c);
  const MatrixView<const T> of_a = view_of(a);
  const detail::Sizes sizes(of_a, trans);
  detail::require_same("syrk", "rows of C", of_c.rows, "its columns", of_c.columns);
  detail::require_same("syrk", "rows of op(A)", sizes.rows, "rows of C", of_c.rows);
  syrk(of_c.layout, uplo, of_a.layout == of_c.layout ? trans : detail::transposed(trans), of_c.rows,
       sizes.columns, alpha, of_a.data, of_a.leading, beta, of_c.data, of_c.leading);
}

/// B = alpha op(A) B (left) or alpha B op(A) (right) in place of B; A is a triangle. Layouts may differ,
/// except for a conjugate_transpose of complex elements.
template <ViewedMatrix A, WrittenMatrix B>
void trmm(Side side, Uplo uplo, Transpose trans, Diag diag, ElementOf<B> alpha, const A& a, B&& b) {
  using T = ElementOf<B>;
  const MatrixView<T> of_b = view_of(b);
  const detail::Triangle<T> triangle("trmm", side, uplo, trans, view_of(a), of_b);
  trmm(of_b.layout, side, triangle.uplo, triangle.trans, diag, of_b.rows, of_b.columns, alpha,
       triangle.view.data, triangle.view.leading, of_b.data, of_b.leading);
}

/// Solves op(A) X = alpha B (left) or X op(A) = alpha B (right) in place of B; else as trmm().
template <ViewedMatrix A, WrittenMatrix B>
void trsm(Side side, Uplo uplo, Transpose trans, Diag diag, ElementOf<B> alpha, const A& a, B&& b) {
  using T = ElementOf<B>;
  const MatrixView<T> of_b = view_of(b);
  const detail::Triangle<T> triangle("trsm", side, uplo, trans, view_of(a), of_b);
  trsm(of_b.layout, side, triangle.uplo, triangle.trans, diag, of_b.rows, of_b.columns, alpha,
       triangle.view.data, triangle.view.leading, of_b.data, of_b.leading);
}

}  // namespace numapack

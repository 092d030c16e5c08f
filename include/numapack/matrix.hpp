// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "numapack/memory.hpp"
#include "numapack/types.hpp"

/// Matrices whose pages are where they should be.
namespace numapack {

/// A matrix in any memory: element (i, j) is data[i + j * leading], in row-major layout
/// data[i * leading + j].
template <class T>
struct MatrixView {
  T* data = nullptr;
  std::int64_t rows = 0, columns = 0, leading = 0;
  Layout layout = Layout::column_major;

  T& operator()(std::int64_t row, std::int64_t column) const {
    return data[layout == Layout::column_major ? row + column * leading : row * leading + column];
  }
  MatrixView block(std::int64_t row, std::int64_t column, std::int64_t block_rows,
                   std::int64_t block_columns) const {
    return {&(*this)(row, column), block_rows, block_columns, leading, layout};
  }
  operator MatrixView<const T>() const { return {data, rows, columns, leading, layout}; }
};

/// How a matrix is created.
struct MatrixOptions {
  Placement placement = {};
  Layout layout = Layout::column_major;
  std::int64_t leading = 0;  ///< 0: the least
  PageSize pages = PageSize::automatic;
  /// Make all pages at once where only threads on the nodes can place them (blocks). Off: whoever fills the
  /// matrix must use distribute(), which then fills and places in one go, at the speed of filling alone.
  bool make_pages = true;
};

namespace detail {

/// A matrix without its type.
struct Shape {
  std::int64_t rows = 0, columns = 0, leading = 0;
  std::size_t element_bytes = 0;
  Layout layout = Layout::column_major;
};

/// The memory of a matrix: one buffer, or one for each copy.
class NUMAPACK_API MatrixMemory {
 public:
  MatrixMemory(const Shape& shape, const MatrixOptions& options);
  MatrixMemory(MatrixMemory&&) noexcept;
  MatrixMemory& operator=(MatrixMemory&&) noexcept;
  ~MatrixMemory();

  int copies() const;
  void* data(int copy) const;
  int copy_here() const;  ///< the one nearest to the calling thread
  const Placement& placement() const;
  std::size_t page_bytes() const;
  const std::string& policy_refused() const;
  Census where(int copy) const;
  void distribute(const std::function<void(const Shape&, void*, std::int64_t, std::int64_t)>& write);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

using WriteBlock = std::function<void(const Shape&, void*, std::int64_t row, std::int64_t column)>;
NUMAPACK_API void distribute(void* data, const Shape& shape, const Placement& placement,
                             const WriteBlock& write);
NUMAPACK_API void copy_block(const void* from, const Shape& from_shape, void* to, const Shape& to_shape);
NUMAPACK_API Migration migrate(void* data, const Shape& shape, const Placement& placement);
NUMAPACK_API std::string map(const void* data, const Shape& shape, int height, int width, bool colours);

template <class T>
Shape shape_of(const MatrixView<T>& view) {
  return {view.rows, view.columns, view.leading, sizeof(T), view.layout};
}

/// Calls `write(block, row, column)` for each rectangle.
template <class T, class Write>
WriteBlock with_type(Write& write) {
  return [&write](const Shape& shape, void* data, std::int64_t row, std::int64_t column) {
    write(MatrixView<T>{static_cast<T*>(data), shape.rows, shape.columns, shape.leading, shape.layout}, row,
          column);
  };
}

}  // namespace detail

/// Fills a matrix in parallel, each part by threads of the node that the placement gives it, which is also
/// where its pages then are, if nobody has touched them before. `write(block, row, column)` is called with
/// rectangles that together are the whole matrix (`row`, `column`: of the block's first element), from
/// several threads at once, and must fill its block. This is the init_matrix of the 1-d block-cyclic
/// initialisation: on several nodes, with Placement::cyclic_columns(nb), a block has at most nb columns.
///
/// A page that blocks of several nodes share goes to the one with most of it; where huge pages are in use
/// (transparent_hugepage=always) that holds for a huge page. The caller's memory policy is not changed; under
/// numactl --interleave, say, the policy wins. Throws what `write` throws, when all threads have finished;
/// Error(invalid_argument) for sizes or a placement that cannot be.
template <class T, class Write>
void distribute(MatrixView<T> view, const Placement& placement, Write&& write) {
  detail::distribute(view.data, detail::shape_of(view), placement, detail::with_type<T>(write));
}

/// Copies in parallel into memory that gets the placement where it has not been touched yet: the copy_matrix
/// of the same study. Layouts may differ; sizes may not. The two must not overlap.
template <class T>
void copy(std::type_identity_t<MatrixView<const T>> from, MatrixView<T> to, const Placement& placement) {
  if (from.rows != to.rows || from.columns != to.columns) {
    throw Error(ErrorCode::invalid_argument, "copy", "the matrices differ in their sizes", "make them equal");
  }
  distribute(to, placement, [&](MatrixView<T> block, std::int64_t row, std::int64_t column) {
    const auto part = from.block(row, column, block.rows, block.columns);
    detail::copy_block(part.data, detail::shape_of(part), block.data, detail::shape_of(block));
  });
}

/// Moves the pages of a matrix in any memory to where a placement puts them. See migrate() in
/// memory.hpp.
template <class T>
Migration migrate(MatrixView<T> view, const Placement& placement) {
  return detail::migrate(view.data, detail::shape_of(view), placement);
}

/// Where the pages of a matrix are, those between its columns (padding) included.
template <class T>
Census where(MatrixView<T> view) {
  const std::int64_t lines = view.layout == Layout::column_major ? view.columns : view.rows;
  const std::int64_t along = view.layout == Layout::column_major ? view.rows : view.columns;
  const bool empty = lines <= 0 || along <= 0;
  return where(view.data,
               empty ? 0 : static_cast<std::size_t>((lines - 1) * view.leading + along) * sizeof(T));
}

/// The same as a picture for a terminal: `height` lines of `width` characters, each for a part of the matrix:
/// the last digit of the kernel's number of the node that most of its pages are on ('.' where they are
/// untouched), with a background colour for each node if wanted.
template <class T>
std::string map(MatrixView<T> view, int height = 16, int width = 64, bool colours = false) {
  return detail::map(view.data, detail::shape_of(view), height, width, colours);
}

/// A matrix with a placement. Owns its memory; movable, not copyable; zeros at first. `T` is trivially
/// copyable. Different threads may use different matrices.
template <class T>
class Matrix {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  /// Throws Error(invalid_argument) for sizes, a leading dimension or a placement that cannot be;
  /// Error(out_of_memory) with both figures, also if a node to bind to is full.
  Matrix(std::int64_t rows, std::int64_t columns, const MatrixOptions& options = {})
      : shape_{rows, columns, options.leading, sizeof(T), options.layout}, memory_(fitted(shape_), options) {}

  /// Made and filled in one go: `write` as in distribute().
  template <class Write>
  Matrix(std::int64_t rows, std::int64_t columns, MatrixOptions options, Write&& write)
      : Matrix(rows, columns, without_pages(options)) {
    distribute(write);
  }

  std::int64_t rows() const { return shape_.rows; }
  std::int64_t columns() const { return shape_.columns; }
  std::int64_t leading() const { return shape_.leading; }
  Layout layout() const { return shape_.layout; }
  const Placement& placement() const { return memory_.placement(); }
  /// The size of pages requested; where().huge_bytes says what was obtained.
  std::size_t page_bytes() const { return memory_.page_bytes(); }
  /// Why the kernel refused to place pages by itself, or "". Threads place them then.
  const std::string& policy_refused() const { return memory_.policy_refused(); }

  T* data() { return view().data; }
  const T* data() const { return view().data; }
  /// The matrix, or its first copy.
  MatrixView<T> view() { return of_copy(0); }
  MatrixView<const T> view() const { return of_copy(0); }
  /// Of a replicated matrix the copy nearest to the calling thread.
  MatrixView<const T> nearest() const { return of_copy(memory_.copy_here()); }
  int copies() const { return memory_.copies(); }
  MatrixView<T> copy(int number) { return of_copy(number); }

  /// Fills the matrix and all its copies on the threads of its nodes. See numapack::distribute.
  template <class Write>
  void distribute(Write&& write) {
    memory_.distribute(detail::with_type<T>(write));
  }

  Census where(int copy = 0) const { return memory_.where(copy); }

 private:
  static detail::Shape& fitted(detail::Shape& shape) {
    const std::int64_t least = shape.layout == Layout::column_major ? shape.rows : shape.columns;
    if (shape.leading == 0) shape.leading = least > 0 ? least : 1;
    return shape;
  }
  static MatrixOptions& without_pages(MatrixOptions& options) {
    options.make_pages = false;
    return options;
  }
  MatrixView<T> of_copy(int number) const {
    return {static_cast<T*>(memory_.data(number)), shape_.rows, shape_.columns, shape_.leading,
            shape_.layout};
  }

  detail::Shape shape_;
  detail::MatrixMemory memory_;
};

/// A copy with another placement, made in parallel.
template <class T>
Matrix<std::remove_const_t<T>> copy(MatrixView<T> from, const MatrixOptions& options) {
  using Value = std::remove_const_t<T>;
  return Matrix<Value>(
      from.rows, from.columns, options, [&](MatrixView<Value> block, std::int64_t row, std::int64_t column) {
        const auto part = from.block(row, column, block.rows, block.columns);
        detail::copy_block(part.data, detail::shape_of(part), block.data, detail::shape_of(block));
      });
}

}  // namespace numapack

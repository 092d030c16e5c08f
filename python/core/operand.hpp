// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>

#include "core/numpy.hpp"
#include "numapack/types.hpp"

namespace numapack::python {

/// A matrix as the library reads it.
struct Operand {
  void* data = nullptr;
  std::int64_t rows = 0, columns = 0, leading = 0;

  template <class T>
  T* of() const {
    return static_cast<T*>(data);
  }
};

/// An array of two dimensions as a matrix of that layout; nothing where its strides are not such a matrix's:
/// steps within a line, lines that overlap or run backwards, bytes that are swapped or not aligned.
std::optional<Operand> operand_of(PyArrayObject* array, Layout layout);

/// The two last dimensions of an array whose data begins elsewhere: one matrix of a stack.
std::optional<Operand> operand_of(char* data, npy_intp rows, npy_intp columns, npy_intp row_stride,
                                  npy_intp column_stride, npy_intp element_bytes, Layout layout);

/// The same of an argument, which has this type. Throws TypeError or ValueError, which names it.
Operand matrix(nb::handle array, int type, Layout layout, const char* name);

/// An argument that is written.
Operand output(nb::handle array, int type, Layout layout, const char* name);

/// The elements of an argument of one dimension, contiguous, at least `least` of them.
void* vector(nb::handle array, int type, std::int64_t least, const char* name);

}  // namespace numapack::python

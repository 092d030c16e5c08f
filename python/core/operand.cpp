// SPDX-License-Identifier: BSD-3-Clause
#include "core/operand.hpp"

#include <algorithm>
#include <string>

namespace numapack::python {
namespace {

[[noreturn]] void refuse(const char* name, const std::string& problem) {
  throw nb::value_error((std::string(name) + ": " + problem).c_str());
}

void check_type(nb::handle array, int type, const char* name) {
  if (type_of(array) == type) return;
  throw nb::type_error((std::string(name) + ": all arrays of a call must have the same dtype").c_str());
}

}  // namespace

std::optional<Operand> operand_of(char* data, npy_intp rows, npy_intp columns, npy_intp row_stride,
                                  npy_intp column_stride, npy_intp element_bytes, Layout layout) {
  const bool by_rows = layout == Layout::row_major;
  const npy_intp lines = by_rows ? rows : columns, along = by_rows ? columns : rows;
  const npy_intp line_stride = by_rows ? row_stride : column_stride;
  const npy_intp step = by_rows ? column_stride : row_stride;
  const std::int64_t least = std::max<std::int64_t>(along, 1);
  if (lines == 0 || along == 0) return Operand{data, rows, columns, least};
  if (along > 1 && step != element_bytes) return {};
  if (lines == 1) return Operand{data, rows, columns, least};
  if (line_stride % element_bytes != 0 || line_stride / element_bytes < least) return {};
  return Operand{data, rows, columns, line_stride / element_bytes};
}

std::optional<Operand> operand_of(PyArrayObject* array, Layout layout) {
  if (PyArray_NDIM(array) != 2 || !PyArray_ISBEHAVED_RO(array)) return {};
  return operand_of(PyArray_BYTES(array), PyArray_DIM(array, 0), PyArray_DIM(array, 1),
                    PyArray_STRIDE(array, 0), PyArray_STRIDE(array, 1), PyArray_ITEMSIZE(array), layout);
}

Operand matrix(nb::handle array, int type, Layout layout, const char* name) {
  check_type(array, type, name);
  const std::optional<Operand> operand = operand_of(as_array(array), layout);
  if (!operand) refuse(name, "no matrix whose lines are contiguous in the layout of the call");
  return *operand;
}

Operand output(nb::handle array, int type, Layout layout, const char* name) {
  const Operand operand = matrix(array, type, layout, name);
  if (!PyArray_ISWRITEABLE(as_array(array))) refuse(name, "output array is read-only");
  return operand;
}

void* vector(nb::handle array, int type, std::int64_t least, const char* name) {
  if (!PyArray_Check(array.ptr()) || PyArray_TYPE(as_array(array)) != type) {
    throw nb::type_error((std::string(name) + ": wrong dtype").c_str());
  }
  PyArrayObject* const vector = as_array(array);
  if (PyArray_NDIM(vector) != 1 || !PyArray_ISCARRAY_RO(vector) || PyArray_DIM(vector, 0) < least) {
    refuse(name, "expected at least " + std::to_string(least) + " contiguous elements");
  }
  return PyArray_DATA(vector);
}

}  // namespace numapack::python

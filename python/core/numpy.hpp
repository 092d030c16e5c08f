// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nanobind/nanobind.h>

// One table of NumPy's functions for all sources of the module; module.cpp fills it.
#define PY_ARRAY_UNIQUE_SYMBOL numapack_numpy
#define NPY_NO_DEPRECATED_API NPY_1_25_API_VERSION
#define NPY_TARGET_VERSION NPY_1_25_API_VERSION
#ifndef NUMAPACK_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>

#if NPY_ABI_VERSION < 0x02000000
#error "these are headers of NumPy 1, whose modules do not run with NumPy 2"
#endif

#include <complex>
#include <type_traits>

namespace numapack::python {

namespace nb = nanobind;

template <class T>
constexpr int numpy_type = std::is_same_v<T, float>                 ? NPY_FLOAT
                           : std::is_same_v<T, double>              ? NPY_DOUBLE
                           : std::is_same_v<T, std::complex<float>> ? NPY_CFLOAT
                                                                    : NPY_CDOUBLE;

inline PyArrayObject* as_array(nb::handle object) { return reinterpret_cast<PyArrayObject*>(object.ptr()); }

/// Whether the library has kernels for elements of this NumPy type.
inline bool has_kernels(int type) {
  return type == NPY_DOUBLE || type == NPY_FLOAT || type == NPY_CDOUBLE || type == NPY_CFLOAT;
}

/// work(T()) with the type that NumPy numbers so, one with kernels.
template <class Work>
auto with_type(int type, Work&& work) {
  switch (type) {
    case NPY_FLOAT:
      return work(float());
    case NPY_CFLOAT:
      return work(std::complex<float>());
    case NPY_CDOUBLE:
      return work(std::complex<double>());
    default:
      return work(double());
  }
}

/// NumPy's type number of an array with kernels. Throws TypeError for anything else.
inline int type_of(nb::handle object) {
  if (!PyArray_Check(object.ptr())) throw nb::type_error("expected a NumPy array");
  const int type = PyArray_TYPE(as_array(object));
  if (!has_kernels(type)) throw nb::type_error("dtype must be float32, float64, complex64 or complex128");
  return type;
}

}  // namespace numapack::python

// SPDX-License-Identifier: BSD-3-Clause
#define NUMAPACK_IMPORTS_NUMPY
#include "core/module.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <vector>

#include "numapack/library.hpp"
#include "numapack/numapack.h"

namespace numapack::python {
namespace {

PyObject* python_error(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
      return PyExc_ValueError;
    case ErrorCode::out_of_memory:
      return PyExc_MemoryError;
    case ErrorCode::not_supported:
      return PyExc_NotImplementedError;
    case ErrorCode::system:
      break;
  }
  return PyExc_OSError;
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    PyErr_SetString(python_error(error.code()), error.what());
  }
}

void set_nodes(const char* nodes) {
  if (numapack_set_nodes(nodes) != NUMAPACK_OK) throw nb::value_error(numapack_error_message());
}

void set_bits(const char* level) {
  if (numapack_set_bits(level) != NUMAPACK_OK) throw nb::value_error(numapack_error_message());
}

std::vector<int> get_nodes() {
  std::vector<int> nodes(static_cast<std::size_t>(std::max(0, numapack_get_nodes(nullptr, 0))));
  numapack_get_nodes(nodes.data(), static_cast<int>(nodes.size()));
  return nodes;
}

void define_threads(nb::module_& module) {
  module.def("get_threads", numapack_get_num_threads);
  module.def("set_threads", numapack_set_num_threads);
  module.def("set_nodes", set_nodes);
  module.def("set_bits", set_bits);
  module.def("get_nodes", get_nodes);
  module.def("release_workspace", release_workspace);
}

}  // namespace

NB_MODULE(_core, module) {
  if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
    throw nb::import_error("numapack does not work in a sub-interpreter; import it in the main one");
  }
  if (_import_array() < 0) throw nb::python_error();
  nb::register_exception_translator(translate);
  // What a caller's variables keep alive at exit is no leak of this module's.
  nb::set_leak_warnings(false);
  module.attr("version") = version();
  define_threads(module);
  define_memory(module);
  define_matmul(module);
  define_level3(module);
  define_factors(module);
  define_stacks(module);
  define_packed(module);
  define_sparse(module);
}

}  // namespace numapack::python

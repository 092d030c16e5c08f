// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <variant>

#include "api/c/letters.hpp"
#include "api/c/pages_by_node.hpp"
#include "api/c/status.hpp"
#include "level3/call/problem.hpp"
#include "numapack/packed.hpp"

using numapack::Packed;

struct numapack_packed {
  std::variant<Packed<float>, Packed<double>, Packed<std::complex<float>>, Packed<std::complex<double>>> of;
};

namespace {

using namespace numapack;               // NOLINT
using namespace numapack::c_interface;  // NOLINT

constexpr const char* no_memory_to_pack = "no memory for the packed operand; free some";

Factor factor_of(char letter) {
  if (letter == 'A' || letter == 'a') return Factor::a;
  if (letter == 'B' || letter == 'b') return Factor::b;
  invalid("pack", std::string("factor '") + letter + "' does not exist", "use A or B");
}

template <class T>
numapack_status pack(numapack_packed** packed, numapack_layout layout, char factor, char trans, int64_t rows,
                     int64_t columns, const void* data, int64_t ld) {
  if (packed != nullptr) *packed = nullptr;
  return call(no_memory_to_pack, [&] {
    require(packed, "pack", "packed");
    *packed = new numapack_packed{Packed<T>(layout_of(layout), factor_of(factor), parse_transpose(trans),
                                            rows, columns, input<T>(data), ld)};
  });
}

template <class T, class Scalar>
numapack_status multiply_packed(const numapack_packed* packed, char trans, int64_t others, Scalar alpha,
                                const void* x, int64_t ldx, Scalar beta, void* c, int64_t ldc) {
  constexpr const char* name = "gemm_packed";
  return call("no memory for the plan; free some", [&] {
    require(packed, name, "packed");
    const auto* const operand = std::get_if<Packed<T>>(&packed->of);
    if (operand == nullptr)
      invalid(name, "packed is of another type", "multiply with the function of the type it was packed with");
    gemm(*operand, parse_transpose(trans), others, scalar<T>(name, "alpha", alpha), input<T>(x), ldx,
         scalar<T>(name, "beta", beta), static_cast<T*>(c), ldc);
  });
}

}  // namespace

numapack_status numapack_spack(numapack_packed** packed, numapack_layout layout, char factor, char trans,
                               int64_t rows, int64_t columns, const float* data, int64_t ld) {
  return pack<float>(packed, layout, factor, trans, rows, columns, data, ld);
}

numapack_status numapack_dpack(numapack_packed** packed, numapack_layout layout, char factor, char trans,
                               int64_t rows, int64_t columns, const double* data, int64_t ld) {
  return pack<double>(packed, layout, factor, trans, rows, columns, data, ld);
}

numapack_status numapack_cpack(numapack_packed** packed, numapack_layout layout, char factor, char trans,
                               int64_t rows, int64_t columns, const void* data, int64_t ld) {
  return pack<std::complex<float>>(packed, layout, factor, trans, rows, columns, data, ld);
}

numapack_status numapack_zpack(numapack_packed** packed, numapack_layout layout, char factor, char trans,
                               int64_t rows, int64_t columns, const void* data, int64_t ld) {
  return pack<std::complex<double>>(packed, layout, factor, trans, rows, columns, data, ld);
}

numapack_status numapack_sgemm_packed(const numapack_packed* packed, char trans, int64_t others, float alpha,
                                      const float* x, int64_t ldx, float beta, float* c, int64_t ldc) {
  return multiply_packed<float>(packed, trans, others, alpha, x, ldx, beta, c, ldc);
}

numapack_status numapack_dgemm_packed(const numapack_packed* packed, char trans, int64_t others, double alpha,
                                      const double* x, int64_t ldx, double beta, double* c, int64_t ldc) {
  return multiply_packed<double>(packed, trans, others, alpha, x, ldx, beta, c, ldc);
}

numapack_status numapack_cgemm_packed(const numapack_packed* packed, char trans, int64_t others,
                                      const void* alpha, const void* x, int64_t ldx, const void* beta,
                                      void* c, int64_t ldc) {
  return multiply_packed<std::complex<float>>(packed, trans, others, alpha, x, ldx, beta, c, ldc);
}

numapack_status numapack_zgemm_packed(const numapack_packed* packed, char trans, int64_t others,
                                      const void* alpha, const void* x, int64_t ldx, const void* beta,
                                      void* c, int64_t ldc) {
  return multiply_packed<std::complex<double>>(packed, trans, others, alpha, x, ldx, beta, c, ldc);
}

numapack_status numapack_packed_copy(numapack_packed** copy, const numapack_packed* packed) {
  if (copy != nullptr) *copy = nullptr;
  return call(no_memory_to_pack, [&] {
    require(copy, "numapack_packed_copy", "copy");
    require(packed, "numapack_packed_copy", "packed");
    *copy = std::visit([](const auto& of) { return new numapack_packed{of.copy()}; }, packed->of);
  });
}

void numapack_packed_free(numapack_packed* packed) { delete packed; }

size_t numapack_packed_bytes(const numapack_packed* packed) {
  return packed == nullptr ? 0 : std::visit([](const auto& of) { return of.bytes(); }, packed->of);
}

numapack_status numapack_packed_where(const numapack_packed* packed, int64_t* pages_by_node) {
  return call(no_memory_to_pack, [&] {
    require(packed, "numapack_packed_where", "packed");
    require(pages_by_node, "numapack_packed_where", "pages_by_node");
    give_pages("numapack_packed_where", std::visit([](const auto& of) { return of.where(); }, packed->of),
               pages_by_node);
  });
}

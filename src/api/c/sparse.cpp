// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <variant>

#include "api/c/letters.hpp"
#include "api/c/pages_by_node.hpp"
#include "api/c/status.hpp"
#include "numapack/sparse.hpp"

using numapack::Csr;

struct numapack_csr {
  std::variant<Csr<float>, Csr<double>, Csr<std::complex<float>>, Csr<std::complex<double>>> of;
};

namespace {

using namespace numapack;               // NOLINT
using namespace numapack::c_interface;  // NOLINT

constexpr const char* no_memory_for_csr = "no memory for the sparse matrix; free some";
constexpr const char* no_memory_for_x = "no memory for a copy of x; free some";

/// with_view(view) of a matrix as C has it.
template <class T, class WithView>
auto with_csr_view(const char* routine, int64_t rows, int64_t columns, int index_bytes, const void* starts,
                   const void* indices, const void* values, const WithView& with_view) {
  const auto* const elements = input<T>(values);
  if (index_bytes == 4)
    return with_view(CsrView<T, std::int32_t>{rows, columns, static_cast<const std::int32_t*>(starts),
                                              static_cast<const std::int32_t*>(indices), elements});
  if (index_bytes == 8)
    return with_view(CsrView<T, std::int64_t>{rows, columns, static_cast<const std::int64_t*>(starts),
                                              static_cast<const std::int64_t*>(indices), elements});
  invalid(routine, "indices of " + std::to_string(index_bytes) + " bytes", "use 4 or 8");
}

template <class T>
numapack_status make_csr(numapack_csr** csr, int64_t rows, int64_t columns, int index_bytes,
                         const void* starts, const void* indices, const void* values) {
  if (csr != nullptr) *csr = nullptr;
  return call(no_memory_for_csr, [&] {
    require(csr, "csr", "csr");
    *csr = with_csr_view<T>("csr", rows, columns, index_bytes, starts, indices, values,
                            [](const auto& view) { return new numapack_csr{Csr<T>(view)}; });
  });
}

template <class T, class Scalar>
numapack_status multiply_csr(const numapack_csr* csr, Scalar alpha, const void* x, Scalar beta, void* y) {
  return call(no_memory_for_x, [&] {
    require(csr, "spmv", "csr");
    const auto* const matrix = std::get_if<Csr<T>>(&csr->of);
    if (matrix == nullptr)
      invalid("spmv", "csr is of another type", "multiply with the function of the type it was made with");
    spmv(*matrix, scalar<T>("spmv", "alpha", alpha), input<T>(x), scalar<T>("spmv", "beta", beta),
         static_cast<T*>(y));
  });
}

template <class T, class Scalar>
numapack_status multiply_csr_once(int64_t rows, int64_t columns, int index_bytes, const void* starts,
                                  const void* indices, const void* values, Scalar alpha, const void* x,
                                  Scalar beta, void* y) {
  return call("no memory for the plan; free some", [&] {
    with_csr_view<T>("spmv", rows, columns, index_bytes, starts, indices, values, [&](const auto& view) {
      spmv(view, scalar<T>("spmv", "alpha", alpha), input<T>(x), scalar<T>("spmv", "beta", beta),
           static_cast<T*>(y));
    });
  });
}

}  // namespace

numapack_status numapack_scsr(numapack_csr** csr, int64_t rows, int64_t columns, int index_bytes,
                              const void* starts, const void* indices, const float* values) {
  return make_csr<float>(csr, rows, columns, index_bytes, starts, indices, values);
}

numapack_status numapack_sspmv(const numapack_csr* csr, float alpha, const float* x, float beta, float* y) {
  return multiply_csr<float>(csr, alpha, x, beta, y);
}

numapack_status numapack_sspmv_once(int64_t rows, int64_t columns, int index_bytes, const void* starts,
                                    const void* indices, const float* values, float alpha, const float* x,
                                    float beta, float* y) {
  return multiply_csr_once<float>(rows, columns, index_bytes, starts, indices, values, alpha, x, beta, y);
}

numapack_status numapack_dcsr(numapack_csr** csr, int64_t rows, int64_t columns, int index_bytes,
                              const void* starts, const void* indices, const double* values) {
  return make_csr<double>(csr, rows, columns, index_bytes, starts, indices, values);
}

numapack_status numapack_dspmv(const numapack_csr* csr, double alpha, const double* x, double beta,
                               double* y) {
  return multiply_csr<double>(csr, alpha, x, beta, y);
}

numapack_status numapack_dspmv_once(int64_t rows, int64_t columns, int index_bytes, const void* starts,
                                    const void* indices, const double* values, double alpha, const double* x,
                                    double beta, double* y) {
  return multiply_csr_once<double>(rows, columns, index_bytes, starts, indices, values, alpha, x, beta, y);
}

numapack_status numapack_ccsr(numapack_csr** csr, int64_t rows, int64_t columns, int index_bytes,
                              const void* starts, const void* indices, const void* values) {
  return make_csr<std::complex<float>>(csr, rows, columns, index_bytes, starts, indices, values);
}

numapack_status numapack_cspmv(const numapack_csr* csr, const void* alpha, const void* x, const void* beta,
                               void* y) {
  return multiply_csr<std::complex<float>>(csr, alpha, x, beta, y);
}

numapack_status numapack_cspmv_once(int64_t rows, int64_t columns, int index_bytes, const void* starts,
                                    const void* indices, const void* values, const void* alpha, const void* x,
                                    const void* beta, void* y) {
  return multiply_csr_once<std::complex<float>>(rows, columns, index_bytes, starts, indices, values, alpha, x,
                                                beta, y);
}

numapack_status numapack_zcsr(numapack_csr** csr, int64_t rows, int64_t columns, int index_bytes,
                              const void* starts, const void* indices, const void* values) {
  return make_csr<std::complex<double>>(csr, rows, columns, index_bytes, starts, indices, values);
}

numapack_status numapack_zspmv(const numapack_csr* csr, const void* alpha, const void* x, const void* beta,
                               void* y) {
  return multiply_csr<std::complex<double>>(csr, alpha, x, beta, y);
}

numapack_status numapack_zspmv_once(int64_t rows, int64_t columns, int index_bytes, const void* starts,
                                    const void* indices, const void* values, const void* alpha, const void* x,
                                    const void* beta, void* y) {
  return multiply_csr_once<std::complex<double>>(rows, columns, index_bytes, starts, indices, values, alpha,
                                                 x, beta, y);
}

void numapack_csr_free(numapack_csr* csr) { delete csr; }

size_t numapack_csr_bytes(const numapack_csr* csr) {
  return csr == nullptr ? 0 : std::visit([](const auto& of) { return of.bytes(); }, csr->of);
}

numapack_status numapack_csr_where(const numapack_csr* csr, int64_t* pages_by_node) {
  return call(no_memory_for_csr, [&] {
    require(csr, "numapack_csr_where", "csr");
    require(pages_by_node, "numapack_csr_where", "pages_by_node");
    give_pages("numapack_csr_where", std::visit([](const auto& of) { return of.where(); }, csr->of),
               pages_by_node);
  });
}

numapack_status numapack_csr_rows(const numapack_csr* csr, int64_t* first_row, int64_t* rows) {
  return call(no_memory_for_csr, [&] {
    require(csr, "numapack_csr_rows", "csr");
    const int nodes = numapack_nodes();
    if (first_row != nullptr) std::fill_n(first_row, nodes, 0);
    if (rows != nullptr) std::fill_n(rows, nodes, 0);
    for (const CsrPart& part : std::visit([](const auto& of) { return of.parts(); }, csr->of)) {
      if (first_row != nullptr) first_row[part.node] = part.first_row;
      if (rows != nullptr) rows[part.node] = part.rows;
    }
  });
}

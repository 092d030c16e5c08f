// SPDX-License-Identifier: BSD-3-Clause
#include "api/c/status.hpp"
#include "api/problem_of_layout.hpp"
#include "level3/gemm.hpp"
#include "numapack/library.hpp"
#include "numapack/numapack.h"
#include "runtime/process.hpp"
#include "runtime/runtime.hpp"
#include "runtime/thread_limit.hpp"

namespace {

using numapack::c_interface::call;
using numapack::c_interface::fail;

template <class T>
numapack_status gemm(numapack_layout layout, char trans_a, char trans_b, int64_t m, int64_t n, int64_t k,
                     T alpha, const void* a, int64_t lda, const void* b, int64_t ldb, T beta, void* c,
                     int64_t ldc) {
  return call("gemm: no memory for the plan; free some", [&] {
    numapack::gemm(numapack::problem_of_layout(
        static_cast<numapack::Layout>(layout), numapack::parse_transpose(trans_a),
        numapack::parse_transpose(trans_b), m, n, k, alpha, static_cast<const T*>(a), lda,
        static_cast<const T*>(b), ldb, beta, static_cast<T*>(c), ldc));
  });
}

template <class T>
numapack_status complex_gemm(numapack_layout layout, char trans_a, char trans_b, int64_t m, int64_t n,
                             int64_t k, const void* alpha, const void* a, int64_t lda, const void* b,
                             int64_t ldb, const void* beta, void* c, int64_t ldc) {
  if (alpha == nullptr || beta == nullptr)
    return fail(NUMAPACK_INVALID_ARGUMENT,
                "gemm: alpha or beta is a null pointer; pass the address of a complex number");
  return gemm(layout, trans_a, trans_b, m, n, k, *static_cast<const T*>(alpha), a, lda, b, ldb,
              *static_cast<const T*>(beta), c, ldc);
}

}  // namespace

numapack_status numapack_sgemm(numapack_layout layout, char trans_a, char trans_b, int64_t m, int64_t n,
                               int64_t k, float alpha, const float* a, int64_t lda, const float* b,
                               int64_t ldb, float beta, float* c, int64_t ldc) {
  return gemm<float>(layout, trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

numapack_status numapack_dgemm(numapack_layout layout, char trans_a, char trans_b, int64_t m, int64_t n,
                               int64_t k, double alpha, const double* a, int64_t lda, const double* b,
                               int64_t ldb, double beta, double* c, int64_t ldc) {
  return gemm<double>(layout, trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

numapack_status numapack_cgemm(numapack_layout layout, char trans_a, char trans_b, int64_t m, int64_t n,
                               int64_t k, const void* alpha, const void* a, int64_t lda, const void* b,
                               int64_t ldb, const void* beta, void* c, int64_t ldc) {
  return complex_gemm<std::complex<float>>(layout, trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c,
                                           ldc);
}

numapack_status numapack_zgemm(numapack_layout layout, char trans_a, char trans_b, int64_t m, int64_t n,
                               int64_t k, const void* alpha, const void* a, int64_t lda, const void* b,
                               int64_t ldb, const void* beta, void* c, int64_t ldc) {
  return complex_gemm<std::complex<double>>(layout, trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c,
                                            ldc);
}

void numapack_set_num_threads(int threads) {
  numapack::set_threads.store(threads < 1 ? 0 : threads, std::memory_order_relaxed);
}

int numapack_get_num_threads(void) {
  int threads = 1;
  call("get_num_threads: no memory to start with; free some",
       [&] { threads = numapack::threads_here(numapack::Runtime::get()); });
  return threads;
}

numapack_status numapack_set_nodes(const char* nodes) {
  return call("set_nodes: no memory for the list; free some", [&] {
    numapack::Runtime& runtime = numapack::Runtime::get();
    runtime.chosen().choose(nodes == nullptr ? "" : nodes, runtime.machine());
  });
}

int numapack_get_nodes(int* nodes, int room) {
  int count = -1;
  call("get_nodes: no memory to start with; free some", [&] {
    const numapack::Runtime& runtime = numapack::Runtime::get();
    int at = 0;
    for (const int node : runtime.chosen().nodes()) {
      if (at < room) nodes[at] = runtime.machine().os_index_of(node);
      ++at;
    }
    count = at;
  });
  return count;
}

numapack_status numapack_set_bits(const char* level) {
  return call("set_bits: no memory for the name; free some",
              [&] { numapack::set_bits(level == nullptr ? std::string_view() : level); });
}

void numapack_release_workspace(void) {
  call("release_workspace: no memory to start with; free some", [] { numapack::release_workspace(); });
}
const char* numapack_version(void) { return numapack::version(); }

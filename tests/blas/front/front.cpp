// SPDX-License-Identifier: BSD-3-Clause
// A front that has a BLAS behind it and hands over what it is called for by the same names, as FlexiBLAS
// does.
#include <dlfcn.h>

#include <cstdlib>

namespace {

template <class Function>
Function* behind(const char* name) {
  static void* const backend = dlopen(std::getenv("BACKEND"), RTLD_NOW | RTLD_LOCAL);
  void* const found = backend == nullptr ? nullptr : dlsym(backend, name);
  if (found == nullptr) std::abort();
  return reinterpret_cast<Function*>(found);
}

// By the one name that the BLAS knows, whatever the caller's is.
void set(int threads) { behind<void(int)>("openblas_set_num_threads")(threads); }
int get() { return behind<int()>("openblas_get_num_threads")(); }

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

void openblas_set_num_threads(int threads) { set(threads); }
void openblas_set_num_threads64_(int threads) { set(threads); }
void MKL_Set_Num_Threads(int threads) { set(threads); }
void bli_thread_set_num_threads(int threads) { set(threads); }
int openblas_get_num_threads() { return get(); }
int openblas_get_num_threads64_() { return get(); }
int MKL_Get_Max_Threads() { return get(); }
int bli_thread_get_num_threads() { return get(); }

void dgemm_(const char* ta, const char* tb, const int* m, const int* n, const int* k, const double* alpha,
            const double* a, const int* lda, const double* b, const int* ldb, const double* beta, double* c,
            const int* ldc) {
  behind<decltype(dgemm_)>("dgemm_")(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

/// Made of the other name's, as some do.
void cblas_dgemm(int /*layout*/, int ta, int tb, int m, int n, int k, double alpha, const double* a, int lda,
                 const double* b, int ldb, double beta, double* c, int ldc) {
  dgemm_(ta == 111 ? "N" : "T", tb == 111 ? "N" : "T", &m, &n, &k, &alpha, a, &lda, b, &ldb, &beta, c, &ldc);
}

void dpotrf_(const char* uplo, const int* n, double* a, const int* lda, int* info) {
  behind<decltype(dpotrf_)>("dpotrf_")(uplo, n, a, lda, info);
}
}
#pragma GCC visibility pop

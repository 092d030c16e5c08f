/* SPDX-License-Identifier: BSD-3-Clause */
/* A front as FlexiBLAS is one: it loads the BLAS that the environment's BACKEND names for itself alone, finds
   out about it, looks up every routine, and has the same names for its users: some as aliases of one
   function, some as functions that call what was found. */
#define _GNU_SOURCE
#include <complex.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Functions are found by name, which standard C has no word for. */
#pragma GCC diagnostic ignored "-Wpedantic"

#ifdef FRONT_ILP64
typedef int64_t Int;
#else
typedef int32_t Int;
#endif

static void* backend;
static int told_of, products;

/* Whichever of the three names that a Fortran compiler may have made is there. */
static void* fortran(const char* name) {
  char text[64];
  for (int capital = 0; capital < 2; ++capital)
    for (int bar = 1; bar >= 0; --bar) {
      int i = 0;
      for (; name[i]; ++i) text[i] = (char)(capital ? name[i] & ~0x20 : name[i]);
      text[i] = bar ? '_' : '\0', text[i + 1] = '\0';
      void* const found = dlsym(backend, text);
      if (found != NULL) return found;
    }
  return NULL;
}

static void need(const void* found, const char* name) {
  if (found != NULL) return;
  fprintf(stderr, "front: the backend has no %s\n", name);
  exit(3);
}

/* The names of threads, in FlexiBLAS's order; the first one that is there. */
static void (*set)(int);
static int (*get)(void);
static const char* const setters[] = {"hook_set_num_threads",       "MKL_Set_Num_Threads",
                                      "openblas_set_num_threads",   "acmlsetnumthreads",
                                      "bli_thread_set_num_threads", "flexiblas_backend_set_num_threads"};
static const char* const getters[] = {"hook_get_num_threads",       "MKL_Get_Max_Threads",
                                      "openblas_get_num_threads",   "acmlgetnumthreads",
                                      "bli_thread_get_num_threads", "flexiblas_backend_get_num_threads"};

/* 32 or 64: a count that is 3 in its low 32 bits and negative as a whole. */
static int width(void) {
  int64_t (*const isamax)(const int64_t*, const float*, const int64_t*) =
      (int64_t(*)(const int64_t*, const float*, const int64_t*))fortran("isamax");
  need((void*)isamax, "isamax");
  const float x[3] = {1, 100, 1};
  const int64_t n = (int64_t)0xffffffff00000003u, one = 1;
  const int64_t at = isamax(&n, x, &one) & 0xffffffff;
  return at == 0 ? 64 : at == 2 ? 32 : 0;
}

__attribute__((constructor)) static void load(void) {
  backend = dlopen(getenv("BACKEND"), RTLD_NOW | RTLD_LOCAL);
  if (backend == NULL) {
    fprintf(stderr, "front: %s\n", dlerror());
    exit(3);
  }
  if (width() != 8 * (int)sizeof(Int)) exit(4);
  /* Functions that return complex numbers: not by an argument, as Intel's do. */
  double complex (*const zdotc)(const Int*, const double complex*, const Int*, const double complex*,
                                const Int*) =
      (double complex (*)(const Int*, const double complex*, const Int*, const double complex*,
                          const Int*))fortran("zdotc");
  need((void*)zdotc, "zdotc");
  const Int one = 1;
  const double complex i = I;
  if (zdotc(&one, &i, &one, &i, &one) != 1) exit(5);
  float (*const sdot)(const Int*, const float*, const Int*, const float*, const Int*) =
      (float (*)(const Int*, const float*, const Int*, const float*, const Int*))fortran("sdot");
  const Int two = 2;
  const float x[2] = {1, 2}, y[2] = {3, 4};
  if (sdot(&two, x, &one, y, &one) != 11) exit(6);
  for (int k = 0; k < 6 && set == NULL; ++k) set = (void (*)(int))dlsym(backend, setters[k]);
  for (int k = 0; k < 6 && get == NULL; ++k) get = (int (*)(void))dlsym(backend, getters[k]);
  need((void*)set, setters[2]);
  need((void*)get, getters[2]);
}

void front_set_num_threads(int threads) { set(threads); }
int front_get_num_threads(void) { return get(); }
void openblas_set_num_threads(int) __attribute__((weak, alias("front_set_num_threads")));
void MKL_Set_Num_Threads(int) __attribute__((weak, alias("front_set_num_threads")));
void bli_thread_set_num_threads(int) __attribute__((weak, alias("front_set_num_threads")));
int openblas_get_num_threads(void) __attribute__((weak, alias("front_get_num_threads")));
int MKL_Get_Max_Threads(void) __attribute__((weak, alias("front_get_num_threads")));
int bli_thread_get_num_threads(void) __attribute__((weak, alias("front_get_num_threads")));

void dgemm_(const char* ta, const char* tb, const Int* m, const Int* n, const Int* k, const double* alpha,
            const double* a, const Int* lda, const double* b, const Int* ldb, const double* beta, double* c,
            const Int* ldc) {
  ++products;
  ((void (*)(const char*, const char*, const Int*, const Int*, const Int*, const double*, const double*,
             const Int*, const double*, const Int*, const double*, double*, const Int*))fortran("dgemm"))(
      ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

void dgeev_(const char* jl, const char* jr, const Int* n, double* a, const Int* lda, double* wr, double* wi,
            double* vl, const Int* ldvl, double* vr, const Int* ldvr, double* work, const Int* lwork,
            Int* info) {
  ((void (*)(const char*, const char*, const Int*, double*, const Int*, double*, double*, double*, const Int*,
             double*, const Int*, double*, const Int*, Int*))fortran("dgeev"))(
      jl, jr, n, a, lda, wr, wi, vl, ldvl, vr, ldvr, work, lwork, info);
}

void xerbla_(const char* routine, const Int* info, size_t length) {
  (void)routine, (void)length;
  told_of = (int)*info;
}

void* front_look_up(const char* name) { return dlsym(backend, name); }
int front_told_of(void) { return told_of; }
int front_products(void) { return products; }

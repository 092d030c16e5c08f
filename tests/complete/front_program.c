/* SPDX-License-Identifier: BSD-3-Clause */
/* front_program NAMES…: linked to the front alone. Looks up every name, sets threads by every alias,
 * computes, and calls wrongly. */
#include <stdint.h>
#include <stdio.h>

#ifdef FRONT_ILP64
typedef int64_t Int;
#else
typedef int32_t Int;
#endif

void front_set_num_threads(int);
void openblas_set_num_threads(int);
void MKL_Set_Num_Threads(int);
void bli_thread_set_num_threads(int);
int front_get_num_threads(void);
int openblas_get_num_threads(void);
int MKL_Get_Max_Threads(void);
int bli_thread_get_num_threads(void);
void* front_look_up(const char*);
int front_told_of(void);
int front_products(void);
void dgemm_(const char*, const char*, const Int*, const Int*, const Int*, const double*, const double*,
            const Int*, const double*, const Int*, const double*, double*, const Int*);
void dgeev_(const char*, const char*, const Int*, double*, const Int*, double*, double*, double*, const Int*,
            double*, const Int*, double*, const Int*, Int*);

enum { size = 96 };
static double a[size * size], b[size * size], c[size * size], left[size * size], right[size * size],
    work[100 * size];

int main(int count, char** names) {
  int missing = 0;
  for (int i = 1; i < count; ++i)
    if (front_look_up(names[i]) == NULL) ++missing, printf("missing %s\n", names[i]);
  if (missing > 0) return 1;

  void (*const set[])(int) = {front_set_num_threads, openblas_set_num_threads, MKL_Set_Num_Threads,
                              bli_thread_set_num_threads};
  int (*const get[])(void) = {front_get_num_threads, openblas_get_num_threads, MKL_Get_Max_Threads,
                              bli_thread_get_num_threads};
  const int all = get[0]();
  for (int i = 0; i < 4; ++i) {
    set[i](1);
    for (int j = 0; j < 4; ++j)
      if (get[j]() != 1) return 2;
    set[i](1 << 20);
    if (all < 1 || get[i]() != all) return 3;
  }

  const Int n = size, room = 100 * size, wrong = -1;
  const double one = 1, zero = 0;
  for (int i = 0; i < size * size; ++i) a[i] = (i * 37 % 101) / 101.0, b[i] = i % (size + 1) == 0;
  dgemm_("N", "N", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n);
  for (int i = 0; i < size * size; ++i)
    if (c[i] != a[i]) return 4;
  /* LAPACK's own products are the backend's and do not come back to the front. */
  double real[size], imaginary[size];
  Int info = -1;
  dgeev_("V", "V", &n, a, &n, real, imaginary, left, &n, right, &n, work, &room, &info);
  if (info != 0 || front_products() != 1) return 5;
  double trace = 0, sum = 0;
  for (int i = 0; i < size; ++i) trace += c[i * (size + 1)], sum += real[i];
  if (trace - sum > 1e-10 * size || sum - trace > 1e-10 * size) return 6;
  /* Wrong arguments reach the front library's xerbla, as the program sees it. */
  dgemm_("N", "N", &wrong, &n, &n, &one, a, &n, b, &n, &zero, c, &n);
  if (front_told_of() != 3) return 7;
  puts("ok");
  return 0;
}

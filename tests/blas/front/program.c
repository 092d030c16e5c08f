/* SPDX-License-Identifier: BSD-3-Clause */
/* Linked to the front alone. Each call ends, and does what it is for. */
#include <stdio.h>

void openblas_set_num_threads(int);
void openblas_set_num_threads64_(int);
void MKL_Set_Num_Threads(int);
void bli_thread_set_num_threads(int);
int openblas_get_num_threads(void);
int openblas_get_num_threads64_(void);
int MKL_Get_Max_Threads(void);
int bli_thread_get_num_threads(void);
void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*, const double*,
            const int*, const double*, const int*, const double*, double*, const int*);
void cblas_dgemm(int, int, int, int, int, int, double, const double*, int, const double*, int, double,
                 double*, int);
void dpotrf_(const char*, const int*, double*, const int*, int*);

int main(void) {
  void (*const set[])(int) = {openblas_set_num_threads, openblas_set_num_threads64_, MKL_Set_Num_Threads,
                              bli_thread_set_num_threads};
  int (*const get[])(void) = {openblas_get_num_threads, openblas_get_num_threads64_, MKL_Get_Max_Threads,
                              bli_thread_get_num_threads};
  const int all = get[0]();
  if (all < 1) return 1;
  for (int i = 0; i < 4; ++i) {
    set[i](1);
    for (int j = 0; j < 4; ++j)
      if (get[j]() != 1) return 2;
    set[i](1 << 20);
    if (get[i]() != all) return 3;
  }
  const int n = 2;
  const double one = 1, zero = 0, a[4] = {1, 2, 3, 4};
  double c[4] = {-1, -1, -1, -1}, d[4] = {-1, -1, -1, -1}, e[4] = {4, 2, 2, 5};
  dgemm_("N", "N", &n, &n, &n, &one, a, &n, a, &n, &zero, c, &n);
  cblas_dgemm(102, 111, 111, n, n, n, 1, a, n, a, n, 0, d, n);
  for (int i = 0; i < 4; ++i)
    if (c[i] != d[i] || c[0] != 7 || c[3] != 22) return 4;
  int info = -1;
  dpotrf_("L", &n, e, &n, &info);
  if (info != 0 || e[0] != 2 || e[1] != 1 || e[3] != 2) return 5;
  puts("ok");
  return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* A program linked to FlexiBLAS, INTEGER the type of its integers: threads are set and read by every name,
   and what was set comes back; norms of vectors with increments below 1; a BLAS and a LAPACK routine. Ends
   after a minute if a call never does.
 */
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

void flexiblas_set_num_threads(int);
int flexiblas_get_num_threads(void);
void openblas_set_num_threads(int);
int openblas_get_num_threads(void);
void blas_set_num_threads(int);
int blas_get_num_threads(void);
float snrm2_(const INTEGER*, const float*, const INTEGER*);
double dnrm2_(const INTEGER*, const double*, const INTEGER*);
void dgesv_(const INTEGER*, const INTEGER*, double*, const INTEGER*, INTEGER*, double*, const INTEGER*,
            INTEGER*);

int main(void) {
  void (*const set[])(int) = {flexiblas_set_num_threads, openblas_set_num_threads, blas_set_num_threads};
  int (*const get[])(void) = {flexiblas_get_num_threads, openblas_get_num_threads, blas_get_num_threads};
  const float single[] = {3, 4};
  const double values[] = {3, 4};
  const INTEGER two = 2, one = 1, backwards = -1;
  double a[] = {2, 0, 0, 4}, b[] = {2, 8};
  INTEGER pivots[2], info = -1;
  alarm(60);
  for (int i = 0; i < 3; ++i) {
    set[i](1);
    printf("%d", get[i]());
  }
  dgesv_(&two, &one, a, &two, pivots, b, &two, &info);
  printf(" norms %g %g, x %g %g, info %d\n", (double)snrm2_(&two, single, &backwards),
         dnrm2_(&two, values, &backwards), b[0], b[1], (int)info);
  return 0;
}

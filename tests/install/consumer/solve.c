/* SPDX-License-Identifier: BSD-3-Clause */
/* BLAS by its C and Fortran names, LAPACK by its own; prints the results. */
#include <cblas.h>
#include <stdio.h>

void dsyev_(const char*, const char*, const CBLAS_INT*, double*, const CBLAS_INT*, double*, double*,
            const CBLAS_INT*, CBLAS_INT*);
double ddot_(const CBLAS_INT*, const double*, const CBLAS_INT*, const double*, const CBLAS_INT*);

int main(void) {
  const CBLAS_INT n = 2, one = 1, room = 100;
  const double x[2] = {3, 4};
  double a[4] = {2, 1, 1, 2}, b[4] = {0}, values[2], work[100];
  CBLAS_INT info = -1;
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, n, n, n, 1, a, n, a, n, 0, b, n);
  dsyev_("N", "U", &n, a, &n, values, work, &room, &info);
  printf("%d bits, product %g %g, dot %g, eigenvalues %.3g %.3g, info %d\n", (int)(8 * sizeof n), b[0], b[1],
         ddot_(&n, x, &one, x, &one), values[0], values[1], (int)info);
  return 0;
}

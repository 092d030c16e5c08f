/* SPDX-License-Identifier: BSD-3-Clause */
#include <complex.h>
#include <numapack/numapack.h>
#include <stdio.h>

static int failed(numapack_status status) {
  if (status != NUMAPACK_OK) fprintf(stderr, "%s\n", numapack_error_message());
  return status != NUMAPACK_OK;
}

static void print(const double complex* c, int count) {
  /* + 0: a zero may be -0. */
  for (int i = 0; i < count; ++i) printf(i ? " %g%+gi" : "%g%+gi", creal(c[i]) + 0, cimag(c[i]) + 0);
  printf("\n");
}

/* Complex scalars go by address; those of a Hermitian update are real, and go by value. Only the lower
 * triangle is read or written: the element above the diagonal stays 0. Prints: 3+0i 0+4i, then 2+0i 0-1i
 * 0+1i 3+0i, then 0+1i 1+0i -1+0i 0+1i, then 0-1i 1+0i 1+0i 0+1i, then 1+0i 0+0i 0+1i 1+0i, then 0+0i 0+0i
 * 2+0i 0+0i, then 1+0i 0+0i 0+1i 1+0i, then 0+0i 0+0i 2+0i 0+0i. */
int main(void) {
  const numapack_layout layout = NUMAPACK_ROW_MAJOR;
  const double complex h[] = {2, 0, I, 3}, x[] = {1, I}, y[] = {I, 1}, unit[] = {1, 0, 0, 1};
  const double complex one = 1, none = 0;
  double complex p[2], q[4], r[4] = {0}, s[4] = {0}, t[4] = {0}, u[4] = {0}, v[4] = {0}, w[4] = {0};
  /* H x and H 1, where H is Hermitian with this lower triangle. */
  if (failed(numapack_zhemv(layout, 'L', 2, &one, h, 2, x, 1, &none, p, 1)) ||
      failed(numapack_zhemm(layout, 'L', 'L', 2, 2, &one, h, 2, unit, 2, &none, q, 2)))
    return 1;
  print(p, 2);
  print(q, 4);
  /* x y' and x y^H. */
  if (failed(numapack_zgeru(layout, 2, 2, &one, x, 1, y, 1, r, 2)) ||
      failed(numapack_zgerc(layout, 2, 2, &one, x, 1, y, 1, s, 2)))
    return 1;
  print(r, 4);
  print(s, 4);
  /* The lower triangles of x x^H and x y^H + y x^H, by the vectors' routines and by those of matrices. */
  if (failed(numapack_zher(layout, 'L', 2, 1.0, x, 1, t, 2)) ||
      failed(numapack_zher2(layout, 'L', 2, &one, x, 1, y, 1, u, 2)) ||
      failed(numapack_zherk(layout, 'L', 'N', 2, 1, 1.0, x, 1, 0.0, v, 2)) ||
      failed(numapack_zher2k(layout, 'L', 'N', 2, 1, &one, x, 1, y, 1, 0.0, w, 2)))
    return 1;
  print(t, 4);
  print(u, 4);
  print(v, 4);
  print(w, 4);
  return 0;
}

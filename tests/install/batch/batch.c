/* SPDX-License-Identifier: BSD-3-Clause */
/* A program that has MKL's and OpenBLAS's names for batches from libnumapack_batch: each kind of name once,
 * and each type. */
#include <numapack_blas/cblas_batch.h>
#include <stdio.h>

int main(void) {
  /* Two products of 1 x 2 and 2 x 1 with strides: 1 3 + 2 4 and 5 7 + 6 8. */
  const double a[] = {1, 2, 5, 6}, b[] = {3, 4, 7, 8};
  double c[2] = {0, 0};
  cblas_dgemm_batch_strided(CblasRowMajor, CblasNoTrans, CblasNoTrans, 1, 1, 2, 1.0, a, 2, 2, b, 1, 2, 0.0, c,
                            1, 1, 2);
  printf("%g %g\n", c[0], c[1]);

  /* The same by addresses, complex, i times each. */
  const double za[] = {0, 1, 0, 2, 0, 5, 0, 6}, zb[] = {3, 0, 4, 0, 7, 0, 8, 0}, one[] = {1, 0},
               zero[] = {0, 0};
  double zc[4] = {0, 0, 0, 0};
  const void *of_a[] = {za, za + 4}, *of_b[] = {zb, zb + 4};
  void* of_c[] = {zc, zc + 2};
  const CBLAS_TRANSPOSE none[] = {CblasNoTrans};
  const int64_t sizes[] = {1, 2};
  cblas_zgemm_batch_64(CblasColMajor, none, none, sizes, sizes, sizes + 1, one, of_a, sizes, of_b, sizes + 1,
                       zero, of_c, sizes, 1, sizes + 1);
  printf("%g %g\n", zc[1], zc[3]);

  const float sa[] = {1, 2, 5, 6}, sb[] = {3, 4, 7, 8}, sone = 1, szero = 0;
  float sc[2] = {0, 0}, *of_sc[] = {sc, sc + 1};
  const float *of_sa[] = {sa, sa + 2}, *of_sb[] = {sb, sb + 2};
  const int32_t narrow[] = {1, 2};
  sgemm_batch_("N", "N", narrow, narrow, narrow + 1, &sone, of_sa, narrow, of_sb, narrow + 1, &szero, of_sc,
               narrow, narrow, narrow + 1);
  printf("%g %g\n", sc[0], sc[1]);

  const float ca[] = {0, 1, 0, 2, 0, 5, 0, 6}, cb[] = {3, 0, 4, 0, 7, 0, 8, 0}, cone[] = {1, 0},
              czero[] = {0, 0};
  float cc[4] = {0, 0, 0, 0};
  cgemm_batch_strided_64_("N", "N", sizes, sizes, sizes + 1, cone, ca, sizes, sizes + 1, cb, sizes + 1,
                          sizes + 1, czero, cc, sizes, sizes, sizes + 1);
  printf("%g %g\n", cc[1], cc[3]);
  return 0;
}

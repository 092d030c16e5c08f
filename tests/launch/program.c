/* SPDX-License-Identifier: BSD-3-Clause */
/* Linked statically, or with a BLAS of its own that it never calls. */
#ifdef WITH_BLAS
void dgemm_(void);
void dgemm_(void) {}
#endif
int main(void) { return 0; }

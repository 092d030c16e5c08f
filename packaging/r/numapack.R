# SPDX-License-Identifier: BSD-3-Clause
# Which BLAS and LAPACK this R runs on, and that they compute: Rscript numapack.R
# An R that is linked to libblas.so.3 and liblapack.so.3, as distributions have it, runs on numapack by
#   R_LD_LIBRARY_PATH=/usr/local/lib/numapack:"$(R RHOME)"/lib R   # LD_LIBRARY_PATH comes after its own
# or by Debian's package: update-alternatives --config libblas.so.3-x86_64-linux-gnu
# One that brings its own (libRblas.so), by numapack run -- R.
it <- extSoftVersion()["BLAS"]
cat("BLAS:  ", it, "\nLAPACK:", La_library(), "\n")
set.seed(1)
a <- crossprod(matrix(rnorm(300 * 300), 300))
x <- solve(a, rep(1, 300))
residual <- max(abs(a %*% x - 1))
cat("residual of a solution:", format(residual), "\n")
eigenvalues <- eigen(a, symmetric = TRUE, only.values = TRUE)$values
stopifnot(residual < 1e-6, abs(sum(eigenvalues) / sum(diag(a)) - 1) < 1e-10)

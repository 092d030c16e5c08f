# SPDX-License-Identifier: BSD-3-Clause
# R's answers, with residuals within bounds, on numapack.
set.seed(7)
n <- 150
a <- matrix(rnorm(n * n), n)
b <- matrix(rnorm(n * n), n)
size <- function(x) norm(x, "F")
eps <- .Machine$double.eps
sums <- outer(1:n, 1:n, Vectorize(function(i, j) sum(a[i, ] * b[, j])))
stopifnot(size(a %*% b - sums) <= 2 * n * eps * size(a) * size(b))
x <- solve(a, b)
stopifnot(size(a %*% x - b) <= 10 * n * eps * size(a) * size(x))
definite <- crossprod(a) + n * diag(n)
stopifnot(size(crossprod(chol(definite)) - definite) <= 10 * n * eps * size(definite))
s <- svd(a)
stopifnot(size(s$u %*% (s$d * t(s$v)) - a) <= 10 * n * eps * size(a))
e <- eigen(definite, symmetric = TRUE)
stopifnot(size(definite %*% e$vectors - e$vectors %*% diag(e$values)) <= 10 * n * eps * size(definite))
q <- qr(a, LAPACK = TRUE)
stopifnot(size(qr.Q(q) %*% qr.R(q) - a[, q$pivot]) <= 10 * n * eps * size(a))
maps <- readLines("/proc/self/maps")
stopifnot(any(grepl("libnumapack_blas3", maps)), any(grepl("libnumapack_lapack3", maps)))
cat(R.version$major, ".", R.version$minor, ": right, on numapack\n", sep = "")

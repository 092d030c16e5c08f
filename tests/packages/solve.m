% SPDX-License-Identifier: BSD-3-Clause
% Octave's answers, with residuals within bounds, on numapack.
randn("seed", 7);
n = 150;
a = randn(n);
b = randn(n);
sums = zeros(n);
for k = 1:n
  sums += a(:, k) .* b(k, :);
end
assert(norm(a * b - sums, "fro") <= 2 * n * eps * norm(a, "fro") * norm(b, "fro"));
x = a \ b;
assert(norm(a * x - b, "fro") <= 10 * n * eps * norm(a, "fro") * norm(x, "fro"));
definite = a' * a + n * eye(n);
r = chol(definite);
assert(norm(r' * r - definite, "fro") <= 10 * n * eps * norm(definite, "fro"));
[u, s, v] = svd(a);
assert(norm(u * s * v' - a, "fro") <= 10 * n * eps * norm(a, "fro"));
[q, r] = qr(a);
assert(norm(q * r - a, "fro") <= 10 * n * eps * norm(a, "fro"));
[z, w] = eig(a);
assert(norm(a * z - z * w, "fro") <= 10 * n * eps * norm(a, "fro"));
maps = fileread("/proc/self/maps");
assert(! isempty(strfind(maps, "libnumapack_blas3")) && ! isempty(strfind(maps, "libnumapack_lapack3")));
printf("%s: right, on numapack\n", version());

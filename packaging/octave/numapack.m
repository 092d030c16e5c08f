% SPDX-License-Identifier: BSD-3-Clause
% Which BLAS and LAPACK this Octave runs on, and that they compute: octave-cli numapack.m
% An Octave that is linked to libblas.so.3 and liblapack.so.3, as distributions have it, runs on numapack by
%   LD_LIBRARY_PATH=/usr/local/lib/numapack octave-cli   % or Debian's package: update-alternatives --config libblas.so.3-x86_64-linux-gnu
% One with a BLAS of its own, by numapack run -- octave-cli.
printf ("BLAS:   %s\nLAPACK: %s\n", version ("-blas"), version ("-lapack"));
rand ("seed", 1);
a = rand (300);
a = a' * a;
x = a \ ones (300, 1);
residual = max (abs (a * x - 1));
printf ("residual of a solution: %g\n", residual);
assert (residual < 1e-6);
assert (abs (sum (eig (a)) / trace (a) - 1) < 1e-10);

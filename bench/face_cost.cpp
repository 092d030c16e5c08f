// SPDX-License-Identifier: BSD-3-Clause
// What a small product costs through the standard's faces, next to the C interface of the library.
//
// usage: face_cost [N]     default: 8
//
// The three in turn, 2000 calls each a round; the fastest of 200 rounds counts, because nothing but the call
// makes it faster than it is.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#include "base/clock.hpp"
#include "numapack/numapack.h"

extern "C" {
void dgemm_(const char* trans_a, const char* trans_b, const int* m, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
            const double* beta, double* c, const int* ldc);
void cblas_dgemm(int layout, int trans_a, int trans_b, int m, int n, int k, double alpha, const double* a,
                 int lda, const double* b, int ldb, double beta, double* c, int ldc);
}

namespace {

constexpr int calls = 2000, rounds = 200;

template <class Call>
double nanoseconds_of(const Call& call) {
  const double begin = numapack::seconds_now();
  for (int i = 0; i < calls; ++i) call();
  return (numapack::seconds_now() - begin) * 1e9 / calls;
}

}  // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 8;
  if (n < 1) {
    std::fprintf(stderr, "face_cost: N is a number from 1 on\n");
    return 2;
  }
  const auto elements = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  std::vector<double> a(elements, 1.5), b(elements, 0.5), c(elements, 0);
  const double one = 1, zero = 0;
  constexpr double none = std::numeric_limits<double>::infinity();
  std::array<double, 3> least{none, none, none};
  for (int round = 0; round < rounds; ++round) {
    const std::array<double, 3> took{
        nanoseconds_of([&] {
          numapack_dgemm(NUMAPACK_COLUMN_MAJOR, 'N', 'N', n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(),
                         n);
        }),
        nanoseconds_of(
            [&] { dgemm_("N", "N", &n, &n, &n, &one, a.data(), &n, b.data(), &n, &zero, c.data(), &n); }),
        nanoseconds_of(
            [&] { cblas_dgemm(102, 111, 111, n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(), n); })};
    for (std::size_t i = 0; i < took.size(); ++i) least[i] = std::min(least[i], took[i]);
  }
  std::printf("n = %d: numapack_dgemm %.1f ns, dgemm_ %+.1f ns, cblas_dgemm %+.1f ns\n", n, least[0],
              least[1] - least[0], least[2] - least[0]);
}

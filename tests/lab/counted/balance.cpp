// SPDX-License-Identifier: BSD-3-Clause
// One call of a routine, between marks, on matrices that the main thread has filled: for each CPU's share of
// the work (tests/lab/balance.py). A call before it makes threads and workspace.
//
// usage: lab_balance dgemm|dtrsm|dpotrf|dgetrf|dgeqrf N

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "numapack/lab.h"
#include "numapack/numapack.h"

namespace {

struct Operands {
  explicit Operands(std::int64_t order)
      : n(order),
        a(static_cast<std::size_t>(n * n)),
        b(a.size()),
        c(a.size()),
        tau(static_cast<std::size_t>(n)),
        pivots(tau.size()) {}

  /// Without order, and heavy on the diagonal.
  void fill() {
    std::uint64_t state = 1;
    for (std::vector<double>* matrix : {&a, &b, &c})
      for (double& element : *matrix) {
        state = state * 6364136223846793005 + 1442695040888963407;
        element = double(state >> 40) / double(1 << 24) - 0.5;
      }
    for (std::int64_t i = 0; i < n; ++i) a[static_cast<std::size_t>(i * (n + 1))] += double(n);
  }

  const std::int64_t n;
  std::vector<double> a, b, c, tau;
  std::vector<std::int64_t> pivots;
};

using Call = std::function<numapack_status(Operands&)>;

const std::map<std::string, Call> calls{
    {"dgemm",
     [](Operands& of) {
       return numapack_dgemm(NUMAPACK_COLUMN_MAJOR, 'N', 'N', of.n, of.n, of.n, 1, of.a.data(), of.n,
                             of.b.data(), of.n, 0, of.c.data(), of.n);
     }},
    {"dtrsm",
     [](Operands& of) {
       return numapack_dtrsm(NUMAPACK_COLUMN_MAJOR, 'L', 'L', 'N', 'N', of.n, of.n, 1, of.a.data(), of.n,
                             of.b.data(), of.n);
     }},
    {"dpotrf",
     [](Operands& of) {
       std::int64_t info = 0;
       return numapack_dpotrf(NUMAPACK_COLUMN_MAJOR, 'L', of.n, of.a.data(), of.n, &info);
     }},
    {"dgetrf",
     [](Operands& of) {
       std::int64_t info = 0;
       return numapack_dgetrf(NUMAPACK_COLUMN_MAJOR, of.n, of.n, of.a.data(), of.n, of.pivots.data(), &info);
     }},
    {"dgeqrf", [](Operands& of) {
       std::int64_t info = 0;
       return numapack_dgeqrf(NUMAPACK_COLUMN_MAJOR, of.n, of.n, of.a.data(), of.n, of.tau.data(), &info);
     }}};

}  // namespace

int main(int count, char** arguments) {
  const auto call = count == 3 ? calls.find(arguments[1]) : calls.end();
  const std::int64_t n = count == 3 ? std::atoll(arguments[2]) : 0;
  if (call == calls.end() || n < 1) {
    std::fputs("usage: lab_balance dgemm|dtrsm|dpotrf|dgetrf|dgeqrf N\n", stderr);
    return 2;
  }
  Operands operands(n);
  operands.fill();
  if (call->second(operands) != NUMAPACK_OK) return 1;
  operands.fill();
  NUMAPACK_LAB_START();
  const numapack_status status = call->second(operands);
  NUMAPACK_LAB_STOP();
  return status == NUMAPACK_OK ? 0 : 1;
}

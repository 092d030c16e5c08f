// SPDX-License-Identifier: BSD-3-Clause
// Several threads of a program that multiply at once, against the same products one after the other.
//
// usage: callers_at_once [N [CALLERS [CALLS [ROUNDS]]]]     default: 1500 2 1 15
//
// In each round every caller multiplies N x N matrices of its own CALLS times: first all callers at once,
// then the same products by one thread, each with all cores. The ratio is one after the other over at once.
#include <barrier>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <thread>
#include <vector>

#include "base/clock.hpp"
#include "base/statistics.hpp"
#include "numapack/numapack.h"

namespace {

struct Product {
  explicit Product(int n_) : n(n_), a(size(), 1.5), b(size(), 0.5), c(size(), 0) {}
  std::size_t size() const { return static_cast<std::size_t>(n) * static_cast<std::size_t>(n); }
  void multiply() {
    if (numapack_dgemm(NUMAPACK_COLUMN_MAJOR, 'N', 'N', n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(),
                       n) != NUMAPACK_OK)
      std::abort();
  }
  int n;
  std::vector<double> a, b, c;
};

double at_once(std::vector<Product>& products, int calls) {
  std::barrier start(static_cast<std::ptrdiff_t>(products.size()) + 1);
  std::vector<std::thread> threads;
  for (Product& product : products)
    threads.emplace_back([&] {
      start.arrive_and_wait();
      for (int call = 0; call < calls; ++call) product.multiply();
    });
  const double begin = numapack::seconds_now();
  start.arrive_and_wait();
  for (std::thread& thread : threads) thread.join();
  return numapack::seconds_now() - begin;
}

double in_turn(std::vector<Product>& products, int calls) {
  const double begin = numapack::seconds_now();
  for (Product& product : products)
    for (int call = 0; call < calls; ++call) product.multiply();
  return numapack::seconds_now() - begin;
}

}  // namespace

int main(int argc, char** argv) {
  const auto argument = [&](int number, int otherwise) {
    return argc > number ? std::atoi(argv[number]) : otherwise;
  };
  const int n = argument(1, 1500), callers = argument(2, 2), calls = argument(3, 1), rounds = argument(4, 15);
  if (n < 1 || callers < 1 || calls < 1 || rounds < 1) {
    std::fprintf(stderr, "callers_at_once: N, CALLERS, CALLS and ROUNDS are numbers from 1 on\n");
    return 2;
  }
  std::vector<Product> products(static_cast<std::size_t>(callers), Product(n));
  in_turn(products, 1);
  std::vector<double> ratios;
  for (int round = 0; round < rounds; ++round) {
    const double together = at_once(products, calls);
    ratios.push_back(in_turn(products, calls) / together);
  }
  const numapack::Spread figures = numapack::spread(ratios);
  std::printf(
      "%d callers, n = %d, %d calls each: at once %.2f of the rate one after the other (%.2f to %.2f, %d "
      "rounds)\n",
      callers, n, calls, figures.median, figures.min, figures.max, rounds);
}

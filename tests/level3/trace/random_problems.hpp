// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "base/integer.hpp"
#include "level3/call/problem.hpp"
#include "support/planning.hpp"

namespace numapack::testing {

/// Memory for operands of random calls, made once.
template <class T>
struct Store {
  std::vector<T> a, b, c;
  Store() : a(most, T{1}), b(most, T{1}), c(most, T{0}) {}
  static constexpr std::size_t most = std::size_t{4} << 20;
};

/// A random call on it. Sizes evenly by logarithm.
template <class T>
Problem<T> pick_problem(Generator& generator, Store<T>& store, Index most_side) {
  const double most_flops = is_complex(type_of<T>()) ? 4e8 : 1e8;
  for (;;) {
    Problem<T> p;
    p.m = pick_size(generator, most_side);
    p.n = pick_size(generator, most_side);
    p.k = pick_size(generator, most_side);
    if (pick(generator, 0, 11) == 0) (&p.m)[pick(generator, 0, 2)] = pick(generator, 1000, 9000);
    p.trans_a = Transpose(pick(generator, 0, 3));
    p.trans_b = Transpose(pick(generator, 0, 3));
    if (pick(generator, 0, 1) == 0) p.trans_a = p.trans_b = Transpose::none;
    if (most_side > 100 && pick(generator, 0, 49) == 0) {  // tall, of few columns: A is packed ahead
      p.m = pick(generator, 2500, 4000);
      p.n = pick(generator, 65, 96);
      p.k = pick(generator, 112, 140);
      p.trans_a = Transpose::none;
    }
    const auto gap = [&] {
      return pick(generator, 0, 2) > 0 ? 0 : pick(generator, 0, 3) == 0 ? 300 : pick(generator, 1, 17);
    };
    p.lda = (transposes(p.trans_a) ? p.k : p.m) + gap();
    p.ldb = (transposes(p.trans_b) ? p.n : p.k) + gap();
    p.ldc = pick(generator, 0, 5) == 0 ? round_up(p.m, Index{4096} / Index(sizeof(T))) : p.m + gap();
    const auto bytes = [](Index elements) { return std::size_t(elements); };
    if (p.flops() > most_flops || bytes(p.lda * (transposes(p.trans_a) ? p.m : p.k)) > Store<T>::most ||
        bytes(p.ldb * (transposes(p.trans_b) ? p.k : p.n)) > Store<T>::most ||
        bytes(p.ldc * p.n) > Store<T>::most)
      continue;
    p.a = store.a.data();
    p.b = store.b.data();
    p.c = store.c.data();
    p.beta = T{pick(generator, 0, 1) == 0 ? 0.0F : 0.5F};
    return p;
  }
}

template <class T>
std::string told(const Problem<T>& p, const Options& options) {
  return std::string(1, letter(type_of<T>())) + " m " + std::to_string(p.m) + " n " + std::to_string(p.n) +
         " k " + std::to_string(p.k) + " ops " + letter(p.trans_a) + letter(p.trans_b) + " ld " +
         std::to_string(p.lda) + " " + std::to_string(p.ldb) + " " + std::to_string(p.ldc) + " threads " +
         std::to_string(options.threads) + (options.collapse ? "" : " all") + " workspace " +
         std::to_string(options.workspace_limit) + " NUMAPACK_TEST_SEED=" + std::to_string(test_seed());
}

}  // namespace numapack::testing

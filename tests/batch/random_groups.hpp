// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "batch/gemm_batch.hpp"
#include "numapack/batch.hpp"
#include "support/random.hpp"

namespace numapack::testing {

/// Memory for matrices of one operand, group after group, and the list of their addresses.
template <class T>
struct ListedOperands {
  std::vector<T> data;
  std::vector<std::size_t> begins;
  std::vector<T*> addresses;

  void add(Index leading, Index columns, Index problems, Generator& generator) {
    for (Index i = 0; i < problems; ++i) {
      begins.push_back(data.size());
      const Index size = std::max<Index>(1, leading * columns);
      for (Index element = 0; element < size; ++element) data.push_back(random_value<T>(generator));
    }
  }
  std::vector<T*>& list() {
    addresses.clear();
    for (const std::size_t begin : begins) addresses.push_back(data.data() + begin);
    return addresses;
  }
};

/// The arguments of gemm_batch().
template <class T>
struct RandomGroups {
  Layout layout = Layout::column_major;
  std::vector<Transpose> trans_a, trans_b;
  std::vector<std::int64_t> m, n, k, lda, ldb, ldc, sizes;
  std::vector<T> alpha, beta;
  ListedOperands<T> a, b, c;

  std::int64_t groups() const { return static_cast<std::int64_t>(m.size()); }

  /// Sizes up to `most`, mixed, each with scalars of its own.
  static RandomGroups make(Generator& generator, Index most, Index most_problems) {
    RandomGroups made;
    made.layout = generator() % 2 == 0 ? Layout::column_major : Layout::row_major;
    const auto size = [&] {
      return static_cast<std::int64_t>(
          generator() % 12 == 0 ? 0 : 1 + generator() % static_cast<std::size_t>(most));
    };
    const auto number = [&] {
      const T some[] = {T{0}, T{1}, T{-1}, random_value<T>(generator)};
      return some[generator() % 4];
    };
    const std::size_t count = 1 + generator() % 8;
    for (std::size_t g = 0; g < count; ++g) {
      const Transpose ops[] = {Transpose::none, Transpose::none, Transpose::transpose,
                               Transpose::conjugate_transpose, Transpose::conjugate};
      made.trans_a.push_back(ops[generator() % 5]);
      made.trans_b.push_back(ops[generator() % 5]);
      made.m.push_back(size()), made.n.push_back(size()), made.k.push_back(size());
      made.alpha.push_back(number()), made.beta.push_back(number());
      made.sizes.push_back(static_cast<std::int64_t>(generator() % static_cast<std::size_t>(most_problems)));
      const auto stored = [&](Transpose op, std::int64_t rows, std::int64_t columns,
                              ListedOperands<T>& operand, std::vector<std::int64_t>& leading) {
        const bool transposed = (op == Transpose::transpose || op == Transpose::conjugate_transpose) !=
                                (made.layout == Layout::row_major);
        if (transposed) std::swap(rows, columns);
        leading.push_back(std::max<std::int64_t>(1, rows) + static_cast<std::int64_t>(generator() % 3));
        operand.add(leading.back(), columns, made.sizes.back(), generator);
      };
      stored(made.trans_a.back(), made.m.back(), made.k.back(), made.a, made.lda);
      stored(made.trans_b.back(), made.k.back(), made.n.back(), made.b, made.ldb);
      stored(Transpose::none, made.m.back(), made.n.back(), made.c, made.ldc);
    }
    return made;
  }

  void multiply_at_once() {
    gemm_batch<T>(layout, trans_a.data(), trans_b.data(), m.data(), n.data(), k.data(), alpha.data(),
                  a.list().data(), lda.data(), b.list().data(), ldb.data(), beta.data(), c.list().data(),
                  ldc.data(), groups(), sizes.data());
  }

  void multiply_one_by_one() {
    std::size_t at = 0;
    a.list(), b.list(), c.list();
    for (std::size_t g = 0; g < m.size(); ++g)
      for (std::int64_t i = 0; i < sizes[g]; ++i, ++at)
        gemm<T>(layout, trans_a[g], trans_b[g], m[g], n[g], k[g], alpha[g], a.addresses[at], lda[g],
                b.addresses[at], ldb[g], beta[g], c.addresses[at], ldc[g]);
  }
};

template <class T>
bool same_bits(const std::vector<T>& x, const std::vector<T>& y) {
  return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(T)) == 0;
}

}  // namespace numapack::testing

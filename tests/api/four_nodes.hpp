// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "numapack/numapack.h"
#include "runtime/runtime.hpp"
#include "support/random.hpp"
#include "support/threads.hpp"

// Calls on a machine of four nodes of two cores, which stands for this one in a child: threads are dealt to
// its nodes, though all of them run here.
namespace numapack::testing {

using Numbers = std::vector<double>;

/// body() in a child that has four nodes; "exit 0" if nothing in it failed.
inline std::string on_four_nodes(const std::function<void()>& body) {
  return in_child([&] {
    setenv("HWLOC_SYNTHETIC", "numa:4 core:2 pu:1", 1);
    setenv("NUMAPACK_BIND", "0", 1);
    for (const char* const name : {"HWLOC_XMLFILE", "NUMAPACK_NUM_THREADS", "OMP_NUM_THREADS"})
      unsetenv(name);
    body();
    return ::testing::Test::HasFailure() ? 1 : 0;
  });
}

inline constexpr std::int64_t n = 800;
inline constexpr auto by_columns = NUMAPACK_COLUMN_MAJOR;

/// Symmetric, with a heavy diagonal: everything can be done with it.
inline Numbers matrix() {
  Generator generator(test_seed());
  Numbers a(n * n);
  for (std::int64_t j = 0; j < n; ++j) {
    for (std::int64_t i = 0; i <= j; ++i)
      a[static_cast<std::size_t>(i + j * n)] = a[static_cast<std::size_t>(j + i * n)] =
          random_value<double>(generator);
    a[static_cast<std::size_t>(j * (n + 1))] += 2 * n;
  }
  return a;
}

struct Case {
  const char* name;
  std::function<numapack_status(const Numbers& a, Numbers& c)> call;  ///< c is a copy of a
  bool of_products = false;  ///< regions one after the other, each of which may have other threads
};

/// Each element its number.
inline void number_block(void*, std::int64_t rows, std::int64_t columns, void* block, std::int64_t leading,
                         std::int64_t row, std::int64_t column) {
  for (std::int64_t j = 0; j < columns; ++j)
    for (std::int64_t i = 0; i < rows; ++i)
      static_cast<double*>(block)[i + j * leading] = double((row + i) * n + column + j);
}

inline const std::vector<Case> cases{
    {"gemm",
     [](const Numbers& a, Numbers& c) {
       return numapack_dgemm(by_columns, 'N', 'N', n, n, n, 1, a.data(), n, a.data(), n, 0.5, c.data(), n);
     }},
    {"syrk",
     [](const Numbers& a, Numbers& c) {
       return numapack_dsyrk(by_columns, 'L', 'N', n, n, 1, a.data(), n, 0.5, c.data(), n);
     }},
    {"trsm",
     [](const Numbers& a, Numbers& c) {
       return numapack_dtrsm(by_columns, 'L', 'L', 'N', 'N', n, n, 1, a.data(), n, c.data(), n);
     }},
    {"symv",
     [](const Numbers& a, Numbers& c) {
       return numapack_dsymv(by_columns, 'L', n, 1, a.data(), n, a.data(), 1, 0.5, c.data(), 1);
     }},
    {"syr2",
     [](const Numbers& a, Numbers& c) {
       return numapack_dsyr2(by_columns, 'L', n, 1, a.data(), 1, a.data() + n, 1, c.data(), n);
     }},
    {"getrf",
     [](const Numbers&, Numbers& c) {
       std::vector<std::int64_t> rows(n);
       std::int64_t info = 0;
       return numapack_dgetrf(by_columns, n, n, c.data(), n, rows.data(), &info);
     },
     true},
    {"potrf",
     [](const Numbers&, Numbers& c) {
       std::int64_t info = 0;
       return numapack_dpotrf(by_columns, 'L', n, c.data(), n, &info);
     },
     true},
    {"geqrf",
     [](const Numbers&, Numbers& c) {
       Numbers tau(n);
       std::int64_t info = 0;
       return numapack_dgeqrf(by_columns, n, n, c.data(), n, tau.data(), &info);
     },
     true},
    {"pack and multiply",
     [](const Numbers& a, Numbers& c) {
       numapack_packed* packed = nullptr;
       const numapack_status made = numapack_dpack(&packed, by_columns, 'A', 'N', n, n, a.data(), n);
       if (made != NUMAPACK_OK) return made;
       const numapack_status done = numapack_dgemm_packed(packed, 'N', n, 1, a.data(), n, 0.5, c.data(), n);
       numapack_packed_free(packed);
       return done;
     }},
    {"distribute",
     [](const Numbers&, Numbers& c) {
       return numapack_distribute(by_columns, n, n, c.data(), n, sizeof(double), "cyclic:64", number_block,
                                  nullptr);
     }},
    {"copy",
     [](const Numbers& a, Numbers& c) {
       return numapack_copy(by_columns, n, n, a.data(), n, c.data(), n, sizeof(double), "first-touch");
     }},
};

/// Kernel threads of the four nodes' teams.
inline std::vector<std::vector<int>> threads_by_node() {
  std::vector<std::vector<int>> threads;
  const std::vector<int> all = Runtime::get().teams().thread_ids();
  auto next = all.begin();
  for (const TeamLayout& team : Runtime::get().layout()) {
    const auto end = next + static_cast<std::ptrdiff_t>(team.cores.size());
    threads.emplace_back(next, end);
    next = end;
  }
  return threads;
}

/// How often each node's threads have gone to sleep, once all of them do.
inline std::vector<long> sleeps(const std::vector<std::vector<int>>& threads) {
  std::vector<long> counts;
  for (const std::vector<int>& team : threads) {
    counts.push_back(0);
    for (const int thread : team) {
      EXPECT_TRUE(becomes_true([&] { return sleeps_on_futex(thread); }));
      counts.back() += switches_of(thread);
    }
  }
  return counts;
}

inline Numbers result_of(const Case& one, const Numbers& a) {
  Numbers c = a;
  EXPECT_EQ(one.call(a, c), NUMAPACK_OK) << one.name << ": " << numapack_error_message();
  return c;
}

}  // namespace numapack::testing

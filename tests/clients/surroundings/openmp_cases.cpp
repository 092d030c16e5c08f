// SPDX-License-Identifier: BSD-3-Clause
// OpenBLAS#2238, #3435: a runtime that binds the program's first thread before main must not leave one thread
// for all.
#include <gtest/gtest.h>
#include <omp.h>
#include <sched.h>

#include <algorithm>

#include "clients/surroundings/product.hpp"

namespace surroundings {
namespace {

int cpus_of_caller() {
  cpu_set_t mask{};
  sched_getaffinity(0, sizeof mask, &mask);
  return CPU_COUNT(&mask);
}

/// CPUs of all places: what the program was given.
int cpus_of_places() {
  std::set<int> all;
  for (int place = 0; place < omp_get_num_places(); ++place) {
    std::vector<int> cpus(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    omp_get_place_proc_ids(place, cpus.data());
    all.insert(cpus.begin(), cpus.end());
  }
  return static_cast<int>(all.size());
}

TEST(OpenMp, CallsInsideAndOutsideOfRegions) {
  const int bound = cpus_of_caller();
  EXPECT_TRUE(large().is_right());
  const Product small(60, 2);
  int wrong = 0;
  for (int repeat = 0; repeat < 10; ++repeat) {
#pragma omp parallel num_threads(4) reduction(+ : wrong)
    {
      wrong += large().is_right() ? 0 : 1;
      wrong += small.is_right() ? 0 : 1;
    }
    wrong += large().is_right() ? 0 : 1;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(cpus_of_caller(), bound);
}

TEST(OpenMp, TeamsAreNotBoundAsTheCallerIs) {
  if (cpus_of_places() < 2) GTEST_SKIP() << "one CPU, or no places (OMP_PLACES, OMP_PROC_BIND)";
  if (omp_get_proc_bind() != omp_proc_bind_false) {
    EXPECT_LT(cpus_of_caller(), cpus_of_places());
  }
  EXPECT_TRUE(large().is_right());
  EXPECT_GE(numapack_threads(), 2);
}

}  // namespace
}  // namespace surroundings

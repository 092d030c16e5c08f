// SPDX-License-Identifier: BSD-3-Clause
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <string>

#include "numapack/numapack.h"

namespace {

/// As a controller finds it: in the drop-in itself, or in what that needs.
template <class Function>
Function* function(const char* name) {
  void* const library = dlopen(NUMAPACK_BLAS, RTLD_LAZY | RTLD_NOLOAD);
  EXPECT_NE(library, nullptr);
  void* const found = dlsym(library, name);
  EXPECT_NE(found, nullptr) << name;
  return reinterpret_cast<Function*>(found);
}

TEST(NumberOfThreads, IsSetByAnyName) {
  const int all = numapack_get_num_threads();
  ASSERT_GE(all, 1);
  for (const char* const prefix : {"numapack", "openblas"}) {
    auto* const set = function<void(int)>((std::string(prefix) + "_set_num_threads").c_str());
    auto* const get = function<int()>((std::string(prefix) + "_get_num_threads").c_str());
    set(1);
    EXPECT_EQ(get(), 1);
    EXPECT_EQ(numapack_get_num_threads(), 1);
    set(1 << 20);
    EXPECT_EQ(get(), all) << "within what the machine leaves";
    set(0);
    EXPECT_EQ(get(), all);
  }
  function<void(int)>("openblas_set_num_threads64_")(1);
  EXPECT_EQ(function<int()>("openblas_get_num_threads64_")(), 1);
  numapack_set_num_threads(-1);
  EXPECT_EQ(numapack_get_num_threads(), all);
}

TEST(Nodes, AreChosenThroughTheDropIn) {
  auto* const choose = function<numapack_status(const char*)>("numapack_set_nodes");
  auto* const nodes = function<int(int*, int)>("numapack_get_nodes");
  const int all = nodes(nullptr, 0);
  int first = -1;
  ASSERT_GE(nodes(&first, 1), 1);
  EXPECT_EQ(choose(std::to_string(first).c_str()), NUMAPACK_OK);
  EXPECT_EQ(nodes(nullptr, 0), 1);
  EXPECT_EQ(choose("all of them"), NUMAPACK_INVALID_ARGUMENT);
  EXPECT_EQ(choose(nullptr), NUMAPACK_OK);
  EXPECT_EQ(nodes(nullptr, 0), all);
}

}  // namespace

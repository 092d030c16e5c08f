// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/lu_check.hpp"

namespace numapack::testing {

/// Tests of factorisations of one type.
template <class T>
class Getrf : public ::testing::Test {
 protected:
  Generator generator{test_seed()};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};

  Index pick(const std::vector<Index>& from) { return from[generator() % from.size()]; }
  Factorable<T>& randomise(Factorable<T>& matrix) {
    return matrix.fill([&](Index, Index) { return random_value<T>(generator); });
  }
};

/// Around every size that the code distinguishes, and others.
template <class T>
std::vector<Index> interesting_sizes() {
  const KernelShape kernel = choose_shape("", true, type_of<T>());
  std::vector<Index> sizes{0, 1, 2, 3, 7, 13, 31, 97, 128};
  for (const Index edge : {Index{kernel.mr}, Index{kernel.nr}, Index{2 * kernel.mr}, Index{8}, Index{16}})
    for (const Index size : {edge - 1, edge, edge + 1}) sizes.push_back(size);
  return sizes;
}

/// A small factorisation with several panels, on one thread or as many as there are.
template <class T>
Options some_options(Generator& generator) {
  Options options;
  const Index mr = choose_shape("", true, type_of<T>()).mr;
  const Index blocks[] = {0, 1, mr, 2 * mr};
  options.nb = blocks[generator() % 4];
  options.threads = static_cast<int>(generator() % 3);
  options.collapse = generator() % 2 == 0;
  return options;
}

}  // namespace numapack::testing

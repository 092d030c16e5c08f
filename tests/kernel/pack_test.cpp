// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <vector>

#include "kernel/kernel.hpp"
#include "kernel/types.hpp"
#include "support/guarded.hpp"
#include "support/random.hpp"
#include "support/values.hpp"

namespace numapack {
namespace {

using testing::Generator;
using testing::Guarded;
using testing::random_value;
using testing::test_seed;

template <class T>
class Pack : public ::testing::Test {};
TYPED_TEST_SUITE(Pack, Types);

/// Every stride order, conjugation, whole and partial panels; source and panels flush with guard pages.
TYPED_TEST(Pack, PutsEveryElementInItsPlaceWithZerosBehind) {
  using T = TypeParam;
  Generator generator(test_seed());
  SCOPED_TRACE(::testing::Message() << "NUMAPACK_TEST_SEED=" << test_seed());
  for (const Kernel<T>& kernel : usable_kernels<T>()) {
    for (const auto& [width, pack] :
         {std::pair{kernel.shape.mr, kernel.pack_a}, {kernel.shape.nr, kernel.pack_b}}) {
      for (const Index length : {1, width - 1, width, width + 1, 3 * width, 3 * width + 2}) {
        if (length == 0) continue;
        for (const Index depth : {1, 2, 7, 8, 16, 17, 33}) {
          for (const int order : {0, 1, 2}) {
            for (const bool conjugate : {false, true}) {
              const Index along = order == 0 ? 1 : order == 1 ? depth + 3 : 2;
              const Index step = order == 0 ? length + 5 : order == 1 ? 1 : 2 * length + 1;
              const Guarded<T> source(
                  static_cast<std::size_t>((length - 1) * along + (depth - 1) * step + 1));
              for (std::size_t i = 0; i < source.size(); ++i) source[i] = random_value<T>(generator);
              const Index panels = (length + width - 1) / width;
              const Guarded<T> out(static_cast<std::size_t>(panels * width * depth));
              pack({source.data(), along, step, conjugate}, length, depth, out.data());
              for (Index i = 0; i < panels * width; ++i) {
                for (Index p = 0; p < depth; ++p) {
                  T wanted{0};
                  if (i < length) wanted = source[static_cast<std::size_t>(i * along + p * step)];
                  if (conjugate) wanted = testing::conj_of(wanted);
                  ASSERT_EQ(out[static_cast<std::size_t>((i / width * depth + p) * width + i % width)],
                            wanted)
                      << kernel.shape.name << " width " << width << " length " << length << " depth " << depth
                      << " order " << order << " at " << i << "," << p;
                }
              }
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace numapack

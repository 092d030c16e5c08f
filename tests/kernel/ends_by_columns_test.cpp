// SPDX-License-Identifier: BSD-3-Clause
#if defined(__x86_64__)

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernel/in_place/in_place.hpp"
#include "kernel/tile/register_loop.hpp"
#include "support/random.hpp"

extern "C" {
void numapack_avx512_d24x8(const numapack::LoopArguments<double>*);
void numapack_avx512_s48x8(const numapack::LoopArguments<float>*);
void numapack_avx512_d24x8_by_columns(const numapack::LoopArguments<double>*);
void numapack_avx512_s48x8_by_columns(const numapack::LoopArguments<float>*);
void numapack_avx512_d24x8_by_columns_packing_b(const numapack::LoopArguments<double>*);
void numapack_avx512_s48x8_by_columns_packing_b(const numapack::LoopArguments<float>*);
void numapack_avx512_d_in_place(const numapack::InPlaceArguments<double>*);
void numapack_avx512_s_in_place(const numapack::InPlaceArguments<float>*);
void numapack_avx512_d_in_place_by_columns(const numapack::InPlaceArguments<double>*);
void numapack_avx512_s_in_place_by_columns(const numapack::InPlaceArguments<float>*);
}

namespace numapack {
namespace {

using testing::Generator;
using testing::random_value;
using testing::test_seed;

template <class R>
std::vector<R> random_values(Generator& generator, Index count) {
  std::vector<R> values(static_cast<std::size_t>(count));
  for (R& value : values) value = random_value<R>(generator);
  return values;
}

/// Loops that end by columns belong to one vendor's cores: here they are compared with the others on every
/// core.
template <class R>
void check(RegisterLoop<R> plain, RegisterLoop<R> by_columns, RegisterLoop<R> packing, Index mr) {
  constexpr Index nr = 8, line = 64 / sizeof(R);
  Generator generator(test_seed());
  SCOPED_TRACE(::testing::Message() << "NUMAPACK_TEST_SEED=" << test_seed());
  const auto random = [&](Index count) -> std::vector<R> {
    return random_values<R>(generator, count + line);
  };
  const auto aligned = [](std::vector<R>& values) {
    const auto address = reinterpret_cast<std::uintptr_t>(values.data());
    return values.data() + (64 - address % 64) % 64 / sizeof(R);
  };
  for (const Index k : {1, 3, 4, 5, 8, 64, 66, 124, 128, 192, 193, 344}) {
    std::vector<R> a = random(k * mr), b = random(k * nr), panel(b.size());
    R* const packed = aligned(panel);
    for (Index p = 0; p < k; ++p)
      for (Index j = 0; j < nr; ++j) packed[p * nr + j] = b[static_cast<std::size_t>(p + j * k)];
    for (const R alpha : {R{1}, R{-1}, R{0.3F}}) {
      for (const Ending ending : {Ending::store, Ending::add}) {
        const Index ldc = mr + 3;
        const std::vector<R> before = random(ldc * nr);
        const auto run = [&](RegisterLoop<R> loop, const R* panel_b, std::vector<R>& to) {
          PackingArguments<R> arguments{
              {k, aligned(a), panel_b, to.data(), ldc, alpha, ending, nullptr, to.data(), ldc, 0},
              0,
              nullptr};
          std::vector<R> copy(panel.size());
          arguments.b_column = k * Index{sizeof(R)};
          arguments.packed_b = aligned(copy);
          loop(&arguments.tile);
          return panel_b == packed || std::equal(packed, packed + k * nr, arguments.packed_b);
        };
        std::vector<R> expected = before, got = before, from_columns = before;
        run(plain, packed, expected);
        run(by_columns, packed, got);
        EXPECT_TRUE(run(packing, b.data(), from_columns)) << "k=" << k;
        EXPECT_EQ(got, expected) << "k=" << k << " alpha " << alpha;
        EXPECT_EQ(from_columns, expected) << "k=" << k << " alpha " << alpha;
      }
    }
  }
}

/// Tiles of one to three vectors of rows and all columns, in two groups.
template <class R>
void check_in_place(InPlaceLoop<R> plain, InPlaceLoop<R> by_columns) {
  constexpr Index lanes = 64 / sizeof(R), columns = 8, groups = 2, n = columns * groups;
  Generator generator(test_seed());
  SCOPED_TRACE(::testing::Message() << "NUMAPACK_TEST_SEED=" << test_seed());
  for (Index vectors = 1; vectors <= 3; ++vectors) {
    for (const Index k : {1, 3, 4, 5, 8, 9, 12, 16, 23, 64}) {
      const Index lda = vectors * lanes + 1, ldb = k + 2, ldc = vectors * lanes + 3;
      const std::vector<R> a = random_values<R>(generator, lda * k), b = random_values<R>(generator, ldb * n),
                           before = random_values<R>(generator, ldc * n);
      for (const R alpha : {R{1}, R{0.3F}}) {
        for (const R beta : {R{0}, R{1}, R{-2}}) {
          const auto run = [&](InPlaceLoop<R> loop) -> std::vector<R> {
            std::vector<R> c = before;
            InPlaceArguments<R> tile =
                tile_arguments<R>(k, alpha, {a.data(), 1, lda}, {b.data(), ldb, 1}, beta, c.data(), ldc);
            tile.vectors = vectors;
            tile.columns = columns;
            tile.last = (std::uint64_t{1} << lanes) - 1;
            tile.groups = groups;
            loop(&tile);
            return c;
          };
          EXPECT_EQ(run(by_columns), run(plain))
              << vectors << " vectors, k=" << k << " alpha " << alpha << " beta " << beta;
        }
      }
    }
  }
}

TEST(EndsByColumns, HaveTheBitsOfOtherEnds) {
  if (!supported(InstructionSet::avx512)) GTEST_SKIP() << "no AVX-512 here";
  check<double>(numapack_avx512_d24x8, numapack_avx512_d24x8_by_columns,
                numapack_avx512_d24x8_by_columns_packing_b, 24);
  check<float>(numapack_avx512_s48x8, numapack_avx512_s48x8_by_columns,
               numapack_avx512_s48x8_by_columns_packing_b, 48);
  check_in_place<double>(numapack_avx512_d_in_place, numapack_avx512_d_in_place_by_columns);
  check_in_place<float>(numapack_avx512_s_in_place, numapack_avx512_s_in_place_by_columns);
}

}  // namespace
}  // namespace numapack

#endif

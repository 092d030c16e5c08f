#if defined(__x86_64__)

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernel/register_loop.hpp"
#include "support/random.hpp"

extern "C" {
void numapack_avx512_d24x8(const numapack::LoopArguments<double>*);
void numapack_avx512_s48x8(const numapack::LoopArguments<float>*);
void numapack_avx512_d24x8_by_columns(const numapack::LoopArguments<double>*);
void numapack_avx512_s48x8_by_columns(const numapack::LoopArguments<float>*);
void numapack_avx512_d24x8_by_columns_packing_b(const numapack::LoopArguments<double>*);
void numapack_avx512_s48x8_by_columns_packing_b(const numapack::LoopArguments<float>*);
}

namespace numapack {
namespace {

using testing::Generator;
using testing::random_value;
using testing::test_seed;

/// Loops that end by columns are those of one maker's cores: here beside the others on all.
template <class R>
void check(RegisterLoop<R> plain, RegisterLoop<R> by_columns, RegisterLoop<R> packing, Index mr) {
  constexpr Index nr = 8, line = 64 / sizeof(R);
  Generator generator(test_seed());
  SCOPED_TRACE(::testing::Message() << "NUMAPACK_TEST_SEED=" << test_seed());
  const auto random = [&](Index count) {
    std::vector<R> values(static_cast<std::size_t>(count + line));
    for (R& value : values) value = random_value<R>(generator);
    return values;
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

TEST(EndsByColumns, HaveTheBitsOfOtherEnds) {
  if (!supported(InstructionSet::avx512)) GTEST_SKIP() << "no AVX-512 here";
  check<double>(numapack_avx512_d24x8, numapack_avx512_d24x8_by_columns,
                numapack_avx512_d24x8_by_columns_packing_b, 24);
  check<float>(numapack_avx512_s48x8, numapack_avx512_s48x8_by_columns,
               numapack_avx512_s48x8_by_columns_packing_b, 48);
}

}  // namespace
}  // namespace numapack

#endif

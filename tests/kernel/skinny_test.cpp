// SPDX-License-Identifier: BSD-3-Clause
#include "level3/run/skinny.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/split.hpp"
#include "kernel/shapes.hpp"
#include "level3/algorithms/few_columns.hpp"
#include "level3/algorithms/in_place_algorithm.hpp"
#include "level3/algorithms/skinny_algorithm.hpp"
#include "level3/run/in_place.hpp"
#include "support/operands.hpp"

namespace numapack {
namespace {

using testing::Generator;
using testing::Operands;
using testing::random_value;
using testing::test_seed;

constexpr SkinnyChoice all_algorithms[] = {{SkinnyOperand::a, SkinnyForm::by_rows},
                                           {SkinnyOperand::a, SkinnyForm::by_depth},
                                           {SkinnyOperand::b, SkinnyForm::by_rows},
                                           {SkinnyOperand::b, SkinnyForm::by_depth},
                                           {SkinnyOperand::a, SkinnyForm::in_kc_blocks}};

/// C[rows, columns] that way, as a plan would have it.
template <class T>
void multiply(const Problem<T>& problem, const Kernel<T>& kernel, const SkinnyChoice& choice, Range rows,
              Range columns) {
  const Skinny algorithm =
      skinny_algorithm(problem.call(), kernel.shape, choice, rows.size(), columns.size(), problem.k);
  multiply_skinny(problem, kernel, algorithm, rows, columns, {}, 0);
}

/// Dot products need the long operand along K; an in-place loop, where there is one, needs A in columns.
template <class T>
bool is_possible(const SkinnyChoice& algorithm, const Problem<T>& problem, const Kernel<T>& kernel) {
  if (algorithm.form == SkinnyForm::by_rows) return true;
  if (algorithm.form == SkinnyForm::in_kc_blocks)
    return kernel.in_place != nullptr && is_plain(type_of<T>(), problem.trans_a);
  return algorithm.longer == SkinnyOperand::a ? transposes(problem.trans_a) : !transposes(problem.trans_b);
}

template <class T>
class SkinnyProducts : public ::testing::Test {
 protected:
  Index any(Index from, Index to) { return std::uniform_int_distribution<Index>(from, to)(generator_); }
  T scalar() {
    const T values[] = {T{0}, T{1}, random_value<T>(generator_)};
    return values[any(0, 2)];
  }

  /// All kernels and ways, next to inaccessible pages; C holds NaNs where it must not be read.
  void expect_reference(const typename Operands<T>::Sizes& sizes) {
    const T alpha = any(0, 1) == 0 ? T{1} : random_value<T>(generator_), beta = scalar();
    Operands<T> operands(sizes, alpha, beta, generator_);
    const Problem<T>& problem = operands.problem;
    for (const Kernel<T>& kernel : usable_kernels<T>()) {
      for (const SkinnyChoice& algorithm : all_algorithms) {
        if (!is_possible(algorithm, problem, kernel)) continue;
        operands.restore();
        if (beta == T{0})
          for (Index j = 0; j < problem.n; ++j)
            std::fill_n(problem.c + j * problem.ldc, problem.m,
                        T{std::numeric_limits<testing::Real<T>>::quiet_NaN()});
        multiply(problem, kernel, algorithm, {0, problem.m}, {0, problem.n});
        ASSERT_EQ(operands.check(), "")
            << kernel.shape.name << ", way " << &algorithm - all_algorithms << ": " << operands;
      }
    }
  }

  Generator generator_{test_seed()};
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
};
using SkinnyTypes = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(SkinnyProducts, SkinnyTypes);

TYPED_TEST(SkinnyProducts, OfAnySmallShapeGiveTheReference) {
  const auto op = [&] { return static_cast<Transpose>(this->any(0, 3)); };
  for (int trial = 0; trial < 16; ++trial) {
    this->expect_reference({this->any(1, 60), this->any(1, 40), this->any(1, 40), op(), op(), this->any(0, 3),
                            this->any(0, 3), this->any(0, 3)});
    if (this->HasFatalFailure()) return;
  }
}

/// More rows, or a deeper K, than the buffers between operands and C hold.
TYPED_TEST(SkinnyProducts, OfLongOperandsGiveTheReference) {
  const auto op = [&] { return static_cast<Transpose>(this->any(0, 3)); };
  for (int trial = 0; trial < 4; ++trial) {
    const Index few = this->any(1, 2), other = this->any(1, 4), longer = this->any(4000, 9000);
    Index sides[] = {few, other, longer};
    std::shuffle(sides, sides + 3, this->generator_);
    this->expect_reference({sides[0], sides[1], sides[2], op(), op(), this->any(0, 3), this->any(0, 3), 1});
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(SkinnyProducts, HaveTheSameBitsInPartsOfTheLongOperandAndOfTheSkinnyOne) {
  using T = TypeParam;
  for (int trial = 0; trial < 12; ++trial) {
    const auto op = [&] { return static_cast<Transpose>(this->any(0, 3)); };
    Operands<T> operands({this->any(1, 250), this->any(1, 90), this->any(1, 900), op(), op(), 1, 0, 2},
                         random_value<T>(this->generator_), this->scalar(), this->generator_);
    const Problem<T>& problem = operands.problem;
    const Kernel<T>& kernel = usable_kernels<T>().front();
    for (const SkinnyChoice& algorithm : all_algorithms) {
      if (!is_possible(algorithm, problem, kernel)) continue;
      operands.restore();
      multiply(problem, kernel, algorithm, {0, problem.m}, {0, problem.n});
      const std::vector<T> whole = operands.result();
      operands.restore();
      const Index rows = this->any(1, 4), columns = this->any(1, 4);
      for (Index row = 0; row < rows; ++row)
        for (Index column = 0; column < columns; ++column)
          multiply(problem, kernel, algorithm, split({0, problem.m}, rows, 1, row),
                   split({0, problem.n}, columns, 1, column));
      ASSERT_EQ(std::memcmp(operands.result().data(), whole.data(), whole.size() * sizeof(T)), 0)
          << "way " << &algorithm - all_algorithms << ": " << operands;
    }
  }
}

/// Any number of rows, also more than the buffer of sums holds; columns that are not a whole number of
/// streams; gaps between them, for which L is not near; whether or not a kernel's cores are given such
/// products.
TYPED_TEST(SkinnyProducts, TimesAVectorHaveTheSameBitsInStreams) {
  using T = TypeParam;
  for (int trial = 0; trial < 24; ++trial) {
    const Index rows = trial < 20 ? this->any(1, 150) : this->any(8000, 20000);
    Operands<T> operands({rows, 1, this->any(20, 70), Transpose::none, Transpose::none, this->any(1700, 1800),
                          this->any(0, 3), this->any(0, 3)},
                         random_value<T>(this->generator_), this->scalar(), this->generator_);
    const Problem<T>& problem = operands.problem;
    for (const Kernel<T>& kernel : usable_kernels<T>()) {
      const Skinny algorithm = skinny_algorithm(
          problem.call(), kernel.shape, {SkinnyOperand::a, SkinnyForm::by_rows}, problem.m, 1, problem.k);
      SkinnyProduct<T> product = skinny_product(problem, algorithm, {0, problem.m}, {0, 1}, {0, problem.k});
      product.from_memory = false;
      operands.restore();
      kernel.skinny(product);
      const std::vector<T> whole = operands.result();
      product.from_memory = true;
      operands.restore();
      kernel.skinny(product);
      ASSERT_EQ(std::memcmp(operands.result().data(), whole.data(), whole.size() * sizeof(T)), 0)
          << kernel.shape.name << ": " << operands;
    }
  }
}

TYPED_TEST(SkinnyProducts, ByRowsHaveTheBitsOfTheInPlaceLoop) {
  using T = TypeParam;
  for (const Kernel<T>& kernel : usable_kernels<T>()) {
    if (kernel.in_place == nullptr) continue;
    for (int trial = 0; trial < 30; ++trial) {
      const auto trans_b = static_cast<Transpose>(this->any(0, 1));
      Operands<T> operands(
          {this->any(1, 90), this->any(1, 90), this->any(1, 300), Transpose::none, trans_b, 1, 0, 2},
          random_value<T>(this->generator_), this->scalar(), this->generator_);
      const Problem<T>& problem = operands.problem;
      multiply_in_place(problem, kernel,
                        in_place_algorithm(problem.call(), kernel.shape, problem.m, problem.n, problem.k),
                        {0, problem.m}, {0, problem.n}, {}, 0);
      const std::vector<T> in_place = operands.result();
      for (const SkinnyOperand longer : {SkinnyOperand::a, SkinnyOperand::b}) {
        operands.restore();
        multiply(problem, kernel, {longer, SkinnyForm::by_rows}, {0, problem.m}, {0, problem.n});
        ASSERT_EQ(std::memcmp(operands.result().data(), in_place.data(), in_place.size() * sizeof(T)), 0)
            << operands;
      }
    }
  }
}

SkinnyChoice chosen(const Call& call, const KernelShape& kernel) {
  return choose_skinny(call, kernel, fits_in_place(call, kernel, steps_of_kc_block(call, kernel, {})));
}

/// Columns of A whole lines apart, and not in few sets.
SkinnyChoice chosen(Type type, Index m, Index n, Index k, const char* ops, const KernelShape& kernel) {
  Call call{type, m, n, k, {parse_transpose(ops[0])}, {parse_transpose(ops[1])}};
  for (call.a.leading = call.lda(); call.step_of_a() != ColumnStep::whole_lines;) ++call.a.leading;
  return chosen(call, kernel);
}

TEST(SkinnyChoices, ReadTheLongOperandAsItLies) {
  constexpr SkinnyChoice a_rows = all_algorithms[0], a_dots = all_algorithms[1], b_rows = all_algorithms[2],
                         b_dots = all_algorithms[3];
  for (const KernelShape& d : {shapes::avx512_d, shapes::avx2_d, shapes::neon_d8x6}) {
    EXPECT_EQ(chosen(Type::d, 1000, 1, 1000, "NN", d), a_rows) << d.name;
    EXPECT_EQ(chosen(Type::d, 1000, 1, 1000, "TN", d), a_dots) << d.name;
    EXPECT_EQ(chosen(Type::d, 1, 1000, 1000, "NT", d), b_rows) << d.name;
    EXPECT_EQ(chosen(Type::d, 1, 1000, 1000, "NN", d), b_dots) << d.name;
    EXPECT_EQ(chosen(Type::d, 4, 4, 2000, "TN", d).form, SkinnyForm::by_depth) << d.name;
    EXPECT_FALSE(chosen(Type::d, 1000, 72, 1000, "NN", d).is_skinny()) << d.name;
    EXPECT_FALSE(chosen(Type::d, 1000, 1000, 1000, "NN", d).is_skinny()) << d.name;
    EXPECT_FALSE(chosen(Type::d, 64, 64, 16384, "NN", d).is_skinny()) << d.name;
  }
  EXPECT_EQ(chosen(Type::z, 16, 16, 16, "NN", shapes::avx512_z), a_rows);
  EXPECT_EQ(chosen(Type::d, 16, 16, 16, "NN", shapes::neon_d8x6), a_rows);
}

TEST(SkinnyChoices, LeaveLongSumsToTheInPlaceLoopsOfZen3) {
  EXPECT_FALSE(chosen(Type::d, 8, 16, 4096, "NN", shapes::avx2_d).is_skinny()) << "K in pieces";
  EXPECT_FALSE(chosen(Type::d, 32, 8, 4096, "NN", shapes::avx2_d).is_skinny());
  EXPECT_TRUE(chosen(Type::d, 4, 16, 4096, "NN", shapes::avx2_d).is_skinny()) << "half a tile";
}

TEST(SkinnyChoices, LeaveFlatProductsToTheInPlaceLoopsOfZen3WhereDotsOrColumnsAreSlow) {
  EXPECT_TRUE(chosen(Type::d, 8, 300, 2000, "NN", shapes::avx2_d).is_skinny());
  EXPECT_FALSE(chosen(Type::d, 8, 300, 2500, "NN", shapes::avx2_d).is_skinny()) << "A of 160 KB";
  EXPECT_FALSE(chosen(Type::d, 16, 64, 1024, "NT", shapes::avx2_d).is_skinny());
  EXPECT_TRUE(chosen(Type::d, 8, 300, 2500, "NN", shapes::avx512_d).is_skinny());
}

TEST(SkinnyChoices, LeaveALongTransposedAToStripsForFewColumns) {
  EXPECT_FALSE(chosen(Type::d, 4096, 8, 256, "TN", shapes::avx2_d).is_skinny());
  EXPECT_TRUE(chosen(Type::d, 4096, 8, 512, "TN", shapes::avx2_d).is_skinny()) << "two kc blocks";
  EXPECT_TRUE(chosen(Type::d, 4096, 3, 256, "TN", shapes::avx2_d).is_skinny()) << "few that strips serve";
  EXPECT_TRUE(chosen(Type::d, 4096, 8, 256, "TN", shapes::avx512_d).is_skinny());
}

TEST(SkinnyChoices, TakeWhatGapsBetweenColumnsKeepFromTheInPlaceLoop) {
  const auto with_gap = [](Index gap) {
    return Call{Type::d, 3, 1642, 46, {Transpose::transpose, 46 + gap}, {Transpose::none, 46 + gap}};
  };
  EXPECT_FALSE(chosen(with_gap(0), shapes::avx512_d_by_columns).is_skinny()) << "in place";
  EXPECT_TRUE(chosen(with_gap(16), shapes::avx512_d_by_columns).is_skinny());
}

TEST(SkinnyChoices, DoNotReadALargeTransposedBByColumns) {
  EXPECT_NE(chosen(Type::s, 8, 780, 4096, "NT", shapes::avx2_s), all_algorithms[0]);
  EXPECT_NE(chosen(Type::d, 8, 2048, 2048, "NT", shapes::avx2_d), all_algorithms[0]);
  EXPECT_EQ(chosen(Type::d, 12, 300, 1200, "NT", shapes::avx2_d), all_algorithms[0]) << "2.9 MB";
}

TEST(SkinnyChoices, TakeALongAInKcBlocksForSomeColumnsWhereThereIsAnInPlaceLoop) {
  constexpr SkinnyChoice in_kc_blocks = all_algorithms[4];
  for (const Index n : {16, 24, 32, 48}) {
    EXPECT_EQ(chosen(Type::d, 1000, n, 1000, "NN", shapes::avx512_d), in_kc_blocks) << n;
    EXPECT_EQ(chosen(Type::s, 4000, n, 300, "NN", shapes::avx512_s), in_kc_blocks) << n;
    EXPECT_NE(chosen(Type::d, 1000, n, 1000, "NT", shapes::avx512_d), in_kc_blocks) << n;
    EXPECT_NE(chosen(Type::d, 1000, n, 1000, "TN", shapes::avx512_d), in_kc_blocks) << n;
    EXPECT_EQ(chosen(Type::d, 1000, n, 1000, "NN", shapes::avx2_d), in_kc_blocks) << n;
    EXPECT_NE(chosen(Type::d, 1000, n, 1000, "NN", shapes::neon_d8x6), in_kc_blocks) << n;
    EXPECT_NE(chosen(Type::z, 1000, n, 1000, "NN", shapes::avx512_z), in_kc_blocks) << n;
  }
  const auto with_step = [&](Index n, ColumnStep step, const KernelShape& kernel = shapes::avx512_d) {
    const Index leading = step == ColumnStep::whole_lines ? 1000 : step == ColumnStep::other ? 1001 : 1024;
    const Call call{Type::d, 1000, n, 1000, {Transpose::none, leading}, {}, true, {}};
    EXPECT_EQ(call.step_of_a(), step);
    return chosen(call, kernel) == in_kc_blocks;
  };
  EXPECT_TRUE(with_step(64, ColumnStep::whole_lines, shapes::avx2_d));
  EXPECT_TRUE(with_step(24, ColumnStep::other, shapes::avx2_d));
  EXPECT_FALSE(with_step(25, ColumnStep::other, shapes::avx2_d));
  EXPECT_FALSE(with_step(16, ColumnStep::shares_sets, shapes::avx2_d)) << "packed in half the time there";
  EXPECT_EQ(chosen(Type::d, 1000, 8, 1000, "NN", shapes::avx2_d), in_kc_blocks);
  EXPECT_EQ(chosen(Type::d, 2048, 8, 128, "NT", shapes::avx2_d), in_kc_blocks);
  EXPECT_NE(chosen(Type::d, 2048, 24, 128, "NT", shapes::avx2_d), in_kc_blocks);
  EXPECT_TRUE(with_step(64, ColumnStep::whole_lines) && with_step(48, ColumnStep::other) &&
              with_step(16, ColumnStep::shares_sets));
  EXPECT_FALSE(with_step(80, ColumnStep::whole_lines) || with_step(64, ColumnStep::other) ||
               with_step(32, ColumnStep::shares_sets));
  EXPECT_EQ(chosen(Type::d, 1000, 8, 1000, "NN", shapes::avx512_d), all_algorithms[0]);
  EXPECT_NE(chosen(Type::d, 48, 48, 16384, "NN", shapes::avx512_d), in_kc_blocks) << "K in pieces";
}

TEST(ColumnSteps, AreSeenToShareSets) {
  for (const Index bytes : {4096, 8192, 8192 + 8, 8192 - 24, 2048, 4096 + 2048 + 8, 9560, 131072})
    EXPECT_EQ(column_step(bytes), ColumnStep::shares_sets) << bytes;
  for (const Index bytes : {64, 8000, 8192 + 64, 32000})
    EXPECT_EQ(column_step(bytes), ColumnStep::whole_lines);
  for (const Index bytes : {40, 8040, 31904, 8192 + 40})
    EXPECT_EQ(column_step(bytes), ColumnStep::other) << bytes;
}

TEST(SkinnyChoices, LeaveToInPlaceLoopsWhatTheyDoBest) {
  for (const Index n : {8, 16, 32, 64, 96})
    EXPECT_FALSE(chosen(Type::d, n, n, n, "NN", shapes::avx512_d).is_skinny()) << n;
  EXPECT_FALSE(chosen(Type::d, 64, 16384, 64, "NN", shapes::avx512_d).is_skinny());
  EXPECT_TRUE(chosen(Type::d, 1, 64, 64, "NT", shapes::avx512_d).is_skinny()) << "one lane of eight";
  EXPECT_TRUE(chosen(Type::d, 32, 32, 32, "TN", shapes::avx512_d).is_skinny())
      << "no loop for a transposed A";
}

}  // namespace
}  // namespace numapack

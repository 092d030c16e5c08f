// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/packed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <thread>
#include <vector>

#include "level3/gemm.hpp"
#include "numapack/error.hpp"
#include "packed/packed.hpp"
#include "packed/part_teams.hpp"
#include "support/machines.hpp"
#include "support/random.hpp"
#include "support/reference.hpp"
#include "support/tuned_process.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

template <class T>
class PackedOperands : public ::testing::Test {
 protected:
  Index below(Index most) { return static_cast<Index>(generator_() % static_cast<std::uint64_t>(most)); }
  Index size(Index most) { return 1 + below(below(3) == 0 ? most : most / 8 + 1); }
  std::vector<T> matrix(Index elements) {
    std::vector<T> made(static_cast<std::size_t>(elements));
    for (T& element : made) element = random_value<T>(generator_);
    return made;
  }

  Generator generator_{test_seed()};
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(PackedOperands, Types);

/// The packed operand's own memory is gone when it is used; both factors, layouts, all ops.
TYPED_TEST(PackedOperands, GiveWhatTheReferenceGives) {
  using T = TypeParam;
  for (int turn = 0; turn < 60; ++turn) {
    const Index m = this->size(200), n = this->size(200), k = this->size(500);
    const auto trans_a = static_cast<Transpose>(this->below(4)),
               trans_b = static_cast<Transpose>(this->below(4));
    const Layout layout = this->below(2) == 0 ? Layout::column_major : Layout::row_major;
    const bool by_rows = layout == Layout::row_major, packs_a = this->below(2) == 0;
    const auto leading = [&](Index rows, Index columns, Transpose op) {
      return (transposes(op) == by_rows ? rows : columns) + this->below(3);
    };
    const Index lda = leading(m, k, trans_a), ldb = leading(k, n, trans_b),
                ldc = (by_rows ? n : m) + this->below(3);
    std::vector<T> a = this->matrix(lda * std::max(m, k)), b = this->matrix(ldb * std::max(n, k)),
                   c = this->matrix(ldc * (by_rows ? m : n));
    const std::vector<T> before = c, whole_a = a, whole_b = b;
    const T alpha = random_value<T>(this->generator_);
    const T beta = this->below(2) == 0 ? T{0} : random_value<T>(this->generator_);
    if (beta == T{0}) std::fill(c.begin(), c.end(), T{std::numeric_limits<Real<T>>::quiet_NaN()});
    Packed<T> packed(layout, packs_a ? Factor::a : Factor::b, packs_a ? trans_a : trans_b, packs_a ? m : k,
                     packs_a ? k : n, packs_a ? a.data() : b.data(), packs_a ? lda : ldb);
    std::vector<T>& prepacked = packs_a ? a : b;
    std::fill(prepacked.begin(), prepacked.end(), T{std::numeric_limits<Real<T>>::quiet_NaN()});
    if (this->below(3) == 0) packed = packed.copy();
    gemm(packed, packs_a ? trans_b : trans_a, packs_a ? n : m, alpha, packs_a ? b.data() : a.data(),
         packs_a ? ldb : lda, beta, c.data(), ldc);
    Problem<T> problem{trans_a, trans_b,        m,   n,    k,        alpha, whole_a.data(),
                       lda,     whole_b.data(), ldb, beta, c.data(), ldc};
    if (by_rows)
      problem = {trans_b, trans_a,        n,   m,    k,        alpha, whole_b.data(),
                 ldb,     whole_a.data(), lda, beta, c.data(), ldc};
    ASSERT_EQ(Reference<T>(problem).compare(problem, before.data()), "")
        << "m " << m << " n " << n << " k " << k << (packs_a ? " A" : " B") << " stays, ops "
        << static_cast<int>(trans_a) << static_cast<int>(trans_b) << (by_rows ? " by rows" : " by columns");
  }
}

/// Where gemm() packs, too, sums are added in the same order.
TEST(PackedOperandsBits, AreThoseOfTheProductThatPacks) {
  Generator generator(test_seed());
  SCOPED_TRACE(test_seed());
  const Index m = 300, n = 280, k = 900;
  std::vector<double> a(static_cast<std::size_t>(m * k)), b(static_cast<std::size_t>(k * n));
  for (double& x : a) x = random_value<double>(generator);
  for (double& x : b) x = random_value<double>(generator);
  std::vector<double> c(static_cast<std::size_t>(m * n), 1), by_gemm = c;
  gemm(Problem<double>{Transpose::none, Transpose::none, m, n, k, 1.5, a.data(), m, b.data(), k, 0.5,
                       by_gemm.data(), m});
  const Packed<double> left(Layout::column_major, Factor::a, Transpose::none, m, k, a.data(), m);
  gemm(left, Transpose::none, n, 1.5, b.data(), k, 0.5, c.data(), m);
  EXPECT_EQ(c, by_gemm);
  std::fill(c.begin(), c.end(), 1);
  const Packed<double> right(Layout::column_major, Factor::b, Transpose::none, k, n, b.data(), k);
  gemm(right, Transpose::none, m, 1.5, a.data(), m, 0.5, c.data(), m);
  EXPECT_EQ(c, by_gemm);
}

TEST(PackedOperandsBits, AreTheSameForCallersAtOnce) {
  const Index n = 160;
  std::vector<double> a(static_cast<std::size_t>(n * n));
  std::iota(a.begin(), a.end(), 0.5);
  const Packed<double> packed(Layout::column_major, Factor::a, Transpose::none, n, n, a.data(), n);
  std::vector<std::vector<double>> results(4, std::vector<double>(a.size()));
  std::vector<std::thread> callers;
  for (auto& result : results)
    callers.emplace_back([&] { gemm(packed, Transpose::none, n, 1.0, a.data(), n, 0.0, result.data(), n); });
  for (std::thread& caller : callers) caller.join();
  for (const auto& result : results) EXPECT_EQ(result, results.front());
}

TEST(PackedOperand, LiesWhereItsPlanSays) {
  std::vector<float> a(400 * 300, 1);
  const Packed<float> packed(Layout::row_major, Factor::b, Transpose::transpose, 300, 400, a.data(), 300);
  const Census pages = packed.where();
  EXPECT_GE(packed.bytes(), 400 * 300 * sizeof(float));
  if (pages.unavailable.empty()) {
    EXPECT_EQ(pages.untouched + std::accumulate(pages.by_node.begin(), pages.by_node.end(), std::uint64_t{0}),
              pages.pages);
    EXPECT_GE((pages.pages - pages.untouched) * pages.page_bytes, packed.bytes() / 2);
  }
  EXPECT_EQ(packed.rows(), 300);
  EXPECT_EQ(packed.columns(), 400);
}

TEST(PackedOperand, RefusesInOneLine) {
  const std::vector<double> a(100, 1);
  const auto message = [](auto&& call) {
    try {
      call();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      return std::string(error.what());
    }
    return std::string("nothing thrown");
  };
  const auto pack = [&](std::int64_t rows, std::int64_t columns, const double* data, std::int64_t ld) {
    return message(
        [&] { Packed<double>(Layout::column_major, Factor::a, Transpose::none, rows, columns, data, ld); });
  };
  EXPECT_NE(pack(-1, 5, a.data(), 5).find("rows is -1"), std::string::npos);
  EXPECT_NE(pack(5, -2, a.data(), 5).find("columns is -2"), std::string::npos);
  EXPECT_NE(pack(10, 5, a.data(), 9).find("ld is 9"), std::string::npos);
  EXPECT_NE(pack(10, 5, nullptr, 10).find("null pointer"), std::string::npos);
  EXPECT_NE(pack(std::int64_t{1} << 62, 5, a.data(), std::int64_t{1} << 62).find("exceed"),
            std::string::npos);
  const Packed<double> packed(Layout::column_major, Factor::a, Transpose::none, 10, 10, a.data(), 10);
  std::vector<double> c(100, 7);
  const auto multiply = [&](std::int64_t others, const double* x, std::int64_t ldx, double* out,
                            std::int64_t ldc) {
    return message([&] { gemm(packed, Transpose::none, others, 1.0, x, ldx, 0.0, out, ldc); });
  };
  EXPECT_NE(multiply(-3, a.data(), 10, c.data(), 10).find("gemm_packed: n is -3"), std::string::npos);
  EXPECT_NE(multiply(3, a.data(), 9, c.data(), 10).find("ldb is 9"), std::string::npos);
  EXPECT_NE(multiply(3, a.data(), 10, c.data(), 9).find("ldc is 9"), std::string::npos);
  EXPECT_NE(multiply(3, nullptr, 10, c.data(), 10).find("b is a null pointer"), std::string::npos);
  EXPECT_NE(multiply(3, c.data(), 10, c.data(), 10).find("shares memory"), std::string::npos);
  EXPECT_EQ(c, std::vector<double>(100, 7));
}

TEST(PartTeams, WorkAtTheirOwnPartsAndTogetherAtNobodys) {
  std::vector<TeamLayout> layout = lay_out_teams(flat_machine(4, 2));
  const auto part_teams = [&](const std::vector<PackedPart>& parts) {
    std::string text;
    for (const PartTeam& part_team : part_teams_at(parts, layout)) {
      text += std::to_string(part_team.team) + "x" + std::to_string(part_team.threads) + ":";
      for (const std::size_t part : part_team.parts) text += " " + std::to_string(part);
      text += "; ";
    }
    return text;
  };
  const std::vector<PackedPart> of_all{{0, 0, {}}, {1, 1, {}}, {2, 2, {}}, {3, 3, {}}};
  EXPECT_EQ(part_teams(of_all), "0x2: 0; 1x2: 1; 2x2: 2; 3x2: 3; ");
  EXPECT_EQ(part_teams({{2, 2, {}}}), "2x2: 0; ");
  layout[0].cores.clear();
  layout[2].cores.pop_back();
  layout[3].cores.clear();
  EXPECT_EQ(part_teams(of_all), "1x2: 1 0 3; 2x1: 2 0 3; ");
  EXPECT_EQ(part_teams({{1, 1, {}}}), "1x2: 0; ");
  EXPECT_EQ(part_teams({{3, 3, {}}}), "1x2: 0; 2x1: 0; ");
  EXPECT_EQ(part_teams({}), "");
}

TEST(PackedPlan, SharesLinesByThreadsAndKeepsSmallOnesTogether) {
  const Machine machine = flat_machine(4, 2);
  const std::vector<TeamLayout> layout = lay_out_teams(machine);
  const KernelShape kernel = choose_shape(machine.architecture, false, Type::d);
  for (const Index lines : {Index{1}, Index{7}, Index{500}, Index{4096}}) {
    for (const bool is_a : {true, false}) {
      const PackedPlan plan = make_packed_plan(Type::d, is_a, lines, 4096, kernel, {}, machine, layout);
      Index next = 0;
      for (const PackedPart& part : plan.parts) {
        EXPECT_EQ(part.lines.begin, next);
        EXPECT_EQ(part.lines.begin % plan.unit(), 0);
        next = part.lines.end;
      }
      EXPECT_EQ(next, lines);
      EXPECT_EQ(plan.parts.size(), lines < 32 ? 1U : 4U);
      if (lines == 4096) {
        for (const PackedPart& part : plan.parts) EXPECT_NEAR(double(part.lines.size()), 1024, plan.unit());
      }
    }
  }
}

/// With what `numapack tune` may have found, on either side.
TEST(TunedPackedOperands, GiveTheBitsOfTheProductThatPacks) {
  expect_passing_when_tuned("PackedOperands/1.*:PackedOperandsBits.*:PackedOperand.LiesWhereItsPlanSays");
}

}  // namespace
}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "level3/run/execute.hpp"
#include "level3/explain/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "base/integer.hpp"
#include "kernel/choices.hpp"
#include "level3/algorithms/row_blocks.hpp"
#include "level3/tasks/task.hpp"
#include "level3/tasks/workspace_layout.hpp"
#include "support/four_teams.hpp"
#include "support/operands.hpp"

namespace numapack {
namespace {

using testing::FourTeams;
using testing::Generator;
using testing::Operands;
using testing::random_value;
using testing::test_seed;

template <class T>
class OnFourTeams : public FourTeams {
 protected:
  /// The plan's teams give what the reference does, and one thread alone the same bits.
  void expect_reference_and_bits(const Plan& plan, Operands<T>& operands) {
    const Problem<T>& problem = operands.problem;
    ASSERT_TRUE(execute(plan, problem, &teams_, guarded_));
    ASSERT_EQ(operands.check(), "") << operands << explain(plan, machine_);
    const std::vector<T> by_teams = operands.result();
    operands.restore();
    const Kernel<T> kernel = *kernel_of<T>(plan.kernel);
    const Call call = problem.call();
    execute_alone(task_of(call, kernel.shape, {}, choose(call, kernel.shape), {0, call.m}, {0, call.n}, {}),
                  problem, kernel, guarded_);
    ASSERT_EQ(std::memcmp(by_teams.data(), operands.c().data(), by_teams.size() * sizeof(T)), 0)
        << "other bits on one thread: " << operands << explain(plan, machine_);
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(OnFourTeams, Types);

TYPED_TEST(OnFourTeams, EveryPlanGivesTheReferenceAndTheSameBits) {
  using T = TypeParam;
  const Index sizes[] = {1, 7, 50, 96, 129, 260, 701};
  for (int turn = 0; turn < 25; ++turn) {
    const auto any = [&] { return sizes[this->generator_() % std::size(sizes)]; };
    const auto op = [&] { return static_cast<Transpose>(this->generator_() % 4); };
    const typename Operands<T>::Sizes shape{any(), any(), any(), op(), op(), 1, 0, 2};
    if (shape.m * shape.n * shape.k > 4'000'000) continue;
    Operands<T> operands(shape, random_value<T>(this->generator_),
                         this->generator_() % 2 == 0 ? T{0} : random_value<T>(this->generator_),
                         this->generator_);
    const Problem<T>& problem = operands.problem;
    Options options;
    options.collapse = false;
    options.localise = this->generator_() % 4 != 0;
    if (this->generator_() % 3 == 0)
      options.workspace_limit = std::size_t{1} << (10 + this->generator_() % 14);
    if (this->generator_() % 2 == 0) options.threads = 1 + static_cast<int>(this->generator_() % 8);
    const Plan plan =
        this->plan(problem, this->all_on(problem, static_cast<int>(this->generator_() % 4)), options);
    this->expect_reference_and_bits(plan, operands);
    if (this->HasFatalFailure()) return;
  }
}

/// The same memory again and again, as programs have it: each block in all its places, then in the best.
TYPED_TEST(OnFourTeams, PlacesOnTrialGiveTheSameBits) {
  using T = TypeParam;
  WorkspacePool kept(this->host_);
  for (const int threads : {1, 2, 3}) {
    Operands<T> operands({630, 350, 370}, T{1}, T{1}, this->generator_);
    const Problem<T>& problem = operands.problem;
    Options options;
    options.collapse = false;
    options.nodes = {0};
    options.threads = threads;
    options.blocking = {1, 64, 64};
    Plan plan = this->plan(problem, this->all_on(problem, 0), options);
    for (NodeTask& task : plan.tasks) {
      Panels& algorithm = std::get<Panels>(task.algorithm);
      ASSERT_FALSE(algorithm.buffered_c || algorithm.shares_a);
      algorithm.a_places = {8, 4096};
      task.workspace_bytes = workspace_of(task, plan.call, plan.kernel).total;
    }
    std::vector<T> first;
    for (int turn = 0; turn < 12; ++turn) {
      operands.restore();
      ASSERT_TRUE(execute(plan, problem, &this->teams_, kept));
      if (turn == 0) {
        ASSERT_EQ(operands.check(), "") << threads << " threads";
        first = operands.result();
      }
      ASSERT_EQ(std::memcmp(operands.result().data(), first.data(), first.size() * sizeof(T)), 0);
    }
  }
}

/// Tall, with columns of C that all begin at the same place of a page.
TYPED_TEST(OnFourTeams, BlocksThatEndWithPagesGiveTheReferenceAndTheSameBits) {
  using T = TypeParam;
  const auto any = [&](Index from, Index to) {
    return std::uniform_int_distribution<Index>(from, to)(this->generator_);
  };
  for (int turn = 0; turn < 6; ++turn) {
    const Index m = any(1700, 2600), page = 4096 / static_cast<Index>(sizeof(T));
    Operands<T> operands(
        {m, any(97, 106), any(97, 106), Transpose::none, Transpose::none, 0, 0, round_up(m, page) - m}, T{1},
        random_value<T>(this->generator_), this->generator_);
    const Problem<T>& problem = operands.problem;
    ASSERT_EQ(page_rows(problem.call()).rows, page);
    Options options;
    options.collapse = false;
    options.nodes = {0};
    options.threads = 1 + turn % 3;
    options.blocking = {any(1, 300), 128, 64};
    const Plan plan = this->plan(problem, this->all_on(problem, turn % 2), options);
    this->expect_reference_and_bits(plan, operands);
    if (this->HasFatalFailure()) return;
  }
}

/// Several kc blocks, small enough to multiply in place, and packed ones.
TYPED_TEST(OnFourTeams, KcBlocksInPlaceGiveTheReferenceAndTheBitsOfPackedOnes) {
  using T = TypeParam;
  const auto any = [&](Index from, Index to) {
    return std::uniform_int_distribution<Index>(from, to)(this->generator_);
  };
  for (int turn = 0; turn < 10; ++turn) {
    // Both operands, padded columns included, are within what stays where it lies.
    constexpr Index most_k = 1000, padding = 2;
    const std::size_t most_bytes = in_place_choice(choose_shape("", true, type_of<T>())).most_bytes;
    const auto most = static_cast<Index>(most_bytes / (2 * most_k * sizeof(T))) - padding;
    const Index m = any(8, most), n = any(2, most), k = any(520, most_k);  // no skinny ones
    const auto trans_b = static_cast<Transpose>(this->generator_() % 2);
    Operands<T> near({m, n, k, Transpose::none, trans_b, any(0, padding), 1, 2},
                     random_value<T>(this->generator_),
                     turn % 3 == 0 ? T{0} : random_value<T>(this->generator_), this->generator_);
    const Problem<T>& problem = near.problem;
    Options options;
    options.collapse = false;
    options.nodes = {0};
    options.threads = 1 + turn % 2;
    const Plan plan = this->plan(problem, this->all_on(problem, 0), options);
    this->expect_reference_and_bits(plan, near);
    if (this->HasFatalFailure()) return;
    const std::vector<T> in_place = near.result();

    // The same order, packed.
    ASSERT_EQ(plan.tasks[0].in_place() != nullptr, plan.kernel.in_place)
        << near << explain(plan, this->machine_);
    if (!plan.kernel.in_place) continue;  // few columns may be skinny then, and summed otherwise
    near.restore();
    const Call call = problem.call();
    NodeFacts facts;
    facts.threads = plan.tasks[0].threads;
    Plan other = plan;
    other.tasks[0] = task_of(call, plan.kernel, {}, packed(choose(call, plan.kernel)), {0, m}, {0, n}, facts);
    ASSERT_NE(other.tasks[0].panels(), nullptr);
    ASSERT_TRUE(execute(other, problem, &this->teams_, this->guarded_));
    ASSERT_EQ(std::memcmp(near.result().data(), in_place.data(), in_place.size() * sizeof(T)), 0) << near;
  }
}

TYPED_TEST(OnFourTeams, SplitKGivesTheReferenceAndTheSameBits) {
  using T = TypeParam;
  const auto most = static_cast<Index>(most_split_k_side_bytes / sizeof(T));
  for (int turn = 0; turn < 12; ++turn) {
    const auto any = [&](Index from, Index to) {
      return std::uniform_int_distribution<Index>(from, to)(this->generator_);
    };
    // A in columns near each other and far apart, and both operands transposed.
    const auto op = [&] { return static_cast<Transpose>(turn % 3 == 0 ? 0 : this->generator_() % 4); };
    const typename Operands<T>::Sizes shape{any(1, most), any(1, most),   any(3600, 4500), op(),
                                            op(),         turn % 2 * 200, any(0, 3),       2};
    Operands<T> operands(shape, random_value<T>(this->generator_),
                         turn % 2 == 0 ? T{0} : random_value<T>(this->generator_), this->generator_);
    const Problem<T>& problem = operands.problem;
    Options options;
    options.collapse = false;
    if (turn % 4 == 3) options.workspace_limit = 1;
    options.threads = 1 + static_cast<int>(this->generator_() % 8);
    const Plan plan =
        this->plan(problem, this->all_on(problem, static_cast<int>(this->generator_() % 4)), options);
    ASSERT_GT(plan.tasks[0].order.pieces, 1);
    this->expect_reference_and_bits(plan, operands);
    if (this->HasFatalFailure()) return;
  }
}

/// Where C is at home the product is skinny; elsewhere, if C is only written, packed blocks of C use
/// streaming stores.
TYPED_TEST(OnFourTeams, SkinnyPartsAndStreamedOnesHaveTheSameBits) {
  using T = TypeParam;
  for (const Transpose op : {Transpose::none, Transpose::conjugate}) {
    Operands<T> operands({9000, 2, 20, op, Transpose::none, 3, 0, 2}, random_value<T>(this->generator_), T{0},
                         this->generator_);
    const Problem<T>& problem = operands.problem;
    const Plan plan = this->plan(problem, this->all_on(problem, 0), this->everyone());
    const auto skinny = std::count_if(plan.tasks.begin(), plan.tasks.end(),
                                      [](const NodeTask& task) { return task.skinny() != nullptr; });
    EXPECT_GT(skinny, 0);
    EXPECT_LT(skinny, 4);
    this->expect_reference_and_bits(plan, operands);
    if (this->HasFatalFailure()) return;
  }
}

TEST_F(FourTeams, SplitKFitsItsWorkspaceWithAnyDepth) {
  for (const Index kc : {8, 64, 72, 512}) {
    Operands<double> operands({64, 40, 6000}, 1, 1, generator_);
    Options options = everyone();
    options.nodes = {0};
    options.threads = 2;
    options.blocking = {48, kc, 64};
    const Plan plan = this->plan(operands.problem, all_on(operands.problem, 0), options);
    ASSERT_GT(plan.tasks[0].order.pieces, 1);
    ASSERT_EQ(plan.tasks[0].skinny(), nullptr);
    ASSERT_EQ(plan.tasks[0].threads, 2);
    for (int again = 0; again < 5; ++again) {
      operands.restore();
      ASSERT_TRUE(execute(plan, operands.problem, &teams_, guarded_));
      EXPECT_EQ(operands.check(), "") << "kc " << kc;
    }
  }
}

TEST_F(FourTeams, ARemoteCIsFinishedBlockByBlock) {
  for (const double beta : {1.0, 0.0, -0.5}) {
    Operands<double> operands({260, 250, 900}, 1, beta, generator_);
    const Plan plan = this->plan(operands.problem, all_on(operands.problem, 0), everyone());
    ASSERT_EQ(plan.grid, (Grid{2, 2}));
    int finished = 0;
    for (const NodeTask& task : plan.tasks) finished += std::get<Panels>(task.algorithm).buffered_c ? 1 : 0;
    EXPECT_EQ(finished, 3) << explain(plan, machine_);
    ASSERT_TRUE(execute(plan, operands.problem, &teams_, guarded_));
    EXPECT_EQ(operands.check(), "") << beta;
  }
}

TEST_F(FourTeams, ABusyTeamIsRefusedAndNothingWritten) {
  Operands<double> operands({300, 300, 300}, 1, 1, generator_);
  const Plan plan = this->plan(operands.problem, all_on(operands.problem, 0), everyone());
  bool refused = false;
  teams_.try_run(TeamThreads{{1, 0, 0, 0}},
                 [&](const ThreadSlot&) { refused = !execute(plan, operands.problem, &teams_, guarded_); });
  EXPECT_TRUE(refused);
  EXPECT_EQ(operands.result(), operands.before);
}

TEST_F(FourTeams, AKernelThatThisCpuLacksIsRefused) {
  Operands<double> operands({30, 30, 30}, 1, 1, generator_);
  Plan plan = this->plan(operands.problem, all_on(operands.problem, 0), {});
  plan.kernel.name = "no-such-kernel";
  EXPECT_THROW(execute(plan, operands.problem, &teams_, guarded_), Error);
}

}  // namespace
}  // namespace numapack

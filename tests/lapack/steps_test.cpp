// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <thread>

#include "lapack/cholesky.hpp"
#include "lapack/cholesky_execute.hpp"
#include "lapack/cholesky_schedule.hpp"
#include "lapack/inverse/inverse.hpp"
#include "level2/half_plan.hpp"
#include "level2/level2.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "level3/run/execute.hpp"
#include "lu/lu.hpp"
#include "lu/lu_execute.hpp"
#include "lu/lu_schedule.hpp"
#include "packed/packed.hpp"
#include "panels/shared_lines.hpp"
#include "profile/planning.hpp"
#include "qr/qr.hpp"
#include "qr/qr_execute.hpp"
#include "qr/qr_schedule.hpp"
#include "runtime/runtime.hpp"
#include "runtime/watch.hpp"
#include "schedule/run.hpp"
#include "schedule/step_trace.hpp"
#include "support/invented_nodes.hpp"
#include "triangle/triangle_execute.hpp"
#include "triangle/triangle_schedule.hpp"

namespace numapack {
namespace {

using testing::Generator;
using testing::InventedNodes;
using testing::random_value;
using testing::Real;
using testing::test_seed;

/// The calling thread's calls write down their steps as long as this lives.
class Watched {
 public:
  Watched() { call_.steps = &trace_, before_ = detail::watch_calls(&call_); }
  ~Watched() { detail::watch_calls(before_); }
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;
  std::vector<StepTrace::Run> take() { return trace_.take(); }

 private:
  StepTrace trace_;
  WatchedCall call_;
  WatchedCall* before_ = nullptr;
};

/// Each part of each step once, by a thread of its team, and not before what the step waits for is done.
void expect_obeyed(const StepTrace::Run& run) {
  const Schedule& schedule = run.schedule;
  struct Times {
    int parts = 0;
    std::uint64_t begun = ~std::uint64_t{0}, ended = 0;
  };
  std::vector<Times> times(schedule.steps.size());
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> parts;
  for (const StepTrace::Done& done : run.done) {
    ASSERT_LT(done.step, schedule.steps.size());
    const Step& step = schedule.steps[done.step];
    EXPECT_EQ((++parts[{done.step, done.part}]), 1);
    EXPECT_LT(done.part, static_cast<std::uint32_t>(step.width));
    EXPECT_EQ(done.team, step.team);
    EXPECT_LT(done.thread, schedule.threads[static_cast<std::size_t>(step.team)]);
    EXPECT_TRUE(!schedule.tickets.empty() || static_cast<std::uint32_t>(done.thread) == done.part);
    Times& of = times[done.step];
    ++of.parts;
    of.begun = std::min(of.begun, done.begun), of.ended = std::max(of.ended, done.ended);
  }
  std::vector<std::vector<std::uint64_t>> signalled(schedule.counters);
  for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
    ASSERT_EQ(times[i].parts, schedule.steps[i].width) << "step " << i;
    for (const std::uint32_t counter : schedule.signals_of(schedule.steps[i]))
      signalled[counter].push_back(times[i].ended);
  }
  for (std::vector<std::uint64_t>& of_counter : signalled) std::ranges::sort(of_counter);
  for (std::size_t i = 0; i < schedule.steps.size(); ++i)
    for (const Schedule::Wait& wait : schedule.waits_of(schedule.steps[i])) {
      ASSERT_GE(signalled[wait.counter].size(), wait.value);
      EXPECT_LT(signalled[wait.counter][wait.value - 1], times[i].begun) << "step " << i;
    }
}

/// Calls of one type on machines whose nodes are one and the same here.
template <class T>
class Steps : public ::testing::Test {
 protected:
  Index below(Index end) { return static_cast<Index>(random_() % static_cast<std::uint64_t>(end)); }
  std::vector<T> elements(Index count, T diagonal = T{0}, Index leading = 0) {
    std::vector<T> all(static_cast<std::size_t>(count));
    for (T& element : all) element = random_value<T>(random_);
    for (Index i = 0; leading > 0 && i < leading; ++i)
      all[static_cast<std::size_t>(i * (leading + 1))] = diagonal;
    return all;
  }
  static Options everyone() {
    Options options;
    options.collapse = false;
    return options;
  }
  const KernelShape& any_kernel() {
    const std::vector<Kernel<T>>& kernels = usable_kernels<T>();
    return kernels[random_() % kernels.size()].shape;
  }
  /// Expects one run that obeyed its plan, with these steps if given.
  void expect_one(const std::optional<Schedule>& expected = {}) {
    const std::vector<StepTrace::Run> runs = watched_.take();
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_TRUE(!expected || runs.front().schedule == *expected);
    expect_obeyed(runs.front());
  }

  Generator random_{test_seed()};
  Watched watched_;
  ScheduleCache schedules_{std::size_t{1} << 16};  ///< small: some are forgotten
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Steps, Types);

constexpr int machines = 6, calls = 30;

TYPED_TEST(Steps, OfProductsAreTheirPlans) {
  using T = TypeParam;
  for (int machine = 0; machine < machines; ++machine) {
    InventedNodes here(1 + machine % 4, 2 + machine % 2, this->random_);
    for (int call = 0; call < calls && !this->HasFailure(); ++call) {
      Problem<T> p;
      p.m = 1 + this->below(150), p.n = 1 + this->below(150), p.k = 1 + this->below(150);
      p.trans_a = static_cast<Transpose>(this->below(4)), p.trans_b = static_cast<Transpose>(this->below(4));
      if (this->below(4) == 0) p.n = p.m, p.region = MatrixType::lower;
      p.twofold = p.region == MatrixType::lower && this->below(2) == 0;
      if (p.twofold) p.trans_a = Transpose::none, p.trans_b = Transpose::transpose;
      const std::vector<T> a = this->elements(p.m * p.k), b = this->elements(p.k * p.n);
      std::vector<T> c = this->elements(p.m * p.n);
      p.a = a.data(), p.lda = transposes(p.trans_a) ? p.k : p.m;
      p.b = b.data(), p.ldb = transposes(p.trans_b) ? p.n : p.k;
      p.c = c.data(), p.ldc = p.m, p.beta = T{1};
      const auto homes_of = [&](bool turned, Index rows, Index columns) {
        return here.some_homes(turned ? columns : rows, turned ? rows : columns, this->random_);
      };
      const Plan plan =
          make_plan(p.call(), this->any_kernel(),
                    {homes_of(transposes(p.trans_a), p.m, p.k), homes_of(transposes(p.trans_b), p.k, p.n),
                     homes_of(false, p.m, p.n)},
                    here.machine, estimate_profile(here.machine), here.layout, this->everyone());
      ASSERT_TRUE(execute(plan, p, &here.teams, here.pool));
      const std::vector<StepTrace::Run> runs = this->watched_.take();
      ASSERT_EQ(runs.size(), plan.caller_only ? 0U : 1U);
      if (plan.caller_only) continue;
      expect_obeyed(runs.front());
      // One step a task: its rows and columns of C.
      const Schedule& schedule = runs.front().schedule;
      ASSERT_EQ(schedule.steps.size(), plan.tasks.size());
      for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
        EXPECT_EQ(schedule.steps[i].team, plan.tasks[i].team);
        EXPECT_EQ(schedule.steps[i].width, plan.tasks[i].threads);
        EXPECT_EQ(schedule.writes_of(schedule.steps[i])[0].rows, plan.tasks[i].rows);
        EXPECT_EQ(schedule.writes_of(schedule.steps[i])[0].columns, plan.tasks[i].columns);
      }
    }
  }
}

TYPED_TEST(Steps, OfTrianglesAreTheirPlans) {
  using T = TypeParam;
  for (int machine = 0; machine < machines; ++machine) {
    InventedNodes here(1 + machine % 4, 2 + machine % 2, this->random_);
    for (int call = 0; call < calls && !this->HasFailure(); ++call) {
      TriangularProblem<T> p;
      p.side = this->below(2) == 0 ? Side::left : Side::right;
      p.stored = this->below(2) == 0 ? Half::lower : Half::upper;
      p.trans = static_cast<Transpose>(this->below(4));
      p.m = 8 + this->below(200), p.n = 8 + this->below(200);
      const std::vector<T> a = this->elements(p.order() * p.order(), T(Real<T>(p.order())), p.order());
      const std::vector<T> before = this->elements(p.m * p.n);
      std::vector<T> b = before, again = before;
      p.a = a.data(), p.lda = p.order();
      p.b = b.data(), p.ldb = p.m;
      std::vector<std::int64_t> pivots;
      for (Index i = 0; i < p.m; ++i) pivots.push_back(1 + this->below(p.m));
      const RowInterchanges changed{p.side == Side::left ? pivots.data() : nullptr, this->below(2) == 0};
      p.interchanges = changed;
      const bool solves = this->below(2) == 0;
      TrianglePlan plan =
          make_triangle_plan({type_of<T>(), solves, p.side, p.half(), p.m, p.n, transposes(p.trans)},
                             this->any_kernel(), here.some_homes(p.m, p.n, this->random_), here.machine,
                             estimate_profile(here.machine), here.layout, this->everyone());
      // Of more steps than buffers, as large ones are.
      plan.steps.width = p.side == Side::left ? plan.kernel.mr : plan.kernel.nr;
      plan.resident = this->below(2) == 0;
      for (TriangleTask& task : plan.tasks) task.workspace_bytes = triangle_workspace_of(plan, task).total;
      ASSERT_TRUE(execute(plan, p, &here.teams, here.pool, &this->schedules_));
      this->expect_one(make_triangle_schedule(plan, here.layout.size()));
      TrianglePlan alone = plan_alone(plan.call, plan.kernel, {});
      alone.steps.width = plan.steps.width;
      alone.resident = this->below(2) == 0;
      // Its rows change places by themselves.
      p.b = again.data();
      p.interchanges = {};
      const auto interchange = [&](bool before_it) {
        for (Index turn = 0; changed.pivots != nullptr && before_it == changed.before && turn < p.m; ++turn)
          for (Index j = 0; j < p.n; ++j) {
            const Index i = before_it ? turn : p.m - 1 - turn;
            std::swap(again[static_cast<std::size_t>(i + j * p.m)],
                      again[static_cast<std::size_t>(pivots[static_cast<std::size_t>(i)] - 1 + j * p.m)]);
          }
      };
      interchange(true);
      ASSERT_TRUE(execute(alone, p, nullptr, here.pool, nullptr));
      interchange(false);
      EXPECT_EQ(b, again);
      EXPECT_TRUE(this->watched_.take().empty());
    }
  }
}

TYPED_TEST(Steps, OfFactorisationsAreTheirPlans) {
  using T = TypeParam;
  for (int machine = 0; machine < machines; ++machine) {
    InventedNodes here(1 + machine % 4, 1 + machine % 3, this->random_);
    const Profile figures = estimate_profile(here.machine);
    const std::size_t teams = here.layout.size();
    for (int call = 0; call < calls && !this->HasFailure(); ++call) {
      const Index m = 33 + this->below(250), n = this->below(3) == 0 ? m : 33 + this->below(250);
      const bool by_rows = this->below(2) == 0;
      const Layout layout = by_rows ? Layout::row_major : Layout::column_major;
      Options options = this->everyone();
      options.localise = this->below(2) == 0;
      const HomeMap homes = here.some_homes(m, n, this->random_);
      const PanelShape shape{type_of<T>(), m, n, by_rows};
      const Index leading = by_rows ? n : m;
      std::vector<T> a = this->elements(m * n);
      if (call % 3 == 0) {
        const LuPlan plan =
            make_lu_plan(shape, this->any_kernel(), homes, here.machine, figures, here.layout, options);
        std::vector<std::int64_t> pivots(static_cast<std::size_t>(std::min(m, n)));
        ASSERT_TRUE(execute(plan, LuProblem<T>{m, n, a.data(), leading, pivots.data(), layout}, &here.teams,
                            here.pool, nullptr, &this->schedules_));
        if (plan.caller_only) continue;
        this->expect_one(make_lu_schedule(plan, teams));
      } else if (call % 3 == 1) {
        const QrPlan plan =
            make_qr_plan(shape, this->any_kernel(), homes, here.machine, figures, here.layout, options);
        std::vector<T> tau(static_cast<std::size_t>(std::min(m, n)));
        ASSERT_TRUE(execute(plan, QrProblem<T>{m, n, a.data(), leading, tau.data(), layout}, &here.teams,
                            here.pool, nullptr, &this->schedules_));
        if (plan.caller_only) continue;
        this->expect_one(make_qr_schedule(plan, teams));
      } else {
        a = this->elements(n * n, T(Real<T>(2 * n)), n);
        const Half half = this->below(2) == 0 ? Half::lower : Half::upper;
        const CholeskyPlan plan = make_cholesky_plan({type_of<T>(), half, n}, this->any_kernel(),
                                                     here.some_homes(n, n, this->random_), here.machine,
                                                     figures, here.layout, options);
        ASSERT_EQ(execute(plan, HalfMatrix<T>{"potrf", half, n, a.data(), n}, &here.teams, here.pool,
                          &this->schedules_),
                  0);
        if (plan.caller_only) continue;
        this->expect_one(make_cholesky_schedule(plan, teams));
      }
    }
  }
}

/// Through the runtime, on as many threads as there are: whatever a call is made of is obeyed.
TYPED_TEST(Steps, OfCallsOnThisMachineAreObeyed) {
  using T = TypeParam;
  std::size_t shared = 0;
  for (int turn = 0; turn < 4; ++turn) {
    const Index n = 300 + this->below(300), rows = n + this->below(100);
    const T large(Real<T>(4 * n));
    std::vector<T> a = this->elements(n * n, large, n), b = this->elements(n * n), c = b;
    std::vector<std::int64_t> pivots(static_cast<std::size_t>(n));
    ASSERT_EQ(factor(LuProblem<T>{n, n, a.data(), n, pivots.data()}), 0);
    ASSERT_EQ(invert(LuInverse<T>{Layout::column_major, n, a.data(), n, pivots.data()}), 0);
    a = this->elements(n * n, large, n);
    const HalfMatrix<T> half{"steps", Half::lower, n, a.data(), n};
    ASSERT_EQ(factor_cholesky(half), 0);
    ASSERT_EQ(invert_from_cholesky(half), 0);
    std::vector<T> tall = this->elements(rows * n), tau(static_cast<std::size_t>(n));
    factor(QrProblem<T>{rows, n, tall.data(), rows, tau.data()});
    Problem<T> product;
    product.m = product.n = product.k = n;
    product.a = a.data(), product.b = b.data(), product.c = c.data();
    product.lda = product.ldb = product.ldc = n;
    multiply(PackedOperand<T>(true, Transpose::none, n, n, a.data(), n), product);
    for (const StepTrace::Run& run : this->watched_.take()) {
      expect_obeyed(run);
      ++shared;
    }
    if (this->HasFailure()) break;
  }
  EXPECT_TRUE(Runtime::get().layout().front().cores.size() == 1 || shared > 4U * 6);
}

/// Interchanges and copies by lines: each line once, by the node that has most of it.
TEST(StepsOfLines, AreTheirPlans) {
  Generator random(test_seed());
  for (int turn = 0; turn < 20; ++turn) {
    InventedNodes here(1 + turn % 4, 1 + turn % 3, random);
    const Index m = 300 + static_cast<Index>(random() % 300), n = 600;
    const bool of_rows = turn % 2 == 1;
    const std::vector<NodeCrew> crews = allowed_workers(here.machine, here.layout, {});
    const HomeMap homes = here.some_homes(m, n, random);
    const LinesPlan plan = share_lines(of_rows, homes, sizeof(double), crews);
    Watched watched;
    std::vector<std::atomic<int>> times(static_cast<std::size_t>(of_rows ? m : n));
    ASSERT_TRUE(run(make_lines_schedule(plan, here.layout.size()), here.teams,
                    [&](const Step& step, const StepPart&) {
                      const Range lines = plan.pieces[static_cast<std::size_t>(step.detail[0])];
                      for (Index line = lines.begin; line < lines.end; ++line)
                        ++times[static_cast<std::size_t>(line)];
                    }));
    for (const std::atomic<int>& each : times) ASSERT_EQ(each.load(), 1);
    for (const StepTrace::Run& done : watched.take()) expect_obeyed(done);
    for (const PiecesTask& task : plan.tasks)
      for (const int piece : task.pieces) {
        const Range lines = plan.pieces[static_cast<std::size_t>(piece)], rows{0, m}, columns{0, n};
        const std::vector<double> at =
            homes.elements_by_node(of_rows ? lines : rows, of_rows ? columns : lines);
        const auto home = std::ranges::max_element(at) - at.begin();
        if (2 * at[static_cast<std::size_t>(home)] > double(lines.size() * (of_rows ? n : m)) * 1.001) {
          EXPECT_EQ(task.memory_node, home);
        }
      }
    const LinesPlan little = share_lines(of_rows, here.some_homes(20, 20, random), sizeof(double), crews);
    ASSERT_EQ(little.tasks.size(), 1U);
    EXPECT_EQ(little.tasks.front().threads, 1);
  }
}

TEST(StepsOfNobody, AreNotWrittenDown) {
  Generator random(test_seed());
  InventedNodes here(2, 1, random);
  const Schedule alone = make_half_schedule({{0, 900}}, Half::lower, 900, {{0, 0, 0, 1, {0}}}, 2);
  Schedule without_tickets = alone;
  without_tickets.tickets.clear();
  Watched watched;
  // Another caller has all threads.
  std::atomic<int> taken{0};
  std::atomic<bool> enough{false};
  std::thread other([&] {
    here.teams.try_run(here.teams.everyone(), [&](const Seat&) {
      ++taken;
      while (!enough) std::this_thread::yield();
    });
  });
  while (taken < 2) std::this_thread::yield();
  for (const Schedule& schedule : {alone, without_tickets})
    EXPECT_FALSE(run(schedule, here.teams, [](const Step&, const StepPart&) { ADD_FAILURE(); }));
  enough = true;
  other.join();
  EXPECT_TRUE(watched.take().empty());
  EXPECT_TRUE(run(alone, here.teams, [](const Step&, const StepPart&) {}));
  EXPECT_EQ(watched.take().size(), 1U);
}

/// Level 2's pieces: each once, then all rows of their sums.
TEST(StepsOfHalves, AreEachPieceThenAllRows) {
  Generator random(test_seed());
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  for (int turn = 0; turn < 200; ++turn) {
    InventedNodes here(1 + turn % 4, 1 + turn % 3, random);
    const Index n = 800 + static_cast<Index>(random() % 4000);
    const Half stored = random() % 2 == 0 ? Half::lower : Half::upper;
    const std::vector<Range> pieces = half_pieces(stored, n);
    const std::vector<PiecesTask> tasks =
        half_tasks(pieces, stored, here.some_homes(n, n, random), here.machine, here.layout);
    const Schedule schedule = make_half_schedule(pieces, stored, n, tasks, here.layout.size());
    ASSERT_EQ(schedule.steps.size(), pieces.size() + tasks.size());
    Watched watched;
    std::vector<std::atomic<int>> rows(static_cast<std::size_t>(n));
    ASSERT_TRUE(run(schedule, here.teams, [&](const Step& step, const StepPart& part) {
      if (static_cast<HalfStep>(step.kernel) == HalfStep::piece) return;
      const Range mine = rows_of_thread(tasks, static_cast<std::size_t>(step.detail[0]), part.part, n);
      for (Index i = mine.begin; i < mine.end; ++i) ++rows[static_cast<std::size_t>(i)];
    }));
    for (const std::atomic<int>& row : rows) ASSERT_EQ(row, 1);
    expect_obeyed(watched.take().front());
  }
}

}  // namespace
}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>

#include "lapack/cholesky.hpp"
#include "lapack/cholesky_execute.hpp"
#include "lapack/cholesky_schedule.hpp"
#include "lapack/inverse/inverse.hpp"
#include "lapack/steps.hpp"
#include "level3/run/execute.hpp"
#include "lu/lu.hpp"
#include "lu/lu_execute.hpp"
#include "lu/lu_schedule.hpp"
#include "packed/packed.hpp"
#include "qr/qr.hpp"
#include "qr/qr_execute.hpp"
#include "qr/qr_schedule.hpp"
#include "runtime/runtime.hpp"
#include "schedule/step_trace.hpp"
#include "support/invented_nodes.hpp"
#include "triangle/triangle_execute.hpp"
#include "triangle/triangle_schedule.hpp"

// What steps of a plan run, in which order, by which threads: random calls against their plans.
namespace numapack {
namespace {

using testing::expect_obeyed;
using testing::InventedNodes;
using testing::Real;
using testing::Steps;

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
      const auto homes_of = [&](bool transposed, Index rows, Index columns) {
        return here.some_homes(transposed ? columns : rows, transposed ? rows : columns, this->random_);
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
      p.stored = this->below(2) == 0 ? Triangle::lower : Triangle::upper;
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
          make_triangle_plan({type_of<T>(), solves, p.side, p.triangle(), p.m, p.n, transposes(p.trans)},
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
        const Triangle triangle = this->below(2) == 0 ? Triangle::lower : Triangle::upper;
        const CholeskyPlan plan = make_cholesky_plan({type_of<T>(), triangle, n}, this->any_kernel(),
                                                     here.some_homes(n, n, this->random_), here.machine,
                                                     figures, here.layout, options);
        ASSERT_EQ(execute(plan, StoredTriangle<T>{"potrf", triangle, n, a.data(), n}, &here.teams, here.pool,
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
    const StoredTriangle<T> triangle{"steps", Triangle::lower, n, a.data(), n};
    ASSERT_EQ(factor_cholesky(triangle), 0);
    ASSERT_EQ(invert_from_cholesky(triangle), 0);
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

}  // namespace
}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
// What schedules take by the walk with a clock, on a machine of 96 cores: threads that wait are seen here
// without such a machine.
#include <gtest/gtest.h>

#include "lapack/cholesky_traffic.hpp"
#include "level3/plan/plan_seconds.hpp"
#include "lu/lu_traffic.hpp"
#include "qr/qr_traffic.hpp"
#include "support/planning.hpp"
#include "triangle/called_plan.hpp"
#include "triangle/triangle_traffic.hpp"

namespace numapack {
namespace {

using testing::Site;

class KunpengSeconds : public ::testing::Test {
 protected:
  HomeMap on_node_0(Index n) const {
    return HomeMap::on_node(n, n, 0, static_cast<int>(machine().nodes.size()));
  }
  const Machine& machine() const { return site_.machine; }
  TimeModel model(const char* routine) const {
    return time_model(machine(), site_.profile, routine, Type::d);
  }
  KernelShape kernel() const { return choose_shape(machine().architecture, false, Type::d); }

  double product(Index n) const {
    Call call;
    call.m = call.n = call.k = n;
    call.reads_c = false;
    const Plan plan = make_plan(call, kernel(), {on_node_0(n), on_node_0(n), on_node_0(n)}, machine(),
                                site_.profile, site_.layout);
    return call.flops() / seconds_of(plan, model("gemm")).total;
  }
  /// Threads on the first so many nodes.
  Options on(int nodes) const {
    Options options;
    for (int node = 0; node < nodes; ++node) options.nodes.push_back(node);
    return options;
  }
  double lu(Index n, int nodes = 4) const {
    const LuPlan plan = make_lu_plan({Type::d, n, n}, kernel(), on_node_0(n), machine(), site_.profile,
                                     site_.layout, on(nodes));
    return 2.0 / 3 * double(n) * double(n) * double(n) / seconds_of(plan, on_node_0(n), model("getrf")).total;
  }
  double qr(Index n, int nodes = 4) const {
    const QrPlan plan = make_qr_plan({Type::d, n, n}, kernel(), on_node_0(n), machine(), site_.profile,
                                     site_.layout, on(nodes));
    return 4.0 / 3 * double(n) * double(n) * double(n) / seconds_of(plan, on_node_0(n), model("geqrf")).total;
  }
  double cholesky(Index n, int nodes = 4) const {
    const CholeskyPlan plan = make_cholesky_plan({Type::d, Triangle::lower, n}, kernel(), on_node_0(n),
                                                 machine(), site_.profile, site_.layout, on(nodes));
    return 1.0 / 3 * double(n) * double(n) * double(n) / seconds_of(plan, on_node_0(n), model("potrf")).total;
  }

  const Site site_{testing::captured("kunpeng920")};
};

TEST_F(KunpengSeconds, FactorisationsAreNearTheRateOfProducts) {
  struct Bar {
    Index n;
    double lu, cholesky, qr;
  };
  for (const Bar& bar :
       {Bar{4096, 0.50, 0.55, 0.40}, Bar{8192, 0.72, 0.75, 0.60}, Bar{16384, 0.85, 0.85, 0.75}}) {
    const double rate = product(bar.n);
    EXPECT_GE(lu(bar.n) / rate, bar.lu) << bar.n;
    EXPECT_GE(cholesky(bar.n) / rate, bar.cholesky) << bar.n;
    EXPECT_GE(qr(bar.n) / rate, bar.qr) << bar.n;
  }
}

TEST_F(KunpengSeconds, FourNodesAreWorthMoreThanThree) {
  constexpr Index n = 16384;
  EXPECT_GE(lu(n) / lu(n, 1), 3.3);
  EXPECT_GE(cholesky(n) / cholesky(n, 1), 3.3);
  EXPECT_GE(qr(n) / qr(n, 1), 3.3);
}

TEST_F(KunpengSeconds, ThreadsOfATriangleHaveAsMuchToDo) {
  const Index n = 8192;
  const TrianglePlan plan = make_called_plan({Type::d, true, Side::left, Triangle::lower, n, n}, kernel(),
                                             on_node_0(n), machine(), site_.profile, site_.layout, {});
  for (const TriangleTask& task : plan.tasks) EXPECT_EQ(task.blocks.size() % std::size_t(task.threads), 0U);
  const Seconds s = seconds_of(plan, {on_node_0(n), on_node_0(n)}, model("trsm"));
  EXPECT_LE(s.waiting / s.total, 0.08);
  EXPECT_NEAR(s.total, s.arithmetic + s.local_memory + s.remote_memory + s.waiting + s.waking,
              1e-9 * s.total);
}

TEST_F(KunpengSeconds, FasterMemoryNeverTakesLonger) {
  const Index n = 4096;
  const LuPlan plan =
      make_lu_plan({Type::d, n, n}, kernel(), on_node_0(n), machine(), site_.profile, site_.layout);
  TimeModel faster = model("getrf");
  const double before = seconds_of(plan, on_node_0(n), faster).total;
  for (auto* const table : {&faster.core_bytes_per_s, &faster.link_bytes_per_s})
    for (std::vector<double>& row : *table)
      for (double& rate : row) rate *= 2;
  for (double& rate : faster.memory_bytes_per_s) rate *= 2;
  // Different orders change the time a little: allow them a percent.
  EXPECT_LE(seconds_of(plan, on_node_0(n), faster).total, 1.01 * before);
}

}  // namespace
}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/triangle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>
#include <vector>

#include "support/four_teams.hpp"
#include "support/options.hpp"
#include "support/reference.hpp"
#include "support/tuned_process.hpp"
#include "triangle/triangle_execute.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

/// A trmm or trsm with its data, in which nothing that is not to be read is a number.
template <class T>
struct Case {
  using R = Real<T>;
  static constexpr bool complex = !std::is_same_v<T, R>;

  TriangularProblem<T> problem;
  std::vector<T> a, b, before;
  bool solves = true;

  T op(Index i, Index j) const {
    if (i != j && (problem.triangle() == Triangle::lower) != (i > j)) return T{0};
    if (i == j && problem.unit_diagonal) return T{1};
    T value = transposes(problem.trans) ? a[at(j, i)] : a[at(i, j)];
    if constexpr (complex)
      if (conjugates(problem.trans)) value = std::conj(value);
    return value;
  }
  std::size_t at(Index i, Index j) const { return static_cast<std::size_t>(i + j * problem.lda); }
  T of(const std::vector<T>& matrix, Index i, Index j) const {
    return matrix[static_cast<std::size_t>(i + j * problem.ldb)];
  }

  /// Higham, Accuracy and Stability, 2nd ed.: of a product section 3.5, of a solve theorem 8.5, for any order
  /// of the sums. Returns what is wrong.
  std::string check() const {
    const bool left = problem.side == Side::left;
    const Index order = problem.order();
    const auto bound = complex ? 2 * std::sqrt(WideReal<T>{2}) * testing::gamma<T>(2 * order + 12)
                               : testing::gamma<T>(order + 8);
    const std::vector<T>& x = solves ? b : before;
    for (Index j = 0; j < problem.n; ++j)
      for (Index i = 0; i < problem.m; ++i) {
        Wide<T> sum = 0;
        WideReal<T> size = 0;
        for (Index p = 0; p < order; ++p) {
          const Wide<T> y =
              left ? Wide<T>(op(i, p)) * Wide<T>(of(x, p, j)) : Wide<T>(of(x, i, p)) * Wide<T>(op(p, j));
          sum += y, size += std::abs(y);
        }
        const Wide<T> other = Wide<T>(problem.alpha) * (solves ? Wide<T>(of(before, i, j)) : sum);
        const Wide<T> got = solves ? sum : Wide<T>(of(b, i, j));
        const WideReal<T> scale = solves ? size + std::abs(other) : size * std::abs(problem.alpha);
        if (!(std::abs(got - other) <= bound * scale + std::numeric_limits<R>::min())) {
          std::ostringstream text;
          text << i << "," << j << ": " << got << ", not " << other << " in " << *this;
          return text.str();
        }
      }
    for (Index j = 0; j < problem.n; ++j)
      for (Index i = problem.m; i < problem.ldb; ++i)
        if (of(b, i, j) != of(before, i, j)) return "wrote between columns";
    return "";
  }

  friend std::ostream& operator<<(std::ostream& out, const Case& c) {
    const TriangularProblem<T>& p = c.problem;
    return out << (c.solves ? "trsm " : "trmm ") << (p.side == Side::left ? "left " : "right ")
               << name(p.stored) << " op " << static_cast<int>(p.trans) << (p.unit_diagonal ? " unit" : "")
               << " m " << p.m << " n " << p.n << " lda " << p.lda << " ldb " << p.ldb << " alpha "
               << p.alpha;
  }
};

template <class T>
class Triangles : public FourTeams {
 protected:
  using R = Real<T>;
  Index below(Index most) { return static_cast<Index>(generator_() % static_cast<std::uint64_t>(most)); }

  Case<T> any(Index most) {
    const auto size = [&] { return 1 + below(below(3) == 0 ? most : most / 6); };
    return make(size(), size());
  }
  Case<T> make(Index m, Index n) {
    Case<T> c;
    TriangularProblem<T>& p = c.problem;
    c.solves = below(2) == 0;
    p.side = below(2) == 0 ? Side::left : Side::right;
    p.stored = below(2) == 0 ? Triangle::lower : Triangle::upper;
    p.trans = static_cast<Transpose>(below(4));
    p.unit_diagonal = below(2) == 0;
    p.m = m, p.n = n;
    p.alpha = below(2) == 0 ? T{1} : random_value<T>(generator_);
    p.lda = p.order() + below(4), p.ldb = m + below(4);
    c.a.resize(static_cast<std::size_t>(p.lda * p.order()));
    c.b.resize(static_cast<std::size_t>(p.ldb * n));
    const R small = R(1) / static_cast<R>(p.order());
    for (Index j = 0; j < p.order(); ++j)
      for (Index i = 0; i < p.lda; ++i) {
        const bool read =
            i < p.order() && (i == j ? !p.unit_diagonal : (i > j) == (p.stored == Triangle::lower));
        c.a[c.at(i, j)] =
            !read ? T{std::numeric_limits<R>::quiet_NaN()}
                  : random_value<T>(generator_) * (i == j ? R{1} : small) + T{i == j ? R{2} : R{0}};
      }
    for (T& element : c.b) element = random_value<T>(generator_);
    c.before = c.b;
    p.a = c.a.data();
    return c;
  }

  void run(Case<T>& c) {
    c.problem.b = c.b.data();
    c.solves ? solve_triangle(c.problem) : multiply_by_triangle(c.problem);
  }
  TriangleCall call_of(const Case<T>& c) const {
    return {type_of<T>(), c.solves, c.problem.side, c.problem.triangle(), c.problem.m, c.problem.n};
  }
  TrianglePlan plan_on_four(const Case<T>& c, const HomeMap& homes, int threads) const {
    TrianglePlan plan = make_triangle_plan(call_of(c), choose_shape("", true, type_of<T>()), homes, machine_,
                                           estimate_profile(machine_), lay_out_teams(machine_),
                                           testing::options_of(threads, {}, false));
    for (TriangleTask& task : plan.tasks) task.memory_node = 0;
    return plan;
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Triangles, Types);

TYPED_TEST(Triangles, AnyOfThemHere) {
  for (int turn = 0; turn < 60 && !this->HasFatalFailure(); ++turn) {
    Case<TypeParam> c = this->any(150);
    this->run(c);
    ASSERT_EQ(c.check(), "");
  }
}

TYPED_TEST(Triangles, EveryPlanHasTheSameBits) {
  using T = TypeParam;
  for (int turn = 0; turn < 24; ++turn) {
    Case<T> c = this->any(220);
    HomeMap homes = HomeMap::on_node(c.problem.m, c.problem.n, static_cast<int>(this->below(4)), 4);
    if (this->below(2) == 0) homes = HomeMap::cyclic_columns(c.problem.m, c.problem.n, 16, {0, 1, 2, 3}, 4);
    const TrianglePlan plan = this->plan_on_four(c, homes, static_cast<int>(this->below(9)));
    c.problem.b = c.b.data();
    ASSERT_TRUE(execute(plan, c.problem, &this->teams_, this->guarded_, nullptr));
    ASSERT_EQ(c.check(), "");
    const std::vector<T> by_teams = c.b;
    c.b = c.before, c.problem.b = c.b.data();
    const TrianglePlan alone = plan_alone(plan.call, plan.kernel, {});
    ASSERT_TRUE(execute(alone, c.problem, nullptr, this->guarded_, nullptr));
    ASSERT_EQ(std::memcmp(by_teams.data(), c.b.data(), c.b.size() * sizeof(T)), 0) << c;
  }
}

TYPED_TEST(Triangles, ALargeOneByThisMachinesThreads) {
  Case<TypeParam> c = this->make(211, 257);
  this->run(c);
  ASSERT_EQ(c.check(), "");
}

TYPED_TEST(Triangles, NothingToDo) {
  Case<TypeParam> c = this->make(5, 7);
  c.problem.m = 0;
  this->run(c);
  EXPECT_EQ(std::memcmp(c.b.data(), c.before.data(), c.b.size() * sizeof(TypeParam)), 0);
  c = this->make(30, 40);
  c.problem.alpha = TypeParam{0};
  std::fill(c.b.begin(), c.b.end(), TypeParam{std::numeric_limits<Real<TypeParam>>::quiet_NaN()});
  this->run(c);
  for (Index j = 0; j < 40; ++j)
    for (Index i = 0; i < 30; ++i) EXPECT_EQ(c.of(c.b, i, j), TypeParam{0});
}

/// An inverse of such a diagonal would be infinite, or lose all its digits.
TYPED_TEST(Triangles, DiagonalsWhoseInversesDoNotExist) {
  using Part = Real<TypeParam>;
  for (const Part size :
       {std::numeric_limits<Part>::denorm_min() * 64, std::numeric_limits<Part>::max() / 2}) {
    for (int turn = 0; turn < 8; ++turn) {
      Case<TypeParam> c = this->make(40, 40);
      c.solves = true, c.problem.unit_diagonal = false, c.problem.alpha = TypeParam{1};
      const Index place = this->below(40);
      for (Index i = 0; i < 40; ++i) c.a[c.at(i, i)] = TypeParam{1};
      c.a[c.at(place, place)] = TypeParam{size};
      // Whatever is divided by it stays finite.
      for (Index line = 0; line < 40; ++line)
        c.b[static_cast<std::size_t>(c.problem.side == Side::left ? place + line * c.problem.ldb
                                                                  : line + place * c.problem.ldb)] =
            TypeParam{size};
      for (Index i = 0; i < 40; ++i)
        for (Index j = 0; j < 40; ++j)
          if (i != j && !std::isnan(std::abs(c.a[c.at(i, j)])) && (i == place || j == place))
            c.a[c.at(i, j)] = TypeParam{0};
      c.before = c.b;
      this->run(c);
      for (const TypeParam& element : c.b) ASSERT_TRUE(std::isfinite(std::abs(element))) << c;
    }
  }
}

/// A zero on the diagonal is not looked for: infinities, as in BLAS, and nothing hangs or throws.
TYPED_TEST(Triangles, SingularOnesGiveInfinities) {
  Case<TypeParam> c = this->make(50, 60);
  c.solves = true, c.problem.unit_diagonal = false;
  for (Index i = 0; i < c.problem.order(); ++i) c.a[c.at(i, i)] = TypeParam{0};
  this->run(c);
  EXPECT_FALSE(std::isfinite(std::abs(c.b.front())) && std::isfinite(std::abs(c.of(c.b, 49, 59))));
}

/// With what `numapack tune` may have found, on either side.
TEST(TunedTriangles, AreSolvedAndMultiplied) {
  expect_passing_when_tuned("Triangles/1.AnyOfThemHere:Triangles/2.EveryPlanHasTheSameBits");
}

}  // namespace
}  // namespace numapack

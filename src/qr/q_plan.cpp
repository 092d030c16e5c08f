// SPDX-License-Identifier: BSD-3-Clause
#include "qr/q_plan.hpp"

#include <algorithm>

#include "qr/qr_traffic.hpp"
#include "qr/reflectors/scratch.hpp"
#include "qr/reflectors/widths.hpp"

namespace numapack {

namespace {

/// The calls of BlockReflector (reflectors/block_reflector.hpp) and of those that take it.
class QWalk {
 public:
  explicit QWalk(const CallsSetting& setting)
      : setting_(setting),
        calls_(setting),
        adjoint_(is_complex(setting.type) ? Transpose::conjugate_transpose : Transpose::transpose) {}

  void multiply(const QProductShape& shape, const HomeMap& a, const HomeMap& c) {
    const bool left = shape.side == Side::left;
    const Transpose op = shape.trans == Transpose::none ? Transpose::none : adjoint_;
    begin(shape.order(), shape.k, c.rows);
    if (!left) ldw_ = spread(shape.m);
    each_panel(shape.k, left == (op == Transpose::none), [&](Range panel) {
      const Range rest{panel.begin, shape.order()};
      take_block(a, rest, panel);
      if (left)
        larfb_left(op, c.part(rest, {0, shape.n}), panel.size());
      else
        apply_right(op, c.part({0, shape.m}, rest), panel.size());
    });
  }

  void make(Index k, const HomeMap& a) {
    const Index m = a.rows, n = a.columns;
    if (k < n) pass(zeros, a, {0, m}, {k, n});
    begin(m, k, m);
    each_panel(k, true, [&](Range panel) {
      const Range rest{panel.begin, m};
      take_block(a, rest, panel);
      if (panel.end < n) larfb_left(Transpose::none, a.part(rest, {panel.end, n}), panel.size());
      calls_.add_triangle({setting_.type, false, Side::left, Triangle::upper, panel.size(), panel.size()},
                          {of_caller(panel.size(), panel.size()), of_caller(panel.size(), panel.size())});
      product({of_caller(rest.size(), panel.size()), ldv_}, {of_caller(panel.size(), panel.size()), ldw_},
              {a.part(rest, panel), ldc_}, {.reads_c = false});
      if (panel.begin > 0) pass(zeros, a, {0, panel.begin}, panel);
    });
  }

  void solve(Transpose trans, const HomeMap& a, const HomeMap& b) {
    const Index rows = std::max(a.rows, a.columns), columns = std::min(a.rows, a.columns);
    const Range all{0, b.columns};
    const bool high = a.rows >= a.columns, minimises_residual = high == (trans == Transpose::none);
    pass("largest element", a);
    // Its adjoint is factored in a copy.
    const HomeMap factors = high ? a : of_caller(rows, columns);
    if (!high) pass("adjoint of A", a);
    factor(factors);
    if (!high) pass("adjoint of A", a);
    pass("largest element", b);
    const auto with_r = [&] {
      calls_.add_triangle(
          {setting_.type, true, Side::left, minimises_residual ? Triangle::upper : Triangle::lower, columns,
           b.columns, !minimises_residual},
          {factors.part({0, columns}, {0, columns}), b.part({0, columns}, all)});
    };
    if (!minimises_residual) with_r();
    if (!minimises_residual && rows > columns) pass(zeros, b, {columns, rows}, all);
    multiply({Side::left, minimises_residual ? adjoint_ : Transpose::none, rows, b.columns, columns}, factors,
             b);
    if (minimises_residual) with_r();
  }

  CallsPlan plan() const { return calls_.plan(); }

 private:
  static constexpr const char* zeros = "zeros and ones";

  struct Product {
    Transpose a = Transpose::none, b = Transpose::none;
    bool reads_c = true;
  };

  /// A matrix as a product has it: where it is, and from one column to the next.
  struct Stored {
    HomeMap homes;
    Index leading;
  };

  Index spread(Index rows) const {
    return with_type(setting_.type, [&]<class T>() { return spread_leading<T>(rows); });
  }
  /// Leading dimensions of what QrScratch has for reflectors of so many elements, and of what they are
  /// applied to, which has no gaps.
  void begin(Index order, Index k, Index rows) {
    ldv_ = spread(order);
    ldt_ = ldw_ = spread(panel_width(k));
    ldc_ = rows;
  }

  HomeMap of_caller(Index rows, Index columns) const { return calls_.of_caller(rows, columns); }

  /// What the calling thread does to a part of a matrix without arithmetic, or to all of it.
  void pass(const char* what, const HomeMap& map, Range rows, Range columns) {
    calls_.add_alone(what, 0, double(rows.size()) * double(columns.size()),
                     calls_.elsewhere(map, rows, columns));
  }
  void pass(const char* what, const HomeMap& map) { pass(what, map, {0, map.rows}, {0, map.columns}); }

  void product(const Stored& a, const Stored& b, const Stored& c, const Product& how) {
    Call call;
    call.type = setting_.type;
    call.m = c.homes.rows, call.n = c.homes.columns;
    call.k = transposes(how.a) ? a.homes.rows : a.homes.columns;
    call.a = {how.a, a.leading}, call.b = {how.b, b.leading}, call.c = {Transpose::none, c.leading};
    call.reads_c = how.reads_c;
    calls_.add_product("gemm", call, {a.homes, b.homes, c.homes});
  }

  /// V with its zeros and ones, and T, on the caller's node.
  void take_block(const HomeMap& a, Range rows, Range panel) {
    const Index width = panel.size();
    const HomeMap v = of_caller(rows.size(), width);
    pass("copy of V", a, rows, panel);
    product({v, ldv_}, {v, ldv_}, {of_caller(width, width), ldt_}, {.a = adjoint_, .reads_c = false});
    const double w = double(width);
    calls_.add_alone("T of reflectors", flops_each(setting_.type) / 6 * w * w * w, w * w, 0);
  }

  void larfb_left(Transpose op, const HomeMap& c, Index width) {
    const HomeMap v = of_caller(c.rows, width), w = of_caller(width, c.columns);
    product({v, ldv_}, {c, ldc_}, {w, ldw_}, {.a = adjoint_, .reads_c = false});
    multiply_by_t(Side::left, op, w, width);
    product({v, ldv_}, {w, ldw_}, {c, ldc_}, {});
  }
  void apply_right(Transpose op, const HomeMap& c, Index width) {
    const HomeMap v = of_caller(c.columns, width), w = of_caller(c.rows, width);
    product({c, ldc_}, {v, ldv_}, {w, ldw_}, {.reads_c = false});
    multiply_by_t(Side::right, op, w, width);
    product({w, ldw_}, {v, ldv_}, {c, ldc_}, {.b = adjoint_});
  }
  void multiply_by_t(Side side, Transpose op, const HomeMap& w, Index width) {
    const bool plain = op == Transpose::none;
    calls_.add_triangle(
        {setting_.type, false, side, plain ? Triangle::upper : Triangle::lower, w.rows, w.columns, !plain},
        {of_caller(width, width), w});
  }

  void factor(const HomeMap& a) {
    const PanelShape shape{setting_.type, a.rows, a.columns};
    const QrPlan plan = make_qr_plan(shape, setting_.kernel, a, setting_.machine, setting_.profile,
                                     setting_.layout, setting_.options);
    const PanelTraffic traffic = traffic_of(plan, a, static_cast<int>(setting_.layout.size()));
    calls_.add_call("geqrf", plan.tasks, qr_flops(shape), traffic.crossing_bytes, traffic.least_bytes);
    calls_.add_seconds(seconds_of(plan, a, calls_.model_of("geqrf")));
  }

  const CallsSetting& setting_;
  CallsWalk calls_;
  const Transpose adjoint_;
  Index ldv_ = 0, ldt_ = 0, ldw_ = 0, ldc_ = 0;
};

}  // namespace

CallsPlan plan_q_product(const QProductShape& shape, const HomeMap& a, const HomeMap& c,
                         const CallsSetting& setting) {
  QWalk walk(setting);
  if (shape.m > 0 && shape.n > 0) walk.multiply(shape, a, c);
  return walk.plan();
}

CallsPlan plan_q_columns(Index k, const HomeMap& a, const CallsSetting& setting) {
  QWalk walk(setting);
  if (a.columns > 0) walk.make(k, a);
  return walk.plan();
}

CallsPlan plan_least_squares(Transpose trans, const HomeMap& a, const HomeMap& b,
                             const CallsSetting& setting) {
  QWalk walk(setting);
  if (a.rows > 0 && a.columns > 0 && b.columns > 0) walk.solve(trans, a, b);
  return walk.plan();
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "qr/qr_plan.hpp"

#include "level3/call/problem.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "qr/widths.hpp"
#include "triangle/called_plan.hpp"
#include "triangle/triangle_traffic.hpp"

namespace numapack {

namespace {

template <class Number>
double sum_of(const std::vector<QrStep>& steps, const Number& number) {
  double sum = 0;
  for (const QrStep& step : steps) sum += number(step);
  return sum;
}

class PlanOfPanels {
 public:
  PlanOfPanels(const QrShape& shape, const KernelShape& kernel, const HomeMap& homes, const Machine& machine,
               const Profile& profile, const std::vector<TeamLayout>& layout, const Options& options)
      : shape_(shape),
        kernel_(kernel),
        homes_(homes),
        machine_(machine),
        profile_(profile),
        layout_(layout),
        options_(options) {
    caller_memory_ = allowed_workers(machine, layout, options_).front().memory_node;
  }

  QrStep step(Range panel) const {
    QrStep made;
    made.panel = panel;
    const double width = double(panel.size()), each = flops_each(shape_.type);
    made.panel_flops = each * width * width * (double(rows(panel).size()) - width / 3);
    made.panel_crossing = 2 * bytes_elsewhere(panel);
    if (behind(panel).size() > 0) add_update(made);
    return made;
  }

 private:
  Range rows(Range panel) const { return {panel.begin, shape_.m}; }
  Range behind(Range panel) const { return {panel.end, shape_.n}; }
  HomeMap at_caller(Index rows, Index columns) const {
    return HomeMap::on_node(rows, columns, caller_memory_, static_cast<int>(machine_.nodes.size()));
  }

  double bytes_elsewhere(Range panel) const {
    const std::vector<double> elements = homes_.elements_by_node(rows(panel), panel);
    double elsewhere = 0;
    for (std::size_t node = 0; node < elements.size(); ++node)
      if (static_cast<int>(node) != caller_memory_) elsewhere += elements[node];
    return elsewhere * double(bytes_of(shape_.type));
  }

  Plan plan(bool adjoint, Index m, Index n, Index k, const Homes& homes) const {
    Call call = with_type(shape_.type, [&]<class T>() {
      Problem<T> problem;
      problem.trans_a = adjoint ? Transpose::conjugate_transpose : Transpose::none;
      problem.m = m, problem.n = n, problem.k = k;
      problem.lda = adjoint ? k : m, problem.ldb = k, problem.ldc = m;
      problem.beta = adjoint ? T{0} : T{1};
      return problem.call();
    });
    call.c_in_page = -1;
    return make_plan(call, kernel_, homes, machine_, profile_, layout_, options_);
  }

  void add_update(QrStep& made) const {
    const Range down = rows(made.panel), rest = behind(made.panel);
    const Index height = down.size(), width = made.panel.size(), columns = rest.size();
    const HomeMap v = at_caller(height, width), w = at_caller(width, columns), c = homes_.part(down, rest);
    const Plan dots = plan(true, width, columns, height, {v, c, w});
    const Plan update = plan(false, height, columns, width, {v, w, c});
    const TriangleCall by_t{shape_.type, false, Side::left, Half::lower, width, columns};
    const TriangleHomes t{at_caller(width, width), w};
    const TrianglePlan triangle = make_called_plan(by_t, kernel_, w, machine_, profile_, layout_, options_);
    made.update_crossing =
        dots.traffic.crossing() + update.traffic.crossing() + traffic_of(triangle, t, machine_).crossing();
    made.update_least =
        dots.bound.crossing() + update.bound.crossing() + least_crossing(triangle, t, machine_);
    made.update_flops = dots.call.flops() + update.call.flops() + by_t.flops();
    for (const NodeTask& task : update.tasks)
      made.shares.push_back({task.node,
                             task.threads,
                             {down.begin + task.rows.begin, down.begin + task.rows.end},
                             {rest.begin + task.columns.begin, rest.begin + task.columns.end}});
  }

  const QrShape& shape_;
  const KernelShape& kernel_;
  const HomeMap& homes_;
  const Machine& machine_;
  const Profile& profile_;
  const std::vector<TeamLayout>& layout_;
  const Options& options_;
  int caller_memory_ = 0;
};

}  // namespace

double QrPlan::crossing() const {
  return sum_of(steps, [](const QrStep& step) { return step.panel_crossing + step.update_crossing; });
}

double QrPlan::least() const {
  return sum_of(steps, [](const QrStep& step) { return step.panel_crossing + step.update_least; });
}

double QrPlan::flops() const {
  return sum_of(steps, [](const QrStep& step) { return step.panel_flops + step.update_flops; });
}

QrPlan make_qr_plan(const QrShape& shape, const KernelShape& kernel, const HomeMap& homes,
                    const Machine& machine, const Profile& profile, const std::vector<TeamLayout>& layout,
                    const Options& options) {
  const PlanOfPanels panels(shape, kernel, homes, machine, profile, layout, options);
  QrPlan plan;
  plan.shape = shape;
  each_panel(shape.reflectors(), [&](Range panel) { plan.steps.push_back(panels.step(panel)); });
  return plan;
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/inverse/inverse_plan.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "level3/plan/allowed_workers.hpp"
#include "level3/plan/plan.hpp"
#include "level3/plan/plan_seconds.hpp"
#include "panels/shared_lines.hpp"
#include "schedule/placed_schedule.hpp"
#include "schedule/traffic.hpp"
#include "triangle/called_plan.hpp"
#include "triangle/triangle_traffic.hpp"

namespace numapack {

namespace {

class InverseWalk {
 public:
  InverseWalk(InversePlan& plan, const HomeMap& homes, const Machine& machine, const Profile& profile,
              const std::vector<TeamLayout>& layout, const Options& options)
      : plan_(plan),
        shape_(plan.shape),
        homes_(homes),
        machine_(machine),
        profile_(profile),
        layout_(layout),
        options_(options),
        caller_(with_threads(allowed_workers(machine, layout, options), options.threads).front()) {}

  void all() {
    const auto each = [this](const InverseStep& step) { add(step); };
    if (shape_.from_lu) {
      steps_of_triangle_inverse(Half::upper, Side::left, shape_.n, each);
      steps_of_division(shape_.n, std::min(shape_.n, shape_.block), each);
      if (shape_.n > 0) add_lines("interchanges", true, homes_);
    } else {
      const Side close = shape_.stored == Half::lower ? Side::left : Side::right;
      steps_of_triangle_inverse(shape_.stored, close, shape_.n, each);
      steps_of_adjoint_product(shape_.stored, shape_.n, each);
    }
  }

 private:
  bool is_lower() const { return !shape_.from_lu && shape_.stored == Half::lower; }

  void add(const InverseStep& step) {
    const Range rows = is_lower() ? step.second : step.first, columns = is_lower() ? step.first : step.second;
    switch (step.what) {
      case InverseStep::What::invert:
        return add_alone("inverse in cache", step.first, step.first);
      case InverseStep::What::multiply:
        return add_alone("square in cache", step.first, step.first);
      case InverseStep::What::trmm:
      case InverseStep::What::trsm: {
        const Range triangle = (step.side == Side::left) == is_lower() ? step.second : step.first;
        return add_triangle({shape_.type, step.what == InverseStep::What::trsm, step.side,
                             is_lower() ? Half::lower : Half::upper, rows.size(), columns.size()},
                            {homes_.part(triangle, triangle), homes_.part(rows, columns)});
      }
      case InverseStep::What::rank_k:
        return add_rank_k(step, homes_.part(rows, columns));
      case InverseStep::What::divide:
        return add_division(step.first, step.second);
    }
  }

  InverseCalls& of(std::string_view routine) {
    const auto found = std::ranges::find(plan_.kinds, routine, &InverseCalls::routine);
    if (found != plan_.kinds.end()) return *found;
    InverseCalls kind;
    kind.routine = routine.data();
    return plan_.kinds.emplace_back(kind);
  }

  /// By the calling thread, which reads and writes this part of the matrix.
  void add_alone(std::string_view what, Range rows, Range columns) {
    InverseCalls& kind = of(what);
    ++kind.calls;
    const double n = double(rows.size());
    if (rows == columns) kind.flops += flops_each(shape_.type) / 2 * n * n * n / 3;
    const double bytes = 2 * share_elsewhere(homes_, rows, columns, caller_.memory_node) * n *
                         double(columns.size()) * double(bytes_of(shape_.type));
    kind.crossing_bytes += bytes;
    kind.least_bytes += bytes;
    Seconds alone;
    const double flops = rows == columns ? flops_each(shape_.type) / 6 * n * n * n : 0;
    alone.total = alone.arithmetic = alone.busiest = alone.critical_path =
        model_of("potrf").arithmetic_s({.panel_flops = flops, .elements = n * double(columns.size())}, false);
    plan_.seconds += alone;
  }

  TimeModel model_of(std::string_view routine) const {
    return time_model(machine_, profile_, routine, shape_.type);
  }

  template <class Task>
  void add_call(std::string_view routine, const std::vector<Task>& tasks, double flops, double crossing,
                double least) {
    const int threads = std::accumulate(tasks.begin(), tasks.end(), 0,
                                        [](int sum, const Task& task) { return sum + task.threads; });
    InverseCalls& kind = of(routine);
    ++kind.calls;
    kind.shared += threads > 1;
    kind.threads = std::max(kind.threads, threads);
    kind.flops += flops;
    kind.crossing_bytes += crossing;
    kind.least_bytes += least;
  }

  /// What is done to lines of a part of the matrix.
  void add_lines(std::string_view what, bool of_rows, const HomeMap& homes) {
    const std::size_t element = bytes_of(shape_.type);
    const LinesPlan plan =
        share_lines(of_rows, homes, element,
                    with_threads(allowed_workers(machine_, layout_, options_), options_.threads));
    const auto make = [&](std::size_t teams) { return make_lines_schedule(plan, teams); };
    const double bytes = place(plan.tasks, make, {Storage{&homes, {}}}, 0, element, machine_.nodes.size())
                             .traffic()
                             .crossing();
    add_call(what, plan.tasks, 0, bytes, bytes);
  }

  void add_triangle(const TriangleCall& call, const TriangleHomes& homes) {
    const TrianglePlan plan =
        make_called_plan(call, plan_.kernel, homes.b, machine_, profile_, layout_, options_);
    add_call(call.solves ? "trsm" : "trmm", plan.tasks, call.flops(), traffic_of(plan, homes).crossing(),
             least_crossing_of_owners(plan, homes));
    plan_.seconds += seconds_of(plan, homes, model_of(call.solves ? "trsm" : "trmm"));
  }

  void add_product(std::string_view routine, const Call& call, const Homes& homes) {
    const Plan plan = make_plan(call, plan_.kernel, homes, machine_, profile_, layout_, options_);
    add_call(routine, plan.tasks, call.flops(), plan.traffic.crossing(), plan.bound.crossing());
    plan_.seconds += seconds_of(plan, model_of(routine));
  }

  void add_rank_k(const InverseStep& step, const HomeMap& rectangle) {
    Call call;
    call.type = shape_.type;
    call.m = call.n = step.first.size();
    call.k = step.second.size();
    const Transpose adjoint = Transpose::conjugate_transpose;
    (is_lower() ? call.a : call.b).op = is_complex(shape_.type) ? adjoint : Transpose::transpose;
    call.a.leading = call.b.leading = call.c.leading = shape_.n;
    call.region = is_lower() ? MatrixType::lower : MatrixType::upper;
    add_product(is_complex(shape_.type) ? "herk" : "syrk", call,
                {rectangle, rectangle, homes_.part(step.first, step.first)});
  }

  /// L leaves its place for workspace of the caller's node.
  void add_division(Range block, Range behind) {
    const auto nodes = static_cast<int>(machine_.nodes.size());
    const auto of_caller = [&](Index rows) {
      return HomeMap::on_node(rows, block.size(), caller_.memory_node, nodes);
    };
    const Range all{0, shape_.n};
    add_lines("copy of L", false, homes_.part({block.begin, shape_.n}, block));
    const HomeMap x = homes_.part(all, block);
    if (behind.size() > 0) {
      Call call;
      call.type = shape_.type;
      call.m = shape_.n, call.n = block.size(), call.k = behind.size();
      call.a.leading = call.c.leading = shape_.n;
      add_product("gemm", call, {homes_.part(all, behind), of_caller(behind.size()), x});
    }
    add_triangle({shape_.type, true, Side::right, Half::lower, shape_.n, block.size()},
                 {of_caller(block.size()), x});
  }

  InversePlan& plan_;
  const InverseShape shape_;
  const HomeMap& homes_;
  const Machine& machine_;
  const Profile& profile_;
  const std::vector<TeamLayout>& layout_;
  const Options& options_;
  const NodeCrew caller_;
};

template <class Value>
double sum_of(const std::vector<InverseCalls>& kinds, Value InverseCalls::*value) {
  return std::accumulate(kinds.begin(), kinds.end(), 0.0,
                         [&](double sum, const InverseCalls& kind) { return sum + kind.*value; });
}

}  // namespace

double InversePlan::crossing_bytes() const { return sum_of(kinds, &InverseCalls::crossing_bytes); }
double InversePlan::least_bytes() const { return sum_of(kinds, &InverseCalls::least_bytes); }

InversePlan plan_inverse(const InverseShape& shape, const KernelShape& kernel, const HomeMap& homes,
                         const Machine& machine, const Profile& profile,
                         const std::vector<TeamLayout>& layout, const Options& options) {
  InversePlan plan{shape, kernel, {}, {}};
  InverseWalk(plan, homes, machine, profile, layout, options).all();
  return plan;
}

}  // namespace numapack

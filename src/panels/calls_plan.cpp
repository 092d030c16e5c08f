// SPDX-License-Identifier: BSD-3-Clause
#include "panels/calls_plan.hpp"

#include <algorithm>
#include <numeric>

#include "level3/plan/plan.hpp"
#include "level3/plan/plan_seconds.hpp"
#include "panels/shared_lines.hpp"
#include "triangle/called_plan.hpp"

namespace numapack {

namespace {

std::vector<NodeTeam> workers_of(const CallsSetting& setting) {
  return allowed_workers(setting.machine, setting.layout, setting.options);
}

/// Of what is all reading and writing.
std::vector<NodeTeam> workers_at(const HomeMap& homes, const CallsSetting& setting) {
  return threads_at_homes(workers_of(setting), homes, setting.options.threads);
}

double sum_of(const std::vector<PlannedCalls>& kinds, double PlannedCalls::*value) {
  return std::accumulate(kinds.begin(), kinds.end(), 0.0,
                         [&](double sum, const PlannedCalls& kind) { return sum + kind.*value; });
}

}  // namespace

double CallsPlan::crossing_bytes() const { return sum_of(kinds, &PlannedCalls::crossing_bytes); }
double CallsPlan::least_bytes() const { return sum_of(kinds, &PlannedCalls::least_bytes); }

CallsWalk::CallsWalk(const CallsSetting& setting)
    : setting_(setting),
      caller_(with_threads(workers_of(setting), setting.options.threads).front()),
      plan_{setting.kernel, {}, {}} {}

void CallsWalk::add_alone(std::string_view what, double flops, double elements, double elsewhere) {
  add(what, 1, flops, elsewhere, elsewhere);
  Seconds alone;
  alone.total = alone.arithmetic = alone.busiest = alone.critical_path =
      model_of("potrf").arithmetic_s({.panel_flops = flops, .elements = elements}, false);
  plan_.seconds += alone;
}

void CallsWalk::add_lines(std::string_view what, bool of_rows, const HomeMap& homes, double moves) {
  const std::size_t element = bytes_of(setting_.type);
  const LinesPlan plan = share_lines(of_rows, homes, element, workers_at(homes, setting_));
  const auto make = [&](std::size_t teams) { return make_lines_schedule(plan, teams); };
  const auto work = [&](const Step&, const Region& lines) {
    return StepWork{.elements = moves * double(lines.rows.size()) * double(lines.columns.size())};
  };
  add_placed(what, plan.tasks,
             place(plan.tasks, make, {Storage{&homes, {}}}, 0, element, setting_.machine.nodes.size()), 0,
             work, "getrf");
}

void CallsWalk::add_pieces(std::string_view routine, Triangle stored, PiecesUse use, const HomeMap& a,
                           const HomeMap& y, double flops) {
  const Index n = a.rows;
  const std::vector<Range> pieces = triangle_pieces(stored, n);
  const std::vector<PiecesTask> tasks = triangle_tasks(pieces, stored, a, workers_at(a, setting_));
  const auto make = [&](std::size_t teams) {
    return make_pieces_schedule(pieces, stored, n, use, tasks, teams);
  };
  const auto work = [&](const Step& step, const Region& written) {
    if (static_cast<PiecesStep>(step.kernel) == PiecesStep::finish)
      return StepWork{.elements = double(written.rows.size()) * double(pieces.size())};
    const Range columns = pieces[static_cast<std::size_t>(step.detail[0])];
    const double area = double(columns.size()) *
                        (double(rows_of_piece(stored, n, columns).size()) - double(columns.size()) / 2);
    return StepWork{.panel_flops = flops * area / (double(n) * double(n) / 2)};
  };
  add_placed(routine, tasks,
             place(tasks, make, {Storage{&a, {}}, Storage::on(caller_.memory_node), Storage{&y, {}}}, 0,
                   bytes_of(setting_.type), setting_.machine.nodes.size()),
             flops, work, "potrf");
}

void CallsWalk::add_triangle(const TriangleCall& call, const TriangleHomes& homes) {
  const char* const routine = call.solves ? "trsm" : "trmm";
  const TrianglePlan plan = make_called_plan(call, setting_.kernel, homes.b, setting_.machine,
                                             setting_.profile, setting_.layout, setting_.options);
  add_call(routine, plan.tasks, call.flops(), traffic_of(plan, homes).crossing(),
           least_crossing_of_owners(plan, homes));
  plan_.seconds += seconds_of(plan, homes, model_of(routine));
}

void CallsWalk::add_product(std::string_view routine, const Call& call, const Homes& homes) {
  const Plan plan = make_plan(call, setting_.kernel, homes, setting_.machine, setting_.profile,
                              setting_.layout, setting_.options);
  add_call(routine, plan.tasks, call.flops(), plan.traffic.crossing(), plan.bound.crossing());
  plan_.seconds += seconds_of(plan, model_of(routine));
}

HomeMap CallsWalk::of_caller(Index rows, Index columns) const {
  return HomeMap::on_node(rows, columns, caller_.memory_node,
                          static_cast<int>(setting_.machine.nodes.size()));
}

double CallsWalk::elsewhere(const HomeMap& homes, Range rows, Range columns) const {
  return share_elsewhere(homes, rows, columns, caller_.memory_node) * double(rows.size()) *
         double(columns.size()) * double(bytes_of(setting_.type));
}

TimeModel CallsWalk::model_of(std::string_view routine) const {
  return time_model(setting_.machine, setting_.profile, routine, setting_.type);
}

template <class Task, class Work>
void CallsWalk::add_placed(std::string_view routine, const std::vector<Task>& tasks,
                           const PlacedSchedule& placed, double flops, const Work& work,
                           std::string_view costs_of) {
  const double bytes = placed.traffic().crossing();
  add_call(routine, tasks, flops, bytes, bytes);
  plan_.seconds += placed.seconds(work, model_of(costs_of));
}

PlannedCalls& CallsWalk::of(std::string_view routine) {
  const auto found = std::ranges::find(plan_.kinds, routine, &PlannedCalls::routine);
  if (found != plan_.kinds.end()) return *found;
  PlannedCalls kind;
  kind.routine = routine;
  return plan_.kinds.emplace_back(kind);
}

void CallsWalk::add(std::string_view routine, int threads, double flops, double crossing, double least) {
  PlannedCalls& kind = of(routine);
  ++kind.calls;
  kind.shared += threads > 1;
  kind.threads = std::max(kind.threads, threads);
  kind.flops += flops;
  kind.crossing_bytes += crossing;
  kind.least_bytes += least;
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/other_blas.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "cli/predict/team_steps.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "schedule/traffic.hpp"
#include "team/teams.hpp"

namespace numapack {

namespace {

/// Columns of a panel of B and steps of K of a cycle, in double: OpenBLAS 0.3.13, param.h, DGEMM_DEFAULT_Q
/// and DGEMM_DEFAULT_R of TSV110 (the paper's library and core) and of SKYLAKEX.
struct CycleSizes {
  Index kc, nc;
};
CycleSizes cycle_sizes(const Machine& machine) {
  if (machine.architecture == "x86_64") return {384, 8640};
  return {512, 4096};
}

/// LAPACK 3.12, ilaenv: NB of xGETRF.
constexpr Index lapack_nb = 64;

/// On the nodes and with the threads that numapack would have.
TeamSteps teams_of(const Job& job, const Machine& machine, bool all_meet) {
  std::vector<int> threads, nodes;
  const std::vector<NodeTeam> allowed = allowed_workers(machine, lay_out_teams(machine), job.options);
  for (const NodeTeam& worker : with_threads(allowed, job.threads)) {
    threads.push_back(worker.threads);
    nodes.push_back(worker.memory_node);
  }
  return {std::move(threads), std::move(nodes), machine.nodes.size(), all_meet};
}

/// The rows or columns of a team's threads, when all threads have equal shares.
Range share_of(const TeamSteps& steps, std::size_t team, Range all) {
  Index before = 0, threads = 0;
  for (std::size_t other = 0; other < steps.teams(); ++other) {
    if (other < team) before += steps.threads(other);
    threads += steps.threads(other);
  }
  return {all.begin + all.size() * before / threads,
          all.begin + all.size() * (before + steps.threads(team)) / threads};
}

/// Moves parts of operands, by where they lie.
class Mover {
 public:
  Mover(const Job& job, const Machine& machine)
      : call_(job.call),
        element_(double(job.call.element_bytes())),
        homes_(homes_of_job(job, machine)),
        by_rows_(job.row_major && job.form.routine->is_of_lapack()) {}

  void a(Range rows, Range steps, StepLoad& load) const { move(homes_.a, call_.a.op, rows, steps, 1, load); }
  void b(Range steps, Range columns, StepLoad& load) const {
    move(homes_.b, call_.b.op, steps, columns, 1, load);
  }
  void c(Range rows, Range columns, double times, StepLoad& load) const {
    move(homes_.c, by_rows_ ? Transpose::transpose : Transpose::none, rows, columns, times, load);
  }
  /// So many elements of a buffer on a node.
  void on(std::size_t node, double elements, StepLoad& load) const {
    load.bytes[node] += element_ * elements;
  }

 private:
  void move(const HomeMap& homes, Transpose op, Range rows, Range columns, double times,
            StepLoad& load) const {
    if (transposes(op)) std::swap(rows, columns);
    Storage{&homes, {}}.add({0, rows, columns}, times * element_, 0, load.bytes);
  }

  const Call& call_;
  double element_;
  Homes homes_;
  bool by_rows_;  ///< C, as it is stored: a product is turned into one that is not
};

double area(Range rows, Range columns) { return double(rows.size()) * double(columns.size()); }

Seconds multiply(OtherBlas how, const Job& job, const Machine& machine, const TimeModel& model) {
  const bool all_meet = how == OtherBlas::oblivious,
             copies = how == OtherBlas::paper || how == OtherBlas::paper_team_copy;
  const Call& call = job.call;
  const Mover move(job, machine);
  const CycleSizes sizes = cycle_sizes(machine);
  TeamSteps steps = teams_of(job, machine, all_meet);
  const Range all_rows{0, call.m}, all_columns{0, call.n}, all_steps{0, call.k};
  for (std::size_t team = 0; copies && team < steps.teams(); ++team) {
    const Range rows = share_of(steps, team, all_rows);
    StepLoad& load = steps.add(team, how == OtherBlas::paper ? 1 : steps.threads(team));
    const double elements = area(rows, all_steps) + area(all_steps, all_columns);
    move.a(rows, all_steps, load);
    move.b(all_steps, all_columns, load);
    move.on(steps.node(team), elements, load);
    load.work.elements = elements;
    load.work.is_copy = true;
  }
  steps.meet();
  for (Index j = 0; j < call.n; j += sizes.nc) {
    const Range columns{j, std::min(call.n, j + sizes.nc)};
    for (Index p = 0; p < call.k; p += sizes.kc) {
      const Range depth{p, std::min(call.k, p + sizes.kc)};
      for (std::size_t team = 0; team < steps.teams(); ++team) {
        const Range packed = all_meet ? share_of(steps, team, columns) : columns;
        StepLoad& load = steps.add(team, steps.threads(team));
        if (copies)
          move.on(steps.node(team), area(depth, packed), load);
        else
          move.b(depth, packed, load);
        load.work.elements = area(depth, packed);
      }
      steps.meet();
      for (std::size_t team = 0; team < steps.teams(); ++team) {
        const Range rows = share_of(steps, team, all_rows);
        StepLoad& load = steps.add(team, steps.threads(team));
        if (copies)
          move.on(steps.node(team), area(rows, depth), load);
        else
          move.a(rows, depth, load);
        // The panel, as far as others have packed it: once into the node's caches.
        for (std::size_t other = 0; all_meet && other < steps.teams(); ++other)
          if (other != team) move.on(steps.node(other), area(depth, share_of(steps, other, columns)), load);
        move.c(rows, columns, 2, load);
        load.work.flops = flops_each(job.call.type) * area(rows, columns) * double(depth.size());
        load.work.elements = area(rows, depth) + area(rows, columns);
      }
      steps.meet();
    }
  }
  return steps.seconds(model);
}

Seconds factor(const Job& job, const Machine& machine, const TimeModel& model) {
  const Index m = job.call.m, n = job.call.n, nb = job.options.nb > 0 ? job.options.nb : lapack_nb;
  const Mover move(job, machine);
  const double each = flops_each(job.call.type);
  TeamSteps steps = teams_of(job, machine, true);
  for (Index begin = 0; begin < std::min(m, n); begin += nb) {
    const Range panel{begin, std::min({m, n, begin + nb})}, rows{begin, m}, right{panel.end, n};
    const double width = double(panel.size());
    StepLoad& factored = steps.add(0, steps.threads(0));
    move.c(rows, panel, 2, factored);
    // Half a multiply-add for each row and pair of columns.
    factored.work.panel_flops = each / 2 * width * width * (double(rows.size()) - width / 3);
    factored.work.meetings = 2 * width;
    steps.meet();
    for (std::size_t team = 0; right.size() > 0 && team < steps.teams(); ++team) {
      const Range columns = share_of(steps, team, right);
      StepLoad& load = steps.add(team, steps.threads(team));
      move.c(rows, panel, 1, load);
      move.c(rows, columns, 2, load);
      const double below = double(m - panel.end);
      load.work.flops = each * double(columns.size()) * width * (below + width / 2);
      load.work.elements = area(rows, columns) + area(rows, panel);
    }
    steps.meet();
  }
  return steps.seconds(model);
}

}  // namespace

const std::vector<std::string>& other_names() {
  static const std::vector<std::string> names{"oblivious", "paper", "paper-team-copy", "paper-in-place"};
  return names;
}

Seconds seconds_of(OtherBlas how, const Job& job, const Machine& machine, const TimeModel& model) {
  const bool oblivious = how == OtherBlas::oblivious;
  if (job.form.is_gemm()) return multiply(how, job, machine, model);
  if (job.form.routine->id != BlasName::getrf || !oblivious)
    invalid("--compare",
            other_names()[static_cast<std::size_t>(how)] + " is not known of " +
                std::string(job.form.routine->name),
            "use gemm, or oblivious and getrf");
  return factor(job, machine, model);
}

}  // namespace numapack

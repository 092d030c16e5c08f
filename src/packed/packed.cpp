// SPDX-License-Identifier: BSD-3-Clause
#include "packed/packed.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "level3/plan/planner.hpp"
#include "level3/run/execute.hpp"
#include "machine/here.hpp"
#include "memory/pages/census.hpp"
#include "packed/packed_run.hpp"
#include "runtime/lab_marks.hpp"

namespace numapack {

namespace {

/// Threads of each part's node; those of a machine that is another one by now (after a fork, say) have none.
std::vector<int> threads_of(const PackedPlan& plan, const std::vector<TeamLayout>& layout) {
  std::vector<int> threads;
  for (const PackedPart& part : plan.parts) {
    int found = 0;
    for (const TeamLayout& team : layout)
      if (team.node == part.node) found = static_cast<int>(team.cores.size());
    threads.push_back(found);
  }
  return threads;
}

/// body(part) on every thread of each part's node; false, with nothing done, if the teams are busy or one
/// node has none.
template <class Body>
bool try_on_parts(Teams& teams, const PackedPlan& plan, const std::vector<int>& threads, const Body& body) {
  if (std::find(threads.begin(), threads.end(), 0) != threads.end()) return false;
  Crew crew{std::vector<int>(teams.layout().size(), 0)};
  std::vector<int> part_of_team(crew.threads.size(), -1);
  for (std::size_t i = 0; i < plan.parts.size(); ++i)
    for (std::size_t team = 0; team < teams.layout().size(); ++team)
      if (teams.layout()[team].node == plan.parts[i].node) {
        crew.threads[team] = threads[i];
        part_of_team[team] = static_cast<int>(i);
      }
  return teams.try_run(crew,
                       [&](const Seat& seat) { body(part_of_team[static_cast<std::size_t>(seat.team)]); });
}

template <class T>
PackedPlan plan_here(bool is_a, Index lines, Index depth) {
  Runtime& runtime = Runtime::get();
  const Planner& planner = Planner::get(runtime);
  return make_packed_plan(type_of<T>(), is_a, lines, depth, planner.kernel<T>().shape,
                          planner.tuned(type_of<T>()), runtime.machine(), runtime.layout());
}

/// body(part) by all threads of the parts' nodes, or, where that is not to be had, by the caller.
template <class Body>
void on_parts(const PackedPlan& plan, const Body& body) {
  Runtime& runtime = Runtime::get();
  const Runtime::CallScope scope(runtime);
  if (scope.may_use_teams() && try_on_parts(runtime.teams(), plan, threads_of(plan, runtime.layout()), body))
    return;
  for (std::size_t part = 0; part < plan.parts.size(); ++part) body(static_cast<int>(part));
}

/// body(number of the part, slab), each once, by threads of the part's node as they come.
template <class Body>
void for_each_slab(const PackedPlan& plan, const Body& body) {
  std::vector<Claims> slabs(plan.parts.size());
  for (Claims& claims : slabs) claims.set_pieces(static_cast<std::uint32_t>(plan.slabs()));
  on_parts(plan, [&](int number) {
    Claims& claims = slabs[static_cast<std::size_t>(number)];
    for (int piece = claims.take(); piece >= 0; piece = claims.take()) {
      body(static_cast<std::size_t>(number), plan.slab(piece));
      claims.finish();
    }
  });
}

void check_operand(bool is_a, Transpose op, Index lines, Index depth, const void* data, Index leading,
                   std::size_t element) {
  const auto at_least = [](const char* name, Index value, Index least) {
    if (value < least)
      invalid("pack", std::string(name) + " is " + std::to_string(value),
              "at least " + std::to_string(least) + " is needed");
  };
  at_least(is_a ? "rows" : "columns", lines, 0);
  at_least(is_a ? "columns" : "rows", depth, 0);
  if (static_cast<unsigned>(op) > static_cast<unsigned>(Transpose::conjugate))
    invalid("pack", "transposition " + std::to_string(static_cast<int>(op)) + " does not exist",
            "use 0 to 3");
  const bool turned = transposes(op);
  at_least("ld", leading, std::max<Index>(1, is_a != turned ? lines : depth));
  Index bytes = 0;
  if (__builtin_mul_overflow(leading, is_a != turned ? depth : lines, &bytes) ||
      __builtin_mul_overflow(bytes, static_cast<Index>(element), &bytes))
    invalid("pack", "the bytes of the matrix exceed the address space", "use smaller sizes");
  if (data == nullptr && lines > 0 && depth > 0)
    invalid("pack", "the matrix is a null pointer", "pass the address of its first element");
}

}  // namespace

template <class T>
PackedOperand<T>::PackedOperand(const PackedPlan& plan) : plan_(plan) {
  const Machine& machine = Runtime::get().machine();
  for (const PackedPart& part : plan_.parts) {
    BufferOptions options;
    options.placement = Placement::preferred(machine.home_for(part.memory_node));
    panels_.emplace_back(part.bytes, machine, options);
  }
}

template <class T>
PackedOperand<T>::PackedOperand(bool is_a, Transpose op, Index lines, Index depth, const T* data,
                                Index leading)
    : PackedOperand((check_operand(is_a, op, lines, depth, data, leading, sizeof(T)),
                     plan_here<T>(is_a, lines, depth))) {
  Problem<T> whole;
  if (is_a)
    whole.trans_a = op, whole.a = data, whole.lda = leading;
  else
    whole.trans_b = op, whole.b = data, whole.ldb = leading;
  const Kernel<T> kernel = *kernel_of<T>(plan_.kernel);
  for_each_slab(plan_, [&](std::size_t number, Range slab) {
    const PackedPart& part = plan_.parts[number];
    T* const to = panels_[number].template as<T>() + plan_.offset(part, slab, part.lines.begin);
    if (is_a)
      kernel.pack_a(source_of_a(whole, part.lines.begin, slab.begin), part.lines.size(), slab.size(), to);
    else
      kernel.pack_b(source_of_b(whole, part.lines.begin, slab.begin), part.lines.size(), slab.size(), to);
  });
}

template <class T>
PackedOperand<T> PackedOperand<T>::copy() const {
  PackedOperand<T> other(plan_);
  for_each_slab(plan_, [&](std::size_t number, Range slab) {
    const PackedPart& part = plan_.parts[number];
    const Index begin = plan_.offset(part, slab, part.lines.begin);
    std::copy_n(panels_[number].template as<T>() + begin,
                round_up(part.lines.size(), plan_.unit()) * slab.size(),
                other.panels_[number].template as<T>() + begin);
  });
  return other;
}

template <class T>
std::size_t PackedOperand<T>::bytes() const {
  std::size_t sum = 0;
  for (const PackedPart& part : plan_.parts) sum += part.bytes;
  return sum;
}

template <class T>
Census PackedOperand<T>::where() const {
  const Machine& machine = Runtime::get().machine();
  Census sum;
  sum.by_node.resize(machine.nodes.size());
  for (std::size_t part = 0; part < panels_.size(); ++part) {
    const Census found = census(panels_[part].data(), plan_.parts[part].bytes, machine);
    sum.page_bytes = found.page_bytes;
    sum.pages += found.pages;
    sum.untouched += found.untouched;
    sum.huge_bytes += found.huge_bytes;
    for (std::size_t node = 0; node < found.by_node.size(); ++node) sum.by_node[node] += found.by_node[node];
    if (sum.unavailable.empty()) sum.unavailable = found.unavailable;
  }
  return sum;
}

template <class T>
void multiply(const PackedOperand<T>& operand, const Problem<T>& problem) {
  const PackedPlan& plan = operand.plan();
  validate(problem, !plan.is_a, plan.is_a);
  if (problem.m == 0 || problem.n == 0) return;
  if (problem.k == 0 || problem.alpha == T{0}) return scale(problem);
  const LabMarks marks;
  const CancellationOff until_done;
  Runtime& runtime = Runtime::get();
  const Kernel<T> kernel = *kernel_of<T>(plan.kernel);
  const std::vector<int> threads = threads_of(plan, runtime.layout());
  const Runtime::CallScope scope(runtime);
  const bool alone =
      flops_of(type_of<T>(), problem.m, problem.n, problem.k) < Planner::get(runtime).least_parallel_flops();
  if (!alone && scope.may_use_teams()) {
    PackedRun<T> run(operand, problem, kernel, runtime.workspaces(), threads, runtime.teams().patience());
    if (try_on_parts(runtime.teams(), plan, threads, [&](int part) { run.work(part); })) return;
  }
  PackedRun<T> run(operand, problem, kernel, runtime.workspaces(), std::vector<int>(plan.parts.size(), 1));
  for (std::size_t part = 0; part < plan.parts.size(); ++part) run.work(static_cast<int>(part));
}

template class PackedOperand<float>;
template class PackedOperand<double>;
template class PackedOperand<std::complex<float>>;
template class PackedOperand<std::complex<double>>;
template void multiply(const PackedOperand<float>&, const Problem<float>&);
template void multiply(const PackedOperand<double>&, const Problem<double>&);
template void multiply(const PackedOperand<std::complex<float>>&, const Problem<std::complex<float>>&);
template void multiply(const PackedOperand<std::complex<double>>&, const Problem<std::complex<double>>&);

}  // namespace numapack

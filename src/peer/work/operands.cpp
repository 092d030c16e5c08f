// SPDX-License-Identifier: BSD-3-Clause
#include "peer/work/operands.hpp"

#include <algorithm>

#include "matrix/distribute.hpp"
#include "peer/processes/bound_threads.hpp"
#include "peer/work/random.hpp"

namespace numapack {

namespace {

template <class T>
T scalar_as(std::complex<double> value) {
  if constexpr (!std::is_floating_point_v<T>) {
    return T(value);
  } else {
    return static_cast<T>(value.real());
  }
}

std::vector<int> first_pus(const Machine& machine, int node) {
  std::vector<int> pus;
  for (const int core : machine.usable_cores(node)) {
    pus.push_back(machine.cores[static_cast<std::size_t>(core)].usable_pus.front());
  }
  return pus;
}

}  // namespace

template <class T>
Operands<T>::Operands(const Job& job, const Machine& machine) : job_(job), machine_(machine) {
  for (int operand = 0; operand < 3; ++operand) {
    if (!job.has(operand)) continue;
    BufferOptions options;
    options.placement = job.placement[static_cast<std::size_t>(operand)];
    options.huge_pages = job.huge_pages;
    const auto elements =
        static_cast<std::size_t>(job.leading(operand)) * static_cast<std::size_t>(job.columns(operand)) +
        static_cast<std::size_t>(job.offset);
    buffers_[static_cast<std::size_t>(operand)] = Buffer(elements * sizeof(T), machine, options);
    touch(operand);
    fill(operand);
  }
}

template <class T>
void Operands<T>::touch(int operand) const {
  const Buffer& buffer = buffers_[static_cast<std::size_t>(operand)];
  Placement placement = job_.placement[static_cast<std::size_t>(operand)];
  const bool first_touch = placement.kind == Placement::Kind::first_touch;
  if (!first_touch && buffer.placed_by_kernel()) return;
  if (first_touch) placement = Placement::bind(machine_.home_for(machine_.compute_nodes().front()));
  const StoredMatrix matrix{job_.rows(operand), job_.columns(operand),
                            std::max<Index>(1, job_.leading(operand)), sizeof(T), false};
  const std::size_t page = job_.huge_pages ? std::size_t{2} << 20 : machine_.page_bytes;
  // Teams of its own that end here: a measured library finds the process without them.
  const std::vector<TeamLayout> layout = lay_out_teams(machine_);
  Teams teams(machine_, layout);
  distribute(data(operand), matrix, placement, {page, false, true}, {}, {machine_, layout, &teams});
}

template <class T>
void Operands<T>::fill(int operand) const {
  T* const elements = data(operand);
  const Index rows = job_.rows(operand), leading = job_.leading(operand);
  const Index count = rows * job_.columns(operand);
  std::vector<int> pus;
  for (const int node : machine_.compute_nodes()) {
    const std::vector<int> more = first_pus(machine_, node);
    pus.insert(pus.end(), more.begin(), more.end());
  }
  run_bound(pus, [&](std::size_t thread, std::size_t threads) {
    const Index begin = count * static_cast<Index>(thread) / static_cast<Index>(threads);
    const Index end = count * static_cast<Index>(thread + 1) / static_cast<Index>(threads);
    for (Index i = begin; i < end; ++i)
      elements[i + i / rows * (leading - rows)] = operand_element<T>(job_, operand, i);
  });
}

template <class T>
void Operands<T>::refill_written() {
  fill(job_.form.routine->written());
}

template <class T>
Problem<T> Operands<T>::problem() const {
  const RoutineForm& form = job_.form;
  const int a = form.in_product(0), b = form.in_product(1), c = form.in_product(2);
  Problem<T> problem;
  problem.trans_a = job_.call.a.op;
  problem.trans_b = job_.call.b.op;
  problem.m = job_.call.m;
  problem.n = job_.call.n;
  problem.k = job_.call.k;
  problem.alpha = scalar_as<T>(job_.alpha);
  problem.beta = scalar_as<T>(job_.beta);
  problem.a = data(a);
  problem.lda = job_.leading(a);
  problem.b = data(b);
  problem.ldb = job_.leading(b);
  problem.c = data(c);
  problem.ldc = job_.leading(c);
  problem.pattern_a = job_.call.a.pattern;
  problem.pattern_b = job_.call.b.pattern;
  problem.region = job_.call.region;
  return problem;
}

template <class T>
RoutineProblem<T> Operands<T>::routine_problem() const {
  const auto place = [&](int operand) { return job_.has(operand) ? data(operand) : nullptr; };
  return {job_.form, job_.call.m,     job_.call.n, job_.call.k,     scalar_as<T>(job_.alpha),
          place(0),  job_.leading(0), place(1),    job_.leading(1), scalar_as<T>(job_.beta),
          place(2),  job_.leading(2)};
}

template <class T>
std::array<Census, 3> Operands<T>::pages() const {
  const auto count = [&](std::size_t operand) {
    return census(buffers_[operand].data(), buffers_[operand].size(), machine_);
  };
  return {count(0), count(1), count(2)};
}

template class Operands<float>;
template class Operands<double>;
template class Operands<std::complex<float>>;
template class Operands<std::complex<double>>;

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#include "level3/uniform_gemm.hpp"

#include "base/unless_denied.hpp"
#include "level3/call/packing.hpp"
#include "level3/call/plain.hpp"
#include "level3/gemm.hpp"
#include "level3/plan/planner.hpp"
#include "level3/run/execute.hpp"

namespace numapack {

namespace {

Options options_of_one_thread() {
  Options options;
  options.threads = 1;
  return options;
}

}  // namespace

template <class T>
UniformGemm<T>::UniformGemm(const Problem<T>& shape) : shape_(shape), mode_(choose_mode()) {}

template <class T>
typename UniformGemm<T>::Mode UniformGemm<T>::choose_mode() {
  const Problem<T>& p = shape_;
  if (p.m == 0 || p.n == 0) return Mode::nothing;
  if (p.k == 0 || p.alpha == T{0}) return Mode::scaled;
  if (p.is_structured()) return Mode::call;
  Mode mode = Mode::call;
  const auto choose_kernel = [&] {
    // The same look, by the same kernel, as gemm() has for one.
    const Kernel<T>& own = default_kernel<T>();
    if (is_tiny(p) && prefers_in_place(p.m, p.n, p.k, p.trans_a, own.shape)) {
      kernel_ = &own;
      mode = Mode::tiny;
      return;
    }
    const Planner& planner = Planner::get(Runtime::get());
    const Call call = p.call();
    const Kernel<T>& kernel = planner.kernel<T>();
    const Blocking& tuned = planner.tuned(call.type);
    const Choice choice = choose(call, kernel.shape, tuned);
    // What leases memory is a call of its own: it looks for memory, and does without.
    if (choice.kind == Choice::Kind::panels || choice.order.pieces > 1) return;
    kernel_ = &kernel;
    task_ = task_of(call, kernel.shape, tuned, choice, {0, p.m}, {0, p.n}, planner.caller().facts);
    static_cast<TeamShare&>(task_) = planner.caller().share;
    mode = Mode::task;
  };
  return unless_denied(choose_kernel) ? mode : Mode::call;
}

template <class T>
void UniformGemm<T>::multiply_tiny(const MatrixList<const T>& a, const MatrixList<const T>& b,
                                   const MatrixList<T>& c, Range numbers) const {
  PackSource<T> of_a = source_of_a(shape_, 0, 0), of_b = source_of_b(shape_, 0, 0);
  const Index m = shape_.m, n = shape_.n, k = shape_.k, ldc = shape_.ldc;
  const T alpha = shape_.alpha, beta = shape_.beta;
  const InPlace<T> in_place = kernel_->in_place;
  const bool prefetches = prefetches_next(numbers.size());
  const Index rows_a = transposes(shape_.trans_a) ? k : m, rows_b = transposes(shape_.trans_b) ? n : k;
  Following<T> next;
  next.in_haste = true;
  for (Index i = numbers.begin; i < numbers.end; ++i) {
    of_a.data = a[i], of_b.data = b[i];
    const bool more = prefetches && i + 1 < numbers.end;
    if (more) {
      next.blocks[0] = {a[i + 1], shape_.lda, rows_a, m + k - rows_a};
      next.blocks[1] = {b[i + 1], shape_.ldb, rows_b, n + k - rows_b};
      prefetch_to_write(c[i + 1]);
    }
    in_place(m, n, k, alpha, of_a, of_b, beta, c[i], ldc, more ? &next : nullptr);
  }
}

template <class T>
bool UniformGemm<T>::prefetches_next(Index problems) const {
  constexpr Index beyond_l2 = Index{1} << 20, worth = 16 << 10;  // bytes
  const Index bytes =
      (shape_.m * shape_.n + shape_.m * shape_.k + shape_.k * shape_.n) * static_cast<Index>(sizeof(T));
  return bytes >= worth && bytes * problems > beyond_l2;
}

template <class T>
void UniformGemm<T>::prefetch_to_write(const T* c) const {
  constexpr Index line = 64 / static_cast<Index>(sizeof(T));
  for (Index j = 0; j < shape_.n; ++j)
    for (Index i = 0; i < shape_.m; i += line) __builtin_prefetch(c + i + j * shape_.ldc, 1, 2);
}

template <class T>
void UniformGemm<T>::multiply_one(const Problem<T>& problem) const {
  if (mode_ == Mode::scaled) return scale(problem);
  if (mode_ == Mode::task) {
    Runtime& runtime = Runtime::get();
    return execute_alone(task_, problem, *kernel_, runtime.workspaces(), runtime.trace());
  }
  numapack::multiply(problem, options_of_one_thread());
}

template <class T>
void UniformGemm<T>::multiply(const MatrixList<const T>& a, const MatrixList<const T>& b,
                              const MatrixList<T>& c, Range numbers) const {
  if (mode_ == Mode::nothing) return;
  if (mode_ == Mode::tiny) return multiply_tiny(a, b, c, numbers);
  Problem<T> problem = shape_;
  for (Index i = numbers.begin; i < numbers.end; ++i) {
    problem.c = c[i];
    if (mode_ != Mode::scaled) problem.a = a[i], problem.b = b[i];
    multiply_one(problem);
  }
}

template class UniformGemm<float>;
template class UniformGemm<double>;
template class UniformGemm<std::complex<float>>;
template class UniformGemm<std::complex<double>>;

}  // namespace numapack

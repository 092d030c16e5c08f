// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "base/clock.hpp"
#include "cli/predict/timed_calls.hpp"
#include "memory/buffer.hpp"
#include "numapack/batch.hpp"
#include "numapack/packed.hpp"
#include "peer/work/calls.hpp"
#include "peer/work/random.hpp"

namespace numapack {

namespace {

template <class T>
class PackedCalls final : public Calls<T> {
 public:
  PackedCalls(const Job& job, const Machine& machine, char operand)
      : Calls<T>(job, machine, nullptr), is_a_(operand == 'a') {}

 private:
  void find() override {}
  void begin() override {
    const Problem<T> p = this->operands().problem();
    packed_.emplace(Layout::column_major, is_a_ ? Factor::a : Factor::b, is_a_ ? p.trans_a : p.trans_b,
                    is_a_ ? p.m : p.k, is_a_ ? p.k : p.n, is_a_ ? p.a : p.b, is_a_ ? p.lda : p.ldb);
  }
  double calls(Index count) override {
    const Problem<T> p = this->operands().problem();
    return this->timed(
        count, [](const BlasLibrary&) {},
        [&] {
          gemm(*packed_, is_a_ ? p.trans_b : p.trans_a, is_a_ ? p.n : p.m, p.alpha, is_a_ ? p.b : p.a,
               is_a_ ? p.ldb : p.lda, p.beta, p.c, p.ldc);
        });
  }

  bool is_a_;
  std::optional<Packed<T>> packed_;
};

/// A visit is as many calls as last so long.
template <class T>
class Batch final : public Workload {
 public:
  Batch(const Job& job, const Machine& machine, Index problems) : job_(job), problems_(problems) {
    BufferOptions options;
    options.placement = Placement::bind(machine.home_for(machine.compute_nodes().front()));
    for (int operand = 0; operand < 3; ++operand) {
      if (!job.has(operand)) continue;
      const Index elements = stride(operand);
      Buffer& buffer = buffers_[std::size_t(operand)];
      buffer = Buffer(std::size_t(elements * problems) * sizeof(T), machine, options);
      for (Index i = 0; i < elements; ++i) data(operand)[i] = operand_element<T>(job, operand, i);
      for (Index problem = 1; problem < problems; ++problem)
        std::copy_n(data(operand), elements, data(operand) + problem * elements);
    }
    const int written = job.form.routine->written();
    // gemm's C is not read.
    if (written != 2) before_.assign(data(written), data(written) + stride(written) * problems);
    infos_.resize(std::size_t(problems));
    pivots_.resize(std::size_t(least() * problems));
    tau_.resize(std::size_t(least() * problems));
  }

  nlohmann::json prepare() override {
    call();
    constexpr double most = 1000;
    repeat_ = int(std::clamp(std::ceil(job_.visit_seconds / std::max(timed_call(), 1e-9)), 1.0, most));
    return {{"calls", repeat_}};
  }
  nlohmann::json sample() override {
    double seconds = 0;
    for (int i = 0; i < repeat_; ++i) seconds += timed_call();
    return {{"calls", repeat_}, {"seconds", seconds}};
  }
  nlohmann::json check() override { return nlohmann::json::object(); }

 private:
  double timed_call() {
    std::ranges::copy(before_, data(job_.form.routine->written()));
    const double begun = seconds_now();
    call();
    return seconds_now() - begun;
  }
  Index stride(int operand) const { return job_.rows(operand) * job_.columns(operand); }
  Index least() const { return std::min(job_.call.m, job_.call.n); }
  T* data(int operand) const { return buffers_[std::size_t(operand)].template as<T>(); }

  void call() {
    constexpr Layout layout = Layout::column_major;
    const RoutineForm& form = job_.form;
    const Call& p = job_.call;
    T *const a = data(0), *const b = data(1), *const c = data(2);
    switch (form.routine->id) {
      case BlasName::potrf:
        return potrf_batch_strided(layout, form.uplo(), p.n, a, p.n, stride(0), problems_, infos_.data());
      case BlasName::getrf:
        return getrf_batch_strided(layout, p.m, p.n, a, p.m, stride(0), pivots_.data(), least(), problems_,
                                   infos_.data());
      case BlasName::geqrf:
        return geqrf_batch_strided(layout, p.m, p.n, a, p.m, stride(0), tau_.data(), least(), problems_);
      case BlasName::trsm:
        return trsm_batch_strided(layout, form.side(), form.uplo(), form.trans(), form.diag(), p.m, p.n, T{1},
                                  a, job_.rows(0), stride(0), b, p.m, stride(1), problems_);
      default:
        return gemm_batch_strided(layout, p.a.op, p.b.op, p.m, p.n, p.k, T{1}, a, job_.rows(0), stride(0), b,
                                  job_.rows(1), stride(1), T{0}, c, p.m, stride(2), problems_);
    }
  }

  Job job_;
  Index problems_;
  std::array<Buffer, 3> buffers_;
  std::vector<T> before_, tau_;
  std::vector<std::int64_t> infos_, pivots_;
  int repeat_ = 1;
};

}  // namespace

std::unique_ptr<Workload> make_packed_calls(const Job& job, const Machine& machine, char operand) {
  return with_type(job.call.type, [&]<class T>() -> std::unique_ptr<Workload> {
    return std::make_unique<PackedCalls<T>>(job, machine, operand);
  });
}

std::unique_ptr<Workload> make_batch(const Job& job, const Machine& machine, Index problems) {
  return with_type(job.call.type, [&]<class T>() -> std::unique_ptr<Workload> {
    return std::make_unique<Batch<T>>(job, machine, problems);
  });
}

}  // namespace numapack

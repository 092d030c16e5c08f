// SPDX-License-Identifier: BSD-3-Clause
#include "peer/work/workload.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "level3/gemm.hpp"
#include "peer/processes/blas_library.hpp"
#include "peer/routines/own_call.hpp"
#include "peer/work/calls.hpp"
#include "peer/work/factorisation.hpp"
#include "probe/quantities/peak.hpp"

namespace numapack {

namespace {

using nlohmann::json;

template <class T>
class Multiplication final : public Calls<T> {
  using Calls<T>::Calls;

  void find() override {
    if (this->library() != nullptr) this->library()->gemm_symbol(type_of<T>());
  }
  double calls(Index count) override {
    const Problem<T> problem = this->operands().problem();
    return this->timed(
        count, [&](const BlasLibrary& library) { library.gemm(problem); },
        [&] { gemm(problem, this->job().options); });
  }
};

template <class T>
class OtherRoutine final : public Calls<T> {
  using Calls<T>::Calls;

  void find() override {
    if (this->library() != nullptr) theirs_ = this->library()->routine(this->job().form, type_of<T>());
  }
  double calls(Index count) override {
    const RoutineProblem<T> problem = this->operands().routine_problem();
    return this->timed(
        count, [&](const BlasLibrary& library) { library.run(theirs_, problem); },
        [&] { call_own(problem); });
  }

  LibraryRoutine theirs_;
};

class Peak : public Workload {
 public:
  Peak(const Job& job, std::vector<int> pus)
      : precision_(job.call.type == Type::s || job.call.type == Type::c ? Precision::single
                                                                        : Precision::double_),
        seconds_(std::max(job.visit_seconds, 1e-3)),
        pus_(std::move(pus)) {}

  json prepare() override {
    fma_rates(precision_, pus_, seconds_);
    return {{"calls", 1}, {"seconds", seconds_}};
  }

  json sample() override {
    const FmaRate all = all_together(fma_rates(precision_, pus_, seconds_));
    return {{"flops", all.flops_per_s * seconds_}, {"seconds", seconds_}, {"ghz", all.ghz}};
  }

  json check() override { return json::object(); }

 private:
  Precision precision_;
  double seconds_;
  std::vector<int> pus_;
};

}  // namespace

std::unique_ptr<Workload> make_calls(const Job& job, const Machine& machine, const BlasLibrary* library) {
  return with_type(job.call.type, [&]<class T>() -> std::unique_ptr<Workload> {
    if (!job.form.routine->is_of_blas()) return std::make_unique<Factorisation<T>>(job, machine, library);
    if (!job.form.is_gemm()) return std::make_unique<OtherRoutine<T>>(job, machine, library);
    return std::make_unique<Multiplication<T>>(job, machine, library);
  });
}

std::unique_ptr<Workload> make_peak(const Job& job, std::vector<int> pus) {
  return std::make_unique<Peak>(job, std::move(pus));
}

}  // namespace numapack

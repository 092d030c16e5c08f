// SPDX-License-Identifier: BSD-3-Clause
#include "peer/worker.hpp"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "counters/counting.hpp"
#include "peer/processes/blas_library.hpp"
#include "peer/processes/bound_threads.hpp"
#include "peer/processes/messages.hpp"
#include "peer/processes/process.hpp"
#include "peer/work/linpack_workload.hpp"
#include "peer/work/workload.hpp"
#include "probe/quantities/peak.hpp"
#include "team/affinity.hpp"

namespace numapack {

namespace {

using nlohmann::json;

/// A library that knows no nodes is kept on those asked for by its process's mask.
void restrict_to(const std::vector<int>& pus) {
  if (pus.empty()) return;
  if (const std::string refusal = bind_this_thread(pus); !refusal.empty())
    throw Error(ErrorCode::system, "peer", "the kernel refuses the processors of --nodes: " + refusal,
                "leave --nodes out");
}

class Worker {
 public:
  json start(const json& order) {
    const auto kind = order.at("kind").get<std::string>();
    machine_ = detect_machine();
    // Before there is any other thread: those of libraries inherit the counters.
    if (order.value("counters", false)) counting_ = std::make_unique<Counting>(machine_, CountedProcess{});
    if (order.contains("core")) order.at("core").get_to(core_);
    if (order.contains("linpack")) return start_linpack(order);
    const Job job = order.at("job").get<Job>();
    if (kind == "peak") {
      workload_ = make_peak(job, order.at("pus").get<std::vector<int>>());
      return {{"version", peak_instruction_set()}, {"path", ""}};
    }
    if (kind == "numapack" && !order.contains("paths")) {
      if (order.contains("pus")) restrict_to(order.at("pus").get<std::vector<int>>());
      workload_ = make_calls(job, machine_, nullptr);
      return {{"version", NUMAPACK_VERSION}, {"path", ""}};
    }
    if (order.contains("pus")) restrict_to(order.at("pus").get<std::vector<int>>());
    if (order.contains("pin")) order.at("pin").get_to(pin_);
    library_ = std::make_unique<BlasLibrary>(order.at("paths").get<std::vector<std::string>>());
    json hello = {{"version", library_->version()}, {"path", library_->path()}};
    const std::string missing = job.form.is_gemm() ? "" : library_->missing(job.form, job.call.type);
    if (!missing.empty()) {
      hello["lacks"] = missing;
      return hello;
    }
    workload_ = make_calls(job, machine_, library_.get());
    hello["symbol"] = job.form.is_gemm() ? library_->gemm_symbol(job.call.type)
                                         : library_->routine(job.form, job.call.type).symbol;
    return hello;
  }

  json obey(const json& message) {
    if (message.contains("start")) return start(message.at("start"));
    const auto order = message.at("do").get<std::string>();
    if (order == "prepare") {
      json answer = workload_->prepare();
      if (!pin_.empty()) answer["pinning"] = pin_threads(pin_);
      restrict_to(core_);
      if (counting_ != nullptr) workload_->count(*counting_);
      return answer;
    }
    if (order == "counters") return to_json(counting_->summary(), machine_);
    if (order == "sample") return workload_->sample();
    return workload_->check();
  }

 private:
  /// The whole process under one memory policy, libraries included, as numactl starts it.
  json start_linpack(const json& order) {
    const auto job = order.at("linpack").get<LinpackJob>();
    apply(job.policy, machine_);
    if (order.at("kind") == "peer")
      library_ = std::make_unique<BlasLibrary>(order.at("paths").get<std::vector<std::string>>());
    workload_ = make_linpack(job, machine_, library_.get());
    if (library_ == nullptr) return {{"version", NUMAPACK_VERSION}, {"path", ""}, {"symbol", ""}};
    return {{"version", library_->version()},
            {"path", library_->path()},
            {"symbol", job.k > 0 ? library_->gemm_symbol(Type::d) : library_->factor_symbol()}};
  }

  Machine machine_;
  std::unique_ptr<Counting> counting_;
  std::vector<int> pin_, core_;
  std::unique_ptr<BlasLibrary> library_;
  std::unique_ptr<Workload> workload_;
};

/// Whoever asked knows the option's name.
std::string without_option(const Error& error) {
  if (error.where() != "--peer") return error.what();
  return error.problem() + "; " + error.advice();
}

}  // namespace

int run_worker() {
  Messages messages(Process::kMessages);
  Worker worker;
  while (const auto message = messages.receive()) {
    json answer;
    try {
      answer = worker.obey(*message);
    } catch (const Error& error) {
      answer = {{"error", without_option(error)}};
    } catch (const std::exception& error) {
      answer = {{"error", error.what()}};
    }
    if (!messages.send(answer)) break;
  }
  // Another library's threads may still run: its exit handlers are none of our business.
  _exit(0);
}

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>

#include "peer/work/job.hpp"

namespace numapack {

class Counting;

/// What a worker process measures. Each answer is a message of the protocol in worker.hpp.
class Workload {
 public:
  virtual ~Workload() = default;
  virtual nlohmann::json prepare() = 0;
  virtual nlohmann::json sample() = 0;
  virtual nlohmann::json check() = 0;
  /// The calls of samples from now on count. The counters must live longer.
  virtual void count(Counting&) {}
};

class BlasLibrary;

/// numapack's multiplication or other routine, or with a library that library's. The machine and the library
/// must live longer.
std::unique_ptr<Workload> make_calls(const Job& job, const Machine& machine, const BlasLibrary* library);

/// The FMA calibrator on these hardware threads.
std::unique_ptr<Workload> make_peak(const Job& job, std::vector<int> pus);

}  // namespace numapack

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "cli/sparse/spmv_measure.hpp"
#include "sparse/sparse_traffic.hpp"

namespace numapack {

/// A product that was planned, and perhaps measured.
struct SpmvReport {
  const SparseMatrix& matrix;
  const Machine& machine;
  Type type = Type::d;
  SparsePlan plan;
  SparseTraffic traffic;
  std::optional<SpmvResult> measured;
};

std::string spmv_page(const SpmvReport& report);
nlohmann::json to_json(const SpmvReport& report);

}  // namespace numapack
